package dev.daybook.server.importing.chat;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream of an entry of an archive that ends with an error if the entry is a zip bomb. */
final class InflationLimit extends FilterInputStream {

    /** Conversations compress to a tenth; a bomb to a thousandth. */
    private static final long MAX_RATIO = 200;

    /** Smaller entries may have any ratio. */
    private static final long FREE_BYTES = 64 << 20;

    private final long limit;
    private long read;

    InflationLimit(InputStream in, long packed) {
        super(in);
        this.limit = Math.max(FREE_BYTES, Math.max(0, packed) * MAX_RATIO);
    }

    @Override
    public int read() throws IOException {
        int c = super.read();
        count(c < 0 ? 0 : 1);
        return c;
    }

    @Override
    public int read(byte[] buffer, int from, int size) throws IOException {
        int count = super.read(buffer, from, size);
        count(Math.max(0, count));
        return count;
    }

    private void count(int bytes) throws IOException {
        read += bytes;
        if (read > limit) {
            throw new IOException("it unpacks to more than " + MAX_RATIO
                    + " times its size, as no conversation does; unpack it yourself if you trust it");
        }
    }
}
