package dev.daybook.internal.index;

import java.util.BitSet;

/** Copies of bit sets that recalls of several threads read at a time. */
public final class BitSets {

    private BitSets() {}

    /** Copies without {@link BitSet#clone}, which may replace the array of its source while other threads read it. */
    public static BitSet copyOf(BitSet source) {
        BitSet copy = new BitSet(source.length());
        copy.or(source);
        return copy;
    }
}
