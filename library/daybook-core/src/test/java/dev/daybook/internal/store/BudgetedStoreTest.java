package dev.daybook.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.internal.heap.ReadBudget.HeapReservation;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The reads of a daybook in the heap of a call. */
class BudgetedStoreTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final int ENTRIES = 10;
    private static final EntryScan TWO = EntryScan.of(Kind.EPISODE).limit(2);

    private final Store store = new BudgetedStore(new InMemoryStore());
    private final Room room = new Room();

    private static final class Room implements HeapReservation {
        private final List<Long> takes = new ArrayList<>();
        private long left = 50_000;

        @Override
        public void take(long bytes) {
            takes.add(bytes);
            if (bytes > left) {
                throw new IllegalStateException("no room");
            }
            left -= bytes;
        }

        @Override
        public void giveBack(long bytes) {
            left += bytes;
        }
    }

    @BeforeEach
    void write() {
        for (int i = 0; i < ENTRIES; i++) {
            EntryPut put = new EntryPut(
                    key(i),
                    null,
                    Instant.EPOCH,
                    Instant.EPOCH,
                    EntryPut.LIVE,
                    Blob.of("a".repeat(5_000)),
                    Map.of(),
                    EntryPut.ANY);
            store.write(new WriteBatch(ADA, "op" + i, List.of(put), List.of(), List.of(), null));
        }
    }

    private static EntryKey key(int number) {
        return new EntryKey(Kind.EPISODE, "e" + number);
    }

    @Test
    void an_entry_without_room_is_refused() {
        List<EntryKey> keys =
                IntStream.range(0, ENTRIES).mapToObj(BudgetedStoreTest::key).toList();

        assertThatThrownBy(() -> ReadBudget.within(room, () -> store.get(ADA, keys)))
                .hasMessage("no room");
        assertThat(room.takes).hasSize(3);
        assertThat(store.get(ADA, keys)).hasSize(ENTRIES);
    }

    @Test
    void a_stream_takes_the_room_of_a_page_and_gives_it_back() throws Exception {
        long read = ReadBudget.within(
                room,
                () -> PagedReads.all(cursor -> store.scan(ADA, TWO.after(cursor)))
                                .count()
                        + PagedReads.all(cursor -> store.scan(ADA, TWO.after(cursor), damaged -> {}))
                                .count());

        assertThat(read).isEqualTo(2 * ENTRIES);
        assertThat(room.takes).hasSize(2 * ENTRIES);
        assertThat(room.left).isEqualTo(50_000);
    }
}
