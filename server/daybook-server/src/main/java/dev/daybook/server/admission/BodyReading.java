package dev.daybook.server.admission;

import dev.daybook.server.problem.OverloadedException;
import dev.daybook.server.problem.TooLargeException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body as it arrives, without a thread of its own: each piece is read by the thread that reports it. The body
 * reserves its heap before it is kept: with its length, or with each piece if no length was announced. A refused body is
 * read and dropped, one that arrives too slowly is given up. One of {@link #complete}, {@link #refused} and
 * {@link #failed} is called, once.
 */
abstract class BodyReading {

    private static final int FIRST_BYTES = 8 << 10;

    /**
     * The part of a refused body that is read and dropped, because most clients send the whole body before they read an
     * answer: they would see a broken connection instead of the reason.
     */
    private static final long MAX_DROPPED = 64L << 20;

    private final Request request;
    private final HeapBudget.CallReservation share;
    private final ServerLimits limits;
    private final long maxBody;

    /** The announced length; -1 if unknown. */
    private final long length;

    private final long begin = System.nanoTime();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong arrived = new AtomicLong();
    private byte[] bytes = new byte[0];
    private int size;
    private @Nullable RuntimeException refusal;
    private volatile Scheduler.@Nullable Task nextCheck;

    BodyReading(Request request, HeapBudget.CallReservation share, ServerLimits limits, long maxBody) {
        this.request = request;
        this.share = share;
        this.limits = limits;
        this.maxBody = maxBody;
        this.length = request.getLength();
    }

    /** Takes the complete body. */
    abstract void complete(byte[] body);

    /** Answers that the body is too large, or that there is no room for it now. */
    abstract void refused(RuntimeException reason);

    abstract void failed(Throwable failure);

    /** Reserves heap for a body of known length, and reads the available bytes. */
    final void begin() {
        if (length >= 0) {
            reserve(length, length);
        }
        RuntimeException reason = refusal;
        if (reason != null && (waitsForLeave() || length > MAX_DROPPED)) {
            refused(reason);
        } else {
            read();
        }
    }

    /** A client that waits for "100 Continue" has sent nothing yet, and reads the answer. */
    private boolean waitsForLeave() {
        String expected = request.getHeaders().get(HttpHeader.EXPECT);
        return expected != null && expected.toLowerCase(Locale.ROOT).contains("100-continue");
    }

    private void reserve(long total, long more) {
        try {
            if (total > maxBody) {
                throw new TooLargeException("the body has more than " + maxBody + " bytes; send less at a time");
            }
            share.takeBytes(more);
        } catch (TooLargeException | OverloadedException e) {
            refusal = e;
            share.close();
            bytes = new byte[0];
            size = 0;
        }
    }

    /** Reads the available bytes, and continues when more arrive. */
    private void read() {
        try {
            readOn();
        } catch (RuntimeException | Error e) {
            // Out of memory, perhaps. The reservation is released with the call.
            end(() -> failed(e));
        }
    }

    private void readOn() {
        while (!over.get()) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                // Most bodies arrive with their headers, and need no timeout.
                if (nextCheck == null) {
                    check();
                }
                request.demand(this::read);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                end(() -> failed(chunk.getFailure()));
                return;
            }
            boolean isLast = chunk.isLast();
            try {
                take(chunk);
            } finally {
                chunk.release();
            }
            if (isLast) {
                end(this::answer);
            }
        }
    }

    private void take(Content.Chunk chunk) {
        int more = chunk.remaining();
        long total = arrived.addAndGet(more);
        if (refusal == null && length < 0) {
            reserve(total, more);
        }
        if (refusal == null) {
            makeRoom(more);
            chunk.getByteBuffer().get(bytes, size, more);
            size += more;
        } else if (total > MAX_DROPPED) {
            end(this::answer);
        }
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

    private void answer() {
        RuntimeException reason = refusal;
        byte[] whole = bytes.length == size ? bytes : Arrays.copyOf(bytes, size);
        bytes = new byte[0];
        if (reason == null) {
            try {
                share.takeParts(whole);
            } catch (TooLargeException | OverloadedException e) {
                reason = e;
                // Before the answer, after which the client may send a smaller one.
                share.close();
            }
        }
        if (reason == null) {
            complete(whole);
        } else {
            refused(reason);
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

    private void check() {
        long left = limits.nanosFor(arrived.get()) - (System.nanoTime() - begin);
        if (over.get()) {
            return;
        }
        if (left <= 0) {
            end(() -> failed(new TimeoutException("the body did not arrive in time")));
            return;
        }
        nextCheck = request.getComponents().getScheduler().schedule(this::check, left, TimeUnit.NANOSECONDS);
    }
}
