package dev.daybook.server.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** The free space check for writes to the data folder. */
record DiskSpace(LongSupplier usableBytes) {

    /** A write needs some pages of the log and of the file. */
    private static final long MIN_BYTES = 1 << 20;

    static DiskSpace of(Path folder) {
        return new DiskSpace(() -> {
            try {
                return Files.getFileStore(folder).getUsableSpace();
            } catch (IOException e) {
                // Unknown is not full: a write would fail with the cause.
                return Long.MAX_VALUE;
            }
        });
    }

    boolean isFull() {
        return usableBytes.getAsLong() < MIN_BYTES;
    }
}
