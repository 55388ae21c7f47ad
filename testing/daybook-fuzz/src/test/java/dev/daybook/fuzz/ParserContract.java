package dev.daybook.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Base64;
import java.util.Objects;

/**
 * The contract of every parser: it returns or throws an exception that it documents, whose message says more than that
 * of the JDK, in bounded memory and time. Not thread-safe.
 */
public final class ParserContract {

    /** The first call of a parser loads classes, of which some read tables. */
    private static final long LOADING_BYTES = 64L << 20;

    /** Generous beside the few dozen bytes that a parser needs, and little beside a length field of 2 GB. */
    private static final long BYTES_PER_INPUT_BYTE = 4_096;

    /** A second of the processor, not of the clock: a busy machine makes no parser slow. */
    private static final long MAX_NANOS = 1_000_000_000;

    /** A compilation or a collection can fall into one call; a slow parser is slow each time. */
    private static final int ATTEMPTS = 3;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final FuzzTarget target;
    private long inputs;
    private long refused;
    private long slowestNanos;
    private long mostBytes;

    public ParserContract(FuzzTarget target) {
        this.target = target;
    }

    /**
     * Calls the parser with an input.
     *
     * @throws AssertionError if it breaks the contract; the message has the input in Base64
     */
    public void check(byte[] input) {
        inputs++;
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            long nanos = parse(input);
            if (nanos <= MAX_NANOS) {
                slowestNanos = Math.max(slowestNanos, nanos);
                return;
            }
        }
        throw broken(input, "took more than a second of the processor", null);
    }

    /** Returns the time that the processor needed. */
    private long parse(byte[] input) {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long nanos = THREADS.getCurrentThreadCpuTime();
        try {
            target.parser().parse(input.clone());
        } catch (Exception refusal) {
            refused++;
            checkRefusal(input, refusal);
        } catch (Error error) {
            throw broken(input, "failed", error);
        }
        long spent = THREADS.getCurrentThreadCpuTime() - nanos;
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        if (allocated > LOADING_BYTES + BYTES_PER_INPUT_BYTE * input.length) {
            throw broken(input, "allocated " + allocated + " bytes", null);
        }
        mostBytes = Math.max(mostBytes, allocated);
        return spent;
    }

    private void checkRefusal(byte[] input, Exception refusal) {
        if (target.refusals().stream().noneMatch(documented -> documented.isInstance(refusal))) {
            throw broken(input, "threw an exception that it does not document", refusal);
        }
        if (Objects.requireNonNullElse(refusal.getMessage(), "").isBlank()) {
            throw broken(input, "refused without a message", refusal);
        }
        if (refusal instanceof IllegalArgumentException && !isOwn(refusal)) {
            throw broken(input, "let an exception of a library through", refusal);
        }
    }

    /** Returns whether our code made the exception: that of a library names neither argument nor remedy. */
    private static boolean isOwn(Exception refusal) {
        StackTraceElement[] trace = refusal.getStackTrace();
        return (refusal.getClass() == IllegalArgumentException.class
                        || refusal.getClass().getName().startsWith("dev.daybook."))
                && trace.length > 0
                && trace[0].getClassName().startsWith("dev.daybook.");
    }

    private AssertionError broken(byte[] input, String what, Throwable cause) {
        return new AssertionError(
                target.name() + " " + what + (cause == null ? "" : ": " + cause) + "; input of " + input.length
                        + " bytes in Base64: " + Base64.getEncoder().encodeToString(input),
                cause);
    }

    /** Returns the counts of the calls so far, on one line. */
    public String summary() {
        return String.format(
                "%-32s %,12d inputs %,12d refused  slowest %6.1f ms  most memory %8.1f KB",
                target.name(), inputs, refused, slowestNanos / 1e6, mostBytes / 1e3);
    }
}
