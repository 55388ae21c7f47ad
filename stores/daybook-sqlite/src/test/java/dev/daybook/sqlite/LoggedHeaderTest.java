package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A power cut during a checkpoint leaves garbage in the first sector of the database, and the log is complete. */
class LoggedHeaderTest {

    private static final int SECTOR = 512;
    private static final int ENTRIES = 30;
    private static final int LOG_HEADER = 32;
    private static final int FRAME = 24 + DatabaseFile.PAGE_SIZE;

    private final long seed = Long.getLong("daybook.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    Path temporary;

    private Path killed;

    /** The copied files of an open store are in the state that a killed process leaves. */
    @BeforeEach
    void kill() throws IOException {
        killed = Files.createDirectory(temporary.resolve("killed"));
        Path live = temporary.resolve("live");
        SqliteStore.open(live).close();
        try (SqliteStore store = SqliteStore.open(live)) {
            for (int i = 0; i < ENTRIES; i++) {
                store.write(batch(ADA, put("e" + i, ("boat " + i + " ").repeat(300))));
            }
            DamagedLogTest.copy(live, killed);
        }
    }

    private void overwriteFirstSector(byte[] bytes) throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(killed.resolve(DatabaseFile.NAME).toFile(), "rw")) {
            file.write(bytes);
        }
    }

    private byte[] garbage() {
        byte[] bytes = new byte[SECTOR];
        random.nextBytes(bytes);
        return bytes;
    }

    private Path log() {
        return new DatabaseFile(killed).log();
    }

    @Test
    void a_store_with_garbage_in_its_first_sector_opens_with_all_that_was_acknowledged() throws IOException {
        overwriteFirstSector(garbage());
        for (int opening = 0; opening < 2; opening++) {
            try (SqliteStore store = SqliteStore.open(killed)) {
                assertThat(store.head(ADA).revision()).as("seed %d", seed).isEqualTo(ENTRIES);
                for (int i = 0; i < ENTRIES; i++) {
                    assertThat(store.get(ADA, List.of(SqliteSamples.episode("e" + i))))
                            .hasSize(1);
                }
                assertThat(store.check(false).ok()).as("seed %d", seed).isTrue();
            }
        }
    }

    @Test
    void garbage_that_names_another_page_size_opens_too() throws IOException {
        byte[] bytes = garbage();
        ByteBuffer.wrap(bytes).putShort(16, (short) 4096).put(20, (byte) 200);
        overwriteFirstSector(bytes);
        try (SqliteStore store = SqliteStore.open(killed)) {
            assertThat(store.head(ADA).revision()).as("seed %d", seed).isEqualTo(ENTRIES);
            assertThat(store.check(false).ok()).as("seed %d", seed).isTrue();
        }
    }

    @Test
    void garbage_is_refused_if_the_log_has_no_sound_first_page() throws IOException {
        overwriteFirstSector(garbage());
        byte[] sound = Files.readAllBytes(log());
        int firstPage = frameOf(1, sound);
        // A flipped bit there, or in the header of the log; or a log that ends before.
        for (int at : new int[] {firstPage + 30, LOG_HEADER + 10, 17, 26}) {
            byte[] flipped = sound.clone();
            flipped[at] ^= 4;
            refused(flipped);
        }
        refused(Arrays.copyOf(sound, firstPage + FRAME - 1));
        refused(Arrays.copyOf(sound, LOG_HEADER));
        refused(new byte[0]);
    }

    private void refused(byte[] log) throws IOException {
        Files.write(log(), log);
        byte[] before = Files.readAllBytes(killed.resolve(DatabaseFile.NAME));
        assertThatThrownBy(() -> SqliteStore.open(killed))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("its beginning is damaged");
        assertThat(killed.resolve(DatabaseFile.NAME)).hasBinaryContent(before);
        assertThat(log()).hasBinaryContent(log);
    }

    /** Returns the place of the first frame of a page. */
    private static int frameOf(int page, byte[] log) {
        for (int at = LOG_HEADER; at < log.length; at += FRAME) {
            if (ByteBuffer.wrap(log).getInt(at) == page) {
                return at;
            }
        }
        throw new AssertionError("page " + page + " is not in the log");
    }

    @Test
    void a_first_page_that_was_not_committed_decides_nothing() throws IOException {
        byte[] log = Files.readAllBytes(log());
        int at = frameOf(1, log);
        while (ByteBuffer.wrap(log).getInt(at + 4) == 0) {
            at += FRAME;
        }
        overwriteFirstSector(garbage());
        refused(Arrays.copyOf(log, at));
    }

    @Test
    void a_file_of_another_program_is_refused_also_beside_a_log_of_ours() throws IOException, SQLException {
        Path other = Files.createDirectory(temporary.resolve("other"));
        RawDatabase.change(other, "CREATE TABLE theirs (x)");
        Files.copy(log(), new DatabaseFile(other).log());
        byte[] before = Files.readAllBytes(other.resolve(DatabaseFile.NAME));
        assertThatThrownBy(() -> SqliteStore.open(other))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("another program");
        assertThat(other.resolve(DatabaseFile.NAME)).hasBinaryContent(before);
    }
}
