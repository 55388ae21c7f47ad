package dev.daybook.internal.erasure;

import java.io.IOException;
import java.io.InputStream;

/** The bytes of another input, converted chunk by chunk. */
abstract class ConvertedInput extends InputStream {

    private byte[] chunk = {};
    private int at;

    /** Returns the next chunk; an empty one ends the input. */
    abstract byte[] next() throws IOException;

    @Override
    public int read() throws IOException {
        return isThere() ? chunk[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!isThere()) {
            return -1;
        }
        int taken = Math.min(length, chunk.length - at);
        System.arraycopy(chunk, at, bytes, from, taken);
        at += taken;
        return taken;
    }

    private boolean isThere() throws IOException {
        if (at == chunk.length) {
            chunk = next();
            at = 0;
        }
        return chunk.length > 0;
    }
}
