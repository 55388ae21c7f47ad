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

class CandidateProbeTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final Map<String, Blob> HERON = message("heron");
    private static final Map<String, Blob> COOT = message("coot");

    private final CandidateProbe probe = new CandidateProbe(
            new QueryFilter(Query.of("heron and coot"), Instant.EPOCH),
            AnalyzedQuery.of("heron and coot", null),
            null,
            false);

    @Test
    void the_sample_of_a_large_scope_is_a_small_part_of_it_and_tells_how_rare_a_term_is() {
        Rows store = new Rows(1_000_000);

        TermStatistics statistics = probe.statistics(store, ADA, store.head(ADA));

        assertThat(statistics.messages()).isEqualTo(store.read).isBetween(18_000, 22_000);
        // More than half of the herons are in the last tenth.
        assertThat((double) statistics.messagesWith().get(0) / statistics.messages())
                .isCloseTo(0.2, within(0.01));
        assertThat(store.last).isGreaterThan(980_000);
    }

    @Test
    void all_rows_of_a_scope_of_the_size_of_the_sample_are_counted_once() {
        Rows store = new Rows(20_000);

        TermStatistics statistics = probe.statistics(store, ADA, store.head(ADA));

        assertThat(statistics.messages()).isEqualTo(20_000);
        assertThat(statistics.messagesWith()).containsExactly(4_000, 16_000);
    }

    private static Map<String, Blob> message(String term) {
        TermRecord.Line line =
                new TermRecord.Line(Message.USER, null, false, false, 0, List.of(term), List.of(0), List.of());
        return Map.of(TermRecord.SIDECAR, new TermRecord(0, List.of(line)).encode());
    }

    /** A scope of many rows, made when they are read: all of the last tenth and one in nine before are about herons. */
    private static final class Rows extends ForwardingStore {
        private final long size;
        private int read;
        private long last;

        Rows(long size) {
            super(new InMemoryStore());
            this.size = size;
        }

        @Override
        public Head head(Scope scope) {
            return new Head(size, 1, Map.of(Kind.EPISODE, size));
        }

        @Override
        public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
            List<IndexRow> rows = LongStream.rangeClosed(afterRevision + 1, Math.min(size, afterRevision + limit))
                    .mapToObj(this::row)
                    .toList();
            read += rows.size();
            last = rows.isEmpty() ? last : rows.get(rows.size() - 1).revision();
            return new Page<>(rows, last < size ? Long.toString(last) : null);
        }

        private IndexRow row(long revision) {
            boolean heron = revision > size / 10 * 9 || revision % 9 == 0;
            return new IndexRow(
                    new EntryKey(Kind.EPISODE, "e" + revision),
                    revision,
                    revision,
                    revision,
                    null,
                    Instant.EPOCH,
                    EntryPut.LIVE,
                    heron ? HERON : COOT);
        }
    }
}
