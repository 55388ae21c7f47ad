package dev.daybook.internal.sqlite.database;

import dev.daybook.error.StoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Creates folders and files that only their owner can read, where the file system supports it. */
public final class PrivateFolder {

    private PrivateFolder() {}

    /**
     * Opens a store's folder, creating it if it is missing. Returns its real path, which is the same for all aliases.
     */
    public static Path open(Path folder) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new StoreException(folder + " is a file; name a folder");
        }
        try {
            createPrivate(folder);
            Path real = folder.toRealPath();
            if (isOpenToAll(real)) {
                System.getLogger(PrivateFolder.class.getName())
                        .log(
                                System.Logger.Level.WARNING,
                                "every user of this machine may write the folder " + real
                                        + " and replace its files; forbid it with 'chmod 700', or use a folder in it");
            }
            return real;
        } catch (IOException e) {
            throw failure("the folder " + folder + " cannot be made or read", folder, e);
        }
    }

    /** Returns whether everybody may replace files of a folder; unknown means no. */
    static boolean isOpenToAll(Path folder) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(folder, PosixFileAttributeView.class);
        return view != null && view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_WRITE);
    }

    /** Chooses the remedy by the cause. */
    public static StoreException failure(String what, Path folder, IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return failure(what, cause, "give this user the right to write it, or use another folder", false);
        }
        boolean readOnly = false;
        boolean full = false;
        try {
            Path there = folder.toAbsolutePath();
            while (!Files.exists(there) && there.getParent() != null) {
                there = there.getParent();
            }
            FileStore disk = Files.getFileStore(there);
            readOnly = disk.isReadOnly();
            // A file system of size zero, such as /proc, is not a full disk.
            full = disk.getTotalSpace() > 0 && disk.getUsableSpace() == 0;
        } catch (IOException unknown) {
            cause.addSuppressed(unknown);
        }
        return failure(what, cause, readOnly, full);
    }

    /** Chooses the remedy by the known state of the disk. */
    static StoreException failure(String what, IOException cause, boolean readOnly, boolean full) {
        if (readOnly) {
            return failure(
                    what, cause, "its file system is read-only: mount it writable, or use another folder", false);
        }
        return full
                ? failure(what, cause, "the disk is full: free space and try again", true)
                : failure(what, cause, "check the disk, or use another folder", false);
    }

    private static StoreException failure(String what, IOException cause, String remedy, boolean retryable) {
        return new StoreException(what + " (" + cause + "); " + remedy, cause, retryable);
    }

    /** Parent folders get the default permissions. */
    public static void createPrivate(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = folder.toAbsolutePath().getParent();
        Path there = parent;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            Files.createDirectory(folder, owner(folder, "rwx------"));
            // Otherwise a power cut could lose the new folder with all acknowledged writes.
            for (Path above = parent; above != null && there != null; above = above.getParent()) {
                flushNames(above);
                if (above.equals(there)) {
                    break;
                }
            }
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    /** Flushes the names of a folder, where folders can be opened; other systems do so themselves. */
    public static void flushNames(Path folder) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(folder, StandardOpenOption.READ);
        } catch (IOException notHere) {
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }

    public static void createPrivateFile(Path file) throws IOException {
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
