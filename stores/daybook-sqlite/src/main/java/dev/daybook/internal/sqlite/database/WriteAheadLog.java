package dev.daybook.internal.sqlite.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the write-ahead log {@code daybook.db-wal} as bytes, before SQLite does, and finds damage in it. SQLite takes the
 * first frame with a wrong checksum as the end of the log. That is right after a power cut, but after a flipped bit it
 * silently loses all later transactions.
 *
 * <p>The two cases can be distinguished (decision 54). A transaction begins only after the flush of the previous one.
 * If a frame follows a commit, then that commit and everything before it were on the disk, so a bad frame among them is
 * damage. A frame follows a commit if its checksum continues that of the commit's frame; remains of an earlier, longer
 * log continue another one. Within the last transaction the cases look the same.
 *
 * <p>A power cut leaves each sector of the last transaction old or new. So the words of a commit can be those of an earlier
 * log, with the rest of the frame's header new, if a sector ends between them. Such a commit proves nothing unless the
 * checksum covers it.
 */
final class WriteAheadLog {

    private static final int HEADER = 32;
    private static final int FRAME_HEADER = 24;
    private static final int MAGIC = 0x377f0682;
    private static final int PAGE_SIZE_AT = 8;
    private static final int DATABASE_PAGE_SIZE_AT = 16;
    private static final int MIN_PAGE_SIZE = 512;
    private static final int MAX_PAGE_SIZE = 65_536;
    private static final int SALTS_AT = 16;
    private static final int HEADER_SUM_AT = 24;
    private static final int COMMIT_AT = 4;
    private static final int FRAME_SALTS_AT = 8;
    private static final int FRAME_SUM_AT = 16;

    /** The smallest sector in use: larger ones end at multiples of it. */
    private static final int SECTOR = 512;

    private final FileChannel log;
    private final ByteBuffer header = ByteBuffer.allocate(HEADER);

    /** True if the checksum of the header is correct. */
    private final boolean sound;

    private final int pageSize;
    private final ByteBuffer frame;
    private final ByteOrder order;

    /** The stored and the computed checksum of the present frame. */
    private long stored;

    private long computed;

    /**
     * The damage found.
     *
     * @param frame the first bad frame, from 1; 0: the header of the log
     * @param transactions the minimum of complete transactions that SQLite would skip with it
     */
    record Damage(long frame, long transactions) {
        String sentence() {
            return (frame == 0 ? "its header" : "frame " + frame) + " of the write-ahead log is damaged, and "
                    + (transactions == 1 ? "a transaction" : transactions + " transactions")
                    + " from there on cannot be read, although they were acknowledged";
        }
    }

    private WriteAheadLog(FileChannel log, Path database) throws IOException {
        this.log = log;
        read(log, header, 0);
        int magic = header.getInt(0);
        order = magic == MAGIC
                ? ByteOrder.LITTLE_ENDIAN
                : magic == (MAGIC | 1) ? ByteOrder.BIG_ENDIAN : ByteOrder.nativeOrder();
        stored = header.getLong(HEADER_SUM_AT);
        computed = sum(0, header.array(), 0, HEADER_SUM_AT);
        // A page size that SQLite never writes is damage too: the frame would need up to 2 GB.
        sound = stored == computed && (magic & ~1) == MAGIC && isPageSize(header.getInt(PAGE_SIZE_AT));
        pageSize = sound ? header.getInt(PAGE_SIZE_AT) : pageSizeOf(database);
        frame = ByteBuffer.allocate(FRAME_HEADER + pageSize);
    }

    private static boolean isPageSize(int bytes) {
        return bytes >= MIN_PAGE_SIZE && bytes <= MAX_PAGE_SIZE && Integer.bitCount(bytes) == 1;
    }

    /** Returns the page size in the header of the database; the one of this layout if there is none. */
    private static int pageSizeOf(Path database) throws IOException {
        if (!Files.exists(database)) {
            return DatabaseFile.PAGE_SIZE;
        }
        ByteBuffer size = ByteBuffer.allocate(Short.BYTES);
        try (FileChannel channel = FileChannel.open(database, StandardOpenOption.READ)) {
            read(channel, size, DATABASE_PAGE_SIZE_AT);
        }
        int bytes = Short.toUnsignedInt(size.getShort(0));
        return isPageSize(bytes) ? bytes : DatabaseFile.PAGE_SIZE;
    }

    /** Tests whether the log has nothing for SQLite to read. */
    static boolean isEmpty(Path log) throws IOException {
        return !Files.exists(log) || Files.size(log) <= HEADER;
    }

    /** Returns the salts, which distinguish a log from its predecessor in the same file. */
    static String salts(Path log) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            read(channel, header, 0);
        }
        return Long.toHexString(header.getLong(SALTS_AT));
    }

    /** Finds damage that cannot be the torn end of an interrupted write; null if there is none. */
    static @Nullable Damage damage(Path log, Path database) throws IOException {
        if (isEmpty(log)) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            WriteAheadLog read = new WriteAheadLog(channel, database);
            return read.sound ? read.damagedFrame() : read.damagedHeader(database);
        }
    }

    /**
     * Returns the beginning of the first page of the database in its last committed version, among the frames that SQLite
     * reads: up to the first bad one; empty if there is none.
     *
     * @param length the number of bytes, at most that of the smallest page
     */
    static Optional<ByteBuffer> firstPage(Path log, Path database, int length) throws IOException {
        if (isEmpty(log)) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            WriteAheadLog read = new WriteAheadLog(channel, database);
            return read.sound ? read.firstPage(length) : Optional.empty();
        }
    }

    private Optional<ByteBuffer> firstPage(int length) throws IOException {
        long salts = header.getLong(SALTS_AT);
        Optional<ByteBuffer> committed = Optional.empty();
        Optional<ByteBuffer> written = Optional.empty();
        for (long i = 0; i < frames() && next(i, salts); i++) {
            if (frame.getInt(0) == 1) {
                written = Optional.of(
                        ByteBuffer.wrap(Arrays.copyOfRange(frame.array(), FRAME_HEADER, FRAME_HEADER + length)));
            }
            if (frame.getInt(COMMIT_AT) != 0) {
                committed = written;
            }
        }
        return committed;
    }

    private long frames() throws IOException {
        return (log.size() - HEADER) / frame.capacity();
    }

    /** Reads frame i (from 0); returns whether its checksum continues that of the previous frame. */
    private boolean next(long i, long salts) throws IOException {
        read(log, frame, HEADER + i * frame.capacity());
        long before = stored;
        long beforeByBytes = computed;
        stored = frame.getLong(FRAME_SUM_AT);
        computed = sum(before);
        boolean linked = computed == stored;
        if (!linked && beforeByBytes != before) {
            // The previous frame is intact except for its stored checksum.
            linked = sum(beforeByBytes) == stored;
        }
        return linked && frame.getLong(FRAME_SALTS_AT) == salts;
    }

    /** Tests whether the present frame, number i, ended a transaction of this log for certain. */
    private boolean isCommit(long i, long salts, boolean linked) {
        return frame.getInt(COMMIT_AT) != 0
                && frame.getLong(FRAME_SALTS_AT) == salts
                && (linked || !sectorEndsBehindCommitOf(i));
    }

    private boolean sectorEndsBehindCommitOf(long i) {
        return (HEADER + i * frame.capacity() + FRAME_SALTS_AT) % SECTOR == 0;
    }

    private @Nullable Damage damagedFrame() throws IOException {
        long salts = header.getLong(SALTS_AT);
        long firstBad = -1;
        long commits = 0;
        boolean damaged = false;
        boolean afterCommit = false;
        for (long i = 0; i < frames(); i++) {
            boolean linked = next(i, salts);
            if (firstBad < 0 && !linked) {
                firstBad = i;
            } else if (firstBad >= 0 && linked && afterCommit) {
                damaged = true;
            }
            afterCommit = firstBad >= 0 && isCommit(i, salts, linked);
            commits += afterCommit ? 1 : 0;
        }
        return damaged ? new Damage(firstBad + 1, commits) : null;
    }

    /**
     * Checks a log with a bad header. The header is flushed before the first frame, so a bad one with frames behind it
     * is damage, unless it is the torn header of a restarted log whose frames are all in the database already.
     */
    private @Nullable Damage damagedHeader(Path database) throws IOException {
        Map<Integer, Long> pages = new HashMap<>();
        Map<Integer, Long> uncommitted = new HashMap<>();
        long commits = 0;
        long salts = 0;
        for (long i = 0; i < frames(); i++) {
            boolean linked = next(i, i == 0 ? header.getLong(SALTS_AT) : salts);
            if (i == 0) {
                salts = frame.getLong(FRAME_SALTS_AT);
            } else if (!linked) {
                break;
            }
            uncommitted.put(frame.getInt(0), i);
            if (isCommit(i, salts, linked) && (i > 0 || linked)) {
                commits++;
                pages.putAll(uncommitted);
                uncommitted.clear();
            }
        }
        return commits == 0 || areIn(database, pages) ? null : new Damage(0, commits);
    }

    private boolean areIn(Path database, Map<Integer, Long> pages) throws IOException {
        ByteBuffer page = ByteBuffer.allocate(pageSize);
        try (FileChannel file = FileChannel.open(database, StandardOpenOption.READ)) {
            for (Map.Entry<Integer, Long> each : pages.entrySet()) {
                read(log, frame, HEADER + each.getValue() * frame.capacity());
                read(file, page, (each.getKey() - 1L) * pageSize);
                if (!Arrays.equals(frame.array(), FRAME_HEADER, frame.capacity(), page.array(), 0, pageSize)) {
                    return false;
                }
            }
        }
        return true;
    }

    private long sum(long before) {
        return sum(sum(before, frame.array(), 0, FRAME_SALTS_AT), frame.array(), FRAME_HEADER, frame.capacity());
    }

    /**
     * Computes SQLite's checksum over words, in the byte order of the log's magic number; returns both halves in one
     * value.
     */
    private long sum(long before, byte[] bytes, int from, int to) {
        ByteBuffer words = ByteBuffer.wrap(bytes, from, to - from).order(order);
        int first = (int) (before >>> Integer.SIZE);
        int second = (int) before;
        while (words.hasRemaining()) {
            first += words.getInt() + second;
            second += words.getInt() + first;
        }
        return (long) first << Integer.SIZE | Integer.toUnsignedLong(second);
    }

    /** Fills the buffer from an offset in the file, with zeros past its end. */
    private static void read(FileChannel file, ByteBuffer into, long at) throws IOException {
        into.clear();
        into.put(new byte[into.remaining()]);
        into.clear();
        while (into.hasRemaining() && at >= 0 && file.read(into, at + into.position()) > 0) {
            // One read may return fewer bytes than requested.
        }
        into.clear();
    }
}
