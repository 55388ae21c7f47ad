package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.store.EraseRequest;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flushes, which a test that kills the process cannot observe: the page cache of the machine survives it. */
class DatabaseFileTest {

    /** FULL, see https://www.sqlite.org/pragma.html#pragma_synchronous: in a WAL, each commit is flushed before it returns. */
    private static final long FULL = 2;

    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void a_write_is_one_commit_and_on_the_disk_before_it_returns() {
        AtomicInteger commits = new AtomicInteger();
        try (SqliteStore store = SqliteStore.open(folder, sql -> {
            requireFlushes(sql);
            sql.update("COMMIT");
            commits.incrementAndGet();
        })) {
            store.write(batch(ADA, put("a", "a boat"), put("b", "a lake")));
            assertThat(commits).hasValue(1);

            long number =
                    store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA)).number();
            assertThat(store.bytes(number, SOON)).isEqualTo(ErasureReceipt.Bytes.GONE);
            store.write(batch(ADA, put("c", "a harbour")));
            assertThat(commits)
                    .as("also after a scrub, which works on the same connection")
                    .hasValue(3);
        }
    }

    private static void requireFlushes(SqlConnection writer) throws SQLException {
        String journal = writer.first("PRAGMA journal_mode", row -> row.getString(1));
        assertThat(journal).isEqualTo("wal");
        assertThat(writer.number("PRAGMA synchronous")).isEqualTo(FULL);
        assertThat(writer.number("PRAGMA fullfsync")).isEqualTo(1);
        assertThat(writer.number("PRAGMA checkpoint_fullfsync")).isEqualTo(1);
    }

    @Test
    void deleted_rows_are_overwritten_in_their_pages() throws SQLException {
        DatabaseFile file = new DatabaseFile(folder);
        file.requireOurs();
        try (SqlConnection writer = file.openToWrite()) {
            // FAST: free pages keep what is encrypted in them, and an erasure destroys its key.
            assertThat(writer.number("PRAGMA secure_delete")).isEqualTo(2);
        }
    }
}
