package dev.daybook.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.codec.EntryVectors;
import dev.daybook.codec.VectorCodec;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.StoreException;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Commit;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Head;
import dev.daybook.spi.Key;
import dev.daybook.spi.Put;
import dev.daybook.spi.Sidecar;
import dev.daybook.words.TermRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartitionsTest {

    private static final Scope MIRA = new Scope.User(Space.DEFAULT, "mira");
    private static final Scope TOMAS = new Scope.User(Space.DEFAULT, "tomas");
    private static final Scope OLA = new Scope.User(Space.DEFAULT, "ola");

    private static final long PLENTY = Long.MAX_VALUE;

    /** More rows than one page. */
    private static final int TWO_PAGES = 1_500;

    private final WatchedStore store = new WatchedStore();
    private final Partitions partitions = new Partitions(store, scope -> Rows.VECTORS, PLENTY);
    private final AtomicInteger operations = new AtomicInteger();

    private Commit say(Scope scope, String id, String text) {
        return store.write(batch(scope, List.of(put(id, text)), List.of()));
    }

    private Batch batch(Scope scope, List<Put> puts, List<Sidecar> sidecars) {
        return new Batch(scope, "op" + operations.incrementAndGet(), puts, sidecars, List.of(), null);
    }

    private static Put put(String id, String text) {
        Instant time = Rows.NOON.toInstant();
        Blob terms = TermRecord.of(Rows.episode(id, "s", Rows.NOON, Message.user(text)))
                .encode();
        return new Put(key(id), "s", time, time, Put.LIVE, Blob.of(text), Map.of(TermRecord.SIDECAR, terms), Put.ANY);
    }

    private static Key key(String id) {
        return new Key(Kind.EPISODE, id);
    }

    private void sayMany(int count) {
        store.write(batch(
                MIRA,
                IntStream.range(0, count)
                        .mapToObj(i -> put("many" + i, "Kayak."))
                        .toList(),
                List.of()));
    }

    private static int live(Partitions partitions, Scope scope) {
        return partitions.read(scope, Partition::liveMessages);
    }

    /** Returns the live entries with a word, as the index has them. */
    private static List<String> holding(Partitions partitions, Scope scope, String word) {
        return partitions.read(scope, partition -> {
            double[] values =
                    new WordMatch(partition, Question.of(word, null)).words().values();
            return IntStream.range(0, values.length)
                    .filter(message -> values[message] > 0)
                    .mapToObj(message -> partition
                            .slots()
                            .get(partition.slotOfMessage(message))
                            .row()
                            .key()
                            .id())
                    .toList();
        });
    }

    @Test
    void a_scope_that_was_never_written_is_empty() {
        assertThat(live(partitions, MIRA)).isZero();
        assertThat(holding(partitions, MIRA, "kayak")).isEmpty();
    }

    @Test
    void a_refresh_reads_only_newer_revisions() {
        say(MIRA, "a", "A kayak.");
        assertThat(holding(partitions, MIRA, "kayak")).containsExactly("a");
        say(MIRA, "b", "Two kayaks.");
        say(MIRA, "a", "A windmill.");

        assertThat(holding(partitions, MIRA, "kayak")).containsExactly("b");
        assertThat(holding(partitions, MIRA, "windmill")).containsExactly("a");
        assertThat(store.readFrom).containsExactly(0L, 1L);
    }

    @Test
    void an_index_that_is_up_to_date_is_not_read_again() {
        say(MIRA, "a", "A kayak.");
        live(partitions, MIRA);
        live(partitions, MIRA);

        assertThat(store.readFrom).containsExactly(0L);
    }

    @Test
    void a_vector_that_comes_later_is_taken_in_and_changes_nothing_else() {
        long content = say(MIRA, "a", "A kayak.").placed().get(0).revision();
        assertThat(partitions.<Boolean>read(
                        MIRA, partition -> partition.messageVectors().has(0)))
                .isFalse();
        Blob vector = VectorCodec.encode(EntryVectors.supplied(MeaningTest.at(1), 1));
        store.write(batch(MIRA, List.of(), List.of(new Sidecar(key("a"), content, Rows.VECTORS, vector))));

        partitions.read(MIRA, partition -> {
            assertThat(partition.messageVectors().has(0)).isTrue();
            assertThat(partition.entryVectors().has(0)).isTrue();
            assertThat(partition.messageCount()).isOne();
            assertThat(partition.isDead(0)).isFalse();
            return true;
        });
    }

    @Test
    void an_erasure_drops_the_index() {
        say(MIRA, "a", "A kayak.");
        say(MIRA, "b", "A windmill.");
        live(partitions, MIRA);
        store.erase(MIRA, Erase.of(List.of(key("a")), List.of()), batch(MIRA, List.of(), List.of()));

        partitions.read(MIRA, partition -> {
            assertThat(partition.postings("kayak")).isNull();
            assertThat(partition.slotOf(key("a"))).isEqualTo(-1);
            assertThat(partition.liveMessages()).isOne();
            return true;
        });
        assertThat(store.readFrom).containsExactly(0L, 0L);
    }

    @Test
    void an_index_that_is_mostly_dead_is_loaded_again() {
        for (int round = 0; round < 3; round++) {
            sayMany(600);
            assertThat(live(partitions, MIRA)).isEqualTo(600);
        }
        sayMany(600);

        assertThat(partitions.<Integer>read(MIRA, Partition::messageCount)).isEqualTo(600);
        assertThat(store.readFrom).containsExactly(0L, 600L, 1_200L, 0L);
    }

    @Test
    void an_index_with_the_vectors_of_another_embedder_is_loaded_again() {
        say(MIRA, "a", "A kayak.");
        Head head = store.head(MIRA);
        assertThat(partitions.<Boolean>read(MIRA, head, "vector/other", partition -> partition.isOf("vector/other")))
                .isTrue();
        assertThat(partitions.<Boolean>read(MIRA, partition -> partition.isOf("vector/other")))
                .as("who does not care takes what is there")
                .isTrue();
        assertThat(partitions.<Boolean>read(MIRA, head, Rows.VECTORS, partition -> partition.isOf(Rows.VECTORS)))
                .isTrue();

        assertThat(store.readFrom).containsExactly(0L, 0L);
    }

    @Test
    void the_least_recently_used_index_is_evicted() {
        for (Scope scope : List.of(MIRA, TOMAS, OLA)) {
            say(scope, "a", "A kayak.");
        }
        long one = partitions.read(MIRA, Partition::bytes);
        assertThat(one).isPositive();
        store.readFrom.clear();
        Partitions forTwo = new Partitions(store, scope -> Rows.VECTORS, 2 * (one + Partitions.EMPTY_BYTES));
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

    @Test
    void a_scope_larger_than_the_budget_has_no_index_and_is_read_once() {
        String longText = IntStream.range(0, 120_000).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
        for (int i = 0; i < 12; i++) {
            say(MIRA, "a" + i, longText);
        }
        Partitions small = new Partitions(store, scope -> Rows.VECTORS, 0);
        assertThatThrownBy(() -> live(small, MIRA)).isInstanceOf(Partitions.TooLarge.class);
        store.readFrom.clear();

        assertThatThrownBy(() -> live(small, MIRA)).isInstanceOf(Partitions.TooLarge.class);
        assertThat(store.readFrom).isEmpty();
        assertThat(live(small, TOMAS)).as("another scope").isZero();
        store.erase(
                MIRA,
                Erase.of(IntStream.range(0, 12).mapToObj(i -> key("a" + i)).toList(), List.of()),
                batch(MIRA, List.of(), List.of()));
        assertThat(live(small, MIRA)).as("after an erase").isZero();
    }

    @Test
    void a_budget_of_zero_still_gives_correct_answers() {
        Partitions forNone = new Partitions(store, scope -> Rows.VECTORS, 0);
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
        Partitions forNone = new Partitions(store, scope -> Rows.VECTORS, 0);
        live(forNone, MIRA);
        live(forNone, MIRA);

        assertThat(store.readFrom).containsExactly(0L);
    }

    @Test
    void scopes_do_not_mix() {
        say(MIRA, "a", "A kayak.");
        say(TOMAS, "b", "A windmill.");

        assertThat(holding(partitions, MIRA, "windmill")).isEmpty();
        assertThat(holding(partitions, TOMAS, "windmill")).containsExactly("b");
    }

    @Test
    void a_failure_while_loading_leaves_no_half_built_index() {
        sayMany(TWO_PAGES);
        store.pages = 1;
        assertThatThrownBy(() -> live(partitions, MIRA)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> live(partitions, MIRA)).isInstanceOf(StoreException.class);
        store.pages = Integer.MAX_VALUE;

        assertThat(live(partitions, MIRA)).isEqualTo(TWO_PAGES);
    }

    @Test
    void a_failure_in_a_refresh_leaves_no_half_built_index() {
        say(MIRA, "a", "A windmill.");
        assertThat(live(partitions, MIRA)).isOne();
        sayMany(TWO_PAGES);
        store.pages = 1;
        assertThatThrownBy(() -> live(partitions, MIRA)).isInstanceOf(StoreException.class);
        store.pages = Integer.MAX_VALUE;

        partitions.read(MIRA, partition -> {
            assertThat(partition.liveMessages()).isEqualTo(1 + TWO_PAGES);
            assertThat(partition.messageCount()).isEqualTo(1 + TWO_PAGES);
            return true;
        });
        assertThat(store.readFrom).as("the half image was thrown away").containsExactly(0L, 1L, 0L, 1_000L);
    }

    @Test
    void a_failing_reader_releases_the_lock() {
        say(MIRA, "a", "A kayak.");
        assertThatThrownBy(() -> partitions.read(MIRA, partition -> {
                    throw new IllegalStateException("reader");
                }))
                .hasMessage("reader");
        say(MIRA, "b", "A windmill.");

        assertThat(live(partitions, MIRA)).isEqualTo(2);
    }

    @Test
    void readers_see_every_acknowledged_write_of_a_concurrent_writer() throws Exception {
        AtomicInteger acknowledged = new AtomicInteger();
        int writes = 400;
        // Room for one scope, so that indexes are evicted and loaded while others read.
        Partitions tight = new Partitions(store, scope -> Rows.VECTORS, 1);
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
