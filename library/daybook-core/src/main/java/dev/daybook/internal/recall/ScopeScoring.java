package dev.daybook.internal.recall;

import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.entries.EntryReader;
import dev.daybook.internal.scoring.AnalyzedQuery;
import dev.daybook.internal.scoring.HybridScoring;
import dev.daybook.model.Scope;
import dev.daybook.query.Query;
import dev.daybook.store.Head;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Scores the scopes of a query by their indexes: resident, of an earlier time, or of the candidates of a large scope. */
final class ScopeScoring {

    private final ScopeEmbedders embedders;
    private final QueryAnalyzer queryAnalyzer;
    private final AsOfIndex asOfIndex;
    private final LargeScopeSearch large;
    private final EntryReader entryReader;

    ScopeScoring(
            ScopeEmbedders embedders,
            QueryAnalyzer queryAnalyzer,
            AsOfIndex asOfIndex,
            LargeScopeSearch large,
            EntryReader entryReader) {
        this.embedders = embedders;
        this.queryAnalyzer = queryAnalyzer;
        this.asOfIndex = asOfIndex;
        this.large = large;
        this.entryReader = entryReader;
    }

    /** Scores the scope of the reader, and on request the shared scope of its space behind it. */
    List<ScoredScope> score(SearchView view, FilteredQuery asked) {
        QueryAnalyzer.PreparedQuery prepared = queryAnalyzer.prepare(view, asked.reader(), asked.query());
        List<ScoredScope> scored = score(view, asked, prepared);
        return prepared.failed() == null
                ? scored
                : scored.stream().map(ScoredScope::withoutVector).toList();
    }

    private List<ScoredScope> score(SearchView view, FilteredQuery asked, QueryAnalyzer.PreparedQuery prepared) {
        Scope scope = asked.reader();
        ScoredScope own = score(view, asked, scope, prepared.head(), prepared.analyzed(), prepared.embedder());
        Scope shared = new Scope.Shared(scope.space());
        if (!asked.query().shared() || scope.equals(shared)) {
            return List.of(own);
        }
        CheckedEmbedder ofShared = embedders.of(shared);
        return List.of(own, score(view, asked, shared, view.head(shared), prepared.with(ofShared), ofShared));
    }

    private ScoredScope score(
            SearchView view,
            FilteredQuery asked,
            Scope scope,
            Head head,
            AnalyzedQuery analyzedQuery,
            @Nullable CheckedEmbedder embedder) {
        Query query = asked.query();
        if (query.asOf() != null) {
            return asOfIndex.asOf(scope, query.asOf(), query.by(), analyzedQuery, embedder);
        }
        String sidecar = QueryAnalyzer.sidecar(embedder);
        return view.index(scope, head, sidecar)
                .map(scopeIndex -> new ScoredScope(
                        scope,
                        scopeIndex,
                        HybridScoring.score(scopeIndex, query, asked.filter(), analyzedQuery),
                        rows -> entryReader.read(scope, rows)))
                .orElseGet(() -> large.candidates(
                        scope, head, asked, analyzedQuery, sidecar, rows -> entryReader.read(scope, rows)));
    }
}
