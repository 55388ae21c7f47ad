package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.error.StoreInUseException;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.HealthReport;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.StateChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class DatabaseBackupTest {

    /** Backups during writes; {@code .ci/nightly} asks for 100. */
    private static final int BACKUPS = Integer.getInteger("daybook.backups", 5);

    private static final int WRITES_OF_ROUND = 20;

    private static final int WRITES_AHEAD = 200;

    @TempDir
    Path temporary;

    private Path folder;
    private Path file;
    private Path other;

    @BeforeEach
    void names() {
        folder = temporary.resolve("memory");
        file = temporary.resolve("copy.db");
        other = temporary.resolve("other");
    }

    @Test
    void the_keys_of_a_backup_read_nothing_that_is_written_after_it() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("before", "A boat")));
            store.write(SqliteSamples.states(ADA, new StateChange("session/x", 0, Blob.of("About boats"))));
            store.backup(file);
            store.write(batch(ADA, put("after", "A lake")));
            store.write(batch(ADA, put("later", "A lake")));
            store.write(SqliteSamples.states(ADA, new StateChange("session/y", 0, Blob.of("About lakes"))));
            store.write(batch(BOB, put("b", "A mill")));
        }
        Path copy = Files.copy(file, temporary.resolve("keys"));
        byte[] keys = Objects.requireNonNull(BackupKeys.detach(copy)).keys("it", "id", MasterKeys.NONE);
        List<Long> slots = new ArrayList<>(RawDatabase.numbers(
                folder, "SELECT DISTINCT key_slot >> 16 FROM entry WHERE position > 1 OR scope > 1"));
        assertThat(slots).as("one key for the writes after the backup").hasSize(2);
        slots.addAll(RawDatabase.numbers(folder, "SELECT state_key FROM scope WHERE state_key > 0"));
        slots.addAll(RawDatabase.numbers(folder, "SELECT name_key FROM scope WHERE number = 2"));
        assertThat(slots)
                .hasSize(4)
                .allSatisfy(slot -> assertThat(KeyFile.copyKey(slot.intValue(), keys, new byte[keys.length]))
                        .isFalse());
        assertThat(SqliteStore.restore(file, other, false).ok()).isTrue();
        try (SqliteStore store = SqliteStore.open(other)) {
            assertThat(store.get(ADA, List.of(episode("before")))).hasSize(1);
            assertThat(store.states(ADA, "session/", null, 9).items()).hasSize(1);
            store.write(batch(ADA, put("new", "A pond")));
        }
    }

    @Test
    void writes_acknowledged_before_a_backup_are_there_after_its_restore() throws Exception {
        int writers = 4;
        List<AtomicInteger> acknowledged =
                IntStream.range(0, writers).mapToObj(i -> new AtomicInteger()).toList();
        AtomicBoolean enough = new AtomicBoolean();
        // The writers may be so far ahead of the rounds: they write during each backup, and fill no disk in a hundred.
        AtomicInteger permitted = new AtomicInteger();
        int during = 0;
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try (SqliteStore store = SqliteStore.open(folder)) {
            List<Future<?>> writing = IntStream.range(0, writers)
                    .<Future<?>>mapToObj(i -> threads.submit(() -> {
                        while (!enough.get()) {
                            int next = acknowledged.get(i).get() + 1;
                            if (next > permitted.get()) {
                                Thread.onSpinWait();
                                continue;
                            }
                            store.write(
                                    batch(writer(i), put("e" + next, "Text " + next + " of a writer. ".repeat(40))));
                            acknowledged.get(i).set(next);
                        }
                    }))
                    .toList();
            for (int round = 0; round < BACKUPS; round++) {
                Path copy = temporary.resolve("copy" + round + ".db");
                permitted.set(WRITES_OF_ROUND * (round + 1) + WRITES_AHEAD);
                while (acknowledged.stream().mapToInt(AtomicInteger::get).min().orElseThrow()
                        < WRITES_OF_ROUND * (round + 1)) {
                    Thread.onSpinWait();
                }
                List<Integer> before =
                        acknowledged.stream().map(AtomicInteger::get).toList();

                store.backup(copy);

                during += acknowledged.stream().mapToInt(AtomicInteger::get).sum()
                        - before.stream().mapToInt(each -> each).sum();
                Path restored = temporary.resolve("restored" + round);
                assertThat(SqliteStore.restore(copy, restored, false).ok()).isTrue();
                try (SqliteStore again = SqliteStore.open(restored)) {
                    for (int i = 0; i < writers; i++) {
                        List<EntryKey> keys = IntStream.rangeClosed(1, before.get(i))
                                .mapToObj(n -> episode("e" + n))
                                .toList();
                        assertThat(again.get(writer(i), keys)).hasSameSizeAs(keys);
                        // Whole batches, without a gap.
                        long entries = again.head(writer(i)).counts().getOrDefault(Kind.EPISODE, 0L);
                        assertThat(again.get(writer(i), List.of(episode("e" + entries))))
                                .hasSize(1);
                    }
                }
            }
            enough.set(true);
            for (Future<?> each : writing) {
                each.get();
            }
            assertThat(during).as("writes during the backups").isPositive();
        } finally {
            enough.set(true);
            threads.shutdownNow();
        }
    }

    private static Scope writer(int number) {
        return SqliteSamples.user("writer" + number);
    }

    @Test
    void an_erased_entry_is_in_no_backup_and_no_key_of_it_either() throws IOException {
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 0; i < 200; i++) {
                store.write(batch(ADA, put("e" + i, "The quokka of number " + i + " sleeps.")));
            }
            List<EntryKey> gone =
                    IntStream.range(0, 100).mapToObj(i -> episode("e" + 2 * i)).toList();
            store.erase(ADA, EraseRequest.of(gone, List.of()), nothing(ADA));

            store.backup(file);
        }
        assertThat(SqliteStore.restore(file, other, false).ok()).isTrue();
        try (SqliteStore store = SqliteStore.open(other)) {
            assertThat(store.head(ADA).counts()).containsEntry(Kind.EPISODE, 100L);
            StringBuilder texts = new StringBuilder();
            store.decrypt(record -> texts.append(new String(record, StandardCharsets.ISO_8859_1)));
            assertThat(texts.toString()).contains("number 1 sleeps", "number 199 sleeps");
            assertThat(texts.toString()).doesNotContain("number 0 sleeps", "number 100 sleeps", "number 198 sleeps");
        }
    }

    @Test
    void an_entry_that_is_erased_after_a_backup_is_readable_in_the_backup_alone() {
        backup();
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
        }
        assertThat(SqliteStore.restore(file, other, false).ok()).isTrue();
        assertThat(texts(other, "e1")).isEqualTo(1);
        assertThat(texts(folder, "e1")).isZero();
    }

    @Test
    void a_database_that_was_copied_without_its_keys_is_refused() throws IOException {
        backup();
        Files.createDirectories(temporary.resolve("alone"));
        Path alone = Files.copy(folder.resolve("daybook.db"), temporary.resolve("alone/daybook.db"));

        assertThatThrownBy(() -> SqliteStore.restore(alone, other, false))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("encryption-keys-")
                .hasMessageContaining("is missing");
        assertThatThrownBy(() -> SqliteStore.open(temporary.resolve("alone")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("put that file back, or restore a backup");
        assertThat(other).doesNotExist();
    }

    @Test
    void a_process_that_is_killed_in_the_middle_leaves_no_backup() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 0; i < 20; i++) {
                int from = i * 100;
                store.write(batch(
                        ADA,
                        IntStream.range(from, from + 100)
                                .mapToObj(n -> put("e" + n, ("A long text " + n + ". ").repeat(1_000)))
                                .toArray(EntryPut[]::new)));
            }
        }
        Path unfinished = temporary.resolve("copy.db.unfinished");
        boolean inTheMiddle = false;
        for (int attempt = 0; attempt < 20 && !inTheMiddle; attempt++) {
            Files.deleteIfExists(file);
            OtherProcess process = OtherProcess.start("backup " + file, folder);
            assertThat(process.line()).isEqualTo("open");
            while (unfinished.toFile().length() == 0 && !Files.exists(file)) {
                Thread.onSpinWait();
            }
            process.kill();
            inTheMiddle = Files.exists(unfinished) && Files.size(unfinished) > 0;
            assertThat(Files.exists(file)).isNotEqualTo(Files.exists(unfinished));
        }
        assertThat(inTheMiddle).isTrue();
        assertThat(file).doesNotExist();

        // The temporary file may contain entries that are forgotten later.
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(unfinished).doesNotExist();
            store.backup(file);
        }
        assertThat(unfinished).doesNotExist();
        assertThat(SqliteStore.restore(file, other, false).ok()).isTrue();
    }

    @Test
    void an_unfinished_backup_leaves_no_journal_behind() throws IOException {
        Path journal = temporary.resolve("copy.db.unfinished-journal");
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("e1", "A boat")));
            Files.writeString(journal, "of a backup that met a full disk");
            store.backup(file);
            assertThat(journal).doesNotExist();
        }
        Files.writeString(
                folder.resolve("backup.unfinished"),
                temporary.resolve("copy.db.unfinished").toString());
        Files.writeString(temporary.resolve("copy.db.unfinished"), "half");
        Files.writeString(journal, "of a backup that was killed");
        SqliteStore.open(folder).close();

        assertThat(temporary.toFile().list()).containsExactlyInAnyOrder("memory", "copy.db");
    }

    @Test
    void a_backup_that_was_cut_short_is_named_with_its_problem() throws IOException {
        backup();
        byte[] whole = Files.readAllBytes(file);
        for (int length : new int[] {whole.length - 1, whole.length - 50, whole.length / 2, 3_000, 0}) {
            Path cut = temporary.resolve("cut.db");
            Files.write(cut, Arrays.copyOf(whole, length));

            assertThatThrownBy(() -> {
                        HealthReport health = SqliteStore.restore(cut, other, false);
                        assertThat(health.ok())
                                .as("%s of %s bytes", length, whole.length)
                                .isFalse();
                        throw new StoreException(health.toString());
                    })
                    .as("%s of %s bytes", length, whole.length)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("cut.db")
                    .hasMessageNotContaining("cut.db/")
                    .hasMessageNotContaining("restoring");
            assertThat(other).doesNotExist();
        }
    }

    @Test
    void a_backup_takes_the_place_of_nothing() throws IOException {
        Files.writeString(file, "mine");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThatThrownBy(() -> store.backup(file))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("copy.db, which exists already; name another");
            assertThatThrownBy(() -> store.backup(temporary.resolve("none/copy.db")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("whose folder does not exist");
        }
        assertThat(file).hasContent("mine");
    }

    @Test
    void a_damaged_backup_changes_nothing() throws IOException {
        backup();
        byte[] bytes = Files.readAllBytes(file);
        for (int at = bytes.length / 2; at < bytes.length / 2 + 5_000; at++) {
            bytes[at] ^= 0x55;
        }
        Files.write(file, bytes);

        assertThat(restored(other)).isFalse();
        assertThat(other).doesNotExist();

        try (SqliteStore store = SqliteStore.open(other)) {
            store.write(batch(ADA, put("mine", "The kettle is blue.")));
        }
        assertThat(restored(other)).isFalse();
        assertThat(texts(other, "mine")).isEqualTo(1);
    }

    private boolean restored(Path into) {
        try {
            return SqliteStore.restore(file, into, true).ok();
        } catch (StoreException damaged) {
            return false;
        }
    }

    @Test
    void a_file_that_is_no_backup_is_refused() throws IOException {
        Files.writeString(
                file, "A diary that somebody keeps in a plain file, long enough to be read as one. ".repeat(9));

        assertThatThrownBy(() -> SqliteStore.restore(file, other, false))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("not a Daybook store");
        assertThatThrownBy(() -> SqliteStore.restore(temporary.resolve("none"), other, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("which is not a file");
        assertThat(other).doesNotExist();
    }

    @Test
    void a_folder_with_content_is_replaced_only_on_request() throws IOException {
        backup();
        try (SqliteStore store = SqliteStore.open(other)) {
            store.write(batch(ADA, put("mine", "The kettle is blue.")));
            assertThatThrownBy(() -> SqliteStore.restore(file, other, true)).isInstanceOf(StoreInUseException.class);
        }
        assertThatThrownBy(() -> SqliteStore.restore(file, other, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--replace");
        assertThat(texts(other, "mine")).isEqualTo(1);

        assertThat(SqliteStore.restore(file, other, true).ok()).isTrue();

        assertThat(texts(other, "mine")).isZero();
        assertThat(texts(other, "e1")).isEqualTo(1);
        assertThat(files(other)).containsExactlyInAnyOrder("daybook.db", "encryption-keys-ID", "lock", "store");
    }

    /** A killed process leaves its last writes in the log only, which must not be replayed over the backup. */
    @Test
    void the_log_of_the_store_that_was_there_does_not_come_through() throws Exception {
        backup();
        OtherProcess process = OtherProcess.start("write", other);
        for (int i = 0; i < 50; i++) {
            process.line();
        }
        process.kill();
        assertThat(other.resolve("daybook.db-wal")).isNotEmptyFile();

        assertThat(SqliteStore.restore(file, other, true).ok()).isTrue();

        try (SqliteStore store = SqliteStore.open(other)) {
            assertThat(store.head(ADA).counts()).containsEntry(Kind.EPISODE, 3L);
            assertThat(store.check(false).ok()).isTrue();
        }
    }

    @Test
    void the_keys_of_a_folder_stay() throws IOException {
        backup();
        Files.createDirectories(other);
        Files.writeString(other.resolve("keys.json"), "keys");

        assertThat(SqliteStore.restore(file, other, false).ok()).isTrue();

        assertThat(other.resolve("keys.json")).hasContent("keys");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_store_without_entries_is_restored_and_opened_again(boolean withMasterKey) {
        byte[] key = new byte[32];
        key[0] = 1;
        MasterKeys masters = withMasterKey ? new MasterKeys(MasterKey.of(key), null, null) : MasterKeys.NONE;
        try (SqliteStore store = SqliteStore.open(folder, masters)) {
            store.backup(file);
        }
        assertThat(SqliteStore.restore(file, other, false, masters).ok()).isTrue();
        for (int opening = 0; opening < 2; opening++) {
            try (SqliteStore store = SqliteStore.open(other, masters)) {
                store.write(batch(ADA, put("e" + opening, "A text.")));
                assertThat(store.check(false).ok()).isTrue();
                store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
            }
        }
    }

    @Test
    void a_restored_store_whose_scopes_are_all_erased_is_opened_again() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("e1", "A text.")));
            store.backup(file);
        }
        assertThat(SqliteStore.restore(file, other, false).ok()).isTrue();
        for (int opening = 0; opening < 2; opening++) {
            try (SqliteStore store = SqliteStore.open(other)) {
                store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
                assertThat(store.check(false).ok()).isTrue();
            }
        }
    }

    private void backup() {
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 1; i <= 3; i++) {
                store.write(batch(ADA, put("e" + i, ("Text " + i + " is long. ").repeat(2_000))));
            }
            store.backup(file);
        }
    }

    private static int texts(Path folder, String id) {
        try (SqliteStore store = SqliteStore.open(folder)) {
            return store.get(ADA, List.of(episode(id))).size();
        }
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString().replaceAll("[0-9a-f]{16}", "ID"))
                    .toList();
        }
    }

    @Test
    void a_backup_with_a_foreign_trigger_is_not_put_in_place() throws Exception {
        Path folder = temporary.resolve("memory");
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "a boat")));
        }
        RawDatabase.change(
                folder,
                "CREATE TABLE kept (x)",
                "CREATE TRIGGER keep AFTER INSERT ON entry BEGIN INSERT INTO kept VALUES (new.content); END");
        Path restored = temporary.resolve("restored");

        assertThat(SqliteStore.restore(folder.resolve("daybook.db"), restored, false)
                        .findings())
                .anySatisfy(finding -> {
                    assertThat(finding.aspect()).isEqualTo("schema");
                    assertThat(finding.detail()).contains("the table kept is foreign", "the trigger keep is foreign");
                });
        assertThat(restored.resolve("daybook.db")).doesNotExist();
    }
}
