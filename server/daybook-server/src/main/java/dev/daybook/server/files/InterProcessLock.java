package dev.daybook.server.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Excludes other processes, and other threads of this one, while a file is read, changed and written. The lock is on
 * {@code NAME.lock} beside the file, because each write replaces the file itself. The operating system releases it when
 * its process ends.
 */
public final class InterProcessLock implements AutoCloseable {

    private static final long MAX_WAIT = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_MILLISECONDS = 10;

    /**
     * The lock of the operating system belongs to the process, so threads need their own; one is enough for rare
     * changes.
     */
    private static final ReentrantLock WITHIN_PROCESS = new ReentrantLock();

    private final FileChannel channel;

    private InterProcessLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Waits up to 10 seconds for the lock of a file, whose folder is created if necessary. The same thread must close
     * it. Not reentrant.
     *
     * @throws IOException if another process holds it longer, the thread is interrupted, or the file cannot be opened
     */
    public static InterProcessLock of(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        WITHIN_PROCESS.lock();
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    file.resolveSibling(file.getFileName() + ".lock"),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    PrivateFile.ownersOnly());
            take(channel, file);
            return new InterProcessLock(channel);
        } catch (IOException | RuntimeException e) {
            release(channel);
            throw e;
        }
    }

    private static void take(FileChannel channel, Path file) throws IOException {
        long end = System.nanoTime() + MAX_WAIT;
        for (FileLock lock = channel.tryLock(); lock == null; lock = channel.tryLock()) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("another process has been changing " + file.getFileName()
                        + " for 10 seconds; try again when it has ended");
            }
            try {
                Thread.sleep(PAUSE_MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting to change " + file.getFileName(), e);
            }
        }
    }

    private static void release(@Nullable FileChannel channel) throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            WITHIN_PROCESS.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        release(channel);
    }
}
