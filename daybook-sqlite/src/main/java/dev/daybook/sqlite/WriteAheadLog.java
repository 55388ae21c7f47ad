package dev.daybook.sqlite;

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
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes of {@code daybook.db-wal} before SQLite does. SQLite takes the first frame with a wrong checksum for
 * the end of the log: that is right after a power cut, and loses all later transactions in silence if a bit flipped.
 *
 * <p>The two can be told apart (decision 54). A transaction is begun only after the one before it was flushed. So where
 * a frame follows a commit, the commit and all before it were on the disk, and a bad frame among them is damage. A frame
 * follows a commit if its checksum was made from the one that the commit's frame has: what an earlier, longer
 * transaction left behind the end of the log was made from another. Within the last transaction nothing can be told.
 */
final class WriteAheadLog {

    private static final int HEADER = 32;
    private static final int FRAME_HEADER = 24;
    private static final int MAGIC = 0x377f0682;
    private static final int PAGE_SIZE_AT = 8;
    private static final int SALTS_AT = 16;
    private static final int HEADER_SUM_AT = 24;
    private static final int COMMIT_AT = 4;
    private static final int FRAME_SALTS_AT = 8;
    private static final int FRAME_SUM_AT = 16;

    private final FileChannel log;
    private final ByteBuffer header = ByteBuffer.allocate(HEADER);

    /** Whether the header has its checksum. */
    private final boolean sound;

    private final int pageSize;
    private final ByteBuffer frame;
    private final ByteOrder order;

    /** Of the frame before: the checksum that it has, and the one that its bytes have. */
    private long stored;

    private long computed;

    /**
     * What was found.
     *
     * @param frame the first bad frame, from 1; 0: the header of the log
     * @param transactions how many complete ones SQLite would leave out with it, at the least
     */
    record Damage(long frame, long transactions) {
        String sentence() {
            return (frame == 0 ? "its header" : "frame " + frame) + " of the write-ahead log is damaged, and "
                    + (transactions == 1 ? "a transaction" : transactions + " transactions")
                    + " from there on cannot be read, although they were acknowledged";
        }
    }

    private WriteAheadLog(FileChannel log) throws IOException {
        this.log = log;
        read(log, header, 0);
        int magic = header.getInt(0);
        order = magic == MAGIC
                ? ByteOrder.LITTLE_ENDIAN
                : magic == (MAGIC | 1) ? ByteOrder.BIG_ENDIAN : ByteOrder.nativeOrder();
        stored = header.getLong(HEADER_SUM_AT);
        computed = sum(0, header.array(), 0, HEADER_SUM_AT);
        sound = stored == computed && (magic & ~1) == MAGIC;
        pageSize = sound ? header.getInt(PAGE_SIZE_AT) : DatabaseFile.PAGE_SIZE;
        frame = ByteBuffer.allocate(FRAME_HEADER + pageSize);
    }

    /** Whether there is anything that SQLite would read. */
    static boolean isEmpty(Path log) throws IOException {
        return !Files.exists(log) || Files.size(log) <= HEADER;
    }

    /** What makes a log another one than the log before it in the same file. */
    static String salts(Path log) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            read(channel, header, 0);
        }
        return Long.toHexString(header.getLong(SALTS_AT));
    }

    /** Damage that cannot be the torn end of an interrupted write; null if there is none. */
    static @Nullable Damage damage(Path log, Path database) throws IOException {
        if (isEmpty(log)) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
            WriteAheadLog read = new WriteAheadLog(channel);
            return read.sound ? read.damagedFrame() : read.damagedHeader(database);
        }
    }

    private long frames() throws IOException {
        return (log.size() - HEADER) / frame.capacity();
    }

    /** Reads frame i (from 0); whether its checksum follows from the frame before it. */
    private boolean next(long i, long salts) throws IOException {
        read(log, frame, HEADER + i * frame.capacity());
        long before = stored;
        long beforeByBytes = computed;
        stored = frame.getLong(FRAME_SUM_AT);
        computed = sum(before);
        boolean linked = computed == stored;
        if (!linked && beforeByBytes != before) {
            // The frame before is sound but for the checksum that it has.
            linked = sum(beforeByBytes) == stored;
        }
        return linked && frame.getLong(FRAME_SALTS_AT) == salts;
    }

    private boolean isCommit(long salts) {
        return frame.getInt(COMMIT_AT) != 0 && frame.getLong(FRAME_SALTS_AT) == salts;
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
            afterCommit = firstBad >= 0 && isCommit(salts);
            commits += afterCommit ? 1 : 0;
        }
        return damaged ? new Damage(firstBad + 1, commits) : null;
    }

    /**
     * A header is on the disk before the first frame is written, so with frames behind it a bad one is damage; but it may
     * also be the torn header of a log that begins anew, with frames behind it that are all in the database already.
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
            if (isCommit(salts) && (i > 0 || linked)) {
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

    /** SQLite's checksum over words, in the order of bytes that the log's magic number names; both halves in one. */
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

    /** Fills the buffer from a place in the file; with zeros behind its end. */
    private static void read(FileChannel file, ByteBuffer into, long at) throws IOException {
        into.clear();
        Arrays.fill(into.array(), (byte) 0);
        while (into.hasRemaining() && at >= 0 && file.read(into, at + into.position()) > 0) {
            // One read may give less than was asked for.
        }
        into.clear();
    }
}
