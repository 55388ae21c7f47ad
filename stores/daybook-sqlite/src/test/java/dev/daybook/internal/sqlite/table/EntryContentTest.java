package dev.daybook.internal.sqlite.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.KeyFile;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.SqlConnection;
import dev.daybook.model.Kind;
import dev.daybook.spi.MasterKeys;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StoredEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.JDBC;

class EntryContentTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static final byte[] VECTOR = new byte[200];

    static {
        new Random(1).nextBytes(VECTOR);
    }

    private static final StoredEntry STORED = new StoredEntry(
            new EntryKey(Kind.EPISODE, "e1"),
            7,
            9,
            "s1",
            NOON,
            NOON,
            EntryPut.LIVE,
            Blob.of(joined("A boat on the lake".getBytes(), VECTOR)));

    private static final EntryRecord RECORD = new EntryRecord(
            3,
            STORED,
            11,
            5,
            Map.of("terms/en-1", Blob.of("boat lake"), "vector/x", Blob.of(joined("head".getBytes(), VECTOR))));

    private static final EntryRow ROW = new EntryRow(
            place(3, Kind.EPISODE, 7),
            3,
            Kind.EPISODE,
            7,
            9,
            EpochMicros.micros(NOON),
            EpochMicros.micros(NOON),
            EntryPut.LIVE,
            stored(),
            11);

    private static long stored() {
        return KeySlots.stored(5, place(3, Kind.EPISODE, 7));
    }

    private static long place(long scope, Kind kind, long position) {
        try {
            return OrderKeys.entry(scope, kind, position);
        } catch (DamagedRecord impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] joined = new byte[first.length + second.length];
        System.arraycopy(first, 0, joined, 0, first.length);
        System.arraycopy(second, 0, joined, first.length, second.length);
        return joined;
    }

    @TempDir
    Path folder;

    private KeyFile keys;
    private SqlConnection sql;

    @BeforeEach
    void open() throws IOException, SQLException {
        keys = KeyFile.create(folder, "0123456789abcdef", MasterKeys.NONE);
        sql = new SqlConnection(JDBC.createConnection("jdbc:sqlite::memory:", new Properties()));
        sql.encryptWith(keys);
    }

    @AfterEach
    void close() throws IOException, SQLException {
        sql.close();
        keys.close();
    }

    private byte[] encrypted() throws DamagedRecord {
        return EntryCipher.encrypt(sql.cipher(), ROW, EntryContent.pack(RECORD));
    }

    private EntryContent decrypted(EntryRow row, byte[] content) throws DamagedRecord {
        return EntryCipher.decrypt(sql.cipher(), row, content);
    }

    @Test
    void a_sidecar_that_ends_like_the_body_is_stored_without_that_run() throws Exception {
        byte[] content = encrypted();
        assertThat(content.length).isLessThan(2 * VECTOR.length);
        assertThat(new EntryContent.Reader().row(ROW, decrypted(ROW, content))).isEqualTo(RECORD);
    }

    @Test
    void each_flipped_bit_is_reported_as_damage_of_the_entry_or_of_its_sidecars() throws Exception {
        byte[] content = encrypted();
        EntryContent.Reader reader = new EntryContent.Reader();
        for (int bit = 0; bit < Byte.SIZE * content.length; bit++) {
            content[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            EntryRecord entry = orNull(() -> reader.entry(ROW, decrypted(ROW, content)));
            EntryRecord row = orNull(() -> reader.row(ROW, decrypted(ROW, content)));
            assertThat(row).as("bit " + bit).isNull();
            if (entry != null) {
                assertThat(entry.stored()).as("bit " + bit).isEqualTo(STORED);
            }
            content[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        }
    }

    @Test
    void each_cut_and_each_longer_content_is_reported_as_damage() throws Exception {
        byte[] content = encrypted();
        EntryContent.Reader reader = new EntryContent.Reader();
        for (int length = 0; length <= content.length + 20; length++) {
            byte[] cut = Arrays.copyOf(content, length);
            EntryRecord row = orNull(() -> reader.row(ROW, decrypted(ROW, cut)));
            assertThat(row == null).as("length " + length).isEqualTo(length != content.length);
        }
    }

    private static EntryRow row(long scope, Kind kind, long position, long version, long time, long recorded) {
        return new EntryRow(
                place(scope, kind, position),
                scope,
                kind,
                position,
                version,
                time,
                recorded,
                EntryPut.LIVE,
                stored(),
                11);
    }

    /** The key would decrypt it: the places are in one group. */
    @Test
    void content_of_another_row_or_beside_changed_columns_is_damaged() throws Exception {
        byte[] content = encrypted();
        long noon = EpochMicros.micros(NOON);
        EntryContent.Reader reader = new EntryContent.Reader();
        assertThat(reader.entry(row(3, Kind.EPISODE, 7, 9, noon, noon), decrypted(ROW, content))
                        .stored())
                .isEqualTo(STORED);
        for (EntryRow other : List.of(
                row(3, Kind.EPISODE, 8, 9, noon, noon),
                row(3, Kind.EPISODE, 7, 8, noon, noon),
                row(3, Kind.EPISODE, 7, 9, noon + 1, noon),
                row(3, Kind.EPISODE, 7, 9, noon, noon + 1),
                new EntryRow(place(3, Kind.EPISODE, 7), 3, Kind.EPISODE, 7, 9, noon, noon, "gone", stored(), 11))) {
            assertThat(orNull(() -> reader.entry(other, decrypted(other, content))))
                    .as(other.toString())
                    .isNull();
        }
        EntryRow otherRevision =
                new EntryRow(place(3, Kind.EPISODE, 7), 3, Kind.EPISODE, 7, 9, noon, noon, EntryPut.LIVE, stored(), 12);
        assertThat(reader.entry(otherRevision, decrypted(otherRevision, content))
                        .stored())
                .isEqualTo(STORED);
        assertThat(orNull(() -> reader.row(otherRevision, decrypted(otherRevision, content))))
                .isNull();
    }

    @Test
    void damaged_content_stays_damaged_when_it_is_encrypted_again_and_keeps_the_name_of_its_entry() throws Exception {
        byte[] content =
                EntryCipher.encrypt(sql.cipher(), ROW, EntryContent.pack(RECORD).damaged());
        byte[] again = EntryCipher.encrypt(sql.cipher(), ROW, decrypted(ROW, content));
        assertThatThrownBy(() -> new EntryContent.Reader().entry(ROW, decrypted(ROW, again)))
                .isInstanceOf(DamagedEntry.class)
                .hasMessageContaining("the episode \"e1\" at position 7");
    }

    @FunctionalInterface
    private interface Read {
        EntryRecord run() throws DamagedRecord;
    }

    private static @Nullable EntryRecord orNull(Read read) {
        try {
            return read.run();
        } catch (DamagedRecord damaged) {
            return null;
        }
    }
}
