package dev.daybook.internal.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.internal.recall.WatchedStore;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RowPrefetcherTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final int SEVERAL_PAGES = 2_500;

    @Test
    void the_next_page_is_read_while_this_one_is_consumed() {
        CountDownLatch second = new CountDownLatch(1);
        List<Long> taken = new ArrayList<>();
        Watched store = new Watched(second);

        long last = new RowPrefetcher(store, ADA).read(0, row -> {
            await(second);
            taken.add(row.revision());
        });

        assertThat(taken).hasSize(SEVERAL_PAGES).isSorted().doesNotHaveDuplicates();
        assertThat(last).isEqualTo(taken.get(SEVERAL_PAGES - 1));
    }

    @Test
    void no_page_is_read_after_a_failure() {
        CountDownLatch second = new CountDownLatch(1);
        Watched store = new Watched(second);

        assertThatThrownBy(() -> new RowPrefetcher(store, ADA).read(0, row -> {
                    throw new IllegalStateException("damaged");
                }))
                .hasMessage("damaged");

        assertThat(store.reading.get()).as("reads that have not ended").isZero();
    }

    @Test
    void a_scope_without_newer_rows_gives_nothing() {
        Watched store = new Watched(new CountDownLatch(1));
        long last = store.head(ADA).revision();

        assertThat(new RowPrefetcher(store, ADA).read(last, row -> {
                    throw new AssertionError("there is no such row");
                }))
                .isEqualTo(last);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A store with a few pages that reports the read of the second one. */
    private static final class Watched extends WatchedStore {
        private final CountDownLatch second;
        private final AtomicInteger asked = new AtomicInteger();
        private final AtomicInteger reading = new AtomicInteger();

        Watched(CountDownLatch second) {
            this.second = second;
            Daybook daybook = Daybook.builder(this).background(false).open();
            daybook.user("ada")
                    .remember(IntStream.range(0, SEVERAL_PAGES)
                            .mapToObj(i -> NewEpisode.of(Message.user("line " + i)))
                            .toList());
            asked.set(0);
        }

        @Override
        public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
            reading.incrementAndGet();
            try {
                if (asked.incrementAndGet() == 2) {
                    second.countDown();
                }
                return super.rows(scope, afterRevision, limit);
            } finally {
                reading.decrementAndGet();
            }
        }
    }
}
