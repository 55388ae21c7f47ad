package dev.daybook.sqlite;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The header of the database as its write-ahead log has it. A power cut during a checkpoint can leave garbage in the first
 * sector of the database; the log is complete then, and SQLite reads the page from there.
 */
final class LoggedHeader {

    private static final int LOG_HEADER = 32;
    private static final int FRAME_HEADER = 24;
    private static final int MAGIC = 0x377f0682;
    private static final int PAGE_SIZE_AT = 8;
    private static final int SALTS_AT = 16;
    private static final int LOG_SUM_AT = 24;
    private static final int COMMIT_AT = 4;
    private static final int FRAME_SALTS_AT = 8;
    private static final int FRAME_SUM_AT = 16;
    private static final int LARGEST_PAGE = 65_536;

    private final ByteOrder order;
    private int first;
    private int second;

    private LoggedHeader(ByteOrder order) {
        this.order = order;
    }

    /**
     * Finds the first page in its last committed version, among the frames that SQLite reads: up to the first bad one.
     *
     * @param length the bytes wanted from the beginning of the page
     */
    static Optional<ByteBuffer> find(Path log, int length) throws IOException {
        if (WriteAheadLog.isEmpty(log)) {
            return Optional.empty();
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(log))) {
            ByteBuffer header = ByteBuffer.wrap(in.readNBytes(LOG_HEADER));
            int pageSize = header.getInt(PAGE_SIZE_AT);
            int magic = header.getInt(0);
            boolean isLog = (magic & ~1) == MAGIC && pageSize >= length && pageSize <= LARGEST_PAGE;
            LoggedHeader sums = new LoggedHeader(magic == MAGIC ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            return isLog && sums.add(header, 0, LOG_SUM_AT).is(header.getLong(LOG_SUM_AT))
                    ? sums.find(in, header.getLong(SALTS_AT), pageSize, length)
                    : Optional.empty();
        }
    }

    private Optional<ByteBuffer> find(InputStream in, long salts, int pageSize, int length) throws IOException {
        Optional<ByteBuffer> committed = Optional.empty();
        Optional<ByteBuffer> written = Optional.empty();
        ByteBuffer frame = frame(in, pageSize);
        while (frame.capacity() == FRAME_HEADER + pageSize && frame.getLong(FRAME_SALTS_AT) == salts && isNext(frame)) {
            if (frame.getInt(0) == 1) {
                written = Optional.of(frame.slice(FRAME_HEADER, length));
            }
            if (frame.getInt(COMMIT_AT) != 0) {
                committed = written;
            }
            frame = frame(in, pageSize);
        }
        return committed;
    }

    /** Returns the next frame; the last one may be cut off. */
    private static ByteBuffer frame(InputStream in, int pageSize) throws IOException {
        return ByteBuffer.wrap(in.readNBytes(FRAME_HEADER + pageSize));
    }

    /** Tests whether the checksum of a frame continues that of the frames before. */
    private boolean isNext(ByteBuffer frame) {
        return add(frame, 0, FRAME_SALTS_AT)
                .add(frame, FRAME_HEADER, frame.capacity())
                .is(frame.getLong(FRAME_SUM_AT));
    }

    /** Adds words to SQLite's checksum, in the byte order of the log's magic number. */
    private LoggedHeader add(ByteBuffer bytes, int from, int to) {
        ByteBuffer words = bytes.duplicate().order(order);
        for (int at = from; at < to; at += 2 * Integer.BYTES) {
            first += words.getInt(at) + second;
            second += words.getInt(at + Integer.BYTES) + first;
        }
        return this;
    }

    private boolean is(long stored) {
        return ((long) first << Integer.SIZE | Integer.toUnsignedLong(second)) == stored;
    }
}
