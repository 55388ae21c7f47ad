package dev.daybook.server.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** Whether the disk of the data folder has room for writes. */
final class DiskSpace {

    /** A write needs some pages of the log and of the file. */
    private static final long LEAST_BYTES = 1 << 20;

    private final LongSupplier usableBytes;

    DiskSpace(LongSupplier usableBytes) {
        this.usableBytes = usableBytes;
    }

    static DiskSpace of(Path folder) {
        return new DiskSpace(() -> {
            try {
                return Files.getFileStore(folder).getUsableSpace();
            } catch (IOException e) {
                // Not known is not full: a write will tell.
                return Long.MAX_VALUE;
            }
        });
    }

    boolean isFull() {
        return usableBytes.getAsLong() < LEAST_BYTES;
    }
}
