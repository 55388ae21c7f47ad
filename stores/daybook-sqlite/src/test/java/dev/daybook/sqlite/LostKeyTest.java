package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static dev.daybook.sqlite.SqliteSamples.put;
import static dev.daybook.sqlite.SqliteSamples.states;
import static dev.daybook.sqlite.SqliteSamples.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.IndexRow;
import dev.daybook.store.StateChange;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Keys that are lost, or erased while others read: what is not erased stays readable, and what is lost is reported. */
class LostKeyTest {

    private static final Scope CY = user("cy");

    @TempDir
    Path folder;

    @TempDir
    Path copy;

    private static EraseRequest one(String id) {
        return EraseRequest.of(List.of(episode(id)), List.of());
    }

    private static List<Finding> failures(SqliteStore store) {
        return store.check(false).findings().stream()
                .filter(finding -> finding.level() == Level.FAIL)
                .toList();
    }

    @Test
    void the_erasure_of_an_entry_with_a_damaged_key_number_erases_no_key_of_another_user() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 0; i < 3; i++) {
                store.write(batch(BOB, put("b" + i, "lake " + i)));
                store.write(batch(ADA, put("a" + i, "boat " + i)));
            }
        }
        RawDatabase.change(
                folder,
                "UPDATE entry SET key_slot = (SELECT key_slot FROM entry WHERE scope = 1 LIMIT 1)"
                        + " WHERE scope = 2 AND position = 2");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThatThrownBy(() -> store.get(ADA, List.of(episode("a1")))).isInstanceOf(StoreException.class);
            assertThat(store.get(ADA, List.of(episode("a2")))).hasSize(1);

            store.erase(ADA, one("a1"), nothing(ADA));

            assertThat(store.get(BOB, List.of(episode("b0"), episode("b1"), episode("b2"))))
                    .hasSize(3);
            assertThat(store.get(ADA, List.of(episode("a0"), episode("a2")))).hasSize(2);
            assertThat(failures(store)).isEmpty();
        }
    }

    /** A log with a flipped bit loses transactions whose keys were erased; the database has the rows of before. */
    private void loseLogWithErasures() throws IOException, SQLException {
        try (SqliteStore store = SqliteStore.open(folder);
                SqlConnection reader = new DatabaseFile(folder).openToRead()) {
            for (int i = 0; i < 3; i++) {
                store.write(batch(ADA, put("a" + i, "boat " + i)));
                store.write(batch(BOB, put("b" + i, "lake " + i)));
            }
            store.write(states(ADA, new StateChange("session/x", 0, Blob.of("About boats"))));
            store.write(batch(CY, put("c", "A mill")));
            store.writer().alone(ErasureScrub::emptyLog);
            // A long read, such as a backup, keeps the erasures in the log.
            reader.execute("BEGIN");
            reader.number("SELECT count(*) FROM entry");
            store.erase(ADA, one("a1"), nothing(ADA));
            store.erase(BOB, EraseRequest.EVERYTHING, nothing(BOB));
            store.write(batch(CY, put("lost", "A pond")));
            store.write(batch(CY, put("lost2", "A pond")));
            DamagedLogTest.copy(folder, copy);
        }
        try (RandomAccessFile log =
                new RandomAccessFile(copy.resolve("daybook.db-wal").toFile(), "rw")) {
            log.seek(32 + 24 + 100);
            int old = log.read();
            log.seek(32 + 24 + 100);
            log.write(old ^ 1);
        }
    }

    @Test
    void a_lost_log_costs_the_groups_of_its_erasures_and_every_scope_can_be_written() throws IOException, SQLException {
        loseLogWithErasures();
        try (SqliteStore store = SqliteStore.open(copy)) {
            assertThatThrownBy(() -> store.get(ADA, List.of(episode("a0"))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("is damaged");
            assertThat(store.rows(ADA, 0, 10).items()).isEmpty();
            assertThat(store.get(CY, List.of(episode("c")))).hasSize(1);

            store.write(batch(ADA, put("new", "A boat")));
            store.write(states(ADA, new StateChange("session/y", 0, Blob.of("About oars"))));
            store.write(batch(CY, put("new", "A mill")));
            store.write(batch(user("dora"), put("new", "A weir")));

            assertThat(store.get(ADA, List.of(episode("new")))).hasSize(1);
            assertThat(store.states(ADA, "session/", null, 10).items()).hasSize(1);
            assertThat(store.heads(Space.DEFAULT, null, 10).items())
                    .extracting(head -> head.scope())
                    .containsExactly(ADA, CY, user("dora"));
            store.erase(ADA, one("a1"), nothing(ADA));
            store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
            store.write(batch(ADA, put("new", "A boat")));
            assertThat(store.get(ADA, List.of(episode("new")))).hasSize(1);
        }
    }

    @Test
    void a_repair_completes_an_erasure_whose_transaction_was_lost() throws IOException, SQLException {
        loseLogWithErasures();
        try (SqliteStore store = SqliteStore.open(copy)) {
            assertThatThrownBy(() -> store.write(batch(BOB, put("new", "A lake"))))
                    .isInstanceOf(StoreException.class);
            assertThat(failures(store)).extracting(Finding::aspect).contains("entries", "scopes");

            store.check(true);

            assertThat(failures(store)).extracting(Finding::aspect).containsExactly("entries", "states");
            assertThat(store.head(BOB).counts()).isEmpty();
            assertThat(store.heads(Space.DEFAULT, null, 10).items())
                    .extracting(head -> head.scope())
                    .containsExactly(ADA, CY);
            store.write(batch(BOB, put("new", "A lake")));
            assertThat(store.get(BOB, List.of(episode("new")))).hasSize(1);

            store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
            assertThat(failures(store)).isEmpty();
        }
    }

    @Test
    void a_key_file_with_fewer_keys_than_the_database_uses_is_refused() throws IOException {
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 0; i < 600; i++) {
                store.write(batch(user("u" + i), put("e", "A boat")));
            }
        }
        Path keys = keyFile(folder);
        byte[] whole = Files.readAllBytes(keys);
        try (RandomAccessFile file = new RandomAccessFile(keys.toFile(), "rw")) {
            file.setLength(16 * 4096 + 8 * 2 * 4096);
        }
        assertThatThrownBy(() -> SqliteStore.open(folder))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("has fewer keys")
                .hasMessageContaining("restore a backup");
        Files.write(keys, whole);
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.get(user("u599"), List.of(episode("e")))).hasSize(1);
        }
    }

    @Test
    void an_entry_that_lost_its_key_hides_no_other_row() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 0; i < 30; i++) {
                store.write(batch(ADA, put("e" + i, "boat " + i)));
            }
        }
        RawDatabase.change(folder, "UPDATE entry SET key_slot = key_slot + 1 WHERE position IN (1, 15)");
        try (SqliteStore store = SqliteStore.open(folder)) {
            List<String> read = new ArrayList<>();
            String cursor = "0";
            while (cursor != null) {
                var page = store.rows(ADA, Long.parseLong(cursor), 10);
                page.items().forEach(row -> read.add(row.key().id()));
                cursor = page.cursor();
            }
            assertThat(read).hasSize(28).doesNotHaveDuplicates().doesNotContain("e0", "e14");
        }
    }

    @Test
    void the_erasure_of_an_entry_alone_in_its_group_with_a_damaged_key_number_erases_its_key() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(BOB, put("b", "A lake")));
            store.write(batch(ADA, put("a", "A boat")));
        }
        int slot = RawDatabase.numbers(folder, "SELECT key_slot >> 16 FROM entry WHERE scope = 2")
                .get(0)
                .intValue();
        RawDatabase.change(folder, "UPDATE entry SET key_slot = key_slot + 1 WHERE scope = 2");
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.erase(ADA, one("a"), nothing(ADA));
            assertThat(store.get(BOB, List.of(episode("b")))).hasSize(1);
        }
        String id = keyFile(folder).getFileName().toString().substring("encryption-keys-".length());
        try (KeyFile keys = KeyFile.open(folder, id, MasterKeys.NONE)) {
            assertThat(keys.key(slot)).isNull();
        }
    }

    @Test
    void a_repair_removes_no_scope_whose_keys_are_lost_with_a_part_of_the_key_file() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 0; i < 5; i++) {
                store.write(batch(user("u" + i), put("e", "boat " + i)));
            }
        }
        Path keys = keyFile(folder);
        byte[] whole = Files.readAllBytes(keys);
        byte[] lost = whole.clone();
        Arrays.fill(lost, 16 * 4096, 16 * 4096 + 9 * 4096, (byte) 0);
        Files.write(keys, lost);
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.check(true);
            assertThat(failures(store)).isNotEmpty();
        }
        Files.write(keys, whole);
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(failures(store)).isEmpty();
            assertThat(store.get(user("u4"), List.of(episode("e")))).hasSize(1);
        }
    }

    @Test
    void a_damaged_number_of_used_keys_is_reported_and_the_store_stays_usable() throws Exception {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "A boat")));
        }
        RawDatabase.change(folder, "UPDATE meta SET value = value + 1 WHERE name = 'key_slots'");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(failures(store)).extracting(Finding::aspect).containsExactly("scopes");
            store.write(batch(BOB, put("b", "A lake")));
            assertThat(store.get(ADA, List.of(episode("a")))).hasSize(1);
            assertThat(store.get(BOB, List.of(episode("b")))).hasSize(1);
        }
    }

    private static Path keyFile(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(KeyFile::isKeyFile).findFirst().orElseThrow();
        }
    }

    @Test
    void reads_and_checks_beside_erasures_neither_fail_nor_miss_an_entry_that_stays() throws Exception {
        int entries = 400;
        int stay = 100;
        ExecutorService executor = Executors.newFixedThreadPool(3);
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (int i = 0; i < entries; i += 100) {
                List<EntryPut> puts = new ArrayList<>();
                for (int j = i; j < i + 100; j++) {
                    puts.add(put("e" + j, "A boat, number " + j));
                }
                store.write(batch(ADA, puts.toArray(EntryPut[]::new)));
            }
            CountDownLatch erased = new CountDownLatch(entries - stay);
            Future<?> erasures = executor.submit(() -> {
                for (int i = stay; i < entries; i++) {
                    store.erase(ADA, one("e" + i), nothing(ADA));
                    erased.countDown();
                }
            });
            Future<Integer> reads = executor.submit(() -> {
                int rows = Integer.MAX_VALUE;
                while (erased.getCount() > 0) {
                    rows = Math.min(rows, store.rows(ADA, 0, entries).items().size());
                }
                return rows;
            });
            Future<List<Finding>> checks = executor.submit(() -> {
                List<Finding> failures = new ArrayList<>();
                while (erased.getCount() > 0) {
                    failures.addAll(failures(store));
                }
                return failures;
            });
            erasures.get();
            assertThat(reads.get()).isGreaterThanOrEqualTo(stay);
            assertThat(checks.get()).isEmpty();
            assertThat(store.rows(ADA, 0, entries).items())
                    .extracting(IndexRow::key)
                    .hasSize(stay);
        } finally {
            executor.shutdownNow();
        }
    }

    /** A folder that is not empty stands for a file that cannot be deleted. */
    @Test
    @Timeout(60)
    void a_scrub_that_fails_leaves_the_bytes_pending_at_the_end_of_the_wait() throws IOException {
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "boat"), put("b", "boat")));
            Path undeletable = Files.createDirectory(folder.resolve("daybook.db-wal.acknowledged-1"));
            Path inside = Files.createFile(undeletable.resolve("x"));

            EraseResult erased = store.erase(ADA, one("a"), nothing(ADA));

            assertThat(store.bytes(erased.number(), Duration.ZERO)).isEqualTo(ErasureReceipt.Bytes.PENDING);
            assertThat(store.bytes(erased.number(), Duration.ofMillis(100))).isEqualTo(ErasureReceipt.Bytes.PENDING);
            Files.delete(inside);
            assertThat(store.bytes(erased.number(), Duration.ofMinutes(1))).isEqualTo(ErasureReceipt.Bytes.GONE);
        }
    }

    @Test
    void the_scratch_of_an_interrupted_restore_is_deleted_at_the_next_opening() throws IOException {
        Path backup = copy.resolve("backup");
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "boat")));
            store.backup(backup);
        }
        Path scratch = folder.resolve("restoring");
        SqliteStore.restore(backup, scratch, false);
        assertThat(scratch.resolve("daybook.db")).exists();
        SqliteStore.open(folder).close();
        assertThat(scratch).doesNotExist();
    }
}
