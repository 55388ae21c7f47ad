package dev.daybook.sqlite;

import static dev.daybook.sqlite.OldKeysTest.CY;
import static dev.daybook.sqlite.OldRecordPassTest.everything;
import static dev.daybook.sqlite.OldRecordPassTest.finish;
import static dev.daybook.sqlite.OldRecordPassTest.keys;
import static dev.daybook.sqlite.OldRecordPassTest.open;
import static dev.daybook.sqlite.OldRecordPassTest.remaining;
import static dev.daybook.sqlite.OldRecordPassTest.requireDestroyed;
import static dev.daybook.sqlite.OldRecordPassTest.slots;
import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static dev.daybook.sqlite.SqliteSamples.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.DamagedLogs;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.MovedKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.internal.sqlite.table.OldFormStore;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage of the database, of its pages and of the list of keys, in the pass over old records. */
class DamagedOldRecordsTest {

    @TempDir
    Path temporary;

    @TempDir
    Path killed;

    @BeforeEach
    void unpack() throws IOException {
        OldKeysTest.unpack(temporary);
    }

    private Path folder(String form) {
        return temporary.resolve(form).resolve("data");
    }

    /** Whole pages of a cold part of the database cannot be read; the rest moves, and the store is written as before. */
    @Test
    void records_on_unreadable_pages_are_left_and_named_and_the_others_move() throws Exception {
        Path folder = temporary.resolve("large");
        List<EntryPut> puts = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            puts.add(put("e" + i, ("boat number " + i + " ").repeat(i == 150 ? 2000 : 40)));
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, puts.toArray(EntryPut[]::new)));
        }
        OldFormStore.make(folder);
        damagePages(folder);
        try (LoggedWarnings log = new LoggedWarnings(OldRecordPass.class);
                SqliteStore store = SqliteStore.open(folder)) {
            store.moving().bounds(new OldRecordPass.Bounds(20, 8_000, 20_000));
            for (int steps = 0; store.moving().isNeeded(); steps++) {
                assertThat(steps).isLessThan(200);
                store.moving().step(store.writer());
            }
            assertThat(log.with("the entry at position 151 of scope 1")).hasSize(1);
            assertThat(log.with("have moved to keys of 256 bits")).hasSize(1);
            store.write(batch(BOB, put("b", "a new lake")));
            List<Integer> remaining = IntStream.rangeClosed(1, 300)
                    .filter(position -> !isMoved(store, position))
                    .boxed()
                    .toList();
            // The entries of the groups of the damaged leaf, and the one with the damaged long content.
            assertThat(remaining).contains(151).hasSizeBetween(2, 1 + 2 * 64);
            assertThat(remaining).allMatch(position -> position == 151 || position < 128);
        }
    }

    /** Damages a leaf of the entries and a page of the long content of one of them. */
    private static void damagePages(Path folder) throws Exception {
        Path file = folder.resolve("daybook.db");
        int size = RawDatabase.numbers(folder, "PRAGMA page_size").get(0).intValue();
        String pages = "SELECT pageno FROM dbstat WHERE name = 'entry' AND pagetype = ";
        List<Long> leaves = RawDatabase.numbers(folder, pages + "'leaf' ORDER BY path");
        List<Long> overflow = RawDatabase.numbers(folder, pages + "'overflow' ORDER BY path");
        byte[] bytes = Files.readAllBytes(file);
        for (long page : List.of(leaves.get(leaves.size() / 4), overflow.get(0))) {
            int at = (int) (page - 1) * size;
            Arrays.fill(bytes, at, at + size, (byte) 0x55);
        }
        Files.write(file, bytes);
    }

    private static boolean isMoved(SqliteStore store, int position) {
        try {
            return store.writer().alone(sql -> {
                long slot = sql.number("SELECT key_slot >> 16 FROM entry WHERE place = ?", (1L << 39) + position);
                return !sql.cipher().hasOldKey((int) slot);
            });
        } catch (StoreException unreadable) {
            return false;
        }
    }

    @Test
    void damaged_records_count_for_the_bounds_of_a_step() throws Exception {
        RawDatabase.flip(folder("plain"), "scope = 1 AND kind = 0", 12 + 6 + 6 + 4);
        try (LoggedWarnings log = new LoggedWarnings(OldRecordPass.class);
                SqliteStore store = open(folder("plain"), MasterKeys.NONE)) {
            int named = 0;
            while (store.moving().isNeeded()) {
                store.moving().step(store.writer());
                int all = log.with("a damaged record").size();
                assertThat(all - named).isBetween(0, 1);
                named = all;
            }
            assertThat(named).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void an_erasure_with_a_damaged_list_of_moved_keys_destroys_all_that_nothing_needs(boolean cut) throws Exception {
        Path folder = folder("plain");
        List<Long> slots = slots(folder);
        try (SqliteStore store = open(folder, MasterKeys.NONE)) {
            moveAll(store);
            store.writer().alone(sql -> damageMovedKeys(sql, cut));
            List<String> before = everything(store);
            long number = store.erase(CY, EraseRequest.EVERYTHING, nothing(CY)).number();
            assertThat(store.bytes(number, Duration.ZERO)).isEqualTo(ErasureReceipt.Bytes.GONE);
            DamagedLogTest.copy(folder, killed);
            requireDestroyed(slots, killed, MasterKeys.NONE);
            assertThat(before).containsAll(everything(store));
            finish(store);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keys_in_a_damaged_list_are_destroyed_before_it_is_removed(boolean cut) throws Exception {
        Path folder = folder("plain");
        List<Long> slots = slots(folder);
        try (SqliteStore store = open(folder, MasterKeys.NONE)) {
            moveAll(store);
            store.writer().alone(sql -> damageMovedKeys(sql, cut));
            List<String> before = everything(store);
            finish(store);
            assertThat(everything(store)).isEqualTo(before);
        }
        requireDestroyed(slots, folder, MasterKeys.NONE);
    }

    /** Moves all records; their keys are destroyed with the next step. */
    private static void moveAll(SqliteStore store) {
        store.moving().bounds(new OldRecordPass.Bounds(100, 1_000_000, 1_000_000));
        store.moving().step(store.writer());
        store.moving().step(store.writer());
    }

    private static int damageMovedKeys(SqlConnection sql, boolean cut) throws SQLException {
        byte[] list = Objects.requireNonNull(
                sql.first("SELECT value FROM meta WHERE name = 'moved_keys'", row -> SqlConnection.bytes(row, 1)));
        list[12] ^= 4;
        byte[] damaged = cut ? Arrays.copyOfRange(list, 16, list.length - 4) : list;
        return sql.update("UPDATE meta SET value = ? WHERE name = 'moved_keys'", damaged);
    }

    @Test
    void keys_are_destroyed_once_there_are_many_of_them() throws Exception {
        List<Long> slots = slots(folder("plain"));
        try (SqliteStore store = open(folder("plain"), MasterKeys.NONE)) {
            store.moving().bounds(new OldRecordPass.Bounds(1, 1, 1_000_000, 1));
            for (int i = 0; i < 3; i++) {
                store.moving().step(store.writer());
            }
            DamagedLogTest.copy(folder("plain"), killed);
        }
        try (KeyFile keys = keys(killed, MasterKeys.NONE)) {
            assertThat(slots)
                    .anySatisfy(slot -> assertThat(keys.key(slot.intValue())).isNull());
        }
    }

    /** A group that is written again for another reason leaves its key to the next erasure, which may never come. */
    @Test
    void an_older_key_in_the_list_of_erased_ones_needs_the_pass() throws Exception {
        int slot;
        try (SqliteStore store = open(folder("plain"), MasterKeys.NONE)) {
            finish(store);
            slot = store.writer().alone(sql -> {
                int name = (int) sql.number("SELECT name_key FROM scope ORDER BY number DESC LIMIT 1");
                KeySlots.markErased(sql, List.of(name));
                return name;
            });
        }
        try (SqliteStore store = open(folder("plain"), MasterKeys.NONE)) {
            assertThat(store.moving().isNeeded()).isTrue();
            finish(store);
        }
        requireDestroyed(List.of((long) slot), folder("plain"), MasterKeys.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"moved_scope", "moved_place"})
    void a_damaged_position_lets_no_record_behind(String name) throws Exception {
        RawDatabase.change(
                folder("plain"), "INSERT INTO meta (name, value) VALUES ('" + name + "', " + Long.MAX_VALUE + ")");
        try (SqliteStore store = open(folder("plain"), MasterKeys.NONE)) {
            assertThat(store.moving().isNeeded()).isTrue();
            finish(store);
            assertThat(remaining(store)).isEmpty();
        }
    }

    /** A read that excludes erasures may be long, and writers would wait. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void keys_of_moved_records_wait_for_a_read_that_excludes_erasures() throws Exception {
        Path folder = folder("plain");
        try (SqliteStore store = open(folder, MasterKeys.NONE)) {
            moveAll(store);
        }
        DatabaseFile file = new DatabaseFile(folder);
        try (KeyFile keys = keys(folder, MasterKeys.NONE);
                SqlConnection sql = file.openToWrite()) {
            sql.encryptWith(keys);
            ErasureScrub scrub = new ErasureScrub(sql, keys, new DamagedLogs(file));
            assertThat(MovedKeys.all(sql)).isNotEmpty();
            scrub.erasures().readLock().lock();
            assertThat(scrub.destroyMoved()).isFalse();
            assertThat(MovedKeys.all(sql)).isNotEmpty();
            scrub.erasures().readLock().unlock();
            assertThat(scrub.destroyMoved()).isTrue();
            assertThat(MovedKeys.all(sql)).isEmpty();
        }
    }
}
