package dev.daybook.server.http;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body as it arrives, without a thread of its own: each piece is read by the thread that reports it. A body
 * that arrives too slowly is given up.
 */
final class BodyReading {

    private static final int FIRST_BYTES = 8 << 10;

    private final Request request;
    private final ServerLimits limits;
    private final Listener listener;
    private final long begin = System.nanoTime();
    private final AtomicBoolean over = new AtomicBoolean();

    private final long length;
    private final AtomicLong arrived = new AtomicLong();
    private byte[] bytes = new byte[0];
    private int size;
    private boolean isKept = true;
    private boolean isWatched;
    private volatile Scheduler.@Nullable Task nextCheck;

    /** The listener of a body; exactly one of its two last methods is called, once. */
    interface Listener {
        /** More has arrived; it is kept unless the listener drops it or stops. */
        void arrived(int more);

        /** The body is complete; empty if it was dropped. */
        void complete(byte[] body);

        void failed(Throwable failure);
    }

    /**
     * @param length the announced length; -1 if unknown
     */
    BodyReading(Request request, long length, ServerLimits limits, Listener listener) {
        this.request = request;
        this.limits = limits;
        this.listener = listener;
        this.length = length;
    }

    /** Drops the remainder of the body, which the client sends before it reads the answer. */
    void drop() {
        isKept = false;
        bytes = new byte[0];
        size = 0;
    }

    /** Stops reading, without further calls of the listener. */
    void stop() {
        over.set(true);
    }

    /** Reads the available bytes, and continues when more arrive. */
    void read() {
        try {
            readOn();
        } catch (RuntimeException | Error e) {
            // Out of memory, perhaps. The listener is notified, so that it releases its reservation.
            end(() -> listener.failed(e));
        }
    }

    private void readOn() {
        while (!over.get()) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                watch();
                request.demand(this::read);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                end(() -> listener.failed(chunk.getFailure()));
                return;
            }
            boolean isLast = chunk.isLast();
            try {
                take(chunk);
            } finally {
                chunk.release();
            }
            if (isLast) {
                byte[] whole = bytes.length == size ? bytes : Arrays.copyOf(bytes, size);
                bytes = new byte[0];
                end(() -> listener.complete(whole));
                return;
            }
        }
    }

    private void take(Content.Chunk chunk) {
        int more = chunk.remaining();
        arrived.addAndGet(more);
        listener.arrived(more);
        // The listener may have stopped the reading.
        if (!isKept || over.get()) {
            return;
        }
        makeRoom(more);
        chunk.getByteBuffer().get(bytes, size, more);
        size += more;
    }

    /**
     * Grows with the bytes that have arrived, at most by two: a client may announce a large length and never send it.
     */
    private void makeRoom(int more) {
        if (bytes.length - size < more) {
            int wanted = Math.max(FIRST_BYTES, 2 * bytes.length);
            int most = length < 0 ? wanted : (int) Math.min(wanted, length);
            bytes = Arrays.copyOf(bytes, Math.max(most, size + more));
        }
    }

    private void end(Runnable last) {
        if (over.compareAndSet(false, true)) {
            Scheduler.Task task = nextCheck;
            if (task != null) {
                task.cancel();
            }
            last.run();
        }
    }

    /** Starts the timeout only now, because most bodies arrive with their headers. */
    private void watch() {
        if (!isWatched) {
            isWatched = true;
            check();
        }
    }

    private void check() {
        long left = limits.nanosFor(arrived.get()) - (System.nanoTime() - begin);
        if (over.get()) {
            return;
        }
        if (left <= 0) {
            end(() -> listener.failed(new TimeoutException("the body did not arrive in time")));
            return;
        }
        nextCheck = request.getComponents().getScheduler().schedule(this::check, left, TimeUnit.NANOSECONDS);
    }
}
