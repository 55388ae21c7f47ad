package dev.daybook.internal.sqlite.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Properties;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.JDBC;

class WriteAheadLogTest {

    private static final int SECTOR = 512;

    /** As many frames as it takes until a header of a frame begins at each offset within a sector. */
    private static final int FRAMES = 64;

    private static final int CUTS = Integer.getInteger("daybook.torn-logs", 1_000);

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

    /** The disk holds an earlier, longer log; of the last transaction of the present one each sector is written or not. */
    @ParameterizedTest
    @ValueSource(ints = {1024, 4096})
    void a_torn_last_transaction_over_the_remains_of_an_earlier_log_is_no_damage(int pageSize) throws Exception {
        Path database = folder.resolve("live.db");
        Path log = folder.resolve("live.db-wal");
        byte[] before;
        byte[] after;
        try (Connection connection = JDBC.createConnection(JDBC.PREFIX + database, new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA page_size = " + pageSize);
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA wal_autocheckpoint = 0");
            statement.execute("CREATE TABLE t (x)");
            for (int i = 0; i < 3 * FRAMES; i++) {
                statement.execute("INSERT INTO t VALUES (randomblob(100))");
            }
            statement.execute("PRAGMA wal_checkpoint(RESTART)");
            statement.execute("INSERT INTO t VALUES (randomblob(100))");
            before = Files.readAllBytes(log);
            statement.execute("UPDATE t SET x = randomblob(" + pageSize + ")");
            after = Files.readAllBytes(log);
        }
        Path torn = folder.resolve("torn.db-wal");
        long seed = Long.getLong("daybook.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int cut = 0; cut < CUTS; cut++) {
            double loss = random.nextDouble();
            byte[] bytes = Arrays.copyOf(before, after.length);
            for (int at = 0; at < bytes.length; at += SECTOR) {
                if (random.nextDouble() >= loss) {
                    System.arraycopy(after, at, bytes, at, Math.min(SECTOR, bytes.length - at));
                }
            }
            Files.write(torn, bytes);
            assertThat(WriteAheadLog.damage(torn, database))
                    .as("seed %d, cut %d", seed, cut)
                    .isNull();
        }
    }
}
