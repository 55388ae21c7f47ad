package dev.daybook.sqlite;

import dev.daybook.data.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A {@link IndexRow} as one blob: kind, position, content revision, time, id, session, status, sidecars by name, and a
 * checksum that covers its key as well. One blob per row, because reading ten columns of 10,000 rows through JDBC costs
 * more than all other work of loading a scope.
 */
final class PackedRow {

    private PackedRow() {}

    static byte[] pack(long place, IndexRow row) {
        ValuePacker packer = new ValuePacker()
                .add(OrderKeys.number(row.key().kind()))
                .add(row.position())
                .add(row.contentRevision())
                .add(EpochMicros.micros(row.time()))
                .add(row.key().id())
                .add(row.session())
                .add(row.status())
                .add(row.sidecars().size());
        // Sorted by name, so that equal rows have equal bytes.
        new TreeMap<>(row.sidecars()).forEach((name, bytes) -> packer.add(name).add(bytes.read()));
        byte[] values = packer.bytes();
        return packer.add(checksum(place, values, values.length)).bytes();
    }

    private static long checksum(long place, byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return crc.getValue() ^ place;
    }

    /** Unpacks the rows of a result. Names, statuses and sessions that repeat from row to row share one object. */
    static final class Unpacker {

        /** Session, status, and the names of the first sidecars. */
        private final @Nullable CachedText[] repeated = new CachedText[10];

        /** A text and its bytes, unwrapped to avoid an object per value read. */
        private static final class CachedText {

            private final byte[] bytes;
            private final String text;

            CachedText(byte[] bytes) {
                this.bytes = bytes;
                this.text = new String(bytes, StandardCharsets.UTF_8);
            }
        }

        IndexRow unpack(long place, byte[] packed) throws SQLException {
            int values = packed.length - Long.BYTES;
            if (values < 0 || ByteBuffer.wrap(packed).getLong(values) != checksum(place, packed, values)) {
                throw new DamagedRecord("the index row of revision " + OrderKeys.revision(place));
            }
            try {
                return unpack(place, ByteBuffer.wrap(packed, 0, values));
            } catch (BufferUnderflowException | NegativeArraySizeException e) {
                throw new DamagedRecord("the index row of revision " + OrderKeys.revision(place));
            }
        }

        private IndexRow unpack(long place, ByteBuffer values) throws SQLException {
            Kind kind = OrderKeys.kind(values.getLong());
            long position = values.getLong();
            long contentRevision = values.getLong();
            long time = values.getLong();
            String id = new String(bytes(values), StandardCharsets.UTF_8);
            String session = nextIsNull(values) ? null : repeated(0, bytes(values));
            String status = repeated(1, bytes(values));
            Map<String, Blob> sidecars = sidecars(values);
            return new IndexRow(
                    new EntryKey(kind, id),
                    position,
                    OrderKeys.revision(place),
                    contentRevision,
                    session,
                    EpochMicros.instant(time),
                    status,
                    sidecars);
        }

        /** Most rows have one or two sidecars, and small maps are faster. */
        private Map<String, Blob> sidecars(ByteBuffer values) {
            int count = Math.toIntExact(values.getLong());
            if (count == 1) {
                return Map.of(name(0, values), blob(values));
            }
            Map<String, Blob> sidecars = new HashMap<>(count * 2);
            for (int i = 0; i < count; i++) {
                sidecars.put(name(i, values), blob(values));
            }
            return sidecars;
        }

        /** Not copied: a vector is most of a row, and its reader converts it. */
        private static Blob blob(ByteBuffer values) {
            int length = values.getInt();
            if (length < 0 || length > values.remaining()) {
                throw new BufferUnderflowException();
            }
            int from = values.arrayOffset() + values.position();
            values.position(values.position() + length);
            return Blob.of(values.array(), from, length);
        }

        private String name(int index, ByteBuffer values) {
            return repeated(2 + index, bytes(values));
        }

        private static boolean nextIsNull(ByteBuffer values) {
            if (values.getInt(values.position()) >= 0) {
                return false;
            }
            values.getInt();
            return true;
        }

        private static byte[] bytes(ByteBuffer values) {
            byte[] bytes = new byte[values.getInt()];
            values.get(bytes);
            return bytes;
        }

        private String repeated(int slot, byte[] bytes) {
            if (slot >= repeated.length) {
                return new String(bytes, StandardCharsets.UTF_8);
            }
            CachedText before = repeated[slot];
            if (before != null && Arrays.equals(before.bytes, bytes)) {
                return before.text;
            }
            CachedText now = new CachedText(bytes);
            repeated[slot] = now;
            return now.text;
        }
    }
}
