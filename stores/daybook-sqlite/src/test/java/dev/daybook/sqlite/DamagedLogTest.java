package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Kind;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedLogTest {

    private static final List<String> COPIED = List.of("daybook.db", "daybook.db-wal", "store");

    private static final int ENTRIES = 12;
    private static final int FRAME = 24 + 4096;

    @TempDir
    Path temporary;

    private Path origin;
    private Path folder;

    /** The ends of the log after each write. */
    private final List<Long> ends = new ArrayList<>();

    /** The copied files of an open store are in the state that a killed process leaves. */
    @BeforeEach
    void kill() throws IOException {
        origin = Files.createDirectory(temporary.resolve("origin"));
        folder = Files.createDirectory(temporary.resolve("folder"));
        try (SqliteStore store = SqliteStore.open(temporary.resolve("live"))) {
            for (int i = 0; i < ENTRIES; i++) {
                // Of a length with which no sector ends behind the commit word of a transaction (decision 54).
                store.write(batch(ADA, put("e" + i, ("boat " + i + " ").repeat(800))));
                ends.add(Files.size(temporary.resolve("live/daybook.db-wal")));
            }
            copy(temporary.resolve("live"), origin);
        }
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(to)) {
            for (Path old : files.toList()) {
                Files.delete(old);
            }
        }
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith("encryption-keys-") || COPIED.contains(name)) {
                    Files.copy(file, to.resolve(name));
                }
            }
        }
    }

    private void flip(long at) throws IOException {
        copy(origin, folder);
        try (RandomAccessFile log =
                new RandomAccessFile(folder.resolve("daybook.db-wal").toFile(), "rw")) {
            log.seek(at);
            int old = log.read();
            log.seek(at);
            log.write(old ^ 4);
        }
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().contains("-wal."))
                    .toList();
        }
    }

    private static Finding finding(SqliteStore store) {
        return store.check(false).findings().stream()
                .filter(finding -> finding.aspect().equals("write-ahead log"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_sound_log_is_read_to_its_end_and_nothing_is_kept() throws IOException {
        copy(origin, folder);
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.head(ADA).revision()).isEqualTo(ENTRIES);
            assertThat(finding(store).level()).isEqualTo(Level.OK);
        }
        assertThat(kept()).isEmpty();
    }

    @Test
    void a_flipped_bit_before_the_last_transaction_is_reported_wherever_it_is() throws IOException {
        Random random = new Random(1);
        long before = ends.get(ENTRIES - 2);
        List<Long> places = new ArrayList<>(List.of(0L, 5L, 9L, 17L, 25L, 32L, 36L, 41L, 49L, 57L));
        for (int i = 0; i < 60; i++) {
            places.add((long) (random.nextDouble() * before));
        }
        for (long at : places) {
            flip(at);
            byte[] log = Files.readAllBytes(folder.resolve("daybook.db-wal"));
            try (SqliteStore store = SqliteStore.open(folder)) {
                assertThat(finding(store).level()).as("byte " + at).isEqualTo(Level.FAIL);
                assertThat(kept()).hasSize(1);
                assertThat(kept().get(0)).hasBinaryContent(log);
                assertThat(finding(store).detail())
                        .contains(kept().get(0).getFileName().toString());
            }
        }
    }

    @Test
    void a_log_that_ends_in_the_middle_or_with_the_last_transaction_torn_is_no_damage() throws IOException {
        long last = ends.get(ENTRIES - 2);
        for (long at = last + 10; at < ends.get(ENTRIES - 1); at += 997) {
            flip(at);
            SqliteStore.open(folder).close();
            assertThat(kept()).as("byte " + at).isEmpty();

            copy(origin, folder);
            try (RandomAccessFile log =
                    new RandomAccessFile(folder.resolve("daybook.db-wal").toFile(), "rw")) {
                log.setLength(at);
            }
            SqliteStore.open(folder).close();
            assertThat(kept()).as("cut at " + at).isEmpty();
        }
    }

    @Test
    void frames_of_the_log_before_in_the_same_file_are_no_damage() throws IOException {
        Path live = temporary.resolve("live");
        try (SqliteStore store = SqliteStore.open(live)) {
            for (int i = 0; i < 4; i++) {
                store.write(batch(ADA, put("long" + i, ("lake " + i + " ").repeat(2_000))));
            }
            // All is in the file now, so the next write begins the log anew, over the frames that are there.
            store.writer().alone(sql -> sql.number("PRAGMA wal_checkpoint(PASSIVE)"));
            store.write(batch(ADA, put("new", "x")));
            copy(live, folder);
            copy(live, origin);
        }
        SqliteStore.open(folder).close();
        assertThat(kept()).isEmpty();

        // The torn header of a restarted log: the frames behind it are in the file.
        flip(18);
        byte[] header = Files.readAllBytes(origin.resolve("daybook.db-wal"));
        assertThat(header.length).isGreaterThan(4 * FRAME);
    }

    @Test
    void a_header_torn_while_the_log_begins_anew_is_no_damage() throws IOException {
        Path live = temporary.resolve("live");
        try (SqliteStore store = SqliteStore.open(live)) {
            store.write(batch(ADA, put("more", "x")));
            store.write(batch(ADA, put("again", "x")));
            store.writer().alone(sql -> sql.number("PRAGMA wal_checkpoint(PASSIVE)"));
            copy(live, origin);
        }
        flip(18);
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.head(ADA).revision()).isEqualTo(ENTRIES + 2);
        }
        assertThat(kept()).isEmpty();
    }

    @Test
    void a_repair_acknowledges_it_and_the_next_erasure_takes_the_kept_log() throws IOException {
        flip(ends.get(3) + 100);
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.scan(ADA, EntryScan.of(Kind.EPISODE)).items()).hasSize(4);
            EraseResult eraseResult =
                    store.erase(ADA, EraseRequest.of(List.of(SqliteSamples.episode("e1")), List.of()), nothing(ADA));
            assertThat(store.bytes(eraseResult.number(), Duration.ofMillis(500)))
                    .isEqualTo(ErasureReceipt.Bytes.PENDING);

            assertThat(store.check(true).ok()).isTrue();
            assertThat(finding(store).level()).isEqualTo(Level.WARN);
            assertThat(kept()).hasSize(1);

            eraseResult =
                    store.erase(ADA, EraseRequest.of(List.of(SqliteSamples.episode("e2")), List.of()), nothing(ADA));
            assertThat(store.bytes(eraseResult.number(), Duration.ofMinutes(1))).isEqualTo(ErasureReceipt.Bytes.GONE);
            assertThat(kept()).isEmpty();
            assertThat(finding(store).level()).isEqualTo(Level.OK);
        }
    }
}
