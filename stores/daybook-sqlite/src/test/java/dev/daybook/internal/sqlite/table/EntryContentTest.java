package dev.daybook.internal.sqlite.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.KeySlots;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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
            3, Kind.EPISODE, 7, 9, EpochMicros.micros(NOON), EpochMicros.micros(NOON), EntryPut.LIVE, stored(), 11);

    private static long stored() {
        try {
            return KeySlots.stored(5, OrderKeys.entry(3, Kind.EPISODE, 7));
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

    @Test
    void a_sidecar_that_ends_like_the_body_is_stored_without_that_run() throws Exception {
        byte[] content = EntryContent.pack(RECORD);
        assertThat(content.length).isLessThan(2 * VECTOR.length);
        assertThat(new EntryContent.Reader().row(ROW, content)).isEqualTo(RECORD);
    }

    @Test
    void each_flipped_bit_is_reported_as_damage_of_the_entry_or_of_its_sidecars() {
        byte[] content = EntryContent.pack(RECORD);
        EntryContent.Reader reader = new EntryContent.Reader();
        for (int bit = 0; bit < Byte.SIZE * content.length; bit++) {
            content[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            EntryRecord entry = orNull(() -> reader.entry(ROW, content));
            EntryRecord row = orNull(() -> reader.row(ROW, content));
            assertThat(entry == null || row == null).as("bit " + bit).isTrue();
            if (entry != null) {
                assertThat(entry.stored()).as("bit " + bit).isEqualTo(STORED);
            }
            content[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        }
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
