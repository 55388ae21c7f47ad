package dev.daybook.recall;

import dev.daybook.codec.CheckedEmbedder;
import dev.daybook.codec.DamageTolerantReader;
import dev.daybook.codec.EntryCodec;
import dev.daybook.data.Entry;
import dev.daybook.data.EntryRef;
import dev.daybook.data.Episode;
import dev.daybook.data.Explanation;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Query;
import dev.daybook.data.Query.By;
import dev.daybook.data.Scope;
import dev.daybook.data.ScoreReason;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Head;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The read path: scores a scope index, ranks the entries that pass the filters, and fetches the bodies of the hits.
 * Thread-safe.
 */
public final class MemorySearch {

    private final Store store;
    private final @Nullable CheckedEmbedder embedder;
    private final ScopeEmbedders embedders;
    private final ScopeIndexes scopeIndexes;
    private final QueryAnalyzer queryAnalyzer;
    private final AsOfIndex asOfIndex;
    private final LargeScopeSearch large;

    /**
     * Creates the read path over a store.
     *
     * @param previous the embedder that searches a scope until all its vectors are of the current one; null if there is
     *     none
     */
    public MemorySearch(
            Store store,
            @Nullable CheckedEmbedder embedder,
            @Nullable CheckedEmbedder previous,
            PendingVectors behind,
            ReadOptions options) {
        this.store = store;
        this.embedder = embedder;
        this.embedders = new ScopeEmbedders(store, embedder, previous);
        this.scopeIndexes =
                new ScopeIndexes(store, scope -> QueryAnalyzer.sidecar(embedders.of(scope)), options.memoryBudget());
        LargeScopeSearch large = new LargeScopeSearch(store, scopeIndexes.limit());
        this.queryAnalyzer = new QueryAnalyzer(store, embedders, scopeIndexes, large, behind, options.catchUp());
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
        List<Hit> hits = over(scope, effective, pools -> rank(scope, effective, pools, admitted));
        if (hits.isEmpty() && effective.by() == By.TEXT && effective.fallback()) {
            return newestInstead(scope, effective, admitted);
        }
        return hits;
    }

    /** Explains the rank of an entry, or names the rule that excludes it. */
    public Explanation explain(Scope scope, Query query, Kind kind, String id) {
        Query effective = asAnswered(scope, effective(query));
        EntryRef ref = new EntryRef(scope, kind, id);
        EntryKey key = new EntryKey(kind, id);
        return over(scope, effective, pools -> {
            ScoredScope own = pools.get(0);
            int number = own.partition().slotOf(key);
            if (number < 0) {
                return new Explanation(ref, 0, 0, List.of(), "there is no such " + kind.label());
            }
            EntrySlot slot = own.partition().slots().get(number);
            EntryScores scores = own.scores();
            boolean eligible = scores.eligible().get(number);
            double score = eligible ? scores.values()[number] : 0;
            List<ScoreReason> why = eligible ? scores.why().apply(number) : List.of();
            QueryFilter queryFilter = new QueryFilter(effective);
            Optional<String> keptOut = queryFilter
                    .exclusion(slot)
                    .or(() -> Optional.ofNullable(
                                    own.bodies().apply(List.of(key)).get(key))
                            .flatMap(body -> queryFilter.exclusion(scope, scope, body)));
            if (keptOut.isEmpty() && !eligible) {
                keptOut = Optional.of("it has nothing in common with the question");
            }
            if (keptOut.isPresent()) {
                return new Explanation(ref, 0, score, why, keptOut.get());
            }
            int rank = 1 + rankOf(rank(scope, effective.limit(Integer.MAX_VALUE).minimumScore(null), pools), ref);
            Double minimum = effective.minimumScore();
            if (minimum != null && score < minimum) {
                return new Explanation(ref, rank, score, why, "its score is below the minimum of " + minimum);
            }
            if (rank > effective.limit()) {
                return new Explanation(ref, rank, score, why, "its rank is beyond the limit of " + effective.limit());
            }
            return new Explanation(ref, rank, score, why, null);
        });
    }

    /** Summarises a scope from its index. */
    public <T> T overview(Scope scope, Function<ScopeOverview, T> reader) {
        return image(
                scope,
                store.head(scope),
                null,
                scopeIndex -> reader.apply(ScopeOverview.of(scopeIndex)),
                () -> reader.apply(ScopeOverview.of(large.conversations(scope))));
    }

    /** A message, identified by its entry and its index in it. */
    public record Place(EntryRef entry, int index) {}

    /** Returns the previous and the next message of the session. */
    public List<Place> beside(Place place) {
        Scope scope = place.entry().scope();
        return image(
                scope, store.head(scope), null, scopeIndex -> beside(scopeIndex, place), () -> large.beside(place));
    }

    private static List<Place> beside(ScopeIndex scopeIndex, Place place) {
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
        return entry(scope, new EntryKey(Kind.EPISODE, id)).map(Episode.class::cast);
    }

    private Optional<Entry> entry(Scope scope, EntryKey key) {
        return Optional.ofNullable(bodies(scope, List.of(key)).get(key));
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
        return query.text().isBlank() && query.by() != By.MEANING ? query.by(By.NEWEST) : query;
    }

    /** Returns the query that is actually answered: a text search that falls back becomes a search for the newest. */
    private Query asAnswered(Scope scope, Query query) {
        boolean fallsBack = query.by() == By.TEXT
                && query.fallback()
                && over(scope, query, pools -> rank(scope, query.limit(1), pools))
                        .isEmpty();
        return fallsBack ? query.by(By.NEWEST) : query;
    }

    private List<Hit> newestInstead(Scope scope, Query query, BiPredicate<Scope, Entry> admitted) {
        Query newest = query.by(By.NEWEST);
        return over(scope, newest, pools -> rank(scope, newest, pools, admitted)).stream()
                .map(hit -> new Hit(hit.scope(), hit.entry(), hit.score(), hit.messages(), hit.why(), true))
                .toList();
    }

    /** Runs a reader over the scored scopes of a query: its own scope, and on request the shared scope of its space. */
    private <T> T over(Scope scope, Query query, Function<List<ScoredScope>, T> reader) {
        QueryAnalyzer.Asked asked = queryAnalyzer.ask(scope, query);
        Scope shared = new Scope.Shared(scope.space());
        return pool(scope, asked.head(), query, asked.question(), asked.embedder(), own -> {
            if (!query.shared() || scope.equals(shared)) {
                return reader.apply(List.of(own));
            }
            CheckedEmbedder embedder = embedders.of(shared);
            AnalyzedQuery analyzedQuery = asked.with(embedder);
            return pool(
                    shared,
                    store.head(shared),
                    query,
                    analyzedQuery,
                    embedder,
                    other -> reader.apply(List.of(own, other)));
        });
    }

    /** Drops cached questions. Call it after an erasure, because a question may contain the erased text. */
    public void dropQueries() {
        queryAnalyzer.forget();
    }

    private <T> T pool(
            Scope scope,
            Head head,
            Query query,
            AnalyzedQuery analyzedQuery,
            @Nullable CheckedEmbedder embedder,
            Function<ScoredScope, T> reader) {
        if (query.asOf() != null) {
            return reader.apply(asOfIndex.asOf(scope, query.asOf().toInstant(), query.by(), analyzedQuery, embedder));
        }
        String sidecar = QueryAnalyzer.sidecar(embedder);
        return image(
                scope,
                head,
                sidecar,
                scopeIndex -> reader.apply(new ScoredScope(
                        scope,
                        scopeIndex,
                        HybridScoring.score(scopeIndex, query.by(), analyzedQuery),
                        keys -> bodies(scope, keys))),
                () -> reader.apply(large.pool(scope, query, analyzedQuery, sidecar, keys -> bodies(scope, keys))));
    }

    /** Reads the index of a scope, or takes the other path if the scope is too large for an index. */
    private <T> T image(
            Scope scope,
            Head head,
            @Nullable String sidecar,
            Function<ScopeIndex, T> reader,
            Supplier<T> withoutImage) {
        if (large.is(head)) {
            return withoutImage.get();
        }
        try {
            return scopeIndexes.read(scope, head, sidecar, reader);
        } catch (ScopeIndexes.TooLargeException beyondTheBudget) {
            return withoutImage.get();
        }
    }

    private Map<EntryKey, Entry> bodies(Scope scope, Collection<EntryKey> keys) {
        return DamageTolerantReader.get(store, scope, keys, (key, damage) -> {}).stream()
                .collect(Collectors.toMap(StoredEntry::key, EntryCodec::decode));
    }

    private static List<Hit> rank(Scope asked, Query query, List<ScoredScope> pools) {
        return rank(asked, query, pools, (owner, entry) -> true);
    }

    private static List<Hit> rank(
            Scope asked, Query query, List<ScoredScope> pools, BiPredicate<Scope, Entry> admitted) {
        RankedHits ranked = new RankedHits(asked, query, pools, admitted);
        if (TrustShare.appliesTo(query)) {
            return TrustShare.order(ranked, query.limit());
        }
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

    /** Evicts all scope indexes; each is loaded again on demand. */
    public void dropImages() {
        scopeIndexes.clear();
    }
}
