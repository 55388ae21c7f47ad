package dev.daybook.server.http;

import dev.daybook.server.problem.TooSlow;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that is read while it is written, and whose sender holds a thread meanwhile: it must not take its time. */
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

    /** Only the time counts that the sender takes, not what is done with what came. */
    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        long begin = System.nanoTime();
        int read;
        try {
            read = in.read(bytes, from, length);
        } catch (IOException e) {
            waited += System.nanoTime() - begin;
            // Nothing came for so long that the connection was given up.
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
            throw new TooSlow(
                    "the body arrives at less than " + limits.bytesPerSecond()
                            + " bytes a second; send it faster, or less at a time. What is written already is not written twice");
        }
    }
}
