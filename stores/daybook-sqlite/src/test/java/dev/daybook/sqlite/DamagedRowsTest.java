package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pages of index rows pass entries that cannot be read; no page is empty and has a cursor. */
@Timeout(60)
class DamagedRowsTest {

    private static final int LIMIT = 2;

    @TempDir
    Path folder;

    /** Reads as the indexes do, and fails at an empty page with a cursor. */
    private List<String> ids() {
        List<String> ids = new ArrayList<>();
        try (SqliteStore store = SqliteStore.open(folder)) {
            long after = 0;
            while (true) {
                Page<IndexRow> page = store.rows(ADA, after, LIMIT);
                page.items().forEach(row -> ids.add(row.key().id()));
                if (page.cursor() == null) {
                    return ids;
                }
                assertThat(page.items()).isNotEmpty();
                after = Long.parseLong(page.cursor());
            }
        }
    }

    private void write(int texts, String first) {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("e1", first)));
            for (int i = 2; i <= texts; i++) {
                store.write(batch(ADA, put("e" + i, "a boat")));
            }
        }
    }

    @Test
    void a_damaged_entry_larger_than_a_page_hides_no_other() throws Exception {
        write(4, "a".repeat(5_000_000));
        RawDatabase.flip(folder, "position = 1", RawDatabase.BODY + 4);
        assertThat(ids()).containsExactly("e2", "e3", "e4");
    }

    @Test
    void more_damaged_entries_than_a_page_has_room_for_are_passed() throws Exception {
        write(9, "a boat");
        RawDatabase.flip(folder, "position BETWEEN 2 AND 8", RawDatabase.BODY + 4);
        assertThat(ids()).containsExactly("e1", "e9");
        RawDatabase.flip(folder, "position = 1", RawDatabase.BODY + 4);
        assertThat(ids()).containsExactly("e9");
        RawDatabase.flip(folder, "position = 9", RawDatabase.BODY + 4);
        assertThat(ids()).isEmpty();
    }
}
