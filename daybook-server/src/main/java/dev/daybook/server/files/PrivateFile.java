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

/**
 * A small file that nobody but its owner can read, written anew as a whole and put in place in one step: a reader sees
 * what was there before or all of the new, also after a crash.
 */
public final class PrivateFile {

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private PrivateFile() {}

    /**
     * Writes the text to a file, durably; the folder it lies in is made if it is not there. Two writers at once do not mix:
     * the later one stays. Whoever changes what the file holds takes its {@link InterProcessLock} first.
     */
    public static void write(Path file, String text) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        // Made with its permissions: for a moment without them would be long enough. And by a name that no other writer
        // has.
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

    /** The new name too must be on the disk: a revocation that a power cut takes back is none. */
    private static void flush(Path folder) throws IOException {
        // Windows opens no folder, and keeps names by its journal.
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
