package dev.daybook.server.cli;

import java.util.Optional;

/**
 * The least heap of a server. Entries at the size limits are analysed by several calls at once, each with some thirty
 * megabytes of words, beside the shares of the heap that are counted. A server with less works as long as its entries are
 * small, so it is warned of and not refused.
 */
final class LeastHeap {

    /** Megabytes; held by twelve clients that write and read entries at the size limits, where half of it was not. */
    private static final long MEGABYTES = 256;

    /** The serial collector leaves its second survivor space out of the maximum that the JVM states. */
    private static final double STATED = 0.9;

    private LeastHeap() {}

    /**
     * Returns what to tell about a heap that is too small; empty if it is large enough.
     *
     * @param heap the maximum heap that the JVM states, in bytes
     */
    static Optional<String> warning(long heap) {
        if (heap >= STATED * (MEGABYTES << 20)) {
            return Optional.empty();
        }
        return Optional.of("The heap is " + (heap >> 20) + " MB; with less than " + MEGABYTES
                + " MB large entries of several clients can end the server by an OutOfMemoryError. Start Java with -Xmx"
                + MEGABYTES + "m, or give the container " + 2 * MEGABYTES + " MB.");
    }
}
