package dev.daybook.server.importing.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteFileTest {

    @TempDir
    Path temporary;

    private Path file;

    @BeforeEach
    void place() {
        file = temporary.resolve("foreign.db");
    }

    @Test
    void rows_in_the_log_of_a_running_program_are_read_and_no_file_is_created_or_changed() throws Exception {
        try (Connection owner = owner();
                Statement statement = owner.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA wal_autocheckpoint = 0");
            statement.executeUpdate("CREATE TABLE said (text)");
            statement.executeUpdate("INSERT INTO said VALUES ('kept in the log')");
            List<String> before = files();

            assertThat(texts()).containsExactly("kept in the log");
            assertThat(files()).isEqualTo(before).hasSize(3);
            // Nor does it stand in the way of its owner.
            assertThat(statement.executeUpdate("INSERT INTO said VALUES ('more')"))
                    .isEqualTo(1);
        }
    }

    @Test
    void the_log_of_a_killed_program_is_read() throws Exception {
        Path killed = temporary.resolve("killed.db");
        try (Connection owner = owner();
                Statement statement = owner.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.executeUpdate("CREATE TABLE said (text)");
            statement.executeUpdate("INSERT INTO said VALUES ('left behind')");
            Files.copy(file, killed);
            Files.copy(Path.of(file + "-wal"), Path.of(killed + "-wal"));
        }
        file = killed;

        assertThat(texts()).containsExactly("left behind");
    }

    @Test
    void the_copy_rolls_back_transactions_of_a_killed_program() throws Exception {
        Path killed = temporary.resolve("killed.db");
        try (Connection owner = owner();
                Statement statement = owner.createStatement()) {
            statement.executeUpdate("CREATE TABLE said (text)");
            statement.executeUpdate("INSERT INTO said VALUES ('finished')");
            // So few pages in memory that what is not committed yet is in the file already.
            statement.execute("PRAGMA cache_size = 1");
            statement.execute("PRAGMA cache_spill = 1");
            owner.setAutoCommit(false);
            statement.executeUpdate("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
                    + " INSERT INTO said SELECT 'unfinished and rather long, to fill pages: ' || i FROM n");
            Files.copy(file, killed);
            Files.copy(Path.of(file + "-journal"), Path.of(killed + "-journal"));
            owner.rollback();
        }
        file = killed;

        assertThat(texts()).containsExactly("finished");
    }

    @Test
    void a_copy_of_a_file_that_is_written_meanwhile_is_of_one_moment() throws Exception {
        try (Connection owner = owner();
                Statement statement = owner.createStatement()) {
            statement.executeUpdate("CREATE TABLE said (text)");
            statement.executeUpdate("INSERT INTO said VALUES (0)");
            statement.executeUpdate("INSERT INTO said VALUES (0)");
        }
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            try (Connection owner = owner();
                    Statement statement = owner.createStatement()) {
                while (!stop.get()) {
                    statement.executeUpdate("UPDATE said SET text = text + 1");
                    begun.countDown();
                    Thread.sleep(20);
                }
            } catch (SQLException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        try {
            begun.await();
            for (int i = 0; i < 20; i++) {
                assertThat(texts().stream().distinct()).hasSize(1);
            }
        } finally {
            stop.set(true);
            writer.join();
        }
    }

    @Test
    void a_link_is_followed_to_the_files_beside_its_end() throws Exception {
        try (Connection owner = owner();
                Statement statement = owner.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.executeUpdate("CREATE TABLE said (text)");
            statement.executeUpdate("INSERT INTO said VALUES ('beyond')");
            Path real = file;
            file = Files.createSymbolicLink(
                    Files.createDirectory(temporary.resolve("elsewhere")).resolve("link.db"), real);

            assertThat(texts()).containsExactly("beyond");
        }
    }

    @Test
    void a_damaged_file_is_reported_before_anything_is_read() throws Exception {
        try (Connection owner = owner();
                Statement statement = owner.createStatement()) {
            statement.executeUpdate("CREATE TABLE said (text)");
            statement.executeUpdate("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
                    + " INSERT INTO said SELECT 'a text that takes some room: ' || i FROM n");
        }
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(10 * 4096);
            bytes.write(new byte[4096]);
        }

        assertThatThrownBy(this::texts)
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("restore a backup of it, or repair it with 'sqlite3 FILE .recover'");
    }

    @Test
    void a_file_that_was_cut_short_is_reported() throws Exception {
        try (Connection owner = owner();
                Statement statement = owner.createStatement()) {
            statement.executeUpdate("CREATE TABLE said (text)");
            statement.executeUpdate("INSERT INTO said VALUES ('x')");
        }
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.setLength(5_000);
        }

        assertThatThrownBy(this::texts)
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("import again");
    }

    @Test
    void a_value_that_the_file_makes_up_to_fill_the_memory_is_refused() throws Exception {
        try (Connection owner = owner();
                Statement statement = owner.createStatement()) {
            statement.executeUpdate("CREATE TABLE said (id, text AS (hex(zeroblob(20000000))))");
            statement.executeUpdate("INSERT INTO said (id) VALUES (1)");
        }

        assertThatThrownBy(this::texts)
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("too big");
    }

    @Test
    void a_file_that_is_not_sqlite_is_reported() throws Exception {
        Files.writeString(file, "Dear diary");

        assertThatThrownBy(this::texts)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not an SQLite file");
    }

    @Test
    void nothing_of_a_copy_stays() throws Exception {
        try (Connection owner = owner();
                Statement statement = owner.createStatement()) {
            statement.executeUpdate("CREATE TABLE said (text)");
        }
        SqliteSnapshot snapshot = SqliteSnapshot.of(file);
        assertThat(snapshot.file()).exists();

        snapshot.close();

        assertThat(snapshot.folder()).doesNotExist();
    }

    private Connection owner() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    private List<String> texts() {
        List<String> texts = new ArrayList<>();
        try (SqliteFile opened = SqliteFile.open(file, null)) {
            opened.require("said", "somebody");
            opened.each("SELECT CAST(text AS TEXT) AS text FROM said", row -> texts.add(row.text("text")));
        }
        return texts;
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            List<String> told = new ArrayList<>();
            for (Path each : files.sorted().toList()) {
                told.add(each + " " + Files.size(each) + " " + Files.getLastModifiedTime(each));
            }
            return told;
        }
    }
}
