package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.store.Blob;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.StateChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An erasure encrypts the other entries of its key group again and destroys the old key. A log that is damaged later, in a
 * store that was not closed, must not take the only readable copies along.
 */
class ErasedNeighboursTest {

    private static final int ENTRIES = 20;
    private static final int FORGOTTEN = 7;
    private static final int LOG_HEADER = 32;
    private static final int FRAME = 24 + DatabaseFile.PAGE_SIZE;

    @TempDir
    Path temporary;

    private Path live;
    private Path killed;

    @BeforeEach
    void write() throws IOException {
        live = temporary.resolve("live");
        killed = Files.createDirectory(temporary.resolve("killed"));
        try (SqliteStore store = SqliteStore.open(live)) {
            for (int i = 0; i < ENTRIES; i++) {
                store.write(batch(ADA, put("e" + i, ("boat " + i + " ").repeat(50))));
            }
            store.write(SqliteSamples.states(ADA, new StateChange("session/x", 0, Blob.of("About boats"))));
        }
    }

    private static void forget(SqliteStore store) {
        store.erase(ADA, EraseRequest.of(List.of(episode("e" + FORGOTTEN)), List.of("none")), nothing(ADA));
    }

    private void requireReadable(String what) {
        try (SqliteStore store = SqliteStore.open(killed)) {
            assertThat(store.get(ADA, List.of(episode("e" + FORGOTTEN))))
                    .as(what)
                    .isEmpty();
            for (int i = 0; i < ENTRIES; i++) {
                if (i != FORGOTTEN) {
                    assertThat(store.get(ADA, List.of(episode("e" + i))))
                            .as(what)
                            .singleElement()
                            .matches(entry -> entry.body().text().contains("boat"));
                }
            }
            assertThat(store.states(ADA, "session/", null, 1).items())
                    .as(what)
                    .singleElement()
                    .matches(state -> state.bytes().text().equals("About boats"));
        }
    }

    @Test
    void neighbours_of_a_forgotten_entry_stay_readable_whichever_frame_of_the_log_is_damaged() throws IOException {
        try (SqliteStore store = SqliteStore.open(live)) {
            store.write(batch(ADA, put("before", "x")));
            forget(store);
            store.write(batch(ADA, put("after", "x")));
            store.write(batch(ADA, put("later", "x")));
            DamagedLogTest.copy(live, killed);
        }
        byte[] log = Files.readAllBytes(new DatabaseFile(killed).log());
        byte[] database = Files.readAllBytes(killed.resolve(DatabaseFile.NAME));
        assertThat(log).hasSizeGreaterThan(LOG_HEADER + FRAME);
        // In the header of the log, and in the header and the page of each frame.
        for (int at = 0; at < log.length; at += at < LOG_HEADER ? LOG_HEADER / 2 : FRAME / 2) {
            byte[] flipped = log.clone();
            flipped[at] ^= 4;
            Files.write(new DatabaseFile(killed).log(), flipped);
            Files.write(killed.resolve(DatabaseFile.NAME), database);
            requireReadable("byte " + at);
        }
    }

    @Test
    void an_erasure_leaves_an_empty_log() {
        try (SqliteStore store = SqliteStore.open(live)) {
            store.write(batch(ADA, put("before", "x")));
            assertThat(new DatabaseFile(live).log()).isNotEmptyFile();
            forget(store);
            assertThat(new DatabaseFile(live).log()).isEmptyFile();
        }
    }

    @Test
    void an_erasure_does_not_wait_for_a_reader_of_an_old_state() throws SQLException {
        try (SqliteStore store = SqliteStore.open(live);
                SqlConnection reader = new DatabaseFile(live).openToRead()) {
            store.write(batch(ADA, put("before", "x")));
            reader.execute("BEGIN");
            assertThat(reader.number("SELECT count(*) FROM entry")).isEqualTo(ENTRIES + 1);

            forget(store);

            assertThat(store.bytes(1, Duration.ZERO)).isEqualTo(ErasureReceipt.Bytes.GONE);
            assertThat(reader.number("SELECT count(*) FROM entry")).isEqualTo(ENTRIES + 1);
            reader.execute("COMMIT");
            forget(store);
            assertThat(new DatabaseFile(live).log()).isEmptyFile();
        }
    }
}
