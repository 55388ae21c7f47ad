package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.error.StoreInUseException;
import dev.daybook.model.Kind;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class OpeningTest {

    @TempDir
    Path temporary;

    @Test
    void the_folder_is_made_for_its_owner_only_and_holds_five_files_at_the_most() throws IOException {
        Path folder = temporary.resolve("new/memory");
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "a boat")));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                    .isEqualTo("rwx------");
            try (var files = Files.list(folder)) {
                assertThat(files)
                        .allSatisfy(
                                file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                                        .isEqualTo("rw-------"));
            }
        }
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString().replaceAll("[0-9a-f]{16}", "ID")))
                    .containsExactlyInAnyOrder("daybook.db", "encryption-keys-ID", "lock", "store");
        }
    }

    @Test
    void a_folder_may_have_a_name_that_is_no_plain_uri() {
        Path folder = temporary.resolve("a b?journal_mode=off&x%20ü'#\"");
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "a boat")));
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.head(ADA).revision()).isEqualTo(1);
            assertThat(folder.resolve("daybook.db")).exists();
        }
    }

    @Test
    void a_second_store_in_this_process_is_refused_and_the_first_keeps_its_lock() throws Exception {
        try (SqliteStore store = SqliteStore.open(temporary)) {
            assertThatThrownBy(() -> SqliteStore.open(temporary.resolve("../" + temporary.getFileName())))
                    .isInstanceOf(StoreInUseException.class)
                    .hasMessageContaining("process " + ProcessHandle.current().pid())
                    .hasMessageContaining("try again");

            OtherProcess other = OtherProcess.start("open", temporary);
            assertThat(other.line())
                    .startsWith("StoreInUseException")
                    .contains("process " + ProcessHandle.current().pid());
            assertThat(store.head(ADA).revision()).isZero();
        }
    }

    @Test
    void a_store_of_another_process_is_refused_until_that_process_ends_even_if_it_is_killed() throws Exception {
        OtherProcess other = OtherProcess.start("open", temporary);
        assertThat(other.line()).isEqualTo("open");

        assertThatThrownBy(() -> SqliteStore.open(temporary))
                .isInstanceOf(StoreInUseException.class)
                .hasMessageContaining("process " + other.pid());

        other.kill();
        SqliteStore.open(temporary).close();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_killed_owner_whose_parent_never_waits_for_it_holds_the_folder_no_longer() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; exec cat").start();
        try (BufferedReader out = parent.inputReader();
                BufferedWriter in = parent.outputWriter()) {
            long pid = Long.parseLong(out.readLine());
            ProcessHandle owner = ProcessHandle.of(pid).orElseThrow();
            in.write("the parent is cat now\n");
            in.flush();
            assertThat(out.readLine()).isEqualTo("the parent is cat now");
            Instant start = owner.info().startInstant().orElseThrow();
            Files.writeString(temporary.resolve("lock"), pid + "\n" + start + "\nprogram\n");
            assertThatThrownBy(() -> SqliteStore.open(temporary)).hasMessageContaining("process " + pid);

            owner.destroyForcibly();
            while (!Files.readString(Path.of("/proc", String.valueOf(pid), "stat"))
                    .contains(") Z ")) {
                Thread.onSpinWait();
            }

            SqliteStore.open(temporary).close();
            assertThat(owner.isAlive()).isTrue();
        } finally {
            parent.descendants().forEach(ProcessHandle::destroyForcibly);
            parent.destroyForcibly();
        }
    }

    @Test
    void a_lock_that_was_lost_by_reading_its_file_does_not_let_a_second_process_in() throws Exception {
        try (SqliteStore store = SqliteStore.open(temporary)) {
            assertThat(Files.readString(temporary.resolve("lock")))
                    .startsWith(ProcessHandle.current().pid() + "\n");

            assertThat(OtherProcess.start("open", temporary).line()).startsWith("StoreInUseException");
            assertThat(store.head(ADA).revision()).isZero();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_disk_too_full_for_the_owners_name_does_not_prevent_opening() throws IOException {
        // Every write to this device fails for want of space.
        Files.createSymbolicLink(temporary.resolve("lock"), Path.of("/dev/full"));
        try (SqliteStore store = SqliteStore.open(temporary)) {
            assertThat(store.write(batch(ADA, put("a", "a boat"))).revision()).isEqualTo(1);
            assertThatThrownBy(() -> SqliteStore.open(temporary))
                    .isInstanceOf(StoreInUseException.class)
                    .hasMessageContaining("which is this one; use its daybook, or close that first");
        }
    }

    @Test
    void a_folder_that_cannot_be_locked_is_refused() throws IOException {
        Files.createDirectory(temporary.resolve("lock"));
        assertThatThrownBy(() -> SqliteStore.open(temporary))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("cannot be locked")
                .hasMessageNotContaining("right to");
    }

    @Test
    void a_file_in_place_of_the_folder_is_refused() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "x");
        assertThatThrownBy(() -> SqliteStore.open(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("name a folder");
        assertThatThrownBy(() -> SqliteStore.open(file.resolve("below"))).isInstanceOf(StoreException.class);
        assertThat(file).hasContent("x");
    }

    @Test
    void a_file_that_is_no_store_is_refused_unchanged_and_unlocked() throws Exception {
        Path file = Files.writeString(temporary.resolve("daybook.db"), "These are my notes.".repeat(500));
        String before = Files.readString(file);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> SqliteStore.open(temporary))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("not a Daybook store");
        }
        assertThat(file).hasContent(before);

        Files.delete(file);
        Files.createDirectory(file);
        assertThatThrownBy(() -> SqliteStore.open(temporary)).isInstanceOf(StoreException.class);
        Files.delete(file);
        SqliteStore.open(temporary).close();
    }

    @Test
    void an_sqlite_file_of_another_program_is_refused_and_left_as_it_was() throws Exception {
        RawDatabase.change(temporary, "CREATE TABLE theirs (x)");
        byte[] before = Files.readAllBytes(temporary.resolve("daybook.db"));

        assertThatThrownBy(() -> SqliteStore.open(temporary))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("another program");
        assertThat(temporary.resolve("daybook.db")).hasBinaryContent(before);
    }

    @Test
    void a_newer_layout_is_refused_and_left_as_it_was() throws Exception {
        SqliteStore.open(temporary).close();
        RawDatabase.change(temporary, "PRAGMA user_version = 99");
        byte[] before = Files.readAllBytes(temporary.resolve("daybook.db"));

        assertThatThrownBy(() -> SqliteStore.open(temporary))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("layout 99")
                .hasMessageContaining("use the Daybook that wrote it");
        assertThat(temporary.resolve("daybook.db")).hasBinaryContent(before);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_store_whose_file_is_missing_or_empty_is_refused_until_its_mark_is_deleted(boolean missing)
            throws IOException {
        fill();
        Path file = temporary.resolve("daybook.db");
        if (missing) {
            Files.delete(file);
        } else {
            Files.write(file, new byte[0]);
        }
        assertThatThrownBy(() -> SqliteStore.open(temporary))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("daybook.db is " + (missing ? "missing" : "empty"))
                .hasMessageContaining("restore a backup, or delete");
        assertThat(Files.exists(file)).isEqualTo(!missing);

        Files.delete(temporary.resolve("store"));
        try (SqliteStore store = SqliteStore.open(temporary)) {
            assertThat(store.head(ADA).revision()).isZero();
        }
    }

    @Test
    void a_folder_from_before_the_mark_gets_it_and_is_refused_too_if_only_a_log_is_left() throws IOException {
        fill();
        Files.delete(temporary.resolve("store"));
        SqliteStore.open(temporary).close();
        assertThat(temporary.resolve("store")).isNotEmptyFile();

        Files.delete(temporary.resolve("store"));
        Files.delete(temporary.resolve("daybook.db"));
        Path log = Files.write(temporary.resolve("daybook.db-wal"), new byte[5_000]);
        assertThatThrownBy(() -> SqliteStore.open(temporary))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("daybook.db-wal");
        assertThat(log).hasSize(5_000);
    }

    @Test
    void an_interrupted_thread_that_closes_lets_go_of_everything_and_stays_interrupted() throws IOException {
        SqliteStore store = SqliteStore.open(temporary);
        store.write(batch(ADA, put("a", "a boat")));
        Thread.currentThread().interrupt();
        store.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(temporary.resolve("lock")).isEmptyFile();
        assertThat(temporary.resolve("daybook.db-wal")).doesNotExist();
    }

    @Test
    void an_interrupted_thread_can_make_a_backup() {
        Path backup = temporary.resolve("backup");
        try (SqliteStore store = SqliteStore.open(temporary.resolve("memory"))) {
            Thread.currentThread().interrupt();
            store.backup(backup);
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(backup).isNotEmptyFile();
    }

    @Test
    void a_failure_of_a_new_file_is_no_damage_and_asks_for_no_backup() {
        assertThat(SqliteFailures.ofNewFile(
                        temporary, new SQLiteException("malformed", SQLiteErrorCode.SQLITE_CORRUPT)))
                .hasMessageContaining("could not be created")
                .hasMessageNotContaining("backup");
        assertThat(SqliteFailures.ofNewFile(temporary, new SQLiteException("full", SQLiteErrorCode.SQLITE_FULL)))
                .hasMessageContaining("disk full");
    }

    @Test
    void an_empty_file_is_a_new_store() throws IOException {
        Files.createFile(temporary.resolve("daybook.db"));
        try (SqliteStore store = SqliteStore.open(temporary)) {
            assertThat(store.write(batch(ADA, put("a", "a boat"))).revision()).isEqualTo(1);
        }
    }

    @Test
    void an_interrupted_thread_can_open_and_stays_interrupted() throws SQLException {
        Thread.currentThread().interrupt();
        SqliteStore.open(temporary).close();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_file_cut_short_is_damage_not_a_smaller_memory() throws IOException {
        fill();
        try (FileChannel file =
                FileChannel.open(temporary.resolve("daybook.db"), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.truncate(file.size() / 2);
        }
        assertThatThrownBy(this::readAll)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("daybook.db is damaged")
                .hasMessageContaining("restore a backup");
    }

    @Test
    void a_flipped_bit_is_damage_or_harmless_but_never_another_text() throws IOException {
        fill();
        Path file = temporary.resolve("daybook.db");
        byte[] sound = Files.readAllBytes(file);
        int damages = 0;
        for (int at = 0; at < sound.length; at += 211) {
            flip(file, sound, at);
            try {
                readAll();
            } catch (StoreException e) {
                damages++;
            }
            Files.write(file, sound);
        }
        assertThat(damages).isPositive();
    }

    private static void flip(Path file, byte[] sound, int at) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {(byte) (sound[at] ^ 1 << at % 8)}), at);
        }
    }

    private static final int ENTRIES = 40;

    private void fill() {
        try (SqliteStore store = SqliteStore.open(temporary)) {
            for (int i = 0; i < ENTRIES; i++) {
                store.write(batch(ADA, put("e" + i, text(i))));
            }
        }
    }

    private static String text(int i) {
        return ("The boat number " + i + " lies in the harbour. ").repeat(10);
    }

    /** Everything as it was written, or an exception. */
    private void readAll() {
        try (SqliteStore store = SqliteStore.open(temporary)) {
            var entries = store.scan(ADA, EntryScan.of(Kind.EPISODE)).items();
            var rows = store.rows(ADA, 0, 1_000).items();
            assertThat(entries).hasSize(ENTRIES);
            assertThat(rows).hasSize(ENTRIES);
            for (int i = 0; i < ENTRIES; i++) {
                assertThat(entries.get(i).body().text()).isEqualTo(text(i));
                assertThat(entries.get(i).key()).isEqualTo(SqliteSamples.episode("e" + i));
            }
            // One that was damaged is made again without its sidecars, and stands last.
            assertThat(rows)
                    .extracting(row -> row.key().id())
                    .containsExactlyInAnyOrderElementsOf(
                            entries.stream().map(entry -> entry.key().id()).toList());
            assertThat(rows)
                    .extracting(IndexRow::sidecars)
                    .allMatch(each -> each.isEmpty() || each.equals(SqliteSamples.TERMS));
        }
    }
}
