package dev.daybook.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.outcome.ChangePage;
import dev.daybook.query.Selection;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A page of the feed costs the page, however long the log of the scope is: counted in what the store returns. */
class ChangePageBoundsTest {

    private static final int PAST = 3_000;

    /** About a page of the audit log is read besides what is reported. */
    private static final int AUDITS = 1_000;

    private static final class CountingStore extends ForwardingStore {
        private int rows;
        private int reads;
        private int audits;

        CountingStore() {
            super(new InMemoryStore());
        }

        @Override
        public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
            Page<IndexRow> page = super.rows(scope, afterRevision, limit);
            rows += page.items().size();
            reads++;
            return page;
        }

        @Override
        public Page<AuditRecord> audits(Scope scope, @Nullable String cursor, int limit) {
            Page<AuditRecord> page = super.audits(scope, cursor, limit);
            audits += page.items().size();
            return page;
        }

        private void begin() {
            rows = 0;
            reads = 0;
            audits = 0;
        }
    }

    private final CountingStore store = new CountingStore();

    private static NewEpisode episode(int number) {
        return NewEpisode.of(Message.user("heron " + number)).id("e" + number);
    }

    @Test
    void a_page_after_an_erasure_does_not_read_the_audit_log_from_its_beginning() {
        try (LocalDaybook daybook =
                Daybook.builder(store).noEmbedder().background(false).open()) {
            Memory ada = daybook.user("ada");
            IntStream.range(0, PAST).forEach(i -> ada.remember(episode(i)));
            ChangePage read = ada.archive().changes(null, 1_000);
            while (read.more()) {
                read = ada.archive().changes(read.next(), 1_000);
            }
            String since = read.next();
            ada.forget(Selection.episode("e1"));
            since = ada.archive().changes(since, 10).next();

            for (int i = 2; i < 10; i++) {
                ada.forget(Selection.episode("e" + i));
                store.begin();
                ChangePage page = ada.archive().changes(since, 10);
                since = page.next();

                assertThat(page.changes()).hasSize(1);
                assertThat(store.audits).isLessThanOrEqualTo(AUDITS);
            }
            // So is a reader that begins, and one that is behind.
            store.begin();
            assertThat(ada.archive().changes(null, 10).changes()).hasSize(10);
            assertThat(store.audits).isLessThanOrEqualTo(AUDITS);
            ChangePage behind =
                    ada.archive().changes(ada.archive().changes(null, 10).next(), 1);
            ada.forget(Selection.episode("e20"));
            ada.forget(Selection.episode("e21"));
            store.begin();
            assertThat(ada.archive().changes(behind.next(), 1).changes()).hasSize(1);
            assertThat(store.audits).isLessThanOrEqualTo(AUDITS);
        }
    }

    @Test
    void a_page_reads_one_row_more_than_it_reports() {
        try (LocalDaybook daybook =
                Daybook.builder(store).noEmbedder().background(false).open()) {
            Memory ada = daybook.user("ada");
            ada.remember(IntStream.range(0, 1_000)
                    .mapToObj(ChangePageBoundsTest::episode)
                    .toList());
            for (int limit : new int[] {1, 2, 499, 500, 501, 999}) {
                store.begin();
                assertThat(ada.archive().changes(null, limit).changes()).hasSize(limit);
                assertThat(store.rows).as("limit %d", limit).isEqualTo(limit + 1);
            }
        }
    }

    @Test
    void rows_that_were_reported_before_are_passed_in_few_reads() {
        try (LocalDaybook daybook =
                Daybook.builder(store).embedder(new HashEmbedder(64)).open()) {
            Memory ada = daybook.user("ada");
            var receipts = ada.remember(IntStream.range(0, 1_000)
                    .mapToObj(ChangePageBoundsTest::episode)
                    .toList());
            String since = ada.archive().changes(null, 1_000).next();
            ada.operations().await(receipts.get(999), Duration.ofSeconds(60));
            ada.operations().await(ada.remember(episode(1_000)), Duration.ofSeconds(60));
            store.begin();

            assertThat(ada.archive().changes(since, 1).changes()).hasSize(1);

            assertThat(store.reads).isLessThan(20);
        }
    }
}
