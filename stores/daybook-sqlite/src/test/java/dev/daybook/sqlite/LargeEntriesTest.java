package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.StoredEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries that are large, in pages and under a budget. */
class LargeEntriesTest {

    private static final int ENTRIES = 10;
    private static final int CHARACTERS = 900_000;

    @TempDir
    Path folder;

    @BeforeEach
    void write() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 0; i < ENTRIES; i++) {
                store.write(batch(ADA, put("e" + i, "a".repeat(CHARACTERS))));
            }
        }
    }

    @Test
    void pages_of_large_entries_end_early_and_name_each_entry_once() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (EntryScan.Order order : EntryScan.Order.values()) {
                EntryScan scan = EntryScan.of(Kind.EPISODE).order(order);
                for (EntryScan each : List.of(scan, scan.inSession("s1"), scan.versions(EntryScan.Versions.ALL))) {
                    Page<StoredEntry> first = store.scan(ADA, each);
                    assertThat(first.items()).hasSizeBetween(1, 4);
                    assertThat(first.cursor()).isNotNull();

                    assertThat(PagedReads.all(cursor -> store.scan(ADA, each.after(cursor))))
                            .extracting(stored -> stored.key().id())
                            .hasSize(ENTRIES)
                            .doesNotHaveDuplicates();
                    assertThat(PagedReads.all(cursor -> store.scan(ADA, each.after(cursor), damaged -> {})))
                            .hasSize(ENTRIES);
                }
            }
        }
    }

    @Test
    void an_entry_without_room_is_refused_and_the_store_reads_on() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            Room room = new Room(CHARACTERS + CHARACTERS / 2);
            assertThatThrownBy(() -> store.get(ADA, keys(), room)).isInstanceOf(IllegalStateException.class);
            assertThat(room.takes).hasSize(2);
            assertThatThrownBy(() -> store.scan(ADA, EntryScan.of(Kind.EPISODE), null, new Room(0)))
                    .isInstanceOf(IllegalStateException.class);

            assertThat(store.get(ADA, keys())).hasSize(ENTRIES);
        }
    }

    @Test
    void a_stream_of_large_entries_tells_the_size_of_each_once() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            Room room = new Room(Long.MAX_VALUE);

            assertThat(PagedReads.all(
                            cursor -> store.scan(ADA, EntryScan.of(Kind.EPISODE).after(cursor), null, room)))
                    .hasSize(ENTRIES);

            assertThat(room.takes).hasSize(ENTRIES).allMatch(size -> size > CHARACTERS);
        }
    }

    private static List<EntryKey> keys() {
        return IntStream.range(0, ENTRIES).mapToObj(i -> episode("e" + i)).toList();
    }

    /** Room for the bodies of some entries. */
    private static final class Room implements LongConsumer {
        private final List<Long> takes = new ArrayList<>();
        private long left;

        Room(long left) {
            this.left = left;
        }

        @Override
        public void accept(long bytes) {
            takes.add(bytes);
            if (bytes > left) {
                throw new IllegalStateException("no room");
            }
            left -= bytes;
        }
    }
}
