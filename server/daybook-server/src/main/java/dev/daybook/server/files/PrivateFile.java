package dev.daybook.server.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/**
 * A small file that only its owner can read, replaced atomically: a reader sees the old or the new content, also after
 * a crash.
 */
public final class PrivateFile {

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private PrivateFile() {}

    /**
     * Writes the text to a file, durably; the folder is created if necessary. Of two concurrent writes the later one
     * wins. Read, change and write under its {@link InterProcessLock}.
     */
    public static void write(Path file, String text) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file in a folder");
        Files.createDirectories(folder);
        // Created with its permissions, because setting them afterwards would leave a gap. The name is unique, because
        // writers may run concurrently.
        Path scratch = Files.createTempFile(folder, file.getFileName() + ".", ".new", ownersOnly());
        try {
            try (FileChannel channel = FileChannel.open(scratch, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(scratch, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(scratch);
        }
        flush(folder);
    }

    /** Syncs the folder: the new name must be on the disk, or a power cut undoes a revocation. */
    private static void flush(Path folder) throws IOException {
        // Windows cannot open a folder; its file system journals names.
        if (POSIX) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    static FileAttribute<?>[] ownersOnly() {
        if (!POSIX) {
            return new FileAttribute<?>[0];
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        };
    }
}
