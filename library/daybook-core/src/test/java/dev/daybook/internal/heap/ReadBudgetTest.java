package dev.daybook.internal.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.store.Page;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadBudgetTest {

    private final AtomicLong taken = new AtomicLong();
    private final HeapReservation heap = new HeapReservation() {
        @Override
        public void take(long bytes) {
            taken.addAndGet(bytes);
        }

        @Override
        public void giveBack(long bytes) {
            taken.addAndGet(-bytes);
        }
    };

    @Test
    void entries_take_heap_from_the_budget_of_their_thread_only() throws Exception {
        ReadBudget.takeEntry(1_000_000);
        assertThat(taken).hasValue(0);

        ReadBudget.within(heap, () -> {
            ReadBudget.takeEntry(1_000_000);
            Thread other = new Thread(() -> ReadBudget.takeEntry(1_000_000));
            other.start();
            other.join();
            return true;
        });
        ReadBudget.takeEntry(1_000_000);

        assertThat(taken.get()).isBetween(3_000_000L, 3_100_000L);
    }

    @Test
    void a_stream_gives_each_page_back_and_what_its_reader_keeps_stays_taken() throws Exception {
        long kept = ReadBudget.within(heap, () -> {
            PagedReads.all(cursor -> page(cursor == null ? 0 : Integer.parseInt(cursor)))
                    .forEach(item -> {
                        assertThat(taken.get()).isLessThan(2_200_000);
                        if (item == 3) {
                            ReadBudget.takeEntry(200_000);
                        }
                    });
            return taken.get();
        });

        assertThat(kept).isBetween(600_000L, 610_000L);
    }

    @Test
    void the_budget_of_an_inner_call_ends_with_it() throws Exception {
        ReadBudget.within(heap, () -> {
            ReadBudget.within(HeapReservation.UNLIMITED, () -> {
                ReadBudget.takeEntry(1_000_000);
                return true;
            });
            assertThat(taken).hasValue(0);
            ReadBudget.takeEntry(1_000_000);
            return true;
        });

        assertThat(taken.get()).isGreaterThan(3_000_000);
    }

    /** Each of ten pages has one item of half a megabyte. */
    private static Page<Integer> page(int number) {
        ReadBudget.takeEntry(500_000);
        return new Page<>(List.of(number), number == 9 ? null : Integer.toString(number + 1));
    }
}
