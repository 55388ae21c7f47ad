package dev.daybook.internal.settings;

import java.nio.ByteBuffer;

/** The first 16 bytes of the keyed hash of a forgotten text; by chance, two texts never share them. */
public record TextHash(long high, long low) {

    static final int BYTES = 2 * Long.BYTES;

    static TextHash read(ByteBuffer in) {
        return new TextHash(in.getLong(), in.getLong());
    }

    void write(ByteBuffer out) {
        out.putLong(high).putLong(low);
    }
}
