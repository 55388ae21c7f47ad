package dev.daybook.sqlite;

import static dev.daybook.sqlite.OldKeysTest.CY;
import static dev.daybook.sqlite.OldKeysTest.masters;
import static dev.daybook.sqlite.OldKeysTest.oldSlots;
import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static dev.daybook.sqlite.SqliteSamples.put;
import static dev.daybook.sqlite.SqliteSamples.vectors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.internal.sqlite.table.OldFormStore;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StoredEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The records of a store of layout 3 move to keys of this build, in the background and over every stop. */
class OldRecordPassTest {

    /** One record a step, and each key as soon as nothing refers to it. */
    private static final OldRecordPass.Bounds SMALL = new OldRecordPass.Bounds(1, 1, 1);

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

    static SqliteStore open(Path folder, MasterKeys masters) {
        SqliteStore store = SqliteStore.open(folder, masters);
        store.moving().bounds(SMALL);
        return store;
    }

    /** Takes the remaining steps; returns their number. */
    static int finish(SqliteStore store) {
        int steps = 0;
        while (store.moving().isNeeded()) {
            assertThat(store.moving().step(store.writer())).isTrue();
            steps++;
        }
        return steps;
    }

    static List<String> everything(SqliteStore store) {
        List<String> all = new ArrayList<>();
        for (Scope scope : List.of(ADA, BOB, CY)) {
            for (Kind kind : Kind.values()) {
                store.scan(scope, EntryScan.of(kind).versions(EntryScan.Versions.ALL))
                        .items()
                        .forEach(entry -> all.add(scope + " " + entry));
            }
            store.rows(scope, 0, 100).items().forEach(row -> all.add(scope + " " + row));
            store.states(scope, "", null, 100).items().forEach(state -> all.add(scope + " " + state));
        }
        return all;
    }

    static List<Finding> remaining(SqliteStore store) {
        assertThat(store.check(false).ok()).isTrue();
        return store.check(false).findings().stream()
                .filter(finding -> finding.aspect().equals("earlier builds"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "wrapped"})
    void all_records_move_and_read_the_same(String form) throws Exception {
        List<Long> slots = slots(folder(form));
        List<String> before;
        try (SqliteStore store = open(folder(form), masters(form))) {
            before = everything(store);
            assertThat(before).hasSizeGreaterThan(10);
            assertThat(remaining(store))
                    .singleElement()
                    .satisfies(
                            finding -> assertThat(finding.detail()).startsWith("9 records of earlier builds remain"));
            assertThat(finish(store)).isGreaterThan(5);
            assertThat(everything(store)).isEqualTo(before);
            assertThat(remaining(store)).isEmpty();
        }
        requireDestroyed(slots, folder(form), masters(form));
        try (SqliteStore store = open(folder(form), masters(form))) {
            assertThat(store.moving().isNeeded()).isFalse();
            assertThat(everything(store)).isEqualTo(before);
        }
    }

    /** Returns the keys of the records before they move; those of the names of scopes stay. */
    static List<Long> slots(Path folder) throws Exception {
        return RawDatabase.numbers(
                folder,
                "SELECT key_slot >> 16 FROM entry UNION SELECT key_slot >> 16 FROM version"
                        + " UNION SELECT state_key FROM scope WHERE state_key > 0");
    }

    static void requireDestroyed(List<Long> slots, Path folder, MasterKeys masters) throws IOException {
        assertThat(slots).isNotEmpty();
        try (KeyFile keys = keys(folder, masters)) {
            assertThat(slots)
                    .allSatisfy(slot -> assertThat(keys.key(slot.intValue())).isNull());
        }
    }

    static KeyFile keys(Path folder, MasterKeys masters) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            String name = files.filter(KeyFile::isKeyFile)
                    .findFirst()
                    .orElseThrow()
                    .getFileName()
                    .toString();
            return KeyFile.open(folder, name.substring("encryption-keys-".length()), masters);
        }
    }

    @Test
    void a_kill_after_any_step_loses_nothing_and_the_pass_goes_on_from_there() throws Exception {
        List<Long> slots = slots(folder("wrapped"));
        List<String> before;
        List<Integer> steps = new ArrayList<>();
        try (SqliteStore store = open(folder("wrapped"), masters("wrapped"))) {
            before = everything(store);
            do {
                // A running store is copied as a kill leaves it.
                DamagedLogTest.copy(folder("wrapped"), killed);
                try (SqliteStore copy = open(killed, masters("wrapped"))) {
                    assertThat(everything(copy)).isEqualTo(before);
                    steps.add(finish(copy));
                    assertThat(everything(copy)).isEqualTo(before);
                    assertThat(remaining(copy)).isEmpty();
                }
                requireDestroyed(slots, killed, masters("wrapped"));
            } while (store.moving().step(store.writer()) && store.moving().isNeeded());
        }
        // The first step of an opening looks for keys that an earlier one left.
        assertThat(steps).hasSizeGreaterThan(5);
        for (int i = 1; i < steps.size(); i++) {
            assertThat(steps.get(i)).isLessThanOrEqualTo(steps.get(i - 1));
        }
        assertThat(steps.get(steps.size() - 1)).isLessThan(steps.get(0) / 2);
    }

    /** The log of a killed process is lost from the damage on; the keys of the rows before the move are still there. */
    @Test
    void a_damaged_log_after_any_step_loses_no_record() throws Exception {
        try (SqliteStore store = open(folder("plain"), MasterKeys.NONE)) {
            List<String> before = everything(store);
            while (store.moving().isNeeded()) {
                store.moving().step(store.writer());
                DamagedLogTest.copy(folder("plain"), killed);
                Path log = new DatabaseFile(killed).log();
                byte[] bytes = Files.readAllBytes(log);
                if (bytes.length > 200) {
                    bytes[100] ^= 1;
                    Files.write(log, bytes);
                }
                try (SqliteStore copy = open(killed, MasterKeys.NONE)) {
                    assertThat(everything(copy)).isEqualTo(before);
                    finish(copy);
                    assertThat(everything(copy)).isEqualTo(before);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void an_erasure_between_two_steps_destroys_every_key_that_its_entry_has_had(boolean everything) throws Exception {
        List<Long> had = RawDatabase.numbers(
                folder("plain"),
                "SELECT key_slot >> 16 FROM entry WHERE scope = 1 UNION SELECT state_key FROM scope WHERE number = 1");
        int steps;
        try (SqliteStore store = open(folder("plain"), MasterKeys.NONE)) {
            steps = finish(store);
        }
        for (int taken = 0; taken < steps; taken++) {
            OldKeysTest.unpack(Files.createDirectories(temporary.resolve("again" + taken)));
            Path folder = temporary.resolve("again" + taken).resolve("plain/data");
            try (SqliteStore store = open(folder, MasterKeys.NONE)) {
                for (int i = 0; i < taken; i++) {
                    store.moving().step(store.writer());
                }
                List<Long> moved = new ArrayList<>(had);
                DamagedLogTest.copy(folder, killed);
                moved.addAll(RawDatabase.numbers(killed, "SELECT key_slot >> 16 FROM entry WHERE scope = 1"));

                EraseRequest what =
                        everything ? EraseRequest.EVERYTHING : EraseRequest.of(List.of(episode("e1")), List.of());
                long number = store.erase(ADA, what, nothing(ADA)).number();

                assertThat(store.bytes(number, Duration.ZERO)).isEqualTo(ErasureReceipt.Bytes.GONE);
                DamagedLogTest.copy(folder, killed);
                requireDestroyed(moved, killed, MasterKeys.NONE);
                finish(store);
                assertThat(OldKeysTest.texts(store, ADA))
                        .hasSize(everything ? 0 : 4)
                        .doesNotContain("boat number 1");
                assertThat(remaining(store)).isEmpty();
            }
        }
    }

    @Test
    void a_vector_and_a_version_written_between_two_steps_stay() throws Exception {
        int steps = 0;
        for (int taken = 0; taken <= steps; taken++) {
            OldKeysTest.unpack(Files.createDirectories(temporary.resolve("again" + taken)));
            try (SqliteStore store = open(temporary.resolve("again" + taken).resolve("plain/data"), MasterKeys.NONE)) {
                for (int i = 0; i < taken; i++) {
                    store.moving().step(store.writer());
                }
                StoredEntry first = store.get(ADA, List.of(episode("e1"))).get(0);
                store.write(vectors(ADA, new Sidecar(first.key(), first.contentRevision(), "vector/x", Blob.of("v"))));
                store.write(batch(ADA, put("e5", "boat number 5 again"), put("e6", "boat number 6")));
                steps = Math.max(steps, taken + finish(store) - 2);
                assertThat(OldKeysTest.texts(store, ADA)).hasSize(5).contains("boat number 5 again", "boat number 6");
                assertThat(store.scan(ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL))
                                .items())
                        .extracting(entry -> entry.body().text())
                        .contains("boat number 5", "boat number 2");
                assertThat(store.rows(ADA, 0, 100).items())
                        .anySatisfy(row -> assertThat(row.sidecars()).containsKey("vector/x"));
                assertThat(remaining(store)).isEmpty();
            }
        }
        assertThat(steps).isGreaterThan(5);
    }

    @Test
    void a_master_key_is_rotated_between_two_steps() throws Exception {
        List<Long> slots = slots(folder("wrapped"));
        MasterKeys first = masters("wrapped");
        List<String> before;
        try (SqliteStore store = open(folder("wrapped"), first)) {
            before = everything(store);
            for (int i = 0; i < 4; i++) {
                store.moving().step(store.writer());
            }
        }
        byte[] other = new byte[32];
        new Random(7).nextBytes(other);
        MasterKeys second = new MasterKeys(MasterKey.of(other), first.current(), null);
        try (SqliteStore store = open(folder("wrapped"), second)) {
            assertThat(store.moving().isNeeded()).isTrue();
            finish(store);
            assertThat(everything(store)).isEqualTo(before);
            assertThat(remaining(store)).isEmpty();
        }
        requireDestroyed(slots, folder("wrapped"), new MasterKeys(MasterKey.of(other), null, null));
    }

    @Test
    void a_damaged_record_is_left_and_named_and_the_others_move() throws Exception {
        Path folder = folder("plain");
        RawDatabase.flip(folder, "scope = 1 AND position = 1", 12 + 6 + 6 + 4);
        List<Long> key = RawDatabase.numbers(folder, "SELECT key_slot FROM entry WHERE scope = 1 AND position = 1");
        try (LoggedWarnings log = new LoggedWarnings(OldRecordPass.class);
                SqliteStore store = open(folder, MasterKeys.NONE)) {
            finish(store);
            assertThat(log.with("the episode \"e1\" at position 1 of scope 1")).hasSize(1);
            assertThat(store.check(false).findings())
                    .anySatisfy(
                            finding -> assertThat(finding.detail()).startsWith("1 records of earlier builds remain"));
            assertThatThrownBy(() -> store.get(ADA, List.of(episode("e1"))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("the episode \"e1\" at position 1");
            assertThat(store.get(ADA, List.of(episode("e4"), episode("e5")))).hasSize(2);
        }
        assertThat(RawDatabase.numbers(folder, "SELECT key_slot FROM entry WHERE scope = 1 AND position = 1"))
                .isEqualTo(key);
        // Whoever has an undamaged copy of the bytes can put them back.
        RawDatabase.flip(folder, "scope = 1 AND position = 1", 12 + 6 + 6 + 4);
        try (SqliteStore store = open(folder, MasterKeys.NONE)) {
            assertThat(store.get(ADA, List.of(episode("e1")))).hasSize(1);
            assertThat(store.moving().isNeeded()).isFalse();
            store.check(true);
            finish(store);
            assertThat(remaining(store)).isEmpty();
        }
    }

    @Test
    void the_states_of_a_scope_with_a_damaged_one_are_left_and_no_other() throws Exception {
        Path folder = folder("plain");
        RawDatabase.change(folder, "UPDATE state SET version = version + 1 WHERE scope = 1");
        try (LoggedWarnings log = new LoggedWarnings(OldRecordPass.class);
                SqliteStore store = open(folder, MasterKeys.NONE)) {
            finish(store);
            assertThat(log.with("the states of scope 1")).hasSize(1);
            assertThat(OldKeysTest.texts(store, ADA)).hasSize(5);
        }
        assertThat(oldSlots(folder, MasterKeys.NONE))
                .isEqualTo(RawDatabase.numbers(folder, "SELECT state_key FROM scope WHERE number = 1"));
    }

    @Test
    void it_moves_nothing_while_a_backup_is_made_and_a_backup_of_a_part_moves_the_rest() throws Exception {
        Path backup = temporary.resolve("new.backup");
        Path restored = temporary.resolve("restored");
        List<String> before;
        try (SqliteStore store = open(folder("plain"), MasterKeys.NONE)) {
            before = everything(store);
            for (int i = 0; i < 4; i++) {
                store.moving().step(store.writer());
            }
            store.backup(backup);
            store.moving().backupRuns(true);
            sealAll(store);
            while (store.moving().isNeeded() && store.moving().step(store.writer())) {
                // Keys of moved records may still be destroyed: a backup has no record that needs them.
            }
            assertThat(store.moving().isNeeded()).isTrue();
        }
        assertThat(SqliteStore.restore(backup, restored, false).ok()).isTrue();
        for (Path folder : List.of(folder("plain"), restored)) {
            try (SqliteStore store = open(folder, MasterKeys.NONE)) {
                finish(store);
                assertThat(everything(store)).isEqualTo(before);
                assertThat(remaining(store)).isEmpty();
            }
        }
    }

    private static void sealAll(SqliteStore store) {
        store.writer()
                .alone(sql -> sql.update("UPDATE meta SET value = ? WHERE name = 'sealed_slots'", Integer.MAX_VALUE));
    }

    /** The write at the end of a backup fails on a full disk. */
    @Test
    void a_sealing_that_a_backup_has_left_does_not_stop_the_pass() throws Exception {
        try (SqliteStore store = open(folder("plain"), MasterKeys.NONE)) {
            store.backup(temporary.resolve("new.backup"));
            sealAll(store);
            assertThat(store.moving().step(store.writer())).isTrue();
            sealAll(store);
            finish(store);
            assertThat(remaining(store)).isEmpty();
        }
    }

    @Test
    void a_long_read_keeps_the_keys_that_it_needs() throws Exception {
        try (SqliteStore store = open(folder("plain"), MasterKeys.NONE)) {
            SqlConnection reader = new DatabaseFile(folder("plain")).openToRead();
            reader.execute("BEGIN");
            reader.number("SELECT count(*) FROM entry");
            while (store.moving().isNeeded() && store.moving().step(store.writer())) {
                // Until keys are due.
            }
            List<Long> old = RawDatabase.numbers(folder("plain"), "SELECT 1 FROM meta WHERE name = 'moved_keys'");
            assertThat(old).hasSize(1);
            assertThat(store.moving().step(store.writer())).isFalse();
            reader.close();
            finish(store);
            assertThat(remaining(store)).isEmpty();
        }
    }

    @Test
    @Timeout(60)
    void the_background_moves_all_while_writes_go_on_and_says_so_once() throws Exception {
        CountDownLatch written = new CountDownLatch(20);
        AtomicBoolean stop = new AtomicBoolean();
        try (LoggedWarnings log = new LoggedWarnings(OldRecordPass.class);
                SqliteStore store = open(folder("plain"), MasterKeys.NONE)) {
            Thread writer = new Thread(() -> {
                for (int i = 0; !stop.get(); i++) {
                    store.write(batch(BOB, put("b" + i, "lake " + i)));
                    written.countDown();
                }
            });
            writer.start();
            store.moving().begin();
            store.writer().wakeIdleTasks();
            while (store.moving().isNeeded()) {
                Thread.onSpinWait();
            }
            written.await();
            stop.set(true);
            writer.join();
            assertThat(remaining(store)).isEmpty();
            assertThat(log.with("have moved to keys of 256 bits; 0 damaged ones were left"))
                    .hasSize(1);
            assertThat(Objects.requireNonNull(store.get(BOB, List.of(episode("b19")))))
                    .hasSize(1);
        }
    }

    @Test
    void a_store_of_this_build_has_nothing_to_move() {
        try (SqliteStore store = SqliteStore.open(temporary.resolve("native"))) {
            store.write(batch(ADA, put("a", "A boat")));
            assertThat(store.moving().isNeeded()).isFalse();
            assertThat(remaining(store)).isEmpty();
        }
    }

    /** Groups of 64 with versions, in which steps end. */
    @Test
    void groups_that_take_several_steps_move_over_kills_and_erasures() throws Exception {
        Path folder = temporary.resolve("large");
        List<EntryPut> puts = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            puts.add(put("e" + i, ("boat number " + i + " ").repeat(i % 40)));
        }
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, puts.toArray(EntryPut[]::new)));
            store.write(batch(ADA, puts.subList(0, 100).toArray(EntryPut[]::new)));
        }
        OldFormStore.make(folder);
        List<Long> slots = RawDatabase.numbers(folder, "SELECT DISTINCT key_slot >> 16 FROM entry WHERE scope = 1");
        int stops = 0;
        int left = puts.size();
        while (true) {
            DamagedLogTest.copy(folder, killed);
            try (SqliteStore store = SqliteStore.open(killed)) {
                assertThat(store.rows(ADA, 0, 1000).items()).hasSize(left);
                if (stops == 0) {
                    assertThat(remaining(store))
                            .singleElement()
                            .satisfies(finding -> assertThat(finding.detail()).startsWith("400 records"));
                }
                store.moving().bounds(new OldRecordPass.Bounds(50, 8_000, 20_000));
                for (int i = 0; i < 3 && store.moving().isNeeded(); i++) {
                    store.moving().step(store.writer());
                }
                store.erase(ADA, EraseRequest.of(List.of(episode("e" + 7 * stops)), List.of()), nothing(ADA));
                left--;
                assertThat(store.check(false).ok()).isTrue();
                DamagedLogTest.copy(killed, folder);
                if (!store.moving().isNeeded()) {
                    assertThat(remaining(store)).isEmpty();
                    break;
                }
            }
            stops++;
        }
        assertThat(stops).isGreaterThan(3);
        requireDestroyed(slots, folder, MasterKeys.NONE);
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThat(store.rows(ADA, 0, 1000).items()).hasSize(left);
            assertThat(store.get(ADA, List.of(episode("e299"))).get(0).body().text())
                    .isEqualTo("boat number 299 ".repeat(299 % 40));
        }
    }
}
