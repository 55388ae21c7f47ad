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

    private PrivateFile() {}

    /** Writes the text to a file, durably; the folder it lies in is made if it is not there. */
    public static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Path scratch = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(scratch);
        // Made with its permissions: for a moment without them would be long enough.
        Files.createFile(scratch, ownersOnly());
        try (FileChannel channel = FileChannel.open(scratch, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(scratch, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private static FileAttribute<?>[] ownersOnly() {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[0];
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        };
    }
}
