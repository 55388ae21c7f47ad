package dev.daybook.embeddings;

import dev.daybook.data.EmbedderException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What calls native code goes through here, so that none runs while the process ends: a thread that is in the native library
 * when its globals are destroyed takes the process down with a segmentation fault. Thread-safe.
 */
final class ShutdownGate {

    /** That of the process; it ends with it. */
    private static final class OfProcess {

        /** A model is loaded in a second; whoever waits longer than this has a machine with other troubles. */
        private static final Duration PATIENCE = Duration.ofSeconds(20);

        static final ShutdownGate GATE = new ShutdownGate();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> GATE.end(PATIENCE), "daybook-embedder-stop"));
        }
    }

    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();
    private volatile boolean ended;

    /**
     * The gate of this process.
     *
     * @throws EmbedderException if the process is ending
     */
    static ShutdownGate ofProcess() {
        try {
            return OfProcess.GATE;
        } catch (ExceptionInInitializerError | NoClassDefFoundError late) {
            // No hook can be added any more.
            throw ending();
        }
    }

    /**
     * Makes a call, which an end waits for.
     *
     * @throws EmbedderException if it has ended; nothing is called then
     */
    <T> T call(Callable<T> call) throws Exception {
        use.readLock().lock();
        try {
            if (ended) {
                throw ending();
            }
            return call.call();
        } finally {
            use.readLock().unlock();
        }
    }

    /** Lets no further call begin, and waits for those under way; whether they are over. */
    boolean end(Duration patience) {
        ended = true;
        try {
            if (!use.writeLock().tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                return false;
            }
            use.writeLock().unlock();
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static EmbedderException ending() {
        return new EmbedderException("the bundled embedder embeds nothing any more, for the process is ending");
    }
}
