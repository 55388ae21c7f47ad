package dev.daybook.internal.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.codec.EntryVectors;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.recall.WatchedStore;
import dev.daybook.internal.scoring.AnalyzedQuery;
import dev.daybook.internal.scoring.VectorMatchTest;
import dev.daybook.internal.scoring.WordMatch;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Sidecar;
import dev.daybook.store.WriteBatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScopeIndexesTest {

    private static final Scope MIRA = new Scope.User(Space.DEFAULT, "mira");
    private static final Scope TOMAS = new Scope.User(Space.DEFAULT, "tomas");
    private static final Scope OLA = new Scope.User(Space.DEFAULT, "ola");

    private static final long PLENTY = Long.MAX_VALUE;

    /** More rows than one page. */
    private static final int TWO_PAGES = 1_500;

    private final WatchedStore store = new WatchedStore();
    private final ScopeIndexes scopeIndexes =
            new ScopeIndexes(store, scope -> RowFixture.VECTORS, erased -> {}, PLENTY);
    private final AtomicInteger operations = new AtomicInteger();

    private CommitResult say(Scope scope, String id, String text) {
        return store.write(batch(scope, List.of(put(id, text)), List.of()));
    }

    private WriteBatch batch(Scope scope, List<EntryPut> puts, List<Sidecar> sidecars) {
        return new WriteBatch(scope, "op" + operations.incrementAndGet(), puts, sidecars, List.of(), null);
    }

    private static EntryPut put(String id, String text) {
        Instant time = RowFixture.NOON.toInstant();
        Blob terms = TermRecord.of(RowFixture.episode(id, "s", RowFixture.NOON, Message.user(text)))
                .encode();
        return new EntryPut(
                key(id),
                "s",
                time,
                time,
                EntryPut.LIVE,
                Blob.of(text),
                Map.of(TermRecord.SIDECAR, terms),
                EntryPut.ANY);
    }

    private static EntryKey key(String id) {
        return new EntryKey(Kind.EPISODE, id);
    }

    private void sayMany(int count) {
        store.write(batch(
                MIRA,
                IntStream.range(0, count)
                        .mapToObj(i -> put("many" + i, "Kayak."))
                        .toList(),
                List.of()));
    }

    private <T> T read(ScopeIndexes indexes, Scope scope, Function<ScopeIndex, T> reader) {
        return read(indexes, scope, null, reader);
    }

    private <T> T read(
            ScopeIndexes indexes, Scope scope, @Nullable String vectorSidecar, Function<ScopeIndex, T> reader) {
        try (IndexLocks locks = new IndexLocks()) {
            return reader.apply(
                    indexes.read(scope, store.head(scope), vectorSidecar, locks).orElseThrow());
        }
    }

    private int live(ScopeIndexes indexes, Scope scope) {
        return read(indexes, scope, ScopeIndex::liveMessages);
    }

    private boolean isTooLarge(ScopeIndexes indexes, Scope scope) {
        try (IndexLocks locks = new IndexLocks()) {
            return indexes.read(scope, store.head(scope), null, locks).isEmpty();
        }
    }

    /** Returns the live entries with a word, as the index has them. */
    private List<String> holding(ScopeIndexes indexes, Scope scope, String word) {
        return read(indexes, scope, scopeIndex -> {
            double[] values = new WordMatch(scopeIndex, AnalyzedQuery.of(word, null))
                    .words()
                    .values();
            return IntStream.range(0, values.length)
                    .filter(message -> values[message] > 0)
                    .mapToObj(message -> scopeIndex
                            .slots()
                            .get(scopeIndex.slotOfMessage(message))
                            .row()
                            .key()
                            .id())
                    .toList();
        });
    }

    @Test
    void a_scope_that_was_never_written_is_empty() {
        assertThat(live(scopeIndexes, MIRA)).isZero();
        assertThat(holding(scopeIndexes, MIRA, "kayak")).isEmpty();
    }

    @Test
    void a_refresh_reads_only_newer_revisions() {
        say(MIRA, "a", "A kayak.");
        assertThat(holding(scopeIndexes, MIRA, "kayak")).containsExactly("a");
        say(MIRA, "b", "Two kayaks.");
        say(MIRA, "a", "A windmill.");

        assertThat(holding(scopeIndexes, MIRA, "kayak")).containsExactly("b");
        assertThat(holding(scopeIndexes, MIRA, "windmill")).containsExactly("a");
        assertThat(store.readFrom).containsExactly(0L, 1L);
    }

    @Test
    void an_index_that_is_up_to_date_is_not_read_again() {
        say(MIRA, "a", "A kayak.");
        live(scopeIndexes, MIRA);
        live(scopeIndexes, MIRA);

        assertThat(store.readFrom).containsExactly(0L);
    }

    @Test
    void a_vector_that_comes_later_is_taken_in_and_changes_nothing_else() {
        long content = say(MIRA, "a", "A kayak.").placed().get(0).revision();
        assertThat(this.<Boolean>read(
                        scopeIndexes,
                        MIRA,
                        scopeIndex -> scopeIndex.messageVectors().has(0)))
                .isFalse();
        Blob vector = VectorCodec.encode(EntryVectors.supplied(VectorMatchTest.at(1), 1));
        store.write(batch(MIRA, List.of(), List.of(new Sidecar(key("a"), content, RowFixture.VECTORS, vector))));

        read(scopeIndexes, MIRA, scopeIndex -> {
            assertThat(scopeIndex.messageVectors().has(0)).isTrue();
            assertThat(scopeIndex.entryVectors().has(0)).isTrue();
            assertThat(scopeIndex.messageCount()).isOne();
            assertThat(scopeIndex.isDead(0)).isFalse();
            return true;
        });
    }

    @Test
    void an_erasure_drops_the_index() {
        say(MIRA, "a", "A kayak.");
        say(MIRA, "b", "A windmill.");
        live(scopeIndexes, MIRA);
        store.erase(MIRA, EraseRequest.of(List.of(key("a")), List.of()), batch(MIRA, List.of(), List.of()));

        read(scopeIndexes, MIRA, scopeIndex -> {
            assertThat(scopeIndex.postings("kayak")).isNull();
            assertThat(scopeIndex.slotOf(key("a"))).isEqualTo(-1);
            assertThat(scopeIndex.liveMessages()).isOne();
            return true;
        });
        assertThat(store.readFrom).containsExactly(0L, 0L);
    }

    @Test
    void an_index_that_is_mostly_dead_is_loaded_again() {
        for (int round = 0; round < 3; round++) {
            sayMany(600);
            assertThat(live(scopeIndexes, MIRA)).isEqualTo(600);
        }
        sayMany(600);

        assertThat(this.<Integer>read(scopeIndexes, MIRA, ScopeIndex::messageCount))
                .isEqualTo(600);
        assertThat(store.readFrom).containsExactly(0L, 600L, 1_200L, 0L);
    }

    @Test
    void an_index_with_the_vectors_of_another_embedder_is_loaded_again() {
        say(MIRA, "a", "A kayak.");
        assertThat(this.<Boolean>read(
                        scopeIndexes, MIRA, "vector/other", scopeIndex -> scopeIndex.isOf("vector/other")))
                .isTrue();
        assertThat(this.<Boolean>read(scopeIndexes, MIRA, scopeIndex -> scopeIndex.isOf("vector/other")))
                .as("who does not care takes what is there")
                .isTrue();
        assertThat(this.<Boolean>read(
                        scopeIndexes, MIRA, RowFixture.VECTORS, scopeIndex -> scopeIndex.isOf(RowFixture.VECTORS)))
                .isTrue();

        assertThat(store.readFrom).containsExactly(0L, 0L);
    }

    @Test
    void the_least_recently_used_index_is_evicted() {
        for (Scope scope : List.of(MIRA, TOMAS, OLA)) {
            say(scope, "a", "A kayak.");
        }
        long one = read(scopeIndexes, MIRA, ScopeIndex::bytes);
        assertThat(one).isPositive();
        store.readFrom.clear();
        ScopeIndexes forTwo = new ScopeIndexes(
                store, scope -> RowFixture.VECTORS, erased -> {}, 2 * (one + ScopeIndexes.EMPTY_BYTES));
        live(forTwo, MIRA);
        live(forTwo, TOMAS);
        live(forTwo, MIRA);
        live(forTwo, OLA);
        assertThat(store.readFrom).hasSize(3);

        assertThat(live(forTwo, MIRA)).isOne();
        assertThat(store.readFrom).as("Mira's was used after Tomas'").hasSize(3);
        assertThat(live(forTwo, TOMAS)).isOne();
        assertThat(store.readFrom).hasSize(4).containsOnly(0L);
    }

    /** Returns indexes with room for two scopes of one entry, and one without an index. */
    private ScopeIndexes forTwo() {
        for (Scope scope : List.of(MIRA, TOMAS, OLA)) {
            say(scope, "a", "A kayak.");
        }
        long one = read(scopeIndexes, MIRA, ScopeIndex::bytes);
        store.readFrom.clear();
        return new ScopeIndexes(
                store, scope -> RowFixture.VECTORS, erased -> {}, 2 * one + 3 * ScopeIndexes.EMPTY_BYTES);
    }

    @Test
    void there_is_room_until_an_index_of_the_mean_size_would_evict_another() {
        ScopeIndexes forTwo = forTwo();
        assertThat(forTwo.hasRoom()).isTrue();
        live(forTwo, MIRA);
        assertThat(forTwo.hasRoom()).isTrue();
        live(forTwo, TOMAS);
        assertThat(forTwo.hasRoom()).isFalse();

        forTwo.drop(MIRA);
        assertThat(forTwo.hasRoom()).isTrue();
    }

    @Test
    void an_index_that_grew_counts_with_its_new_size() {
        ScopeIndexes forTwo = forTwo();
        live(forTwo, MIRA);
        live(forTwo, TOMAS);
        store.write(batch(
                TOMAS,
                IntStream.range(0, 50).mapToObj(i -> put("more" + i, "Kayak.")).toList(),
                List.of()));
        live(forTwo, TOMAS);
        store.readFrom.clear();

        live(forTwo, TOMAS);
        assertThat(store.readFrom).as("Tomas' was used last").isEmpty();
        live(forTwo, MIRA);
        assertThat(store.readFrom).as("Mira's was evicted").containsExactly(0L);
    }

    @Test
    void an_index_dropped_by_a_failure_leaves_room_for_another() {
        ScopeIndexes forTwo = forTwo();
        live(forTwo, TOMAS);
        live(forTwo, MIRA);
        say(MIRA, "b", "A windmill.");
        store.pages = 0;
        assertThatThrownBy(() -> live(forTwo, MIRA)).isInstanceOf(StoreException.class);
        store.pages = Integer.MAX_VALUE;
        live(forTwo, OLA);
        store.readFrom.clear();

        assertThat(live(forTwo, TOMAS)).isOne();
        assertThat(store.readFrom).isEmpty();
    }

    @Test
    void an_index_that_a_failure_left_in_memory_counts_with_its_size() {
        ScopeIndexes forTwo = forTwo();
        live(forTwo, TOMAS);
        live(forTwo, MIRA);
        say(MIRA, "b", "A windmill.");
        store.headsLeft = 1;
        assertThatThrownBy(() -> live(forTwo, MIRA)).isInstanceOf(StoreException.class);
        store.headsLeft = Integer.MAX_VALUE;
        live(forTwo, OLA);
        store.readFrom.clear();

        live(forTwo, TOMAS);
        assertThat(store.readFrom).as("there was no room for three").containsExactly(0L);
    }

    @Test
    void a_scope_with_an_erasure_by_another_handle_is_reported_before_the_index_is_read_again() {
        List<Scope> erased = new ArrayList<>();
        ScopeIndexes indexes = new ScopeIndexes(store, scope -> RowFixture.VECTORS, erased::add, PLENTY);
        say(MIRA, "a", "A kayak.");
        say(MIRA, "b", "A windmill.");
        live(indexes, MIRA);
        say(MIRA, "c", "A mill.");
        live(indexes, MIRA);
        assertThat(erased).isEmpty();

        store.erase(MIRA, EraseRequest.of(List.of(key("a")), List.of()), batch(MIRA, List.of(), List.of()));
        live(indexes, MIRA);
        assertThat(erased).containsExactly(MIRA);
    }

    @Test
    void evicting_all_indexes_makes_room_for_others() {
        ScopeIndexes forTwo = forTwo();
        live(forTwo, MIRA);
        forTwo.clear();
        live(forTwo, TOMAS);
        live(forTwo, OLA);
        store.readFrom.clear();

        assertThat(live(forTwo, TOMAS)).isOne();
        assertThat(store.readFrom).isEmpty();
    }

    @Test
    void a_scope_larger_than_the_budget_has_no_index_and_is_read_once() {
        String longText = IntStream.range(0, 120_000).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
        for (int i = 0; i < 12; i++) {
            say(MIRA, "a" + i, longText);
        }
        ScopeIndexes small = new ScopeIndexes(store, scope -> RowFixture.VECTORS, erased -> {}, 0);
        assertThat(isTooLarge(small, MIRA)).isTrue();
        store.readFrom.clear();

        assertThat(isTooLarge(small, MIRA)).isTrue();
        assertThat(store.readFrom).isEmpty();
        assertThat(live(small, TOMAS)).as("another scope").isZero();
        store.erase(
                MIRA,
                EraseRequest.of(
                        IntStream.range(0, 12).mapToObj(i -> key("a" + i)).toList(), List.of()),
                batch(MIRA, List.of(), List.of()));
        assertThat(live(small, MIRA)).as("after an erase").isZero();
    }

    @Test
    void a_budget_of_zero_still_gives_correct_answers() {
        ScopeIndexes forNone = new ScopeIndexes(store, scope -> RowFixture.VECTORS, erased -> {}, 0);
        for (int round = 0; round < 3; round++) {
            for (Scope scope : List.of(MIRA, TOMAS)) {
                say(scope, "e" + round, "A kayak.");
                assertThat(holding(forNone, scope, "kayak")).hasSize(round + 1);
            }
        }
    }

    @Test
    void the_index_just_used_stays_even_if_it_is_too_large() {
        say(MIRA, "a", "A kayak.");
        ScopeIndexes forNone = new ScopeIndexes(store, scope -> RowFixture.VECTORS, erased -> {}, 0);
        live(forNone, MIRA);
        live(forNone, MIRA);

        assertThat(store.readFrom).containsExactly(0L);
    }

    @Test
    void scopes_do_not_mix() {
        say(MIRA, "a", "A kayak.");
        say(TOMAS, "b", "A windmill.");

        assertThat(holding(scopeIndexes, MIRA, "windmill")).isEmpty();
        assertThat(holding(scopeIndexes, TOMAS, "windmill")).containsExactly("b");
    }

    @Test
    void a_failure_while_loading_leaves_no_half_built_index() {
        sayMany(TWO_PAGES);
        store.pages = 1;
        assertThatThrownBy(() -> live(scopeIndexes, MIRA)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> live(scopeIndexes, MIRA)).isInstanceOf(StoreException.class);
        store.pages = Integer.MAX_VALUE;

        assertThat(live(scopeIndexes, MIRA)).isEqualTo(TWO_PAGES);
    }

    @Test
    void a_failure_in_a_refresh_leaves_no_half_built_index() {
        say(MIRA, "a", "A windmill.");
        assertThat(live(scopeIndexes, MIRA)).isOne();
        sayMany(TWO_PAGES);
        store.pages = 1;
        assertThatThrownBy(() -> live(scopeIndexes, MIRA)).isInstanceOf(StoreException.class);
        store.pages = Integer.MAX_VALUE;

        read(scopeIndexes, MIRA, scopeIndex -> {
            assertThat(scopeIndex.liveMessages()).isEqualTo(1 + TWO_PAGES);
            assertThat(scopeIndex.messageCount()).isEqualTo(1 + TWO_PAGES);
            return true;
        });
        assertThat(store.readFrom).as("the half-built index was dropped").containsExactly(0L, 1L, 0L, 1_000L);
    }

    @Test
    void a_failing_reader_releases_the_lock() {
        say(MIRA, "a", "A kayak.");
        assertThatThrownBy(() -> read(scopeIndexes, MIRA, scopeIndex -> {
                    throw new IllegalStateException("reader");
                }))
                .hasMessage("reader");
        say(MIRA, "b", "A windmill.");

        assertThat(live(scopeIndexes, MIRA)).isEqualTo(2);
    }

    @Test
    void a_refresh_waits_until_the_locks_of_a_reader_are_closed() throws Exception {
        say(MIRA, "a", "A kayak.");
        AtomicInteger seen = new AtomicInteger();
        Thread other = new Thread(() -> seen.set(live(scopeIndexes, MIRA)));
        try (IndexLocks locks = new IndexLocks()) {
            ScopeIndex scopeIndex =
                    scopeIndexes.read(MIRA, store.head(MIRA), null, locks).orElseThrow();
            say(MIRA, "b", "A windmill.");
            other.start();
            while (other.getState() != Thread.State.WAITING && other.isAlive()) {
                Thread.onSpinWait();
            }
            assertThat(scopeIndex.liveMessages()).isOne();
            assertThat(other.isAlive()).isTrue();
        }
        other.join();

        assertThat(seen).hasValue(2);
    }

    @Test
    void readers_see_every_acknowledged_write_of_a_concurrent_writer() throws Exception {
        AtomicInteger acknowledged = new AtomicInteger();
        int writes = 400;
        // Room for one scope, so that indexes are evicted and loaded while others read.
        ScopeIndexes tight = new ScopeIndexes(store, scope -> RowFixture.VECTORS, erased -> {}, 1);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> readers = new ArrayList<>();
            for (int reader = 0; reader < 3; reader++) {
                Scope other = reader == 0 ? TOMAS : MIRA;
                readers.add(threads.submit(() -> {
                    while (acknowledged.get() < writes) {
                        int before = acknowledged.get();
                        assertThat(holding(tight, MIRA, "kayak")).hasSizeGreaterThanOrEqualTo(before);
                        live(tight, other);
                    }
                }));
            }
            Future<?> writer = threads.submit(() -> {
                for (int i = 0; i < writes; i++) {
                    say(TOMAS, "t" + i, "A windmill.");
                    say(MIRA, "m" + i, "A kayak.");
                    acknowledged.incrementAndGet();
                }
            });
            writer.get();
            for (Future<?> reader : readers) {
                finished(reader);
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(holding(tight, MIRA, "kayak")).hasSize(writes).doesNotHaveDuplicates();
    }

    private static void finished(Future<?> reader) throws InterruptedException {
        try {
            reader.get();
        } catch (ExecutionException failed) {
            throw new AssertionError("a reader failed", failed.getCause());
        }
    }
}
