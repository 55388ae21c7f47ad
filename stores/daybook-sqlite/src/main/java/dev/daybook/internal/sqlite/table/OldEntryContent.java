package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.internal.sqlite.database.RecordPart;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Reads the content of entries of earlier builds: id, session and body with a checksum, then the number of sidecars and the
 * sidecars with a checksum of their own. Each checksum covers the columns of the row as well.
 */
final class OldEntryContent {

    private OldEntryContent() {}

    static EntryContent read(EntryRow row, byte[] content) {
        ByteBuffer values = ByteBuffer.wrap(content);
        try {
            ByteBuffer id = next(values);
            ByteBuffer session = next(values);
            next(values);
            int end = values.position();
            boolean sound = values.getLong() == entryChecksum(row, content, end);
            byte[] entry = Arrays.copyOf(content, end);
            RecordPart sidecars = sidecars(row, id, session, content, values.position());
            RecordPart part = sound ? RecordPart.of(entry) : RecordPart.damaged(entry);
            return new EntryContent(content.length, () -> part, () -> sidecars);
        } catch (BufferUnderflowException | IllegalArgumentException damaged) {
            return new EntryContent(
                    content.length, () -> RecordPart.damaged(content), () -> RecordPart.damaged(new byte[0]));
        }
    }

    /** Returns the next value with its length. */
    private static ByteBuffer next(ByteBuffer values) {
        int begin = values.position();
        int length = Math.max(0, values.getInt());
        values.position(values.position() + length);
        return values.duplicate().limit(values.position()).position(begin);
    }

    private static RecordPart sidecars(EntryRow row, ByteBuffer id, ByteBuffer session, byte[] content, int begin) {
        int end = content.length - Long.BYTES;
        int from = begin + Long.BYTES;
        if (end < from) {
            return RecordPart.damaged(new byte[0]);
        }
        CRC32 crc = columns(row);
        crc.update(new ValuePacker().add(row.revision()).bytes());
        crc.update(id);
        crc.update(session);
        crc.update(content, begin, end - begin);
        byte[] sidecars = Arrays.copyOfRange(content, from, end);
        return ByteBuffer.wrap(content).getLong(end) == crc.getValue()
                ? RecordPart.of(sidecars)
                : RecordPart.damaged(sidecars);
    }

    private static long entryChecksum(EntryRow row, byte[] content, int end) {
        CRC32 crc = columns(row);
        crc.update(new ValuePacker().add(row.recorded()).bytes());
        crc.update(content, 0, end);
        return crc.getValue();
    }

    /** Begins a checksum with the columns beside the content. */
    static CRC32 columns(EntryRow row) {
        CRC32 crc = new CRC32();
        crc.update(new ValuePacker()
                .add(row.scope())
                .add(OrderKeys.number(row.kind()))
                .add(row.position())
                .add(row.contentRevision())
                .add(row.time())
                .add(row.status())
                .bytes());
        return crc;
    }
}
