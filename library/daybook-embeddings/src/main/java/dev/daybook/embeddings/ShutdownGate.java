package dev.daybook.embeddings;

import dev.daybook.error.EmbedderException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Guards calls into native code during shutdown: a thread inside the library when its globals are destroyed takes the
 * process down with a segmentation fault. Thread-safe.
 */
final class ShutdownGate {

    /** The gate of the process, created at its first use. */
    private static final class OfProcess {

        /** A model loads in a second; a longer wait has other causes. */
        private static final Duration TIMEOUT = Duration.ofSeconds(20);

        static final ShutdownGate GATE = new ShutdownGate();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> GATE.end(TIMEOUT), "daybook-embedder-stop"));
        }
    }

    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();
    private volatile boolean ended;

    /**
     * Returns the gate of this process.
     *
     * @throws EmbedderException if the process is shutting down
     */
    static ShutdownGate ofProcess() {
        try {
            return OfProcess.GATE;
        } catch (ExceptionInInitializerError | NoClassDefFoundError late) {
            // It is too late to add a hook.
            throw ending();
        }
    }

    /**
     * Makes a call; the shutdown waits for it.
     *
     * @throws EmbedderException if the gate is closed; the call is then not made
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

    /**
     * Closes the gate and waits for the calls in progress.
     *
     * @return whether they ended in time
     */
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
        return new EmbedderException("the bundled embedder is closed, because the process is shutting down");
    }
}
