package dev.daybook.internal.recall;

import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.entries.EntryCache;
import dev.daybook.internal.entries.EntryReader;
import dev.daybook.internal.index.ScopeIndexes;
import dev.daybook.internal.options.ReadOptions;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.internal.scoring.HybridScoring;
import dev.daybook.internal.secrets.SecretScreen;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.SpaceSettings.LowTrust;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Store;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The read path: scores the indexes of the scopes of a query, and ranks the entries that pass its conditions.
 * Thread-safe.
 */
public final class MemorySearch {

    private final Store store;
    private final @Nullable CheckedEmbedder embedder;
    private final ScopeIndexes scopeIndexes;
    private final QueryAnalyzer queryAnalyzer;
    private final LargeScopeSearch large;
    private final EntryReader entryReader;
    private final ScopeScoring scoring;
    private final SessionIndex sessionIndex;
    private final Function<Space, LowTrust> lowTrust;
    private final Clock clock;

    /**
     * Creates the read path over a store.
     *
     * @param previous the embedder that searches a scope until all its vectors are of the current one; null if there is
     *     none
     * @param entryCache the decoded entries in memory; an erasure has to drop its scope there
     * @param lowTrust the setting of a space for texts of low trust
     * @param clock the time of a question, for the dates it names and the ends of entries
     */
    public MemorySearch(
            Store store,
            @Nullable CheckedEmbedder embedder,
            @Nullable CheckedEmbedder previous,
            PendingVectors behind,
            ReadOptions options,
            EntryCache entryCache,
            Function<Space, LowTrust> lowTrust,
            Clock clock) {
        this.store = store;
        this.lowTrust = lowTrust;
        this.clock = clock;
        this.entryReader = new EntryReader(store, entryCache, clock);
        this.embedder = embedder;
        ScopeEmbedders embedders = new ScopeEmbedders(store, embedder, previous);
        this.scopeIndexes = new ScopeIndexes(
                store, scope -> QueryAnalyzer.sidecar(embedders.of(scope)), entryCache::drop, options.indexBytes());
        this.large = new LargeScopeSearch(store, scopeIndexes.limit());
        this.queryAnalyzer = new QueryAnalyzer(store, embedders, scopeIndexes, large, behind, options.catchUp(), clock);
        this.scoring = new ScopeScoring(queryAnalyzer, new AsOfIndex(store, scopeIndexes.limit()), large, entryReader);
        this.sessionIndex = new SessionIndex(store, scopeIndexes, large, entryReader, clock);
    }

    boolean hasEmbedder() {
        return embedder != null;
    }

    /** Returns the sessions of the scopes, by the same indexes. */
    public SessionIndex sessionIndex() {
        return sessionIndex;
    }

    /** Opens a view for the searches of one call. */
    public SearchView open() {
        return new SearchView(store, scopeIndexes, large);
    }

    /** Returns the hits of a query over one scope, best first, up to its limit. */
    public List<Hit> recall(Scope scope, Query query) {
        return recall(ReadScopes.of(scope), query);
    }

    /** Returns the hits of a query, best first, up to its limit. */
    public List<Hit> recall(ReadScopes scopes, Query query) {
        try (SearchView view = open()) {
            return recall(view, scopes, query, (owner, entry) -> true);
        }
    }

    /** Returns the admitted hits of one query of a call. Lower-ranked hits take the places of rejected ones. */
    public List<Hit> recall(SearchView view, ReadScopes scopes, Query query, BiPredicate<Scope, Entry> admitted) {
        if (query.limit() <= 0) {
            return List.of();
        }
        FilteredQuery asked = filtered(scopes, query, admitted);
        List<Hit> hits = hits(view, asked);
        if (hits.isEmpty() && asked.fallsBack()) {
            return hits(view, asked.newest()).stream()
                    .map(hit -> new Hit(
                            hit.scope(), hit.entry(), hit.score(), hit.messages(), hit.why(), true, hit.copies()))
                    .toList();
        }
        return hits;
    }

    private List<Hit> hits(SearchView view, FilteredQuery asked) {
        Query query = asked.query();
        return UpdateOrder.of(query, RankedHits.best(asked, scoring.score(view, asked)), queryAnalyzer.asked(query));
    }

    /**
     * The episodes of a query for the details of a context.
     *
     * @param answers the messages of an assistant that count with those of the user, see {@link ExchangeTrust}
     */
    public record RecalledEpisodes(List<Hit> hits, Set<Place> answers) {}

    /**
     * Returns the admitted hits of a query, with what a context has to know of their messages.
     *
     * @param floor the least relevance of a scope with hits, from 0 to 1; 0: any
     */
    public RecalledEpisodes episodes(
            SearchView view, ReadScopes scopes, Query query, double floor, BiPredicate<Scope, Entry> admitted) {
        List<Hit> hits = hits(view, filtered(scopes, query, admitted).above(floor));
        return new RecalledEpisodes(hits, ExchangeTrust.answers(hits));
    }

    /** Explains the rank of an entry, or names the rule that excludes it. */
    public Explanation explain(ReadScopes scopes, Query query, EntryRef entry) {
        try (SearchView view = open()) {
            FilteredQuery asked = filtered(scopes, query, (owner, candidate) -> true);
            if (asked.fallsBack()
                    && hits(view, asked.with(asked.query().limit(1))).isEmpty()) {
                asked = asked.newest();
            }
            FilteredQuery scored =
                    asked.with(HybridScoring.exact(asked.query())).explaining(entry);
            LocalDate day = queryAnalyzer.asked(query);
            return new RecallExplanation(asked, day, scoring.score(view, scored), entry.scope(), entryReader)
                    .of(new EntryKey(entry.kind(), entry.id()));
        }
    }

    private FilteredQuery filtered(ReadScopes scopes, Query query, BiPredicate<Scope, Entry> admitted) {
        return FilteredQuery.of(scopes, effective(query), trustView(scopes.own()), admitted, clock.instant());
    }

    private TrustView trustView(Scope reader) {
        return new TrustView(() -> lowTrust.apply(reader.space()));
    }

    /**
     * Returns the facts of a joined scope as a reader sees them, in order: without secrets, with bounded trust, without
     * references to other scopes.
     */
    public static Stream<Fact> seenFacts(ReadScopes scopes, Scope owner, Stream<Fact> facts) {
        ReaderView view = new ReaderView(scopes);
        return owner.equals(scopes.own())
                ? facts
                : facts.filter(fact -> !SecretScreen.finds(fact.sentence())).map(fact -> (Fact) view.of(owner, fact));
    }

    /** Returns the entries that the space shows, in order. */
    <T extends Entry> List<T> shown(Scope reader, List<T> entries) {
        TrustView trustView = trustView(reader);
        return entries.stream()
                .filter(entry -> trustView.exclusion(entry, List.of()).isEmpty())
                .toList();
    }

    /** A message, identified by its entry and its index in it. */
    public record Place(EntryRef entry, int index) {}

    /** Returns the previous and the next message of each message in its session. */
    public Map<Place, List<Place>> neighbours(SearchView view, Collection<Place> places) {
        Map<Place, List<Place>> neighbours = new HashMap<>();
        places.forEach(place -> neighbours.put(place, sessionIndex.neighbours(view, place)));
        return neighbours;
    }

    /** Returns episodes as a context may show them beside hits, without damaged ones and those erased meanwhile. */
    public Map<EntryRef, Episode> shownEpisodes(ReadScopes scopes, Collection<EntryRef> episodes) {
        TrustView trustView = trustView(scopes.own());
        ReaderView readerView = new ReaderView(scopes);
        Map<Scope, List<EntryKey>> keys = new LinkedHashMap<>();
        episodes.forEach(ref -> keys.computeIfAbsent(ref.scope(), scope -> new ArrayList<>())
                .add(new EntryKey(Kind.EPISODE, ref.id())));
        Map<EntryRef, Episode> shown = new HashMap<>();
        keys.forEach((scope, ofScope) -> entryReader
                .current(scope, ofScope)
                .forEach(entry -> shown.put(new EntryRef(scope, Kind.EPISODE, entry.id()), (Episode)
                        trustView.of(readerView.of(scope, entry)))));
        return shown;
    }

    /**
     * Turns a query with a blank text into one for the newest entries. A semantic search embeds a blank text like any
     * other.
     */
    private Query effective(Query query) {
        if (query.by() == By.MEANING && embedder == null) {
            throw new IllegalArgumentException("by is 'meaning', but this daybook has no embedder;"
                    + " open it with one (Daybook.builder(…).embedder(…)), or recall by words");
        }
        // Nothing is asked, so there is nothing to be confident of.
        return query.text().isBlank() && query.by() != By.MEANING
                ? query.minimumConfidence(null).by(By.NEWEST)
                : query;
    }

    /**
     * Drops what is held of a scope and of the questions that were asked, which may quote it. Call it after every erasure
     * in the scope.
     */
    public void forget(Scope scope) {
        scopeIndexes.drop(scope);
        queryAnalyzer.clearCache();
        large.clear();
    }

    /** Evicts all scope indexes; each is loaded again on demand. */
    public void dropIndexes() {
        scopeIndexes.clear();
    }
}
