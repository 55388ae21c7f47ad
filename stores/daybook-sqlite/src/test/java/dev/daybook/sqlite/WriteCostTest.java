package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.NOON;
import static dev.daybook.sqlite.SqliteSamples.audit;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.WriteBatch;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
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
    void the_log_of_a_large_batch_is_truncated_when_it_begins_again() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            write(store, ADA, 0, 5_000);
            assertThat(logBytes()).isGreaterThan(9_000_000L);

            write(store, BOB, 0, 1);

            assertThat(logBytes()).isLessThanOrEqualTo(8_192_000L);
        }
    }

    @Test
    void a_write_of_an_entry_runs_nine_statements() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            write(store, ADA, 0, 1);
            long before = store.writer().alone(SqlConnection::runs);

            write(store, ADA, 1, 1);

            // Begin and commit; the scope, the entry, its key and the last audit entry; the new entry, its audit entry
            // and
            // the scope.
            assertThat(store.writer().alone(SqlConnection::runs) - before).isEqualTo(9);
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
        // After the commit of an erasure its log is moved into the database, so it is measured before.
        AtomicLong log = new AtomicLong();
        try (SqliteStore store = SqliteStore.open(folder, sql -> {
            sql.update("COMMIT");
            log.set(logBytes());
        })) {
            write(store, ADA, 0, 100);
            write(store, BOB, 0, 100);
            long before = log.get();
            store.erase(ADA, EraseRequest.of(List.of(episode("e50")), List.of()), nothing(ADA));
            long ofOne = log.get() - before;
            store.erase(BOB, EraseRequest.EVERYTHING, nothing(BOB));
            long ofAll = log.get();

            // One encrypts the 63 neighbours again, the other clears the pages of 100 entries.
            assertThat(ofOne).isBetween(100_000L, 400_000L);
            assertThat(ofAll).isBetween(10_000L, 600_000L);
        }
    }

    /** Returns the file calls of {@link CountedErasures}. */
    private List<FileCall> erasures(String what) throws Exception {
        FileCalls.assumePossible();
        Path work = Files.createDirectory(folder.resolveSibling(folder.getFileName() + "-work"));
        Process eraser = FileCalls.start(
                CountedErasures.class, folder, work, true, folder.toRealPath().toString(), what);
        assertThat(eraser.waitFor()).isZero();

        List<FileCall> calls = FileCall.readAll(FileCalls.trace(work));
        return calls.subList(place(calls, "begin"), place(calls, "end"));
    }

    @Test
    void an_erasure_of_a_whole_scope_takes_two_flushes_and_writes_nothing_to_the_database() throws Exception {
        List<FileCall> ofErasures = erasures(CountedErasures.WHOLE);

        // The commit, then the key file; the first one has the header of the log, too.
        assertThat(ofErasures)
                .filteredOn(call -> call.kind() == FileCall.Kind.SYNC && isOfStore(call))
                .hasSizeLessThanOrEqualTo(2 * CountedErasures.ERASURES + 1);
        assertThat(bytes(ofErasures, DatabaseFile.NAME)).isZero();
    }

    @Test
    void an_erasure_takes_five_flushes_and_writes_the_pages_of_the_log_once_to_the_database() throws Exception {
        List<FileCall> ofErasures = erasures("entry");

        // Of the log: its new header, the commit, and before the pages are copied; then the database, then the key
        // file.
        assertThat(ofErasures)
                .filteredOn(call -> call.kind() == FileCall.Kind.SYNC && isOfStore(call))
                .hasSizeLessThanOrEqualTo(5 * CountedErasures.ERASURES);
        assertThat(bytes(ofErasures, DatabaseFile.NAME)).isPositive();
        assertThat(bytes(ofErasures, DatabaseFile.NAME)).isLessThan(bytes(ofErasures, DatabaseFile.NAME + "-wal"));
    }

    private static boolean isOfStore(FileCall call) {
        Path name = Path.of(call.path()).getFileName();
        return name.toString().startsWith(DatabaseFile.NAME) || KeyFile.isKeyFile(name);
    }

    private static long bytes(List<FileCall> calls, String name) {
        return calls.stream()
                .filter(call ->
                        call.kind() == FileCall.Kind.WRITE && call.path().endsWith("/" + name))
                .mapToLong(call -> call.data().length)
                .sum();
    }

    private static int place(List<FileCall> calls, String name) {
        return IntStream.range(0, calls.size())
                .filter(i -> calls.get(i).kind() == FileCall.Kind.CREATE
                        && calls.get(i).path().endsWith("/" + name))
                .findFirst()
                .orElseThrow();
    }
}
