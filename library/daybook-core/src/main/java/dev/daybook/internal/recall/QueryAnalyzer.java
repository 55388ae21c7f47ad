package dev.daybook.internal.recall;

import dev.daybook.error.DaybookException;
import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.ScopeIndexes;
import dev.daybook.internal.scoring.AnalyzedQuery;
import dev.daybook.internal.scoring.SpeakerMatch;
import dev.daybook.model.Embedding;
import dev.daybook.model.Scope;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.store.Head;
import dev.daybook.store.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Analyses and embeds queries. A query is embedded with one embedder, and only if the scope has vectors to compare it
 * with, or expects some. Thread-safe.
 */
final class QueryAnalyzer {

    private static final Logger LOG = System.getLogger("dev.daybook.recall");

    private final Store store;
    private final ScopeEmbedders embedders;
    private final ScopeIndexes scopeIndexes;
    private final LargeScopeSearch large;
    private final PendingVectors behind;
    private final Duration catchUp;
    private final Clock clock;
    private final QueryVectorCache cache = new QueryVectorCache();

    /**
     * @param catchUp how long a query waits for pending vectors of its scope; entries still without one count as
     *     neutral
     * @param clock the time of a question, and the time zone of its days
     */
    QueryAnalyzer(
            Store store,
            ScopeEmbedders embedders,
            ScopeIndexes scopeIndexes,
            LargeScopeSearch large,
            PendingVectors behind,
            Duration catchUp,
            Clock clock) {
        this.large = large;
        this.store = store;
        this.embedders = embedders;
        this.scopeIndexes = scopeIndexes;
        this.behind = behind;
        this.catchUp = catchUp;
        this.clock = clock;
    }

    /**
     * An analyzed query of one scope.
     *
     * @param head the head of the scope at the time of the query; the answer includes every write up to it
     * @param embedder the embedder of the query's vector; null if it has none
     * @param failed the embedder that gave no vector, so that the query is searched with keywords; null: none
     */
    record PreparedQuery(
            Head head,
            @Nullable CheckedEmbedder embedder,
            AnalyzedQuery analyzed,
            @Nullable CheckedEmbedder failed) {

        private static PreparedQuery ofWords(Head head, AnalyzedQuery analyzed) {
            return new PreparedQuery(head, null, analyzed, null);
        }
    }

    /** The wait of one recall for the vectors of all its scopes. */
    private final class CatchUpWait {

        private Duration left = catchUp;

        void awaitSettled(Scope scope, Head head) {
            long begin = System.nanoTime();
            behind.awaitSettled(scope, head.revision(), left);
            left = left.minusNanos(Math.min(left.toNanos(), System.nanoTime() - begin));
        }
    }

    /**
     * Prepares a query for each scope. Vectors of two embedders are not comparable: the scopes of another embedder than
     * that of the first are searched with keywords. After a failure no other scope asks the embedder again.
     */
    Map<Scope, PreparedQuery> prepare(SearchView view, List<Scope> scopes, Query query) {
        Map<Scope, PreparedQuery> prepared = new HashMap<>();
        CheckedEmbedder first = null;
        CheckedEmbedder failed = null;
        CatchUpWait wait = new CatchUpWait();
        for (Scope scope : scopes) {
            PreparedQuery next = prepare(view, scope, query, first, failed, wait);
            first = first == null ? next.embedder() : first;
            failed = failed == null ? next.failed() : failed;
            prepared.put(scope, next);
        }
        return prepared;
    }

    /**
     * @param first the embedder of a scope before; null: none
     * @param known the embedder that failed on this query already; null: none
     */
    private PreparedQuery prepare(
            SearchView view,
            Scope scope,
            Query query,
            @Nullable CheckedEmbedder first,
            @Nullable CheckedEmbedder known,
            CatchUpWait wait) {
        Head head = view.head(scope);
        AnalyzedQuery analyzed = AnalyzedQuery.of(query.text(), null).on(asked(query));
        if (query.by() != By.BEST && query.by() != By.MEANING) {
            return PreparedQuery.ofWords(head, analyzed);
        }
        CheckedEmbedder own = embedders.of(scope);
        if (known != null || first != null && own != null && !own.name().equals(first.name())) {
            return new PreparedQuery(head, null, analyzed, known);
        }
        embedders.warnOfMissing();
        boolean pending = own != null
                && !view.hasRead(scope)
                && embedders.isPresent(own)
                && !behind.awaitSettled(scope, head.revision(), Duration.ZERO);
        SearchState searchState = searchState(view, scope, head, sidecar(own));
        // After an opening the embedding thread has not looked at this scope yet, and most scopes have nothing pending.
        pending &= !searchState.complete();
        // A semantic search must not present the result of a failing embedder as an answer.
        boolean broken =
                query.by() == By.MEANING && own != null && own.failure().isPresent();
        boolean comparable = pending || searchState.vectors() || query.asOf() != null || broken;
        CheckedEmbedder embedder = comparable ? own : null;
        if (embedder == null) {
            return PreparedQuery.ofWords(head, analyzed);
        }
        String embedded = AnalyzedQuery.embedded(query.text());
        String text =
                query.by() == By.MEANING ? embedded : SpeakerMatch.inFirstPerson(searchState.speakers(), embedded);
        // Embedded before the wait: loading the model may take longer than the whole wait for the entries.
        Embedding vector = vector(embedder, text, query.by());
        if (vector == null) {
            return new PreparedQuery(head, null, analyzed, embedder);
        }
        if (pending) {
            wait.awaitSettled(scope, head);
            head = view.head(scope);
        }
        return new PreparedQuery(head, embedder, analyzed.with(vector), null);
    }

    /** Returns the day of a question: that of its knowledge time, or today. */
    LocalDate asked(Query query) {
        return LocalDate.ofInstant(query.asOf() == null ? clock.instant() : query.asOf(), clock.getZone());
    }

    /** Embeds the query. If the embedder fails or does not answer in time, a hybrid search goes on with keywords alone. */
    private @Nullable Embedding vector(CheckedEmbedder embedder, String text, By by) {
        try {
            return cache.vector(embedder.name(), text, embedder::question);
        } catch (RuntimeException cause) {
            if (by == By.MEANING) {
                throw cause;
            }
            // An embedder reports its own failures. The message of any other exception may quote the query.
            if (!(cause instanceof DaybookException)) {
                LOG.log(
                        Level.WARNING,
                        "the embedder {0} failed on a question, which falls back to keyword search: {1}",
                        embedder.name(),
                        cause.getClass().getName());
            }
            return null;
        }
    }

    /** Drops all cached vectors. Call it after an erasure, because the text of a query may contain the erased text. */
    void clearCache() {
        cache.clear();
    }

    private SearchState searchState(SearchView view, Scope scope, Head head, @Nullable String sidecar) {
        if (view.hasRead(scope)) {
            return searchState(view.index(scope, head, sidecar), scope, head, sidecar);
        }
        // Read for itself, because the search reads the scope at a later head if it waits for vectors.
        try (SearchView before = new SearchView(store, scopeIndexes, large)) {
            return searchState(before.index(scope, head, sidecar), scope, head, sidecar);
        }
    }

    private SearchState searchState(Optional<ScopeIndex> scopeIndex, Scope scope, Head head, @Nullable String sidecar) {
        return scopeIndex.map(SearchState::of).orElseGet(() -> searchStateOfLarge(scope, head, sidecar));
    }

    /** Leaves the speakers out: finding them would take a scan of the whole scope. */
    private SearchState searchStateOfLarge(Scope scope, Head head, @Nullable String sidecar) {
        return new SearchState(sidecar != null && large.hasVectors(scope, head, sidecar), false, Set.of());
    }

    /** Returns the vector sidecar of an embedder, or null for none. */
    static @Nullable String sidecar(@Nullable CheckedEmbedder embedder) {
        return embedder == null ? null : VectorCodec.sidecar(embedder);
    }

    /** The properties of a scope that decide how a query is embedded. */
    private record SearchState(boolean vectors, boolean complete, Set<String> speakers) {
        static SearchState of(ScopeIndex scopeIndex) {
            return new SearchState(
                    !scopeIndex.entryVectors().present().isEmpty(),
                    scopeIndex.isEmbedded(),
                    Set.copyOf(scopeIndex.speakers()));
        }
    }
}
