package dev.daybook.internal.sqlite.database;

import dev.daybook.fuzz.FuzzTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The reader of a write-ahead log with a header whose checksum is right, whatever it says. */
public final class LogTargets {

    private static final int MAGIC = 0x377f0682;
    private static final int SUMMED = 24;
    private static final int HEADER = 32;

    private LogTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(FuzzTarget.ofBytes(
                "write-ahead-log",
                LogTargets::read,
                List.of(log(4096), log(512), log(1 << 30), log(-1), log(0), log(3))));
    }

    private static byte[] log(int pageSize) {
        return ByteBuffer.allocate(HEADER + 2 * (SUMMED + 512))
                .putInt(MAGIC)
                .putInt(3_007_000)
                .putInt(pageSize)
                .array();
    }

    private static void read(byte[] bytes) throws IOException {
        Path log = Files.createTempFile("daybook-fuzz", "-wal");
        try {
            Files.write(log, withChecksum(bytes));
            WriteAheadLog.damage(log, log.resolveSibling("no-database-of-" + log.getFileName()));
        } finally {
            Files.delete(log);
        }
    }

    private static byte[] withChecksum(byte[] bytes) {
        if (bytes.length < HEADER) {
            return bytes;
        }
        ByteBuffer.wrap(bytes).putInt(MAGIC);
        ByteBuffer words = ByteBuffer.wrap(bytes, 0, SUMMED).order(ByteOrder.LITTLE_ENDIAN);
        int first = 0;
        int second = 0;
        while (words.hasRemaining()) {
            first += words.getInt() + second;
            second += words.getInt() + first;
        }
        ByteBuffer.wrap(bytes).putInt(SUMMED, first).putInt(SUMMED + Integer.BYTES, second);
        return bytes;
    }
}
