package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a test that kills the process cannot see: the machine's own memory outlives it. */
class DatabaseFileTest {

    /** FULL, see https://www.sqlite.org/pragma.html#pragma_synchronous: in a WAL, each commit is flushed before it returns. */
    private static final long FULL = 2;

    @TempDir
    Path folder;

    @Test
    void a_commit_is_on_the_disk_before_it_returns() throws SQLException {
        DatabaseFile file = new DatabaseFile(folder);
        file.requireOurs();
        try (Sql writer = file.openToWrite()) {
            String journal = writer.first("PRAGMA journal_mode", row -> row.getString(1));
            assertThat(journal).isEqualTo("wal");
            assertThat(writer.number("PRAGMA synchronous")).isEqualTo(FULL);
            assertThat(writer.number("PRAGMA fullfsync")).isEqualTo(1);
            assertThat(writer.number("PRAGMA checkpoint_fullfsync")).isEqualTo(1);
        }
    }

    @Test
    void what_is_deleted_is_overwritten() throws SQLException {
        DatabaseFile file = new DatabaseFile(folder);
        file.requireOurs();
        try (Sql writer = file.openToWrite()) {
            assertThat(writer.number("PRAGMA secure_delete")).isEqualTo(1);
        }
    }
}
