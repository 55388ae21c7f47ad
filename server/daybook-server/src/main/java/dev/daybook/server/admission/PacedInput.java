package dev.daybook.server.admission;

import dev.daybook.server.problem.TooSlowException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that is imported while it arrives; a sender below the minimum rate is cut off, because it holds a thread. */
public final class PacedInput extends FilterInputStream {

    private final ServerLimits limits;
    private long waited;
    private long arrived;

    public PacedInput(InputStream in, ServerLimits limits) {
        super(in);
        this.limits = limits;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /** Counts only the time of the sender, not that of the import. */
    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        long begin = System.nanoTime();
        int read = 0;
        try {
            read = in.read(bytes, from, length);
            return read;
        } finally {
            waited += System.nanoTime() - begin;
            arrived += Math.max(read, 0);
            // Also if the connection timed out without data.
            if (read >= 0) {
                requirePace();
            }
        }
    }

    private void requirePace() {
        if (waited > limits.nanosFor(arrived)) {
            throw new TooSlowException("the body arrives at less than " + limits.bytesPerSecond()
                    + " bytes a second; send it faster, or less at a time. No line is imported twice");
        }
    }
}
