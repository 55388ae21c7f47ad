package dev.daybook.internal.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.internal.scoring.AnalyzedQuery;
import dev.daybook.internal.scoring.QueryFilter;
import dev.daybook.internal.scoring.TermStatistics;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.Query;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CandidateProbeTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final Map<String, Blob> HERON = message("heron");
    private static final Map<String, Blob> COOT = message("coot");

    private final CandidateProbe probe = new CandidateProbe(
            new QueryFilter(Query.of("heron and coot"), Instant.EPOCH),
            AnalyzedQuery.of("heron and coot", null),
            null,
            false);

    @ParameterizedTest
    @CsvSource({"0, 1", "0, 10", "10000, 100"})
    void the_sample_of_a_large_scope_is_a_small_part_of_it_and_tells_how_rare_a_term_is(long sparse, long distance) {
        Rows store = new Rows(1_000_000, sparse == 0 ? 1_000_000 : sparse, distance);

        TermStatistics statistics = probe.statistics(store, ADA, store.head(ADA));

        assertThat(store.read).isLessThan(32_000);
        assertThat(statistics.messages()).isCloseTo(1_000_000, within(20_000));
        // More than half of the herons are in the last tenth.
        assertThat(statistics.messagesWith().get(0)).isCloseTo(200_000, within(12_000));
    }

    @Test
    void all_rows_of_a_scope_of_the_size_of_the_sample_are_counted_once() {
        Rows store = new Rows(20_000, 20_000, 1);

        TermStatistics statistics = probe.statistics(store, ADA, store.head(ADA));

        assertThat(store.read).isEqualTo(20_000);
        assertThat(statistics.messages()).isEqualTo(20_000);
        assertThat(statistics.messagesWith()).containsExactly(4_000, 16_000);
    }

    private static Map<String, Blob> message(String term) {
        TermRecord.Line line =
                new TermRecord.Line(Message.USER, null, false, false, 0, List.of(term), List.of(0), List.of());
        return Map.of(TermRecord.SIDECAR, new TermRecord(0, List.of(line)).encode());
    }

    /**
     * A scope of many rows, made when they are read: all of the last tenth and one in nine before are about herons. The first
     * rows have revisions at a distance, the others follow each other.
     */
    private static final class Rows extends ForwardingStore {
        private final long size;
        private final long sparse;
        private final long distance;
        private int read;

        Rows(long size, long sparse, long distance) {
            super(new InMemoryStore());
            this.size = size;
            this.sparse = sparse;
            this.distance = distance;
        }

        private long revision(long number) {
            return number <= sparse ? number * distance : sparse * distance + number - sparse;
        }

        /** Returns the number of the last row that is not after a revision. */
        private long number(long revision) {
            return revision <= sparse * distance ? revision / distance : revision - sparse * distance + sparse;
        }

        @Override
        public Head head(Scope scope) {
            return new Head(revision(size), 1, Map.of(Kind.EPISODE, size));
        }

        @Override
        public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
            long before = number(afterRevision);
            List<IndexRow> rows = LongStream.rangeClosed(before + 1, Math.min(size, before + limit))
                    .mapToObj(this::row)
                    .toList();
            read += rows.size();
            return new Page<>(rows, before + limit < size ? Long.toString(revision(before + limit)) : null);
        }

        private IndexRow row(long number) {
            boolean heron = number > size / 10 * 9 || number % 9 == 0;
            return new IndexRow(
                    new EntryKey(Kind.EPISODE, "e" + number),
                    number,
                    revision(number),
                    revision(number),
                    null,
                    Instant.EPOCH,
                    EntryPut.LIVE,
                    heron ? HERON : COOT);
        }
    }
}
