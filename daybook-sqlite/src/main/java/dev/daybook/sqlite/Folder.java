package dev.daybook.sqlite;

import dev.daybook.data.StoreException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Makes folders and files that only their owner may look into, where the file system knows owners. */
final class Folder {

    private Folder() {}

    /** The folder of a store, made if it is missing; its real path, which is the same by whatever name it is opened. */
    static Path open(Path folder) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new StoreException(folder + " is a file; name a folder");
        }
        try {
            createPrivate(folder);
            return folder.toRealPath();
        } catch (IOException e) {
            throw new StoreException(
                    "the folder " + folder + " cannot be made or read (" + e + "); give this user the right to, or use"
                            + " another one",
                    e,
                    false);
        }
    }

    /** The folders above it get the usual permissions. */
    static void createPrivate(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            Files.createDirectory(folder, owner(folder, "rwx------"));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    static void createPrivateFile(Path file) throws IOException {
        Files.createFile(file, owner(file, "rw-------"));
    }

    private static FileAttribute<?>[] owner(Path path, String permissions) {
        Set<String> views = path.getFileSystem().supportedFileAttributeViews();
        return views.contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
