package dev.daybook.testkit.store;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.ids;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.BatchFixture.recorded;
import static dev.daybook.testkit.store.BatchFixture.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Kind;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EntryScan.Order;
import dev.daybook.store.EntryScan.Versions;
import dev.daybook.store.Head;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.testkit.StoreContract;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads: get, scan and head. */
public abstract class ReadingBehaviour {

    private static final EntryScan EPISODES = EntryScan.of(Kind.EPISODE);

    private final StoreContract contract;

    protected ReadingBehaviour(StoreContract contract) {
        this.contract = contract;
    }

    private Store store() {
        return contract.store();
    }

    private static Instant minute(int minute) {
        return NOON.plusSeconds(60L * minute);
    }

    /** Four episodes whose times are not in the order of their positions; b and d happened at once. */
    private void writeFour() {
        store().write(batch(
                ADA,
                put(episode("a"), "s1", minute(9), "a"),
                put(episode("b"), "s2", minute(5), "b"),
                put(episode("c"), null, minute(1), "c"),
                put(episode("d"), "s1", minute(5), "d")));
    }

    @Test
    void get_returns_existing_entries_and_leaves_out_missing_ones() {
        writeFour();

        assertThat(ids(store().get(
                                ADA, List.of(episode("d"), episode("x"), new EntryKey(Kind.NOTE, "a"), episode("a")))))
                .containsExactlyInAnyOrder("a", "d");
        assertThat(store().get(ADA, List.of())).isEmpty();
    }

    @Test
    void get_takes_many_keys() {
        List<EntryKey> keys =
                IntStream.range(0, 2_500).mapToObj(i -> episode("e" + i)).toList();
        store().write(batch(ADA, keys.stream().map(key -> put(key, "x")).toArray(EntryPut[]::new)));

        assertThat(store().get(ADA, keys)).hasSize(2_500);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void scan_keeps_its_order_at_every_page_size(int limit) {
        writeFour();

        assertThat(ids(all(store(), ADA, EPISODES.limit(limit)))).containsExactly("a", "b", "c", "d");
        assertThat(ids(all(store(), ADA, EPISODES.limit(limit).order(Order.NEWEST_POSITION))))
                .containsExactly("d", "c", "b", "a");
        assertThat(ids(all(store(), ADA, EPISODES.limit(limit).order(Order.OLDEST_TIME))))
                .containsExactly("c", "b", "d", "a");
        assertThat(ids(all(store(), ADA, EPISODES.limit(limit).order(Order.NEWEST_TIME))))
                .containsExactly("a", "d", "b", "c");
    }

    @Test
    void a_page_holds_no_more_than_its_limit() {
        writeFour();

        assertThat(store().scan(ADA, EPISODES.limit(3)).items()).hasSizeLessThanOrEqualTo(3);
        assertThat(store().scan(ADA, EPISODES.limit(4)).cursor()).isNull();
    }

    @Test
    void a_scan_by_time_reads_several_kinds_together() {
        writeFour();
        store().write(batch(
                ADA,
                put(new EntryKey(Kind.NOTE, "n"), "s1", minute(3), "n"),
                put(new EntryKey(Kind.FACT, "f"), "s1", minute(4), "f")));
        EntryScan both = new EntryScan(
                Set.of(Kind.EPISODE, Kind.NOTE),
                null,
                null,
                null,
                Set.of(),
                Versions.CURRENT,
                Order.OLDEST_TIME,
                null,
                2);

        assertThat(ids(all(store(), ADA, both))).containsExactly("c", "n", "b", "d", "a");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void every_entry_comes_once_when_many_happened_at_once(int limit) {
        for (Kind kind : List.of(Kind.EPISODE, Kind.NOTE)) {
            store().write(batch(ADA, put(new EntryKey(kind, "1"), "x"), put(new EntryKey(kind, "2"), "x")));
            store().write(batch(ADA, put(new EntryKey(kind, "3"), "x"), put(new EntryKey(kind, "4"), "x")));
        }
        EntryScan scan = new EntryScan(
                Set.of(Kind.EPISODE, Kind.NOTE),
                null,
                null,
                null,
                Set.of(),
                Versions.CURRENT,
                Order.NEWEST_TIME,
                null,
                limit);

        assertThat(all(store(), ADA, scan))
                .extracting(StoredEntry::position)
                .containsExactly(4L, 4L, 3L, 3L, 2L, 2L, 1L, 1L);
        assertThat(all(store(), ADA, scan)).extracting(StoredEntry::key).doesNotHaveDuplicates();
    }

    @Test
    void a_session_is_read_alone() {
        writeFour();

        assertThat(ids(all(store(), ADA, EPISODES.inSession("s1").limit(1)))).containsExactly("a", "d");
        assertThat(ids(all(store(), ADA, EPISODES.inSession("S1")))).isEmpty();
    }

    @Test
    void positions_are_bounds_on_both_ends_and_belong_to_the_range() {
        writeFour();

        for (Order order : Order.values()) {
            EntryScan scan = EPISODES.order(order).limit(1);
            assertThat(ids(all(store(), ADA, scan.positions(2, 3)))).containsExactlyInAnyOrder("b", "c");
            assertThat(ids(all(store(), ADA, scan.positions(4, Long.MAX_VALUE))))
                    .containsExactly("d");
            assertThat(ids(all(store(), ADA, scan.positions(-9, 1)))).containsExactly("a");
            assertThat(ids(all(store(), ADA, scan.positions(3, 2)))).isEmpty();
            assertThat(ids(all(store(), ADA, scan.positions(2, 4).inSession("s1"))))
                    .containsExactly("d");
        }
    }

    @Test
    void the_entry_of_a_session_before_and_after_a_position_is_the_first_of_a_range() {
        store().write(batch(
                ADA,
                put(episode("a"), "s1", minute(5), "a"),
                put(episode("b"), "s2", minute(4), "b"),
                put(episode("c"), "s1", minute(3), "c"),
                put(episode("d"), "s2", minute(2), "d"),
                put(episode("e"), "s1", minute(1), "e")));
        EntryScan ofSession = EPISODES.inSession("s1").limit(1);

        assertThat(ids(store().scan(ADA, ofSession.positions(0, 2).order(Order.NEWEST_POSITION))
                        .items()))
                .containsExactly("a");
        assertThat(ids(store().scan(ADA, ofSession.positions(4, 900)).items())).containsExactly("e");
    }

    @Test
    void all_versions_in_a_range_of_positions_are_read_page_by_page() {
        store().write(batch(ADA, put(episode("a"), "a1"), put(episode("b"), "b1"), put(episode("c"), "c1")));
        store().write(batch(ADA, put(episode("b"), "b2"), put(episode("a"), "a2"), put(episode("c"), "c2")));
        EntryScan every = EPISODES.versions(Versions.ALL).positions(2, 3);

        for (int limit = 1; limit <= 4; limit++) {
            assertThat(bodies(every.limit(limit))).containsExactly("b1", "b2", "c1", "c2");
            assertThat(bodies(every.limit(limit).order(Order.NEWEST_POSITION))).containsExactly("c1", "c2", "b1", "b2");
        }
    }

    @Test
    void times_are_bounds_on_both_ends_and_belong_to_the_range() {
        writeFour();

        assertThat(ids(all(store(), ADA, EPISODES.between(minute(5), minute(9)))))
                .containsExactly("a", "b", "d");
        assertThat(ids(all(store(), ADA, EPISODES.between(minute(6), null)))).containsExactly("a");
        assertThat(ids(all(store(), ADA, EPISODES.between(null, minute(4))))).containsExactly("c");
        assertThat(ids(all(store(), ADA, EPISODES.between(minute(9), minute(1)))))
                .isEmpty();
    }

    @Test
    void statuses_choose() {
        store().write(batch(ADA, put("live"), status("folded", put("folded")), status("dropped", put("dropped"))));

        assertThat(ids(all(store(), ADA, of(Set.of())))).containsExactly("live", "folded", "dropped");
        assertThat(ids(all(store(), ADA, of(Set.of("live"))))).containsExactly("live");
        assertThat(ids(all(store(), ADA, of(Set.of("folded", "dropped"))))).containsExactly("folded", "dropped");
        assertThat(ids(all(store(), ADA, of(Set.of("unknown"))))).isEmpty();
    }

    private static EntryScan of(Set<String> statuses) {
        return new EntryScan(
                Set.of(Kind.EPISODE), null, null, null, statuses, Versions.CURRENT, Order.OLDEST_POSITION, null, 2);
    }

    @Test
    void the_current_version_decides_whether_an_entry_is_found() {
        store().write(batch(ADA, put(episode("a"), "s1", minute(1), "first")));
        store().write(batch(ADA, status("folded", put(episode("a"), "s2", minute(9), "second"))));

        assertThat(all(store(), ADA, EPISODES.inSession("s1"))).isEmpty();
        assertThat(all(store(), ADA, EPISODES.between(null, minute(5)))).isEmpty();
        assertThat(all(store(), ADA, of(Set.of("live")))).isEmpty();
        assertThat(bodies(EPISODES.inSession("s2"))).containsExactly("second");
    }

    private List<String> bodies(EntryScan scan) {
        return all(store(), ADA, scan).stream()
                .map(version -> version.body().text())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void all_versions_come_oldest_first_within_their_entry(int limit) {
        store().write(batch(ADA, put(episode("a"), "a1"), put(episode("b"), "b1")));
        store().write(batch(ADA, put(episode("b"), "b2"), put(episode("a"), "a2")));
        store().write(batch(ADA, put(episode("a"), "a3")));
        EntryScan every = EPISODES.versions(Versions.ALL).limit(limit);

        assertThat(bodies(every)).containsExactly("a1", "a2", "a3", "b1", "b2");
        assertThat(bodies(every.order(Order.NEWEST_POSITION))).containsExactly("b1", "b2", "a1", "a2", "a3");
        assertThat(bodies(every.order(Order.NEWEST_TIME))).containsExactly("b1", "b2", "a1", "a2", "a3");
        assertThat(all(store(), ADA, every))
                .extracting(StoredEntry::contentRevision)
                .containsExactly(1L, 4L, 5L, 2L, 3L);
    }

    @Test
    void as_of_a_time_the_last_version_recorded_by_then_is_read() {
        store().write(batch(ADA, recorded(minute(1), put(episode("a"), "a1"))));
        store().write(batch(ADA, recorded(minute(3), put(episode("a"), "a2"))));
        store().write(batch(ADA, recorded(minute(3), put(episode("a"), "a3"))));
        store().write(batch(ADA, recorded(minute(5), put(episode("b"), "b1"))));

        assertThat(asOf(minute(0))).isEmpty();
        assertThat(asOf(minute(1))).containsExactly("a1");
        assertThat(asOf(minute(3).minusNanos(1_000))).containsExactly("a1");
        assertThat(asOf(minute(3))).containsExactly("a3");
        assertThat(asOf(minute(5))).containsExactly("a3", "b1");
    }

    private List<String> asOf(Instant time) {
        return bodies(EPISODES.versions(Versions.asOf(time)).limit(1));
    }

    @Test
    void as_of_a_time_the_version_of_then_decides_whether_it_is_found() {
        store().write(batch(ADA, recorded(minute(1), put(episode("a"), "s1", NOON, "a1"))));
        store().write(batch(ADA, recorded(minute(3), put(episode("a"), "s2", NOON, "a2"))));
        EntryScan then = EPISODES.versions(Versions.asOf(minute(2)));

        assertThat(bodies(then.inSession("s1"))).containsExactly("a1");
        assertThat(bodies(then.inSession("s2"))).isEmpty();
    }

    @Test
    void a_scan_goes_on_from_its_cursor_while_others_write() {
        writeFour();
        Page<StoredEntry> first = store().scan(ADA, EPISODES.limit(2));
        store().write(batch(ADA, put(episode("a"), "changed"), put("e")));

        assertThat(ids(first.items())).containsExactly("a", "b");
        assertThat(ids(store().scan(ADA, EPISODES.after(first.cursor())).items()))
                .containsExactly("c", "d", "e");
    }

    @Test
    void the_head_of_a_scope_that_was_never_written_is_empty() {
        assertThat(store().head(ADA)).isEqualTo(Head.EMPTY);
        assertThat(all(store(), ADA, EPISODES)).isEmpty();
        assertThat(store().get(ADA, List.of(episode("a")))).isEmpty();
        assertThat(store().rows(ADA, 0, 10).items()).isEmpty();
        assertThat(store().states(ADA, "", null, 10).items()).isEmpty();
    }

    @Test
    void the_head_counts_entries_not_versions() {
        store().write(batch(ADA, put("a"), put("b"), put(new EntryKey(Kind.BLOCK, "a"), "block")));
        store().write(batch(ADA, put(episode("a"), "changed")));

        assertThat(store().head(ADA)).isEqualTo(new Head(4, 0, Map.of(Kind.EPISODE, 2L, Kind.BLOCK, 1L)));
    }
}
