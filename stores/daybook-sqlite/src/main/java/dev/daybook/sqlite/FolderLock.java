package dev.daybook.sqlite;

import dev.daybook.error.StoreException;
import dev.daybook.error.StoreInUseException;
import dev.daybook.internal.sqlite.database.PrivateFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The lock of a folder: the file {@code lock}, locked while the store is open, names the owner.
 *
 * <p>POSIX releases a process's lock when the process closes <em>any</em> descriptor of the file. A second opening in
 * the same process therefore must not touch the file and is detected by a set. If other code in the process has closed
 * the file, the named owner is still trusted while its process lives.
 */
final class FolderLock implements AutoCloseable {

    static final String NAME = "lock";

    /** The folders held by this process. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** Channels of files locked by a store of another class loader: closing one would release its lock. */
    private static final Collection<FileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

    /** Beyond the owner's name, which must stay readable on systems with mandatory locks. */
    private static final long LOCKED_BYTE = 1L << 40;

    private final Path folder;
    private final FileChannel channel;
    private final boolean abandoned;

    private FolderLock(Path folder, FileChannel channel, boolean abandoned) {
        this.folder = folder;
        this.channel = channel;
        this.abandoned = abandoned;
    }

    /** Tests whether the previous process ended without closing its store. */
    boolean wasAbandoned() {
        return abandoned;
    }

    /**
     * Takes the lock, or fails at once with the name of the owner.
     *
     * @param folder its real path
     */
    static FolderLock take(Path folder) {
        if (!HELD.add(folder)) {
            throw inUse(folder, LockOwner.thisProcess());
        }
        boolean taken = false;
        try {
            FolderLock lock = lock(folder);
            taken = true;
            return lock;
        } catch (IOException e) {
            throw PrivateFolder.failure("the folder " + folder + " cannot be locked", folder, e);
        } finally {
            if (!taken) {
                HELD.remove(folder);
            }
        }
    }

    private static FolderLock lock(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        try {
            PrivateFolder.createPrivateFile(file);
        } catch (FileAlreadyExistsException e) {
            // The file is left from before, or another process is opening the folder at this moment.
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean held = false;
        try {
            FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
            LockOwner owner = LockOwner.parse(read(channel));
            if (lock == null || owner.isAnotherLivingProcess()) {
                throw inUse(folder, owner);
            }
            writeOwner(channel);
            held = true;
            return new FolderLock(folder, channel, owner.isKnown());
        } catch (OverlappingFileLockException e) {
            NEVER_CLOSED.add(channel);
            held = true;
            throw inUse(folder, LockOwner.thisProcess());
        } finally {
            if (!held) {
                channel.close();
            }
        }
    }

    /** Writes the owner's name. A failure is only logged, so that a full disk does not prevent reading. */
    private static void writeOwner(FileChannel channel) {
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(LockOwner.thisProcess().text().getBytes(StandardCharsets.UTF_8)), 0);
        } catch (IOException e) {
            System.getLogger(FolderLock.class.getName())
                    .log(System.Logger.Level.WARNING, "the lock file does not name its owner", e);
        }
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LockOwner.MAX_BYTES);
        channel.read(bytes, 0);
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    private static StoreInUseException inUse(Path folder, LockOwner owner) {
        return new StoreInUseException("the folder " + folder + " is in use by " + owner.sentence()
                + (owner.pid() == ProcessHandle.current().pid()
                        ? ", which is this one; use its daybook, or close that first and try again"
                        : "; close the other program, or wait until it has ended, then try again"));
    }

    @Override
    public void close() {
        try {
            channel.truncate(0);
        } catch (IOException e) {
            System.getLogger(FolderLock.class.getName())
                    .log(System.Logger.Level.DEBUG, "the lock file keeps its owner's name", e);
        }
        try {
            channel.close();
        } catch (IOException e) {
            throw new StoreException("the lock of " + folder + " could not be released (" + e + ")", e, false);
        } finally {
            HELD.remove(folder);
        }
    }
}
