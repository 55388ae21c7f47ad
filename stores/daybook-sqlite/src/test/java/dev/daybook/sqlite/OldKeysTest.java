package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.nothing;
import static dev.daybook.sqlite.SqliteSamples.put;
import static dev.daybook.sqlite.SqliteSamples.states;
import static dev.daybook.sqlite.SqliteSamples.user;
import static dev.daybook.sqlite.SqliteSamples.vectors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.StoredEntry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A store of layout 3, whose keys have 128 bits, and a backup of it, as an earlier build wrote them: {@code plain} without
 * and {@code wrapped} with a master key.
 */
class OldKeysTest {

    static final Scope CY = user("cy");

    @TempDir
    Path temporary;

    @BeforeEach
    void unpack() throws IOException {
        unpack(temporary);
    }

    /** Unpacks the folders {@code data} and the files {@code backup} in {@code plain} and {@code wrapped}. */
    static void unpack(Path temporary) throws IOException {
        try (InputStream resource = OldKeysTest.class.getResourceAsStream("/golden/layout-3.zip");
                ZipInputStream zip = new ZipInputStream(Objects.requireNonNull(resource))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = temporary.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(zip, file);
            }
        }
    }

    static MasterKeys masters(String form) {
        byte[] key = new byte[32];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (i + 1);
        }
        return form.equals("plain") ? MasterKeys.NONE : new MasterKeys(MasterKey.of(key), null, null);
    }

    private Path folder(String form) {
        return temporary.resolve(form).resolve("data");
    }

    static List<String> texts(SqliteStore store, Scope scope) {
        return store.scan(scope, EntryScan.of(Kind.EPISODE)).items().stream()
                .map(entry -> entry.body().text())
                .toList();
    }

    static List<Long> oldSlots(Path folder, MasterKeys masters) throws Exception {
        Path file;
        try (Stream<Path> files = Files.list(folder)) {
            file = files.filter(KeyFile::isKeyFile).findFirst().orElseThrow();
        }
        try (KeyFile keys =
                KeyFile.open(folder, file.getFileName().toString().substring("encryption-keys-".length()), masters)) {
            return RawDatabase.numbers(
                            folder,
                            "SELECT key_slot >> 16 FROM entry UNION SELECT key_slot >> 16 FROM version"
                                    + " UNION SELECT state_key FROM scope")
                    .stream()
                    .filter(slot -> {
                        byte[] key = keys.key(slot.intValue());
                        return key != null && key.length == KeyFile.OLD_KEY_BYTES;
                    })
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "wrapped"})
    void its_records_are_read_and_new_ones_are_written_beside_them(String form) throws Exception {
        for (int opening = 0; opening < 2; opening++) {
            try (SqliteStore store = SqliteStore.open(folder(form), masters(form))) {
                assertThat(texts(store, ADA))
                        .startsWith("boat number 1", "boat number 2 again", "boat number 4", "boat number 5");
                assertThat(texts(store, BOB)).hasSize(opening);
                assertThat(texts(store, CY)).containsExactly("a mill", "a weir");
                assertThat(store.states(ADA, "session/", null, 9).items())
                        .extracting(state -> state.bytes().text())
                        .contains("About boats");
                assertThat(store.rows(ADA, 0, 100).items())
                        .allSatisfy(row -> assertThat(row.sidecars()).isNotEmpty());
                store.write(batch(ADA, put("new" + opening, "a new boat")));
                store.write(batch(BOB, put("b" + opening, "a new lake")));
                assertThat(store.check(false).ok()).isTrue();
            }
        }
        try (SqliteStore store = SqliteStore.open(folder(form), masters(form))) {
            assertThat(texts(store, ADA)).hasSize(7).contains("a new boat");
            assertThat(store.scan(ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL))
                            .items())
                    .extracting(entry -> entry.body().text())
                    .contains("boat number 2", "boat number 2 again");
        }
    }

    @Test
    void its_backups_are_restored() {
        for (String form : List.of("plain", "wrapped")) {
            Path restored = temporary.resolve("restored-" + form);
            assertThat(SqliteStore.restore(temporary.resolve(form).resolve("backup"), restored, false, masters(form))
                            .ok())
                    .isTrue();
            try (SqliteStore store = SqliteStore.open(restored, masters(form))) {
                assertThat(texts(store, ADA)).hasSize(4);
                store.write(batch(ADA, put("new", "a new boat")));
                assertThat(store.check(false).ok()).isTrue();
            }
        }
    }

    /** Keys that stay in freed blocks of the disk would decrypt what is erased later. */
    @ParameterizedTest
    @ValueSource(strings = {"plain", "wrapped"})
    void its_key_file_is_overwritten_on_the_disk_once_the_new_one_is_in_place(String form) throws Exception {
        Path other = temporary.resolve("other name of the file");
        try (Stream<Path> files = Files.list(folder(form))) {
            Files.createLink(other, files.filter(KeyFile::isKeyFile).findFirst().orElseThrow());
        }
        SqliteStore.open(folder(form), masters(form)).close();
        assertThat(Files.readAllBytes(other)).containsOnly(0);
        try (Stream<Path> files = Files.list(folder(form))) {
            assertThat(files.filter(KeyFile::isKeyFile)).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "wrapped"})
    void a_kill_while_its_key_file_is_replaced_loses_no_key(String form) throws Exception {
        Path keys;
        try (Stream<Path> files = Files.list(folder(form))) {
            keys = files.filter(KeyFile::isKeyFile).findFirst().orElseThrow();
        }
        Files.writeString(keys.resolveSibling(keys.getFileName() + ".unfinished"), "half of a file");
        Files.createLink(keys.resolveSibling(keys.getFileName() + ".unwrapped"), keys);

        try (SqliteStore store = SqliteStore.open(folder(form), masters(form))) {
            assertThat(texts(store, ADA)).hasSize(5);
            assertThat(store.check(false).ok()).isTrue();
        }
        try (Stream<Path> files = Files.list(folder(form))) {
            assertThat(files.filter(KeyFile::isKeyFile)).containsExactly(keys);
        }
    }

    @Test
    void a_group_that_is_written_again_gets_a_new_key_and_its_old_one_goes_with_the_next_erasure() throws Exception {
        Path folder = folder("wrapped");
        MasterKeys masters = masters("wrapped");
        SqliteStore.open(folder, masters).close();
        assertThat(oldSlots(folder, masters)).isNotEmpty();
        List<Long> before = RawDatabase.numbers(folder, "SELECT DISTINCT key_slot >> 16 FROM entry WHERE scope = 1");
        try (SqliteStore store = SqliteStore.open(folder, masters)) {
            StoredEntry first = store.get(ADA, List.of(episode("e1"))).get(0);
            store.write(vectors(ADA, new Sidecar(first.key(), first.contentRevision(), "vector/x", Blob.of("v"))));
            store.write(states(ADA, new StateChange("session/y", 0, Blob.of("About oars"))));
            store.erase(CY, EraseRequest.EVERYTHING, nothing(CY));
            assertThat(texts(store, ADA)).hasSize(5);
            assertThat(store.states(ADA, "session/", null, 9).items()).hasSize(2);
            assertThat(store.check(false).ok()).isTrue();
        }
        assertThat(oldSlots(folder, masters)).isEmpty();
        assertThat(before).isNotEmpty();
        Path file;
        try (Stream<Path> files = Files.list(folder)) {
            file = files.filter(KeyFile::isKeyFile).findFirst().orElseThrow();
        }
        try (KeyFile keys =
                KeyFile.open(folder, file.getFileName().toString().substring("encryption-keys-".length()), masters)) {
            assertThat(before)
                    .allSatisfy(slot -> assertThat(keys.key(slot.intValue())).isNull());
        }
    }

    @Test
    void its_wrapped_keys_are_never_written_unwrapped() throws Exception {
        Path folder = folder("wrapped");
        MasterKeys ofBackups = new MasterKeys(null, null, masters("wrapped").current());
        assertThatThrownBy(() -> SqliteStore.open(folder, ofBackups))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("give it as the current master key");
        try (SqliteStore store = SqliteStore.open(folder, masters("wrapped"))) {
            assertThat(texts(store, ADA)).hasSize(5);
        }
    }

    @Test
    void keys_in_clear_that_get_a_master_key_are_named_in_the_log() {
        Path restored = temporary.resolve("restored");
        Path backup = temporary.resolve("plain").resolve("backup");
        try (LoggedWarnings log = new LoggedWarnings(KeyFile.class)) {
            SqliteStore.open(folder("plain"), masters("wrapped")).close();
            assertThat(log.with("had no master key")).hasSize(1);
            SqliteStore.restore(backup, restored, false, masters("wrapped"));
            assertThat(log.with(backup + " had no master key")).hasSize(1);
            SqliteStore.open(folder("wrapped"), masters("wrapped")).close();
            assertThat(log.with("had no master key")).hasSize(2);
        }
    }

    /** Each entry of a group with a damaged index row would have encrypted all of the group. */
    @Test
    void a_repair_of_several_entries_of_a_group_encrypts_it_once() throws Exception {
        Path folder = folder("plain");
        RawDatabase.flip(folder, "scope = 1", -12);
        long before;
        try (SqliteStore store = SqliteStore.open(folder)) {
            // The first slot behind those of the earlier build.
            store.write(batch(BOB, put("b", "a new lake")));
            before = slots(folder);
            assertThat(store.check(true).ok()).isTrue();
            assertThat(texts(store, ADA)).hasSize(5);
        }
        assertThat(slots(folder)).isEqualTo(before + 1);
    }

    private static long slots(Path folder) throws Exception {
        return RawDatabase.numbers(folder, "SELECT value >> 16 FROM meta WHERE name = 'key_slots'")
                .get(0);
    }

    @Test
    void a_damaged_old_record_is_named_as_before() throws Exception {
        Path folder = folder("plain");
        // Behind the nonce: the length and the id, the session, the length of the body.
        RawDatabase.flip(folder, "scope = 1 AND position = 1", 12 + 6 + 6 + 4);
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThatThrownBy(() -> store.get(ADA, List.of(episode("e1"))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("the episode \"e1\" at position 1");
            assertThat(store.check(false).ok()).isFalse();
            store.erase(ADA, EraseRequest.of(List.of(episode("e4")), List.of()), nothing(ADA));
            assertThatThrownBy(() -> store.get(ADA, List.of(episode("e1"))))
                    .hasMessageContaining("the episode \"e1\" at position 1");
            assertThat(store.get(ADA, List.of(episode("e5")))).hasSize(1);
        }
    }

    @Test
    void a_store_of_this_build_takes_no_checksum_of_an_earlier_one() throws Exception {
        Path folder = temporary.resolve("native");
        try (SqliteStore store = SqliteStore.open(folder)) {
            store.write(batch(ADA, put("a", "A boat")));
        }
        EditedStore.changeScope(folder, 1, "revision = 7");
        try (SqliteStore store = SqliteStore.open(folder)) {
            assertThatThrownBy(() -> store.get(ADA, List.of(episode("a")))).isInstanceOf(StoreException.class);
        }
    }
}
