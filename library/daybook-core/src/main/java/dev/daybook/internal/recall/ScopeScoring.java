package dev.daybook.internal.recall;

import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.entries.EntryReader;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.scoring.AnalyzedQuery;
import dev.daybook.internal.scoring.HybridScoring;
import dev.daybook.internal.scoring.ScopeRelevance;
import dev.daybook.model.Scope;
import dev.daybook.query.Query;
import dev.daybook.store.Head;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Scores the scopes of a query by their indexes: resident, of an earlier time, or of the candidates of a large scope. */
final class ScopeScoring {

    private final QueryAnalyzer queryAnalyzer;
    private final AsOfIndex asOfIndex;
    private final LargeScopeSearch large;
    private final EntryReader entryReader;

    ScopeScoring(QueryAnalyzer queryAnalyzer, AsOfIndex asOfIndex, LargeScopeSearch large, EntryReader entryReader) {
        this.queryAnalyzer = queryAnalyzer;
        this.asOfIndex = asOfIndex;
        this.large = large;
        this.entryReader = entryReader;
    }

    /** Scores each scope of the reader for itself; the own one is the first. */
    List<ScoredScope> score(SearchView view, FilteredQuery asked) {
        List<Scope> scopes = asked.scopes().all();
        view.releaseBehind(scopes);
        Map<Scope, QueryAnalyzer.PreparedQuery> prepared = queryAnalyzer.prepare(view, scopes, asked.query());
        Map<Scope, ScoredScope> scored = new HashMap<>();
        scopes.stream()
                .sorted(SearchView.LOCK_ORDER)
                .forEach(scope ->
                        scored.put(scope, score(view, asked, scope, Objects.requireNonNull(prepared.get(scope)))));
        return scopes.stream()
                .map(scope -> Objects.requireNonNull(scored.get(scope)))
                .toList();
    }

    private ScoredScope score(SearchView view, FilteredQuery asked, Scope scope, QueryAnalyzer.PreparedQuery prepared) {
        ScoredScope scored = score(view, asked, scope, prepared.head(), prepared.analyzed(), prepared.embedder());
        ScoredScope seen = asked.scopes().own().equals(scope)
                ? scored
                : scored.seenBy(new ReaderView(asked.scopes()), asked.scopes().atMost(scope));
        return prepared.failed() == null ? seen : seen.withoutVector();
    }

    /**
     * Leaves out the hits of a scope that is below the floor of a context. Needs the index of the whole scope: among the
     * candidates of a large one a word is as frequent as they are few.
     */
    private static ScoredScope relevant(FilteredQuery asked, ScoredScope scored, AnalyzedQuery analyzedQuery) {
        boolean isBelow = asked.floor() > 0
                && ScopeRelevance.of(
                                scored.scopeIndex(),
                                analyzedQuery,
                                asked.filter().now())
                        < asked.floor();
        return isBelow ? scored.withoutHits() : scored;
    }

    private ScoredScope score(
            SearchView view,
            FilteredQuery asked,
            Scope scope,
            Head head,
            AnalyzedQuery analyzedQuery,
            @Nullable CheckedEmbedder embedder) {
        Query query = asked.query();
        String sidecar = QueryAnalyzer.sidecar(embedder);
        Instant time = query.asOf();
        if (time != null) {
            PastScope past = view.asOf(scope, time, sidecar, () -> asOfIndex.read(scope, time, embedder));
            ScoredScope scored = new ScoredScope(
                    scope,
                    past.scopeIndex(),
                    HybridScoring.score(past.scopeIndex(), query.by(), analyzedQuery),
                    past::entries);
            return relevant(asked, scored, analyzedQuery);
        }
        return view.index(scope, head, sidecar)
                .map(scopeIndex -> new ScoredScope(
                        scope,
                        scopeIndex,
                        HybridScoring.score(
                                scopeIndex, scored(asked, scope, scopeIndex), asked.filter(), analyzedQuery),
                        rows -> entryReader.read(scope, rows)))
                .map(resident -> relevant(asked, resident, analyzedQuery))
                .orElseGet(() -> large.candidates(
                        scope, head, asked, analyzedQuery, sidecar, rows -> entryReader.read(scope, rows)));
    }

    /**
     * Returns the query as it is scored: with all cosines exact where the body of an entry may reject any number of the first
     * ranks, so that lower ones take their places. It tells whether an entry of a joined scope is sensitive, and which trust
     * the texts have that a space leaves out.
     */
    private static Query scored(FilteredQuery asked, Scope scope, ScopeIndex scopeIndex) {
        Query query = asked.query();
        boolean byBody = !scope.equals(asked.scopes().own())
                || HybridScoring.isEstimated(scopeIndex, query)
                        && asked.trustView().leavesOut();
        return byBody ? HybridScoring.exact(query) : query;
    }
}
