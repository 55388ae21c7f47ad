package dev.daybook.sqlite;

import dev.daybook.internal.sqlite.table.ValuePacker;
import dev.daybook.store.Blob;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * An index row of layout 1: kind, position, content revision, time, id, session, status, sidecars by name, and a checksum
 * that covers its key as well.
 */
final class LayoutOneRow {

    private LayoutOneRow() {}

    /** Returns the sidecars of a row, or none if the row is damaged. */
    static Map<String, Blob> sidecars(long place, byte[] packed) {
        int values = packed.length - Long.BYTES;
        if (values < 0 || ByteBuffer.wrap(packed).getLong(values) != checksum(place, packed, values)) {
            return Map.of();
        }
        try {
            ByteBuffer row = ByteBuffer.wrap(packed, 0, values);
            // Kind, position, content revision and time.
            row.position(4 * Long.BYTES);
            ValuePacker.nextBytes(row);
            if (row.getInt(row.position()) < 0) {
                row.getInt();
            } else {
                ValuePacker.nextBytes(row);
            }
            ValuePacker.nextBytes(row);
            Map<String, Blob> sidecars = new HashMap<>();
            for (long left = row.getLong(); left > 0; left--) {
                sidecars.put(
                        new String(ValuePacker.nextBytes(row), StandardCharsets.UTF_8),
                        Blob.of(ValuePacker.nextBytes(row)));
            }
            return sidecars;
        } catch (BufferUnderflowException
                | NegativeArraySizeException
                | IndexOutOfBoundsException
                | IllegalArgumentException damaged) {
            return Map.of();
        }
    }

    private static long checksum(long place, byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return crc.getValue() ^ place;
    }
}
