package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.NOON;
import static dev.daybook.sqlite.SqliteSamples.audit;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.data.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.WriteBatch;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts the bytes that writes and erasures add to the log of a store with 4,000 entries of others. */
class WriteCostTest {

    private static final int TEXT = 800;
    private static final int VECTOR = 384 * Float.BYTES;

    private final Random random = new Random(1);

    @TempDir
    Path folder;

    @BeforeEach
    void fill() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int user = 0; user < 40; user++) {
                write(store, SqliteSamples.user("user" + user), user * 100, 100);
            }
        }
    }

    private void write(SqliteStore store, Scope scope, int first, int count) {
        List<EntryPut> puts = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            puts.add(exchange("e" + i));
        }
        store.write(new WriteBatch(scope, "op", puts, List.of(), List.of(), audit("remember")));
    }

    /** Returns an exchange of 800 bytes with a given vector, which is in the body and in a sidecar. */
    private EntryPut exchange(String id) {
        byte[] text = new byte[TEXT];
        byte[] vector = new byte[VECTOR];
        random.nextBytes(text);
        random.nextBytes(vector);
        return new EntryPut(
                episode(id),
                "s",
                NOON,
                NOON,
                EntryPut.LIVE,
                Blob.of(ByteBuffer.allocate(TEXT + VECTOR).put(text).put(vector).array()),
                Map.of(
                        "terms/en-1", Blob.of(new byte[600]),
                        "vector/x",
                                Blob.of(ByteBuffer.allocate(VECTOR + 4)
                                        .put(vector)
                                        .array())),
                0);
    }

    private long logBytes() {
        return new DatabaseFile(folder).log().toFile().length();
    }

    @Test
    void a_write_adds_at_most_sixteen_kilobytes_to_the_log() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            long before = logBytes();
            for (int i = 0; i < 20; i++) {
                write(store, SqliteSamples.user("user" + i), 10_000 + i, 1);
            }
            assertThat((logBytes() - before) / 20).isBetween(4_000L, 16_000L);
        }
    }

    @Test
    void an_entry_with_a_given_vector_takes_at_most_its_bytes_and_a_quarter() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.size() / 4_000).isBetween((long) TEXT + VECTOR, (TEXT + 600 + VECTOR) * 5L / 4);
        }
    }

    @Test
    void the_cost_of_an_erasure_does_not_depend_on_the_entries_of_others() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            write(store, ADA, 0, 100);
            write(store, BOB, 0, 100);
            long before = logBytes();
            store.erase(ADA, EraseRequest.of(List.of(episode("e50")), List.of()), nothing(ADA));
            long ofOne = logBytes() - before;
            store.erase(BOB, EraseRequest.EVERYTHING, nothing(BOB));
            long ofAll = logBytes() - before - ofOne;

            // One encrypts the 63 neighbours again, the other clears the pages of 100 entries.
            assertThat(ofOne).isLessThan(400_000);
            assertThat(ofAll).isLessThan(600_000);
        }
    }
}
