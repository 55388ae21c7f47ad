package dev.daybook.server.http;

import dev.daybook.server.problem.TooSlowException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that is imported while it arrives; a sender below the minimum rate is cut off, because it holds a thread. */
final class PacedInput extends FilterInputStream {

    private final ServerLimits limits;
    private long waited;
    private long arrived;

    PacedInput(InputStream in, ServerLimits limits) {
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
        int read;
        try {
            read = in.read(bytes, from, length);
        } catch (IOException e) {
            waited += System.nanoTime() - begin;
            // The connection timed out without data.
            requirePace();
            throw e;
        }
        waited += System.nanoTime() - begin;
        if (read > 0) {
            arrived += read;
            requirePace();
        }
        return read;
    }

    private void requirePace() {
        if (waited > limits.nanosFor(arrived)) {
            throw new TooSlowException("the body arrives at less than " + limits.bytesPerSecond()
                    + " bytes a second; send it faster, or less at a time. No line is imported twice");
        }
    }
}
