package dev.daybook.testkit.store;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.expecting;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.BatchFixture.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.daybook.error.ConflictException;
import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import dev.daybook.testkit.StoreContract;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes: stored entries, positions and revisions, refusals. */
public abstract class WritingBehaviour {

    private final StoreContract contract;

    protected WritingBehaviour(StoreContract contract) {
        this.contract = contract;
    }

    private Store store() {
        return contract.store();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void every_field_of_a_put_comes_back(Kind kind) {
        EntryPut put = new EntryPut(
                new EntryKey(kind, "e1"),
                "s1",
                Instant.parse("2024-02-29T12:34:56.123456Z"),
                Instant.parse("2024-03-01T01:02:03.654321Z"),
                "superseded",
                Blob.of("the body"),
                Map.of("terms/en-1", Blob.of("terms"), "vector/small", Blob.of(new byte[] {0, -1, 127})),
                EntryPut.ANY);
        CommitResult commit = store().write(batch(ADA, put));

        assertThat(commit).isEqualTo(new CommitResult(1, List.of(new CommitResult.Placed(put.key(), 1, 1))));
        StoredEntry stored =
                new StoredEntry(put.key(), 1, 1, "s1", put.time(), put.recorded(), "superseded", Blob.of("the body"));
        assertThat(store().get(ADA, List.of(put.key()))).containsExactly(stored);
        assertThat(store().scan(ADA, EntryScan.of(kind)).items()).containsExactly(stored);
        assertThat(store().rows(ADA, 0, 10).items())
                .containsExactly(new IndexRow(put.key(), 1, 1, 1, "s1", put.time(), "superseded", put.sidecars()));
    }

    @Test
    void an_entry_without_a_session_stays_without_one() {
        store().write(batch(ADA, put("e1")));

        assertThat(store().get(ADA, List.of(episode("e1"))).get(0).session()).isNull();
        assertThat(store().rows(ADA, 0, 10).items().get(0).session()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0001-01-01T00:00:00Z",
                "1582-10-10T10:10:10.1Z",
                "1969-12-31T23:59:59.999999Z",
                "1970-01-01T00:00:00.000001Z",
                "9999-12-31T23:59:59.999999Z"
            })
    void times_keep_their_microseconds_from_the_year_1_to_9999(String text) {
        Instant time = Instant.parse(text);
        EntryPut put = new EntryPut(episode("e1"), null, time, time, EntryPut.LIVE, Blob.EMPTY, Map.of(), EntryPut.ANY);
        store().write(batch(ADA, put));

        StoredEntry stored = store().get(ADA, List.of(put.key())).get(0);
        assertThat(stored.time()).isEqualTo(time);
        assertThat(stored.recorded()).isEqualTo(time);
        assertThat(store().rows(ADA, 0, 1).items().get(0).time()).isEqualTo(time);
        assertThat(all(store(), ADA, EntryScan.of(Kind.EPISODE).between(time, time)))
                .containsExactly(stored);
        assertThat(all(store(), ADA, EntryScan.of(Kind.EPISODE).between(time.plusNanos(1_000), null)))
                .isEmpty();
        assertThat(all(store(), ADA, EntryScan.of(Kind.EPISODE).between(null, time.minusNanos(1_000))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1 << 20})
    void a_body_of_any_size_comes_back(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        Blob body = Blob.of(bytes);
        store().write(batch(
                ADA,
                new EntryPut(
                        episode("e1"), null, NOON, NOON, EntryPut.LIVE, body, Map.of("copy", body), EntryPut.ANY)));

        assertThat(store().get(ADA, List.of(episode("e1"))).get(0).body()).isEqualTo(body);
        assertThat(store().rows(ADA, 0, 1).items().get(0).sidecars()).isEqualTo(Map.of("copy", body));
    }

    @Test
    void positions_count_per_kind_and_revisions_over_all_kinds() {
        CommitResult commit = store().write(batch(
                ADA,
                put("e1"),
                put(new EntryKey(Kind.NOTE, "n1"), "note"),
                put("e2"),
                put(new EntryKey(Kind.NOTE, "e1"), "note with the id of an episode")));

        assertThat(commit.placed())
                .containsExactly(
                        new CommitResult.Placed(episode("e1"), 1, 1),
                        new CommitResult.Placed(new EntryKey(Kind.NOTE, "n1"), 1, 2),
                        new CommitResult.Placed(episode("e2"), 2, 3),
                        new CommitResult.Placed(new EntryKey(Kind.NOTE, "e1"), 2, 4));
        assertThat(commit.revision()).isEqualTo(4);
    }

    @Test
    void a_new_version_keeps_the_position_and_takes_the_next_revision() {
        store().write(batch(ADA, put("e1"), put("e2")));
        CommitResult commit = store().write(batch(ADA, put(episode("e1"), "changed"), put("e3")));

        assertThat(commit.placed())
                .containsExactly(
                        new CommitResult.Placed(episode("e1"), 1, 3), new CommitResult.Placed(episode("e3"), 3, 4));
        assertThat(store().get(ADA, List.of(episode("e1"))).get(0).body().text())
                .isEqualTo("changed");
        assertThat(store().head(ADA).counts()).isEqualTo(Map.of(Kind.EPISODE, 3L));
    }

    @Test
    void a_new_version_drops_the_sidecars_of_the_one_before() {
        store().write(batch(ADA, BatchFixture.with(Map.of("old", Blob.of("1"), "both", Blob.of("1")), put("e1"))));
        store().write(batch(ADA, BatchFixture.with(Map.of("both", Blob.of("2")), put("e1"))));

        assertThat(store().rows(ADA, 0, 10).items().get(0).sidecars()).isEqualTo(Map.of("both", Blob.of("2")));
    }

    @Test
    void a_sidecar_gives_a_new_revision_and_no_new_version() {
        store().write(batch(ADA, put("e1"), put("e2")));
        CommitResult commit = store().write(batch(
                ADA,
                new Sidecar(episode("e1"), 1, "vector/small", Blob.of("v1")),
                new Sidecar(episode("e1"), 1, "terms", Blob.of("t1"))));

        assertThat(commit).isEqualTo(new CommitResult(4, List.of()));
        assertThat(store().rows(ADA, 2, 10).items())
                .containsExactly(new IndexRow(
                        episode("e1"),
                        1,
                        4,
                        1,
                        null,
                        NOON,
                        EntryPut.LIVE,
                        Map.of("vector/small", Blob.of("v1"), "terms", Blob.of("t1"))));
        assertThat(store().get(ADA, List.of(episode("e1"))).get(0).contentRevision())
                .isEqualTo(1);
        assertThat(all(store(), ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL)))
                .hasSize(2);
    }

    @Test
    void a_sidecar_replaces_the_one_of_its_name() {
        store().write(batch(ADA, BatchFixture.with(Map.of("vector", Blob.of("old")), put("e1"))));
        store().write(batch(ADA, new Sidecar(episode("e1"), 1, "vector", Blob.of("new"))));

        assertThat(store().rows(ADA, 0, 10).items().get(0).sidecars()).isEqualTo(Map.of("vector", Blob.of("new")));
    }

    @Test
    void a_sidecar_of_outdated_content_or_of_nothing_is_left_out_and_takes_no_revision() {
        store().write(batch(ADA, put("e1"), put("e2")));
        store().write(batch(ADA, put(episode("e1"), "changed")));
        CommitResult commit = store().write(batch(
                ADA,
                new Sidecar(episode("e1"), 1, "outdated", Blob.of("x")),
                new Sidecar(episode("nobody"), 1, "of nothing", Blob.of("x")),
                new Sidecar(new EntryKey(Kind.NOTE, "e1"), 3, "of another kind", Blob.of("x")),
                new Sidecar(episode("e2"), 2, "right", Blob.of("x"))));

        assertThat(commit.revision()).isEqualTo(4);
        assertThat(store().rows(ADA, 0, 10).items())
                .extracting(row -> row.key().id(), IndexRow::revision, IndexRow::sidecars)
                .containsExactly(Tuple.tuple("e1", 3L, Map.of()), Tuple.tuple("e2", 4L, Map.of("right", Blob.of("x"))));
    }

    @Test
    void a_put_in_the_same_batch_outdates_a_sidecar() {
        store().write(batch(ADA, put("e1")));
        CommitResult commit = store().write(batch(
                ADA,
                List.of(put(episode("e1"), "changed")),
                List.of(new Sidecar(episode("e1"), 1, "outdated", Blob.of("x"))),
                List.of()));

        assertThat(commit.revision()).isEqualTo(2);
        assertThat(store().rows(ADA, 0, 10).items().get(0).sidecars()).isEmpty();
    }

    @Test
    void an_expectation_that_holds_is_no_obstacle() {
        store().write(batch(ADA, expecting(0, put("e1"))));
        store().write(batch(ADA, new Sidecar(episode("e1"), 1, "raises the revision", Blob.of("x"))));
        CommitResult commit = store().write(batch(ADA, expecting(1, put(episode("e1"), "changed"))));

        assertThat(commit.placed()).containsExactly(new CommitResult.Placed(episode("e1"), 1, 3));
    }

    @Test
    void a_conflict_of_an_entry_changes_nothing_at_all() {
        assumeTrue(store().guarantees().conditional(), "the store is not conditional");
        store().write(batch(ADA, put("e1")));
        for (long expected : new long[] {0, 2}) {
            refuses(List.of(put("e2"), expecting(expected, put(episode("e1"), "changed"))), List.of());
        }
        refuses(List.of(put("e2"), expecting(1, put("e3"))), List.of());
    }

    @Test
    void a_conflict_of_a_state_changes_nothing_at_all() {
        assumeTrue(store().guarantees().conditional(), "the store is not conditional");
        store().write(batch(ADA, put("e1")));
        refuses(List.of(put("e2")), List.of(new StateChange("mark", 1, Blob.of("2"))));
        refuses(List.of(put("e2")), List.of(new StateChange("mark", 1, null)));
    }

    @Test
    void a_batch_that_expects_another_head_changes_nothing_at_all() {
        assumeTrue(store().guarantees().conditional(), "the store is not conditional");
        store().write(batch(ADA, put("e1")));
        for (ExpectedHead other : List.of(
                new ExpectedHead(0, 0),
                new ExpectedHead(2, 0),
                new ExpectedHead(1, 1),
                new ExpectedHead(0, EntryPut.ANY),
                ExpectedHead.ofEpoch(1))) {
            refuses(List.of(put("e2")), List.of(), other);
        }
    }

    @Test
    void a_batch_that_expects_the_present_head_is_written() {
        store().write(batch(ADA, put("e1")).expecting(new ExpectedHead(0, 0)));
        store().write(batch(ADA, put("e2")).expecting(ExpectedHead.of(store().head(ADA))));
        store().write(batch(ADA, state("mark", "1")).expecting(ExpectedHead.of(store().head(ADA))));
        store().write(batch(ADA, put("e3")).expecting(ExpectedHead.ofEpoch(0)));

        assertThat(store().head(ADA)).isEqualTo(new Head(3, 0, Map.of(Kind.EPISODE, 3L)));
    }

    @Test
    void a_sidecar_changes_the_head_that_a_batch_expects() {
        assumeTrue(store().guarantees().conditional(), "the store is not conditional");
        store().write(batch(ADA, put("e1")));
        ExpectedHead before = ExpectedHead.of(store().head(ADA));
        store().write(batch(ADA, new Sidecar(episode("e1"), 1, "vector", Blob.of("x"))));

        assertThatThrownBy(() -> store().write(batch(ADA, put("e2")).expecting(before)))
                .isInstanceOf(ConflictException.class);
    }

    private void refuses(List<EntryPut> puts, List<StateChange> changes) {
        refuses(puts, changes, ExpectedHead.ANY);
    }

    private void refuses(List<EntryPut> puts, List<StateChange> changes, ExpectedHead head) {
        List<StateChange> states = new ArrayList<>(List.of(state("other", "1")));
        states.addAll(changes);
        List<Sidecar> sidecars = List.of(new Sidecar(episode("e1"), 1, "vector", Blob.of("x")));

        assertThatThrownBy(
                        () -> store().write(batch(ADA, puts, sidecars, states).expecting(head)))
                .isInstanceOf(ConflictException.class);

        assertThat(all(store(), ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL)))
                .extracting(version -> version.body().text())
                .containsExactly("body of e1");
        assertThat(store().rows(ADA, 0, 10).items())
                .hasSize(1)
                .allMatch(row -> row.sidecars().isEmpty());
        assertThat(store().states(ADA, "", null, 10).items()).isEmpty();
        assertThat(store().head(ADA).revision()).isEqualTo(1);
    }

    @Test
    void a_refused_write_takes_no_position() {
        assumeTrue(store().guarantees().conditional(), "the store is not conditional");
        store().write(batch(ADA, put("e1")));
        assertThatThrownBy(() -> store().write(batch(ADA, put("e2"), expecting(7, put("e1")))))
                .isInstanceOf(ConflictException.class);

        assertThat(store().write(batch(ADA, put("e3"))).placed())
                .containsExactly(new CommitResult.Placed(episode("e3"), 2, 2));
    }

    @Test
    void an_empty_batch_changes_nothing() {
        store().write(batch(ADA, put("e1")));

        assertThat(store().write(BatchFixture.nothing(ADA))).isEqualTo(new CommitResult(1, List.of()));
        assertThat(store().head(ADA).counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));
    }

    @Test
    void a_batch_without_an_audit_record_is_written_too() {
        store().write(new WriteBatch(ADA, "op", List.of(put("e1")), List.of(), List.of(), null));

        assertThat(store().get(ADA, List.of(episode("e1")))).hasSize(1);
    }
}
