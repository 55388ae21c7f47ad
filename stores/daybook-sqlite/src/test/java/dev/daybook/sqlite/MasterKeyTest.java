package dev.daybook.sqlite;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.nothing;
import static dev.daybook.testkit.store.BatchFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.daybook.Daybook;
import dev.daybook.error.StoreException;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.EraseRequest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MasterKeyTest {

    private static final String TEXT = "the boat is green";

    private static final int PAGE = 4096;

    private final MasterKey first = key(1);
    private final MasterKey second = key(2);

    @TempDir
    Path parent;

    private Path folder() {
        return parent.resolve("data");
    }

    private static MasterKey key(int seed) {
        byte[] bytes = new byte[32];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i + seed);
        }
        return MasterKey.of(bytes);
    }

    private static MasterKeys only(MasterKey key) {
        return new MasterKeys(key, null, null);
    }

    private void write(MasterKeys keys, String id) {
        try (SqliteStore store = SqliteStore.open(folder(), keys)) {
            store.write(batch(ADA, put(episode(id), "s", NOON, TEXT)));
        }
    }

    private String read(Path folder, MasterKeys keys, String id) {
        try (SqliteStore store = SqliteStore.open(folder, keys)) {
            return store.get(ADA, List.of(episode(id))).stream()
                    .map(entry -> new String(entry.body().toArray(), StandardCharsets.UTF_8))
                    .findFirst()
                    .orElse("");
        }
    }

    private Path keyFile() {
        return keyFiles()
                .filter(file -> !file.toString().contains("."))
                .findFirst()
                .orElseThrow();
    }

    private Stream<Path> keyFiles() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> file.getFileName().toString().startsWith("encryption-keys-")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void overwrite(Path file, long at, byte[] bytes) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(at);
            open.write(bytes);
        }
    }

    @Test
    void a_stolen_folder_cannot_be_read_without_its_master_key() {
        write(only(first), "e1");

        assertThatThrownBy(() -> SqliteStore.open(folder()))
                .hasMessageContaining(
                        "wrapped by the master key " + first.id() + ", which was not given; give that key")
                .isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> SqliteStore.open(folder(), only(second)))
                .hasMessageContaining(first.id())
                .hasMessageContaining("given was " + second.id());
        assertThat(read(folder(), only(first), "e1")).isEqualTo(TEXT);
    }

    @Test
    void the_keys_of_the_records_are_in_no_file_of_the_folder() throws Exception {
        write(MasterKeys.NONE, "e1");
        byte[] unwrapped = Files.readAllBytes(keyFile());
        byte[] key = Arrays.copyOfRange(unwrapped, 16 * PAGE + 64 + 1, 16 * PAGE + 64 + 33);
        assertThat(key).isNotEqualTo(new byte[32]);

        write(only(first), "e2");

        String marker = new String(key, StandardCharsets.ISO_8859_1);
        try (Stream<Path> files = Files.list(folder())) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(marker);
            }
        }
        assertThat(keyFiles()).hasSize(1);
        assertThat(read(folder(), only(first), "e1")).isEqualTo(TEXT);
        assertThat(read(folder(), only(first), "e2")).isEqualTo(TEXT);
    }

    @Test
    void the_unwrapped_keys_of_a_store_that_gets_a_master_key_are_overwritten_on_the_disk() throws Exception {
        write(MasterKeys.NONE, "e1");
        Path other = parent.resolve("other name of the file");
        Files.createLink(other, keyFile());

        write(only(first), "e2");

        assertThat(Files.readAllBytes(other)).containsOnly(0);
    }

    @Test
    void a_kill_between_the_steps_of_wrapping_loses_no_key() throws Exception {
        write(MasterKeys.NONE, "e1");
        Path replaced = keyFile().resolveSibling(keyFile().getFileName() + ".unwrapped");
        Files.createLink(replaced, keyFile());
        assertThat(read(folder(), only(first), "e1")).isEqualTo(TEXT);
        assertThat(replaced).doesNotExist();

        Path left = parent.resolve("left");
        Files.writeString(replaced, "keys");
        Files.createLink(left, replaced);
        assertThat(read(folder(), only(first), "e1")).isEqualTo(TEXT);
        assertThat(replaced).doesNotExist();
        assertThat(Files.readAllBytes(left)).containsOnly(0);
    }

    @Test
    void a_rotation_writes_the_header_of_the_key_file_alone() throws Exception {
        write(only(first), "e1");
        byte[] before = Files.readAllBytes(keyFile());
        byte[] database = Files.readAllBytes(folder().resolve("daybook.db"));

        assertThat(read(folder(), new MasterKeys(second, first, null), "e1")).isEqualTo(TEXT);

        byte[] after = Files.readAllBytes(keyFile());
        assertThat(Arrays.copyOfRange(after, 16 * PAGE, after.length))
                .isEqualTo(Arrays.copyOfRange(before, 16 * PAGE, before.length));
        assertThat(Files.readAllBytes(folder().resolve("daybook.db"))).isEqualTo(database);
        assertThat(read(folder(), only(second), "e1")).isEqualTo(TEXT);
        assertThatThrownBy(() -> SqliteStore.open(folder(), only(first))).hasMessageContaining(second.id());
        assertThat(read(folder(), new MasterKeys(second, first, null), "e1")).isEqualTo(TEXT);
    }

    /** The first and the last page of the header; a kill between the two leaves one of each key. */
    @ParameterizedTest
    @ValueSource(ints = {0, 15})
    void a_header_is_read_and_written_again_from_its_copy(int page) throws Exception {
        write(only(first), "e1");
        byte[] sound = Files.readAllBytes(keyFile());
        overwrite(keyFile(), (long) page * PAGE + 20, new byte[100]);

        assertThat(read(folder(), only(first), "e1")).isEqualTo(TEXT);
        assertThat(Files.readAllBytes(keyFile())).isEqualTo(sound);
    }

    @Test
    void a_rotation_that_was_killed_between_the_copies_of_the_header_goes_on() throws Exception {
        write(only(first), "e1");
        byte[] before = Files.readAllBytes(keyFile());
        read(folder(), new MasterKeys(second, first, null), "e1");
        byte[] after = Files.readAllBytes(keyFile());

        overwrite(keyFile(), 0, Arrays.copyOf(before, PAGE));
        assertThat(read(folder(), new MasterKeys(second, first, null), "e1")).isEqualTo(TEXT);
        assertThat(read(folder(), only(second), "e1")).isEqualTo(TEXT);

        overwrite(keyFile(), 15 * PAGE, Arrays.copyOfRange(before, 15 * PAGE, 16 * PAGE));
        assertThat(read(folder(), only(second), "e1")).isEqualTo(TEXT);
        assertThat(Files.readAllBytes(keyFile())).hasSameSizeAs(after);
        assertThat(new String(Files.readAllBytes(keyFile()), StandardCharsets.ISO_8859_1))
                .doesNotContain(first.id());
    }

    @Test
    void an_erased_key_cannot_be_computed_from_an_older_copy_of_the_file() throws Exception {
        write(only(first), "e1");
        byte[] before = Files.readAllBytes(keyFile());
        try (SqliteStore store = SqliteStore.open(folder(), only(first))) {
            store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
        }
        // A damaged page is written again as a whole.
        overwrite(keyFile(), 24 * PAGE, new byte[PAGE]);
        write(only(first), "e2");

        byte[] after = Files.readAllBytes(keyFile());
        int erased = 0;
        for (int at = 16 * PAGE; at < after.length; at += 64) {
            byte[] slot = Arrays.copyOfRange(after, at, at + 64);
            erased += Arrays.equals(slot, new byte[64]) ? 1 : 0;
        }
        assertThat(erased).isPositive();
        assertThat(before).hasSameSizeAs(after);
        assertThat(new String(Arrays.copyOfRange(before, 16 * PAGE + 64, 16 * PAGE + 128), StandardCharsets.ISO_8859_1))
                .isNotEqualTo("\0".repeat(64));
    }

    @Test
    void a_backup_is_restored_only_with_its_own_key() throws Exception {
        MasterKey backup = key(3);
        Path file = parent.resolve("backup.db");
        try (SqliteStore store = SqliteStore.open(folder(), new MasterKeys(first, null, backup))) {
            store.write(batch(ADA, put(episode("e1"), "s", NOON, TEXT)));
            store.backup(file);
        }
        Path restored = parent.resolve("restored");

        assertThatThrownBy(() -> SqliteStore.restore(file, restored, false, only(first)))
                .hasMessageContaining("the backup " + file)
                .hasMessageContaining(backup.id());
        assertThat(restored).doesNotExist();
        assertThatThrownBy(() -> SqliteStore.restore(file, restored, false)).hasMessageContaining(backup.id());
        assertThat(SqliteStore.isBackup(file)).isTrue();

        assertThat(SqliteStore.restore(file, restored, false, new MasterKeys(second, null, backup))
                        .ok())
                .isTrue();
        assertThat(read(restored, only(second), "e1")).isEqualTo(TEXT);
    }

    private Path backup(String name, String text) {
        Path file = parent.resolve(name + ".db");
        try (SqliteStore store = SqliteStore.open(parent.resolve(name), only(first))) {
            store.write(batch(ADA, put(episode("e1"), "s", NOON, text)));
            store.backup(file);
        }
        return file;
    }

    /** Splits a backup before its keys; they end with their length, a checksum and magic bytes. */
    private static int beginOfKeys(byte[] backup) {
        return backup.length - 24 - (int) ByteBuffer.wrap(backup).getLong(backup.length - 24);
    }

    private static void putChecksum(byte[] backup) {
        CRC32 crc = new CRC32();
        int begin = beginOfKeys(backup);
        crc.update(backup, begin, backup.length - 24 - begin);
        ByteBuffer.wrap(backup).putLong(backup.length - 16, crc.getValue());
    }

    @Test
    void nobody_plants_a_key_in_a_backup_without_its_master_key() throws Exception {
        Path file = backup("one", TEXT);
        byte[] sound = Files.readAllBytes(file);
        Path restored = parent.resolve("restored");
        for (int at : new int[] {sound.length - 25, sound.length - 24 - 1_000, beginOfKeys(sound) + 200}) {
            byte[] edited = sound.clone();
            edited[at] ^= 1;
            putChecksum(edited);
            Files.write(file, edited);
            assertThatThrownBy(() -> SqliteStore.restore(file, restored, false, only(first)))
                    .isInstanceOf(StoreException.class)
                    .hasStackTraceContaining("its encryption keys are not those that were written for its database");
            assertThat(restored).doesNotExist();
        }
    }

    @Test
    void the_keys_of_one_backup_are_refused_at_the_end_of_another() throws Exception {
        Path file = backup("one", TEXT);
        byte[] one = Files.readAllBytes(file);
        byte[] two = Files.readAllBytes(backup("two", "the boat is red"));
        byte[] mixed = Arrays.copyOf(one, beginOfKeys(one) + two.length - beginOfKeys(two));
        System.arraycopy(two, beginOfKeys(two), mixed, beginOfKeys(one), two.length - beginOfKeys(two));
        Files.write(file, mixed);

        assertThatThrownBy(() -> SqliteStore.restore(file, parent.resolve("restored"), false, only(first)))
                .isInstanceOf(StoreException.class)
                .hasStackTraceContaining("its encryption keys are not those that were written for its database");
    }

    @Test
    void a_backup_of_before_the_rotation_needs_the_previous_key() {
        Path file = parent.resolve("backup.db");
        try (SqliteStore store = SqliteStore.open(folder(), only(first))) {
            store.write(batch(ADA, put(episode("e1"), "s", NOON, TEXT)));
            store.backup(file);
        }
        Path restored = parent.resolve("restored");

        assertThatThrownBy(() -> SqliteStore.restore(file, restored, false, only(second)))
                .hasMessageContaining(first.id());
        assertThat(SqliteStore.restore(file, restored, false, new MasterKeys(second, first, null))
                        .ok())
                .isTrue();
        assertThat(read(restored, only(second), "e1")).isEqualTo(TEXT);
    }

    /** A master key of an application whose calls fail as a test says. */
    private abstract static class FaultyKey implements MasterKey {

        @Override
        public String id() {
            return "service";
        }

        @Override
        public byte[] wrap(byte[] key) {
            return key;
        }

        @Override
        public byte[] unwrap(byte[] wrapped) {
            return wrapped;
        }
    }

    @Test
    void a_failure_of_the_key_service_is_retryable_and_changes_nothing() throws Exception {
        write(MasterKeys.NONE, "e1");
        byte[] before = Files.readAllBytes(keyFile());

        assertThatThrownBy(() -> SqliteStore.open(folder(), only(new FaultyKey() {
                    @Override
                    public byte[] wrap(byte[] key) {
                        throw new IllegalStateException("the service is away");
                    }
                })))
                .hasMessageContaining("the master key service could not wrap a key of the store")
                .hasMessageContaining("the service is away")
                .asInstanceOf(type(StoreException.class))
                .satisfies(failure -> assertThat(failure.retryable()).isTrue());
        assertThat(Files.readAllBytes(keyFile())).isEqualTo(before);
        assertThat(read(folder(), MasterKeys.NONE, "e1")).isEqualTo(TEXT);
    }

    @Test
    void a_master_key_that_does_not_unwrap_what_it_wraps_is_refused() {
        assertThatThrownBy(() -> SqliteStore.open(folder(), only(new FaultyKey() {
                    @Override
                    public byte[] unwrap(byte[] wrapped) {
                        return new byte[32];
                    }
                })))
                .hasMessageContaining("the master key service does not unwrap what it wrapped");
        assertThatThrownBy(() -> SqliteStore.open(folder(), only(new FaultyKey() {
                    @Override
                    public byte[] wrap(byte[] key) {
                        return new byte[1_501];
                    }
                })))
                .hasMessageContaining("wraps a key of 32 bytes to 1501; the limit is 1500");
    }

    @Test
    void a_changed_header_is_refused_and_not_taken_for_an_empty_store() throws Exception {
        write(only(first), "e1");
        for (int page : new int[] {0, 15}) {
            overwrite(keyFile(), (long) page * PAGE, new byte[PAGE]);
        }

        assertThatThrownBy(() -> SqliteStore.open(folder(), only(first)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("holds no encryption keys");
    }

    @Test
    void the_check_names_the_master_key() {
        try (SqliteStore store = SqliteStore.open(folder(), only(first))) {
            assertThat(store.check(false).findings())
                    .filteredOn(finding -> finding.aspect().equals("master key"))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.detail()).contains(first.id()));
        }
    }

    @Test
    void keys_that_are_no_master_keys_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MasterKey.of(new byte[16]))
                .withMessageContaining("has 16 bytes; give 32 random ones");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MasterKey.of(new byte[32]))
                .withMessageContaining("all equal");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MasterKeys(null, first, null))
                .withMessageContaining("there is no current master key");
        assertThat(first).hasToString("master key " + first.id());
    }

    @Test
    void a_daybook_is_opened_with_a_master_key() {
        try (Daybook daybook =
                Daybook.builder(folder()).noEmbedder().masterKey(first).open()) {
            daybook.user("ada").remember(NewEpisode.of(Message.user(TEXT)));
        }

        assertThatThrownBy(() -> Daybook.open(folder())).hasMessageContaining(first.id());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Daybook.builder(SqliteStore.open(parent.resolve("other")))
                        .masterKey(first)
                        .open())
                .withMessageContaining("masterKeys are given with a store that is open already");
        SqliteStore.open(parent.resolve("other")).close();
    }
}
