package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.DamagedRecord;
import dev.daybook.internal.sqlite.database.RecordPart;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StoredEntry;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The content of a version of an entry in clear: the first part is id, session and body, the second the sidecars by name.
 * Sidecars are derived data, so damage to them leaves the entry readable. The parts are decrypted when they are asked for.
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

    /** A part that may not be decrypted yet. */
    @FunctionalInterface
    interface Part {
        RecordPart get() throws DamagedRecord;
    }

    private final int size;
    private final Part entry;
    private final Part sidecars;

    /** @param size about the bytes of both parts */
    EntryContent(int size, Part entry, Part sidecars) {
        this.size = size;
        this.entry = entry;
        this.sidecars = sidecars;
    }

    int size() {
        return size;
    }

    /** Returns id, session and body. */
    public RecordPart entry() throws DamagedRecord {
        return entry.get();
    }

    /** Returns the sidecars. */
    public RecordPart sidecars() throws DamagedRecord {
        return sidecars.get();
    }

    public static EntryContent pack(EntryRecord record) {
        StoredEntry stored = record.stored();
        return pack(stored.key().id(), stored.session(), stored.body(), record.sidecars());
    }

    /** Packs the content of a version that is to be written; it does not depend on what the scope holds. */
    static EntryContent pack(EntryPut put) {
        return pack(put.key().id(), put.session(), put.body(), put.sidecars());
    }

    private static EntryContent pack(String id, @Nullable String session, Blob whole, Map<String, Blob> named) {
        ByteBuffer body = whole.read();
        RecordPart entry = RecordPart.of(new ValuePacker(whole.size() + ENVELOPE_BYTES)
                .add(id)
                .add(session)
                .add(body.duplicate())
                .bytes());
        ValuePacker packer = new ValuePacker(sidecarBytes(named));
        // Sorted by name, so that equal rows have equal bytes.
        new TreeMap<>(named).forEach((name, bytes) -> add(packer.add(name), bytes.read(), body));
        RecordPart sidecars = RecordPart.of(packer.bytes());
        return new EntryContent(entry.bytes().length + packer.size(), () -> entry, () -> sidecars);
    }

    /** Returns the content as that of a damaged entry, which stays one when it is encrypted again. */
    public EntryContent damaged() {
        return new EntryContent(size, () -> RecordPart.damaged(entry().bytes()), sidecars);
    }

    /** Returns about the size of the sidecars, so that the packer does not grow. */
    private static int sidecarBytes(Map<String, Blob> named) {
        int size = ENVELOPE_BYTES;
        for (Blob sidecar : named.values()) {
            size += sidecar.size() + ENVELOPE_BYTES;
        }
        return size;
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

        /**
         * Returns the entry without its sidecars.
         *
         * @throws DamagedEntry if it is not authentic; its key is that of the damaged bytes
         */
        EntryRecord entry(EntryRow row, EntryContent content) throws DamagedRecord {
            RecordPart part = content.entry();
            EntryRecord record = readEntry(row, part.bytes());
            if (!part.isAuthentic()) {
                throw new DamagedEntry(record.stored().key(), row.position(), row.scope());
            }
            return record;
        }

        /**
         * Returns the entry with its sidecars.
         *
         * @throws DamagedEntry if the entry itself is damaged
         */
        EntryRecord row(EntryRow row, EntryContent content) throws DamagedRecord {
            return withSidecars(entry(row, content), row, content);
        }

        /** Returns an entry, which may be damaged, with its sidecars, which may not. */
        EntryRecord rowOfAnyEntry(EntryRow row, EntryContent content) throws DamagedRecord {
            return withSidecars(readEntry(row, content.entry().bytes()), row, content);
        }

        private EntryRecord withSidecars(EntryRecord entry, EntryRow row, EntryContent content) throws DamagedRecord {
            String what = "the index row of revision " + row.revision();
            byte[] packed = content.sidecars().authentic(what);
            try {
                return entry.with(
                        sidecars(ByteBuffer.wrap(packed), entry.stored().body()));
            } catch (BufferUnderflowException | IndexOutOfBoundsException | NegativeArraySizeException damaged) {
                throw new DamagedRecord(what);
            }
        }

        private EntryRecord readEntry(EntryRow row, byte[] packed) throws DamagedRecord {
            try {
                ByteBuffer values = ByteBuffer.wrap(packed);
                String id = new String(ValuePacker.nextBytes(values), StandardCharsets.UTF_8);
                String session = nextIsNull(values) ? null : repeated(0, ValuePacker.nextBytes(values));
                return row.record(id, session, blob(values));
            } catch (BufferUnderflowException | IndexOutOfBoundsException | NegativeArraySizeException damaged) {
                throw new DamagedEntry(row.unreadableKey(), row.position(), row.scope());
            }
        }

        /** Most rows have one or two sidecars, and small maps are faster. */
        private Map<String, Blob> sidecars(ByteBuffer values, Blob body) {
            if (!values.hasRemaining()) {
                return Map.of();
            }
            String name = repeated(1, ValuePacker.nextBytes(values));
            Blob first = sidecar(values, body);
            if (!values.hasRemaining()) {
                return Map.of(name, first);
            }
            Map<String, Blob> sidecars = new HashMap<>();
            sidecars.put(name, first);
            for (int i = 2; values.hasRemaining(); i++) {
                sidecars.put(repeated(i, ValuePacker.nextBytes(values)), sidecar(values, body));
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
