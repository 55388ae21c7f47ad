package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.put;
import static dev.daybook.sqlite.SqliteSamples.states;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.error.StoreException;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryScan;
import dev.daybook.store.StateChange;
import dev.daybook.store.StoredEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;

/** Someone without the master key edits the files of a store. */
class EditedStoreTest {

    private static final int EDITS = 500;
    private static final int ENTRIES = 12;

    private static final Map<String, String> TEXTS = new HashMap<>();

    static {
        for (int i = 0; i < ENTRIES; i++) {
            TEXTS.put("ada" + i, i % 3 == 0 ? "the new boat " + i : "the boat " + i);
            TEXTS.put("bob" + i, "the lake " + i);
        }
    }

    @TempDir
    Path temporary;

    private final MasterKeys masters = new MasterKeys(MasterKey.of(key()), null, null);

    private static byte[] key() {
        byte[] key = new byte[32];
        new Random(161).nextBytes(key);
        return key;
    }

    private void write(Path folder) {
        try (SqliteStore store = SqliteStore.open(folder, masters)) {
            for (int i = 0; i < ENTRIES; i++) {
                store.write(batch(ADA, put("ada" + i, "the boat " + i)));
                store.write(batch(BOB, put("bob" + i, "the lake " + i)));
            }
            for (int i = 0; i < ENTRIES; i += 3) {
                store.write(batch(ADA, put("ada" + i, "the new boat " + i)));
            }
            for (Scope scope : List.of(ADA, BOB)) {
                for (String name : List.of("session/x", "session/y", "session/z")) {
                    store.write(states(scope, new StateChange(name, 0, Blob.of("about " + name))));
                }
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /** Returns whether the store names damage; no answer has another text than was written. */
    private boolean isNamed(Path folder, String what) {
        try (SqliteStore store = SqliteStore.open(folder, masters)) {
            for (String id : TEXTS.keySet()) {
                List<StoredEntry> found = read(store, id);
                if (!found.isEmpty() && !isOlderVersion(what)) {
                    assertThat(found.get(0).key().id()).as(what).isEqualTo(id);
                    assertThat(found.get(0).body().text()).as(what).isEqualTo(TEXTS.get(id));
                }
            }
            boolean named = store.check(false).findings().stream()
                    .anyMatch(finding -> finding.level() == Level.FAIL || isOfHeader(finding));
            for (Scope scope : List.of(ADA, BOB)) {
                requireOwnTexts(store, scope, what);
            }
            return named;
        } catch (StoreException refused) {
            assertThat(refused.getMessage()).as(what).isNotBlank();
            return true;
        }
    }

    /** Also a caller that names no id gets the texts of its scope alone. */
    private static void requireOwnTexts(SqliteStore store, Scope scope, String what) {
        List<String> ids = new ArrayList<>();
        try {
            store.scan(scope, EntryScan.of(Kind.EPISODE), damaged -> {}).items().stream()
                    .map(entry -> entry.key().id())
                    .forEach(ids::add);
            store.rows(scope, 0, 100).items().stream()
                    .map(row -> row.key().id())
                    .forEach(ids::add);
        } catch (StoreException named) {
            // What was read before was answered.
        }
        assertThat(ids).as(what).allMatch(id -> id.startsWith(scope.equals(ADA) ? "ada" : "bob"));
    }

    /** A version that was put back with all its columns is authentic, and found by the check alone. */
    private static boolean isOlderVersion(String what) {
        return what.contains("status = old.status") && what.contains("FROM version");
    }

    private static boolean isOfHeader(Finding finding) {
        return finding.aspect().equals("key file") && finding.level() == Level.WARN;
    }

    private static List<StoredEntry> read(SqliteStore store, String id) {
        try {
            return store.get(id.startsWith("ada") ? ADA : BOB, List.of(episode(id)));
        } catch (StoreException named) {
            return List.of();
        }
    }

    private static final String CANARY = "the boat ";

    /** A program that knows the format: it tries everything in the folder that can be a key, on every record. */
    private static List<String> readable(Path folder) throws Exception {
        List<String> read = new ArrayList<>();
        List<byte[]> keys = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                byte[] bytes = Files.readAllBytes(file);
                if (latin(bytes).contains(CANARY)) {
                    read.add("in clear in " + file);
                }
                if (file.getFileName().toString().startsWith("encryption-keys-")) {
                    keys.addAll(windows(bytes));
                }
            }
        }
        for (byte[] record : records(folder)) {
            for (byte[] key : keys) {
                String text = decrypted(key, record);
                if (text.contains(CANARY)) {
                    read.add(text);
                }
            }
        }
        return read;
    }

    /** The bytes of the slots in use, and of the header, from each place. */
    private static List<byte[]> windows(byte[] keyFile) {
        List<byte[]> windows = new ArrayList<>();
        for (int at = 0; at < 1_000; at++) {
            windows.add(Arrays.copyOfRange(keyFile, at, at + 32));
            windows.add(Arrays.copyOfRange(keyFile, 16 * 4096 + at, 16 * 4096 + at + 32));
        }
        return windows;
    }

    private static List<byte[]> records(Path folder) throws SQLException {
        try (Connection connection =
                        JDBC.createConnection(JDBC.PREFIX + folder.resolve("daybook.db"), new Properties());
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery("SELECT content FROM entry WHERE scope = 1")) {
            List<byte[]> records = new ArrayList<>();
            while (rows.next()) {
                records.add(rows.getBytes(1));
            }
            return records;
        }
    }

    /** Galois/counter mode without the tag: the first part is behind the nonce and its length. */
    private static String decrypted(byte[] key, byte[] record) throws GeneralSecurityException {
        byte[] block = ByteBuffer.allocate(16).put(record, 0, 12).putInt(2).array();
        Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(block));
        return latin(cipher.doFinal(record, 16, record.length - 16));
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void a_program_that_knows_the_format_reads_no_text_in_a_stolen_folder_without_its_master_key() throws Exception {
        for (MasterKeys given : List.of(masters, MasterKeys.NONE)) {
            Path folder = temporary.resolve("store");
            try (SqliteStore store = SqliteStore.open(folder, given)) {
                store.write(batch(ADA, put("a", CANARY + "is green"), put("b", CANARY + "is red")));
            }
            // Without a master key the same program reads everything.
            assertThat(readable(folder)).hasSize(given == masters ? 0 : 2);
            delete(folder);
        }
    }

    @Test
    void five_hundred_edits_of_records_and_headers_are_named_as_damage() throws Exception {
        Path sound = temporary.resolve("sound");
        write(sound);
        assertThat(isNamed(sound, "no edit")).isFalse();
        List<String> unnamed = new ArrayList<>();
        for (int seed = 0; seed < EDITS; seed++) {
            Path edited = temporary.resolve("edited");
            copy(sound, edited);
            String what = "seed " + seed + ": " + new EditedStore(edited, new Random(seed)).edit();
            if (!isNamed(edited, what)) {
                unnamed.add(what);
            }
            delete(edited);
        }
        assertThat(unnamed).isEmpty();
    }
}
