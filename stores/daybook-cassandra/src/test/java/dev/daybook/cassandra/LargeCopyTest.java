package dev.daybook.cassandra;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Kind;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoredEntry;
import dev.daybook.testkit.store.BatchFixture;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Copied rows that are larger than a batch may be. */
class LargeCopyTest {

    private static final ScopeNumbers NUMBERS = new ScopeNumbers(40, 2, Map.of(Kind.EPISODE, 9L), Map.of());

    private static StoredEntry version(long number, int bytes) {
        return new StoredEntry(
                episode("e" + number), number, number, "s1", NOON, NOON, EntryPut.LIVE, Blob.of(new byte[bytes]));
    }

    private static IndexRow row(long number, int bytes) {
        return new IndexRow(
                episode("e" + number),
                number,
                10 + number,
                number,
                "s1",
                NOON,
                EntryPut.LIVE,
                Map.of("vector", Blob.of(new byte[bytes])));
    }

    private static ScopeRows rows(int bytes) {
        return new ScopeRows(
                ADA,
                UUID.randomUUID().toString(),
                LongStream.rangeClosed(1, 4).mapToObj(n -> version(n, bytes)).toList(),
                LongStream.rangeClosed(1, 4).mapToObj(n -> row(n, bytes)).toList(),
                List.of(new RowChange.Value("mark", new ScopeState("mark", 7, Blob.of(new byte[bytes])))),
                List.of(new AuditRecord("op", "remember", NOON, "1"), new AuditRecord("op2", "remember", NOON, "2")),
                NUMBERS);
    }

    @Test
    void the_parts_of_rows_are_always_the_same_and_hold_each_of_them_once() {
        ScopeRows all = rows(5_000);
        List<ScopeRows> parts = CopyPart.of(all, 12_000);

        assertThat(parts).isEqualTo(CopyPart.of(all, 12_000)).hasSizeGreaterThan(4);
        assertThat(parts).extracting(ScopeRows::operation).doesNotHaveDuplicates();
        assertThat(parts).allMatch(part -> part.numbers().equals(NUMBERS));
        assertThat(parts.stream().flatMap(part -> part.versions().stream())).isEqualTo(all.versions());
        assertThat(parts.stream().flatMap(part -> part.rows().stream())).isEqualTo(all.rows());
        assertThat(parts.stream().flatMap(part -> part.states().stream())).isEqualTo(all.states());
        assertThat(parts.stream().flatMap(part -> part.audits().stream())).isEqualTo(all.audits());
    }

    @Test
    void rows_that_fit_and_no_rows_are_one_part() {
        assertThat(CopyPart.of(rows(5_000), 1_000_000)).hasSize(1);
        assertThat(CopyPart.of(
                        new ScopeRows(ADA, "op", List.of(), List.of(), List.of(), List.of(), NUMBERS), 1_000_000))
                .hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(FaultySession.BatchFault.class)
    @EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
    void rows_larger_than_the_cluster_takes_at_once_are_copied_and_a_repetition_changes_nothing(
            FaultySession.BatchFault fault) {
        FaultySession faulty = new FaultySession();
        CassandraStore store = CassandraStore.open(
                faulty.over(CassandraCluster.session()), UUID.randomUUID().toString(), () -> {});
        // The node takes 8 MiB.
        ScopeRows large = rows(2 << 20);
        faulty.failNext(fault, fault);

        store.copy(large);
        store.copy(large);

        assertThat(BatchFixture.all(store, ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL)))
                .isEqualTo(large.versions());
        assertThat(store.rows(ADA, 0, 10).items()).isEqualTo(large.rows());
        assertThat(store.states(ADA, "", null, 10).items()).hasSize(1);
        assertThat(store.audits(ADA, null, 10).items()).isEqualTo(large.audits());
        assertThat(store.numbers(ADA))
                .isEqualTo(new ScopeNumbers(40, 2, NUMBERS.positions(), Map.of(Kind.EPISODE, 4L)));
        assertThat(store.check(false).ok()).isTrue();
    }
}
