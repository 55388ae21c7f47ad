package dev.daybook.internal.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.EpisodeCodec;
import dev.daybook.internal.entries.EntryCache;
import dev.daybook.internal.options.ReadOptions;
import dev.daybook.internal.recall.MemorySearch;
import dev.daybook.internal.recall.SearchView;
import dev.daybook.internal.recall.WatchedStore;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.SpaceSettings;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class IndexLocksTest {

    private static final Scope MIRA = new Scope.User(Space.DEFAULT, "mira");
    private static final Scope SHARED = new Scope.Shared(Space.DEFAULT);

    private final WatchedStore store = new WatchedStore();
    private final MemorySearch memorySearch = new MemorySearch(
            store,
            null,
            null,
            (scope, revision, timeout) -> true,
            ReadOptions.defaults(),
            new EntryCache(Long.MAX_VALUE),
            space -> SpaceSettings.LowTrust.SHOW,
            Clock.systemUTC());

    private void say(Scope scope, String id) {
        Episode episode = RowFixture.episode(id, "s", RowFixture.NOON, Message.user("A kayak."));
        Instant time = RowFixture.NOON.toInstant();
        EntryPut put = new EntryPut(
                new EntryKey(Kind.EPISODE, id),
                "s",
                time,
                time,
                EntryPut.LIVE,
                EpisodeCodec.encode(episode),
                Map.of(TermRecord.SIDECAR, TermRecord.of(episode).encode()),
                EntryPut.ANY);
        store.write(new WriteBatch(scope, "op" + id, List.of(put), List.of(), List.of(), null));
    }

    @Test
    void closing_releases_every_lock_once() {
        ReentrantReadWriteLock own = new ReentrantReadWriteLock();
        ReentrantReadWriteLock shared = new ReentrantReadWriteLock();
        IndexLocks locks = new IndexLocks();
        locks.take(own.readLock());
        locks.take(shared.readLock());
        locks.releaseLast();
        assertThat(List.of(own.getReadHoldCount(), shared.getReadHoldCount())).containsExactly(1, 0);
        locks.take(shared.readLock());
        locks.close();
        locks.close();

        assertThat(List.of(own.getReadHoldCount(), shared.getReadHoldCount())).containsExactly(0, 0);
    }

    /** A lock that is still held would block the refresh that the second recall needs. */
    @Test
    void a_recall_that_fails_at_the_shared_scope_releases_the_lock_of_its_own() {
        say(MIRA, "a");
        say(SHARED, "b");
        memorySearch.recall(MIRA, Query.of("kayak"));
        store.pages = 0;
        assertThatThrownBy(() -> memorySearch.recall(MIRA, Query.of("kayak").shared(true)))
                .isInstanceOf(StoreException.class);
        store.pages = Integer.MAX_VALUE;
        say(MIRA, "c");

        assertThat(memorySearch.recall(MIRA, Query.of("kayak").shared(true))).hasSize(3);
    }

    @Test
    void a_recall_whose_caller_fails_releases_its_locks() {
        say(MIRA, "a");
        assertThatThrownBy(() -> {
                    try (SearchView view = memorySearch.open()) {
                        memorySearch.recall(view, ReadScopes.of(MIRA), Query.of("kayak"), (owner, entry) -> {
                            throw new IllegalStateException("caller");
                        });
                    }
                })
                .hasMessage("caller");
        say(MIRA, "b");

        assertThat(memorySearch.recall(MIRA, Query.of("kayak"))).hasSize(2);
    }

    /** A refresh by the thread that holds the read lock would wait for itself. */
    @Test
    @Timeout(30)
    void the_searches_of_one_view_see_one_state_of_a_scope() {
        say(MIRA, "a");
        try (SearchView view = memorySearch.open()) {
            assertThat(memorySearch.recall(view, ReadScopes.of(MIRA), Query.of("kayak"), (owner, entry) -> true))
                    .hasSize(1);
            say(MIRA, "b");
            say(SHARED, "c");

            assertThat(memorySearch.recall(
                            view, ReadScopes.of(MIRA), Query.of("kayak").shared(true), (owner, entry) -> true))
                    .extracting(Hit::id)
                    .containsExactlyInAnyOrder("a", "c");
        }
        assertThat(memorySearch.recall(MIRA, Query.of("kayak").shared(true))).hasSize(3);
    }
}
