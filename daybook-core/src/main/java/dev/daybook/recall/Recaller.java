package dev.daybook.recall;

import dev.daybook.codec.CheckedEmbedder;
import dev.daybook.codec.EntryCodec;
import dev.daybook.codec.ReadableEntries;
import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Explanation;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Query;
import dev.daybook.data.Query.By;
import dev.daybook.data.Reason;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.spi.Head;
import dev.daybook.spi.Key;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
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
public final class Recaller {

    private final Store store;
    private final @Nullable CheckedEmbedder embedder;
    private final ScopeEmbedders embedders;
    private final Partitions partitions;
    private final Questions questions;
    private final Past past;
    private final LargeScope large;

    /**
     * Creates the read path over a store.
     *
     * @param previous the embedder that searches a scope until all its vectors are of the current one; null if there is
     *     none
     */
    public Recaller(
            Store store,
            @Nullable CheckedEmbedder embedder,
            @Nullable CheckedEmbedder previous,
            VectorsBehind behind,
            ReadOptions options) {
        this.store = store;
        this.embedder = embedder;
        this.embedders = new ScopeEmbedders(store, embedder, previous);
        this.partitions =
                new Partitions(store, scope -> Questions.sidecar(embedders.of(scope)), options.memoryBudget());
        LargeScope large = new LargeScope(store, partitions.limit());
        this.questions = new Questions(store, embedders, partitions, large, behind, options.catchUp());
        this.past = new Past(store, partitions.limit());
        this.large = large;
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
        Ref ref = new Ref(scope, kind, id);
        Key key = new Key(kind, id);
        return over(scope, effective, pools -> {
            Pool own = pools.get(0);
            int number = own.partition().slotOf(key);
            if (number < 0) {
                return new Explanation(ref, 0, 0, List.of(), "there is no such " + kind.label());
            }
            Slot slot = own.partition().slots().get(number);
            EntryScores scores = own.scores();
            boolean eligible = scores.eligible().get(number);
            double score = eligible ? scores.values()[number] : 0;
            List<Reason> why = eligible ? scores.why().apply(number) : List.of();
            Rules rules = new Rules(effective);
            Optional<String> keptOut = rules.exclusion(slot)
                    .or(() -> Optional.ofNullable(
                                    own.bodies().apply(List.of(key)).get(key))
                            .flatMap(body -> rules.exclusion(scope, scope, body)));
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
    public <T> T overview(Scope scope, Function<Overview, T> reader) {
        return image(
                scope,
                store.head(scope),
                null,
                partition -> reader.apply(Overview.of(partition)),
                () -> reader.apply(Overview.of(large.conversations(scope))));
    }

    /** A message, identified by its entry and its index in it. */
    public record Place(Ref entry, int index) {}

    /** Returns the previous and the next message of the session. */
    public List<Place> beside(Place place) {
        Scope scope = place.entry().scope();
        return image(scope, store.head(scope), null, partition -> beside(partition, place), () -> large.beside(place));
    }

    private static List<Place> beside(Partition partition, Place place) {
        int number =
                partition.slotOf(new Key(place.entry().kind(), place.entry().id()));
        if (number < 0 || place.index() >= partition.slots().get(number).messages()) {
            return List.of();
        }
        int message = partition.slots().get(number).firstMessage() + place.index();
        return IntStream.of(partition.previous(message), partition.next(message))
                .filter(neighbour -> neighbour >= 0)
                .mapToObj(neighbour -> place(place.entry().scope(), partition, neighbour))
                .toList();
    }

    private static Place place(Scope scope, Partition partition, int message) {
        Slot slot = partition.slots().get(partition.slotOfMessage(message));
        Key key = slot.row().key();
        return new Place(new Ref(scope, key.kind(), key.id()), message - slot.firstMessage());
    }

    public Optional<Episode> episode(Scope scope, String id) {
        return entry(scope, new Key(Kind.EPISODE, id)).map(Episode.class::cast);
    }

    private Optional<Entry> entry(Scope scope, Key key) {
        return Optional.ofNullable(bodies(scope, List.of(key)).get(key));
    }

    private static int rankOf(List<Hit> hits, Ref ref) {
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
    private <T> T over(Scope scope, Query query, Function<List<Pool>, T> reader) {
        Questions.Asked asked = questions.ask(scope, query);
        Scope shared = new Scope.Shared(scope.space());
        return pool(scope, asked.head(), query, asked.question(), asked.embedder(), own -> {
            if (!query.shared() || scope.equals(shared)) {
                return reader.apply(List.of(own));
            }
            CheckedEmbedder embedder = embedders.of(shared);
            Question question = asked.with(embedder);
            return pool(
                    shared, store.head(shared), query, question, embedder, other -> reader.apply(List.of(own, other)));
        });
    }

    /** Drops cached questions. Call it after an erasure, because a question may contain the erased text. */
    public void dropQueries() {
        questions.forget();
    }

    private <T> T pool(
            Scope scope,
            Head head,
            Query query,
            Question question,
            @Nullable CheckedEmbedder embedder,
            Function<Pool, T> reader) {
        if (query.asOf() != null) {
            return reader.apply(past.asOf(scope, query.asOf().toInstant(), query.by(), question, embedder));
        }
        String sidecar = Questions.sidecar(embedder);
        return image(
                scope,
                head,
                sidecar,
                partition -> reader.apply(new Pool(
                        scope, partition, Scoring.score(partition, query.by(), question), keys -> bodies(scope, keys))),
                () -> reader.apply(large.pool(scope, query, question, sidecar, keys -> bodies(scope, keys))));
    }

    /** Reads the index of a scope, or takes the other path if the scope is too large for an index. */
    private <T> T image(
            Scope scope, Head head, @Nullable String sidecar, Function<Partition, T> reader, Supplier<T> withoutImage) {
        if (large.is(head)) {
            return withoutImage.get();
        }
        try {
            return partitions.read(scope, head, sidecar, reader);
        } catch (Partitions.TooLarge beyondTheBudget) {
            return withoutImage.get();
        }
    }

    private Map<Key, Entry> bodies(Scope scope, Collection<Key> keys) {
        return ReadableEntries.get(store, scope, keys, (key, damage) -> {}).stream()
                .collect(Collectors.toMap(Stored::key, EntryCodec::decode));
    }

    private static List<Hit> rank(Scope asked, Query query, List<Pool> pools) {
        return rank(asked, query, pools, (owner, entry) -> true);
    }

    private static List<Hit> rank(Scope asked, Query query, List<Pool> pools, BiPredicate<Scope, Entry> admitted) {
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
        partitions.clear();
    }
}
