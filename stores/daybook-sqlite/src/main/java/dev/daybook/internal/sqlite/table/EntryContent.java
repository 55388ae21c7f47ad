package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.store.Blob;
import dev.daybook.store.StoredEntry;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The content of a version of an entry, before encryption: id, session and body with a checksum, then the sidecars by name
 * with a checksum of their own. Each checksum covers the columns of the row as well. Sidecars are derived data, so damage
 * to them leaves the entry readable.
 *
 * <p>A given vector is both the end of an episode's body and most of a sidecar. A sidecar therefore stores a run that
 * equals the end of the body as the length of the run.
 */
public final class EntryContent {

    /** Shorter runs are not worth a search. */
    private static final int MIN_RUN_LENGTH = 64;

    /** Session and the names of the first sidecars. */
    private static final int REPEATED = 10;

    /** Room for names, ids and lengths beside a body or a sidecar. */
    private static final int ENVELOPE_BYTES = 128;

    private EntryContent() {}

    public static byte[] pack(EntryRecord record) {
        StoredEntry stored = record.stored();
        ByteBuffer body = stored.body().read();
        ValuePacker packer = new ValuePacker(size(record))
                .add(stored.key().id())
                .add(stored.session())
                .add(body.duplicate());
        packer.add(entryChecksum(record.scope(), stored, packer.array(), packer.size()));
        int begin = packer.size();
        packer.add(record.sidecars().size());
        // Sorted by name, so that equal rows have equal bytes.
        new TreeMap<>(record.sidecars()).forEach((name, bytes) -> add(packer.add(name), bytes.read(), body));
        return packer.add(rowChecksum(record, packer.array(), begin, packer.size()))
                .bytes();
    }

    /** Returns about the size of the content, so that the packer does not grow. */
    private static int size(EntryRecord record) {
        int size = record.stored().body().size() + ENVELOPE_BYTES;
        for (Blob sidecar : record.sidecars().values()) {
            size += sidecar.size() + ENVELOPE_BYTES;
        }
        return size;
    }

    /** Changes the checksum of a packed entry, so that a copy of a damaged entry is reported as damaged. */
    public static void damage(byte[] content) {
        ByteBuffer values = ByteBuffer.wrap(content);
        for (int field = 0; field < 3; field++) {
            int length = values.getInt();
            values.position(values.position() + Math.max(0, length));
        }
        content[values.position()] ^= 1;
    }

    private static void add(ValuePacker packer, ByteBuffer sidecar, ByteBuffer body) {
        int end = endOfRun(sidecar, body);
        int run = lengthOfRun(sidecar, end, body);
        packer.add(sidecar.slice(0, end - run)).add(run).add(sidecar.slice(end, sidecar.limit() - end));
    }

    /** Returns the number of bytes before an offset of a sidecar that equal the last bytes of the body. */
    private static int lengthOfRun(ByteBuffer sidecar, int end, ByteBuffer body) {
        int longest = Math.min(end, body.limit());
        int run = 0;
        while (run + Long.BYTES <= longest
                && sidecar.getLong(end - run - Long.BYTES) == body.getLong(body.limit() - run - Long.BYTES)) {
            run += Long.BYTES;
        }
        while (run < longest && sidecar.get(end - 1 - run) == body.get(body.limit() - 1 - run)) {
            run++;
        }
        return run;
    }

    /** Returns the offset behind the last occurrence of the body's end in a sidecar; 0 if there is none. */
    private static int endOfRun(ByteBuffer sidecar, ByteBuffer body) {
        if (body.limit() < MIN_RUN_LENGTH) {
            return 0;
        }
        ByteBuffer sought = body.slice(body.limit() - MIN_RUN_LENGTH, MIN_RUN_LENGTH);
        long beginning = sought.getLong(0);
        for (int at = sidecar.limit() - MIN_RUN_LENGTH; at >= 0; at--) {
            if (sidecar.getLong(at) == beginning
                    && sidecar.slice(at, MIN_RUN_LENGTH).equals(sought)) {
                return at + MIN_RUN_LENGTH;
            }
        }
        return 0;
    }

    private static long entryChecksum(long scope, StoredEntry stored, byte[] content, int end) {
        CRC32 crc = columns(scope, stored);
        crc.update(new ValuePacker().add(EpochMicros.micros(stored.recorded())).bytes());
        crc.update(content, 0, end);
        return crc.getValue();
    }

    private static long rowChecksum(EntryRecord record, byte[] content, int begin, int end) {
        CRC32 crc = columns(record.scope(), record.stored());
        crc.update(new ValuePacker()
                .add(record.revision())
                .add(record.stored().key().id())
                .add(record.stored().session())
                .bytes());
        crc.update(content, begin, end - begin);
        return crc.getValue();
    }

    private static CRC32 columns(long scope, StoredEntry stored) {
        CRC32 crc = new CRC32();
        crc.update(new ValuePacker()
                .add(scope)
                .add(OrderKeys.number(stored.key().kind()))
                .add(stored.position())
                .add(stored.contentRevision())
                .add(EpochMicros.micros(stored.time()))
                .add(stored.status())
                .bytes());
        return crc;
    }

    /** Reads contents one after another. Sessions and names that repeat from record to record share one object. */
    static final class Reader {

        private final @Nullable CachedText[] repeated = new CachedText[REPEATED];

        /** A text and its bytes, unwrapped to avoid an object per value read. */
        private static final class CachedText {

            private final byte[] bytes;
            private final String text;

            CachedText(byte[] bytes) {
                this.bytes = bytes;
                this.text = new String(bytes, StandardCharsets.UTF_8);
            }
        }

        /** Returns the entry without its sidecars. */
        EntryRecord entry(EntryRow row, byte[] content) throws DamagedRecord {
            ByteBuffer values = ByteBuffer.wrap(content);
            EntryRecord record = readEntry(row, values);
            int end = values.position();
            boolean sound = values.remaining() >= Long.BYTES
                    && values.getLong() == entryChecksum(row.scope(), record.stored(), content, end);
            if (!sound) {
                throw new DamagedEntry(record.stored().key(), row.position(), row.scope());
            }
            return record;
        }

        /** Returns whether the entry itself has no damage. */
        boolean isIntact(EntryRow row, byte[] content) {
            try {
                entry(row, content);
                return true;
            } catch (DamagedRecord damaged) {
                return false;
            }
        }

        /** Returns the entry with its sidecars. The checksum of the body is not verified. */
        EntryRecord row(EntryRow row, byte[] content) throws DamagedRecord {
            ByteBuffer values = ByteBuffer.wrap(content);
            EntryRecord record = readEntry(row, values);
            try {
                values.getLong();
                int begin = values.position();
                EntryRecord full = record.with(sidecars(values, record.stored().body()));
                int end = values.position();
                if (values.getLong() == rowChecksum(full, content, begin, end)) {
                    return full;
                }
            } catch (BufferUnderflowException | IndexOutOfBoundsException | NegativeArraySizeException damaged) {
                // Told below.
            }
            throw new DamagedRecord("the index row of revision " + row.revision());
        }

        private EntryRecord readEntry(EntryRow row, ByteBuffer values) throws DamagedRecord {
            try {
                String id = new String(ValuePacker.nextBytes(values), StandardCharsets.UTF_8);
                String session = nextIsNull(values) ? null : repeated(0, ValuePacker.nextBytes(values));
                return row.record(id, session, blob(values));
            } catch (BufferUnderflowException | IndexOutOfBoundsException | NegativeArraySizeException damaged) {
                throw new DamagedEntry(row.unreadableKey(), row.position(), row.scope());
            }
        }

        /** Most rows have one or two sidecars, and small maps are faster. */
        private Map<String, Blob> sidecars(ByteBuffer values, Blob body) {
            long count = values.getLong();
            if (count < 0 || count > values.remaining()) {
                throw new BufferUnderflowException();
            }
            if (count == 1) {
                return Map.of(repeated(1, ValuePacker.nextBytes(values)), sidecar(values, body));
            }
            Map<String, Blob> sidecars = new HashMap<>();
            for (int i = 0; i < count; i++) {
                sidecars.put(repeated(1 + i, ValuePacker.nextBytes(values)), sidecar(values, body));
            }
            return sidecars;
        }

        private static Blob sidecar(ByteBuffer values, Blob body) {
            Blob before = blob(values);
            long length = values.getLong();
            if (length < 0 || length > body.size()) {
                throw new BufferUnderflowException();
            }
            int run = (int) length;
            Blob after = blob(values);
            if (run == 0) {
                return before.size() == 0 ? after : before;
            }
            ByteBuffer whole = ByteBuffer.allocate(Math.addExact(before.size() + after.size(), run));
            whole.put(before.read())
                    .put(body.read().position(body.size() - run))
                    .put(after.read());
            return Blob.of(whole.array());
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

        private static boolean nextIsNull(ByteBuffer values) {
            if (values.getInt(values.position()) >= 0) {
                return false;
            }
            values.getInt();
            return true;
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
