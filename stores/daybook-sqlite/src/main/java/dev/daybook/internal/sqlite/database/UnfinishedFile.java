package dev.daybook.internal.sqlite.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file under a temporary name until it is complete. One that is left by a killed process is overwritten by the next
 * attempt or deleted at the next opening.
 */
public final class UnfinishedFile {

    public static final String SUFFIX = ".unfinished";

    private UnfinishedFile() {}

    /** Renames a complete file durably: after a power cut the name has the full content or does not exist. */
    public static void putInPlace(Path complete, Path name) throws IOException {
        try (FileChannel channel = FileChannel.open(complete, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(complete, name, StandardCopyOption.ATOMIC_MOVE);
        Path parent = name.getParent();
        if (parent != null) {
            PrivateFolder.flushNames(parent);
        }
    }
}
