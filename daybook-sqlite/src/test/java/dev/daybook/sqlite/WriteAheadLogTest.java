package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.JDBC;

class WriteAheadLogTest {

    @TempDir
    Path folder;

    /** Layout 1 has pages of 4,096 bytes, and its log is checked before its migration. */
    @ParameterizedTest
    @ValueSource(ints = {1024, 4096})
    void a_damaged_header_of_a_log_is_found_for_the_page_size_of_the_database(int pageSize) throws Exception {
        Path database = folder.resolve("live.db");
        Path copy = folder.resolve("copy.db");
        Path log = folder.resolve("copy.db-wal");
        try (Connection connection = JDBC.createConnection(JDBC.PREFIX + database, new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA page_size = " + pageSize);
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("CREATE TABLE t (x)");
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            for (int i = 0; i < 20; i++) {
                statement.execute("INSERT INTO t VALUES (randomblob(500))");
            }
            Files.copy(database, copy);
            Files.copy(folder.resolve("live.db-wal"), log);
        }
        assertThat(WriteAheadLog.damage(log, copy)).isNull();
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            file.seek(25);
            int old = file.read();
            file.seek(25);
            file.write(old ^ 1);
        }
        assertThat(WriteAheadLog.damage(log, copy)).isNotNull();
    }
}
