package dev.daybook.internal.recall;

import dev.daybook.internal.options.ReadOptions;
import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.index.EntrySlot;
import dev.daybook.internal.index.IndexLocks;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.ScopeIndexes;
import dev.daybook.internal.index.SessionActivity;
import dev.daybook.internal.scoring.AnalyzedQuery;
import dev.daybook.internal.scoring.EntryScores;
import dev.daybook.internal.scoring.HybridScoring;
import dev.daybook.internal.scoring.QueryFilter;
import dev.daybook.internal.scoring.RecallConfidence;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Hit.MessageScore;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.SpaceSettings.LowTrust;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Store;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The read path: scores a scope index, ranks the entries that pass the filters, and fetches the bodies of the hits.
 * Thread-safe.
 */
public final class MemorySearch {

    /** The order of {@link EntryScan.Order#NEWEST_POSITION}. */
    private static final Comparator<IndexRow> NEWEST_FIRST =
            Comparator.comparingLong(IndexRow::position).reversed();

    /** Up to this number of entries a scope index is loaded within a few milliseconds, and the next calls need it. */
    private static final long LOADED_FOR_A_SESSION = 256;

    private final Store store;
    private final @Nullable CheckedEmbedder embedder;
    private final ScopeEmbedders embedders;
    private final ScopeIndexes scopeIndexes;
    private final QueryAnalyzer queryAnalyzer;
    private final AsOfIndex asOfIndex;
    private final LargeScopeSearch large;
    private final EntryReader entryReader;
    private final Function<Space, LowTrust> lowTrust;

    /**
     * Creates the read path over a store.
     *
     * @param previous the embedder that searches a scope until all its vectors are of the current one; null if there is
     *     none
     * @param entryCache the decoded entries in memory; an erasure has to drop its scope there
     * @param lowTrust the setting of a space for texts of low trust
     * @param clock the time of a question, for the dates it names
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
        this.entryReader = new EntryReader(store, entryCache);
        this.embedder = embedder;
        this.embedders = new ScopeEmbedders(store, embedder, previous);
        this.scopeIndexes = new ScopeIndexes(
                store, scope -> QueryAnalyzer.sidecar(embedders.of(scope)), entryCache::drop, options.indexBytes());
        LargeScopeSearch large = new LargeScopeSearch(store, scopeIndexes.limit());
        this.queryAnalyzer = new QueryAnalyzer(store, embedders, scopeIndexes, large, behind, options.catchUp(), clock);
        this.asOfIndex = new AsOfIndex(store, scopeIndexes.limit());
        this.large = large;
    }

    boolean hasEmbedder() {
        return embedder != null;
    }

    /** Returns the hits of a query, best first, up to its limit. */
    public List<Hit> recall(Scope scope, Query query) {
        return recall(scope, query, (owner, entry) -> true);
    }

    /** Returns the admitted hits of a query. Lower-ranked hits take the places of rejected ones. */
    public List<Hit> recall(Scope scope, Query query, BiPredicate<Scope, Entry> admitted) {
        if (query.limit() <= 0) {
            return List.of();
        }
        Query effective = effective(query);
        List<Hit> hits = search(scope, effective, admitted);
        if (hits.isEmpty() && effective.by() == By.TEXT && effective.fallback()) {
            return search(scope, effective.by(By.NEWEST), admitted).stream()
                    .map(hit -> new Hit(hit.scope(), hit.entry(), hit.score(), hit.messages(), hit.why(), true))
                    .toList();
        }
        return hits;
    }

    /**
     * The episodes of a query for the details of a context.
     *
     * @param answers the messages of an assistant that count with those of the user, see {@link ExchangeTrust}
     */
    public record RecalledEpisodes(List<Hit> hits, Set<Place> answers) {}

    /** Returns the admitted hits of a query, with what a context has to know of their messages. */
    public RecalledEpisodes episodes(Scope scope, Query query, BiPredicate<Scope, Entry> admitted) {
        Query effective = effective(query);
        TrustView trustView = view(scope);
        BiPredicate<Scope, Entry> shown = admitted.and(shown(scope, effective, trustView));
        try (IndexLocks locks = new IndexLocks()) {
            List<ScoredScope> scopes = scored(scope, effective, shown, locks);
            List<Hit> hits = rank(scope, effective, scopes, admitted, trustView);
            return new RecalledEpisodes(hits, ExchangeTrust.answers(hits));
        }
    }

    private List<Hit> search(Scope scope, Query query, BiPredicate<Scope, Entry> admitted) {
        TrustView trustView = view(scope);
        BiPredicate<Scope, Entry> shown = admitted.and(shown(scope, query, trustView));
        try (IndexLocks locks = new IndexLocks()) {
            return rank(scope, query, scored(scope, query, shown, locks), admitted, trustView);
        }
    }

    /** Returns the entries that pass the filters on their bodies and that the space of the reader shows. */
    private static BiPredicate<Scope, Entry> shown(Scope reader, Query query, TrustView trustView) {
        QueryFilter queryFilter = new QueryFilter(query);
        return (owner, entry) -> queryFilter.exclusion(reader, owner, entry).isEmpty()
                && trustView.exclusion(entry, List.of()).isEmpty();
    }

    /** Explains the rank of an entry, or names the rule that excludes it. */
    public Explanation explain(Scope scope, Query query, Kind kind, String id) {
        Query effective = asAnswered(scope, effective(query));
        EntryKey key = new EntryKey(kind, id);
        BiPredicate<Scope, Entry> shown = shown(scope, effective, view(scope))
                .or((owner, entry) -> entry.kind() == kind && entry.id().equals(id));
        try (IndexLocks locks = new IndexLocks()) {
            return explain(scope, effective, scored(scope, HybridScoring.exact(effective), shown, locks), key);
        }
    }

    private Explanation explain(Scope scope, Query query, List<ScoredScope> scopes, EntryKey key) {
        EntryRef ref = new EntryRef(scope, key.kind(), key.id());
        ScoredScope own = scopes.get(0);
        int number = own.scopeIndex().slotOf(key);
        if (number < 0) {
            return new Explanation(ref, 0, 0, List.of(), absence(scope, query, key));
        }
        EntryScores scores = own.scores();
        boolean eligible = scores.eligible().get(number);
        double score = eligible ? scores.values()[number] : 0;
        List<ScoreReason> why = eligible ? scores.why().apply(number) : List.of();
        Optional<String> excluded = doubt(query, own).or(() -> exclusion(query, own, number));
        if (excluded.isEmpty() && !eligible) {
            excluded = Optional.of("it has nothing in common with the question");
        }
        if (excluded.isPresent()) {
            return new Explanation(ref, 0, score, why, excluded.get());
        }
        List<Hit> ranked = ranked(scope, query, scopes);
        int place = rankOf(ranked, ref);
        if (place == ranked.size()) {
            // What the minimum leaves out has a rank among all.
            ranked = ranked(scope, query.minimumScore(null), scopes);
            place = rankOf(ranked, ref);
        }
        if (place == ranked.size()) {
            return new Explanation(ref, 0, 0, List.of(), absence(scope, query, key));
        }
        List<ScoreReason> placed = TrustShare.appliesTo(query)
                ? TrustShare.placed(ranked, place, ExchangeTrust::of)
                : ranked.get(place).why();
        return explain(query, ref, ranked.get(place), place, placed);
    }

    /** Returns all hits of a query in order. Those below its minimum score take no place, as the trust share counts places. */
    private List<Hit> ranked(Scope scope, Query query, List<ScoredScope> scopes) {
        return rank(scope, query.limit(Integer.MAX_VALUE), scopes, (owner, entry) -> true, view(scope));
    }

    /** Explains a hit as a recall returns it: its score may be lower than that of the entry, see {@link TrustView}. */
    private static Explanation explain(Query query, EntryRef ref, Hit hit, int place, List<ScoreReason> why) {
        Double minimum = query.minimumScore();
        String keptOut = null;
        if (minimum != null && hit.score() < minimum) {
            keptOut = "its score is below the minimum of " + minimum;
        } else if (place >= query.limit()) {
            keptOut = "its rank is beyond the limit of " + query.limit();
        }
        return new Explanation(ref, place + 1, hit.score(), why, keptOut);
    }

    /** Returns why an entry is not in the index that was searched. */
    private String absence(Scope scope, Query query, EntryKey key) {
        boolean isLive = query.asOf() == null
                && entryReader
                        .stored(scope, key)
                        .filter(stored -> stored.status().equals(EntryPut.LIVE))
                        .isPresent();
        if (!isLive) {
            return "there is no such " + key.kind().label();
        }
        return key.kind() == Kind.BLOCK
                ? "recall does not search blocks; each context has them"
                : "it is not among the candidates that a search of this large scope ranks";
    }

    /** Returns why a scope gives no hit at all. */
    private static Optional<String> doubt(Query query, ScoredScope own) {
        return RecallConfidence.isReached(query, own.whole())
                ? Optional.empty()
                : Optional.of(RecallConfidence.of(own.whole(), query) + ", is below the minimum of "
                        + query.minimumConfidence());
    }

    /** Returns the condition of the query that excludes an entry. */
    private Optional<String> exclusion(Query query, ScoredScope own, int number) {
        EntrySlot slot = own.scopeIndex().slots().get(number);
        IndexRow row = slot.row();
        QueryFilter queryFilter = new QueryFilter(query);
        return queryFilter
                .exclusion(slot)
                .or(() -> Optional.ofNullable(own.bodies().apply(List.of(row)).get(row.key()))
                        .flatMap(body -> queryFilter
                                .exclusion(own.scope(), own.scope(), body)
                                .or(() -> view(own.scope()).exclusion(body, messages(own, number)))));
    }

    /** Returns the messages of an entry by score; an entry that does not match has none. */
    private static List<MessageScore> messages(ScoredScope own, int number) {
        EntryScores scores = own.scores();
        return scores.eligible().get(number) ? scores.messages().apply(number) : List.of();
    }

    /** Returns the view of one search. */
    private TrustView view(Scope reader) {
        return new TrustView(() -> lowTrust.apply(reader.space()));
    }

    /** Returns the entries that the space shows, in order. */
    <T extends Entry> List<T> shown(Scope reader, List<T> entries) {
        TrustView view = view(reader);
        return entries.stream()
                .filter(entry -> view.exclusion(entry, List.of()).isEmpty())
                .toList();
    }

    /** Returns the sessions of a scope by id. */
    public Map<String, SessionActivity> sessions(Scope scope) {
        try (IndexLocks locks = new IndexLocks()) {
            return index(scope, store.head(scope), null, locks)
                    .map(ScopeIndex::activityBySession)
                    .orElseGet(() -> large.sessions(scope));
        }
    }

    /** Returns a session, if it has an episode. */
    public Optional<SessionActivity> session(Scope scope, String session) {
        try (IndexLocks locks = new IndexLocks()) {
            return index(scope, store.head(scope), null, locks)
                    .map(scopeIndex ->
                            Optional.ofNullable(scopeIndex.activityBySession().get(session)))
                    .orElseGet(() -> large.session(scope, session));
        }
    }

    /**
     * Returns the episodes of a session by the index of the scope. The index of a small scope that is read again is brought
     * up to date for it; another one is used only if it is in memory, up to date, and not being loaded, otherwise the
     * result is empty: a scan costs less than an index that is used once.
     */
    Optional<SessionPages> indexedSession(Scope scope, String session) {
        try (IndexLocks locks = new IndexLocks()) {
            Head head = store.head(scope);
            boolean again = entryReader.isReadAgain(scope);
            Optional<ScopeIndex> index = again && head.entries() <= LOADED_FOR_A_SESSION
                    ? index(scope, head, null, locks)
                    : scopeIndexes.current(scope, head, locks);
            return index.map(scopeIndex ->
                    new SessionPages.IndexedSession(entryReader, scope, newestFirst(scopeIndex, session)));
        } catch (StoreException damaged) {
            // A scan of the session may not meet the damage.
            return Optional.empty();
        }
    }

    private static List<IndexRow> newestFirst(ScopeIndex scopeIndex, String session) {
        List<IndexRow> rows = new ArrayList<>();
        for (int slot : scopeIndex.slotsOfSession(session)) {
            rows.add(scopeIndex.slots().get(slot).row());
        }
        rows.sort(NEWEST_FIRST);
        return rows;
    }

    /** A message, identified by its entry and its index in it. */
    public record Place(EntryRef entry, int index) {}

    /** Returns the previous and the next message of the session. */
    public List<Place> neighbours(Place place) {
        Scope scope = place.entry().scope();
        try (IndexLocks locks = new IndexLocks()) {
            return index(scope, store.head(scope), null, locks)
                    .map(scopeIndex -> neighbours(scopeIndex, place))
                    .orElseGet(() -> large.neighbours(place));
        }
    }

    private static List<Place> neighbours(ScopeIndex scopeIndex, Place place) {
        int number = scopeIndex.slotOf(
                new EntryKey(place.entry().kind(), place.entry().id()));
        if (number < 0 || place.index() >= scopeIndex.slots().get(number).messages()) {
            return List.of();
        }
        int message = scopeIndex.slots().get(number).firstMessage() + place.index();
        return IntStream.of(scopeIndex.previous(message), scopeIndex.next(message))
                .filter(neighbour -> neighbour >= 0)
                .mapToObj(neighbour -> place(place.entry().scope(), scopeIndex, neighbour))
                .toList();
    }

    private static Place place(Scope scope, ScopeIndex scopeIndex, int message) {
        EntrySlot slot = scopeIndex.slots().get(scopeIndex.slotOfMessage(message));
        EntryKey key = slot.row().key();
        return new Place(new EntryRef(scope, key.kind(), key.id()), message - slot.firstMessage());
    }

    public Optional<Episode> episode(Scope scope, String id) {
        return entryReader.current(scope, new EntryKey(Kind.EPISODE, id)).map(Episode.class::cast);
    }

    /** Returns an episode as a context may show it beside a hit. */
    public Optional<Episode> shown(Scope scope, String id) {
        return episode(scope, id).map(episode -> (Episode) view(scope).of(episode));
    }

    private static int rankOf(List<Hit> hits, EntryRef ref) {
        for (int i = 0; i < hits.size(); i++) {
            Hit hit = hits.get(i);
            if (hit.id().equals(ref.id())
                    && hit.kind() == ref.kind()
                    && hit.scope().equals(ref.scope())) {
                return i;
            }
        }
        return hits.size();
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

    /** Returns the query that is actually answered: a text search that falls back becomes a search for the newest. */
    private Query asAnswered(Scope scope, Query query) {
        boolean fallsBack = query.by() == By.TEXT
                && query.fallback()
                && search(scope, query.limit(1), (owner, entry) -> true).isEmpty();
        return fallsBack ? query.by(By.NEWEST) : query;
    }

    /** Scores the scopes of a query: its own scope, and on request the shared scope of its space behind it. */
    private List<ScoredScope> scored(Scope scope, Query query, BiPredicate<Scope, Entry> shown, IndexLocks locks) {
        QueryAnalyzer.PreparedQuery prepared = queryAnalyzer.prepare(scope, query);
        List<ScoredScope> scored = scored(scope, query, prepared, shown, locks);
        return prepared.failed() == null
                ? scored
                : scored.stream().map(ScoredScope::withoutVector).toList();
    }

    private List<ScoredScope> scored(
            Scope scope,
            Query query,
            QueryAnalyzer.PreparedQuery prepared,
            BiPredicate<Scope, Entry> shown,
            IndexLocks locks) {
        ScoredScope own = scored(scope, prepared.head(), query, prepared.analyzed(), prepared.embedder(), shown, locks);
        Scope shared = new Scope.Shared(scope.space());
        if (!query.shared() || scope.equals(shared)) {
            return List.of(own);
        }
        CheckedEmbedder ofShared = embedders.of(shared);
        return List.of(own, scored(shared, store.head(shared), query, prepared.with(ofShared), ofShared, shown, locks));
    }

    private ScoredScope scored(
            Scope scope,
            Head head,
            Query query,
            AnalyzedQuery analyzedQuery,
            @Nullable CheckedEmbedder embedder,
            BiPredicate<Scope, Entry> shown,
            IndexLocks locks) {
        if (query.asOf() != null) {
            return asOfIndex.asOf(scope, query.asOf(), query.by(), analyzedQuery, embedder);
        }
        String sidecar = QueryAnalyzer.sidecar(embedder);
        return index(scope, head, sidecar, locks)
                .map(scopeIndex -> new ScoredScope(
                        scope,
                        scopeIndex,
                        HybridScoring.score(scopeIndex, query, analyzedQuery),
                        rows -> entryReader.read(scope, rows)))
                .orElseGet(() -> large.candidates(
                        scope,
                        head,
                        query,
                        analyzedQuery,
                        sidecar,
                        rows -> entryReader.read(scope, rows),
                        entry -> shown.test(scope, entry)));
    }

    /** Returns the index of a scope, or empty if the scope is too large for an index. */
    private Optional<ScopeIndex> index(Scope scope, Head head, @Nullable String sidecar, IndexLocks locks) {
        return large.isLarge(head) ? Optional.empty() : scopeIndexes.read(scope, head, sidecar, locks);
    }

    private List<Hit> rank(
            Scope reader,
            Query query,
            List<ScoredScope> scopes,
            BiPredicate<Scope, Entry> admitted,
            TrustView trustView) {
        List<ScoredScope> confident = scopes.stream()
                .filter(scope -> RecallConfidence.isReached(query, scope.whole()))
                .toList();
        if (TrustShare.appliesTo(query)) {
            return TrustShare.order(
                    lowest -> new RankedHits(reader, query, confident, admitted, trustView, lowest),
                    ExchangeTrust::of,
                    new QuestionWords(query.text()),
                    query.limit());
        }
        RankedHits ranked = new RankedHits(reader, query, confident, admitted, trustView, null);
        List<Hit> hits = new ArrayList<>();
        while (hits.size() < query.limit()) {
            Hit next = ranked.next(query.limit() - hits.size());
            if (next == null) {
                break;
            }
            hits.add(next);
        }
        return hits;
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
