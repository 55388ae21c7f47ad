package dev.daybook.internal.erasure;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Searches for many byte strings in one pass (after Rabin and Karp, 1987, with an exact key instead of a rolling hash).
 * The first eight bytes of a needle are its key. A window of eight bytes slides over the input; a bit set rejects
 * almost every window, and only the remaining windows are looked up and compared.
 */
final class ByteSearch {

    /** The minimum length of a needle. */
    static final int KEY_BYTES = 8;

    private static final int CHUNK = 1 << 20;
    private static final int FILTER_BITS = 20;
    private static final long SPREAD = 0x9E3779B97F4A7C15L; // 2^64 divided by the golden ratio, as Knuth advises

    private final List<byte[]> needles;
    private final BitSet filter = new BitSet(1 << FILTER_BITS);
    private final int[] slots;
    private final int[] sameSlot;
    private final long[] keys;
    private final int longest;

    ByteSearch(List<byte[]> needles) {
        this.needles = needles;
        this.slots = new int[Integer.highestOneBit(Math.max(16, needles.size() * 2)) * 2];
        this.sameSlot = new int[needles.size()];
        this.keys = new long[needles.size()];
        Arrays.fill(slots, -1);
        int max = KEY_BYTES;
        for (int i = 0; i < needles.size(); i++) {
            byte[] needle = needles.get(i);
            if (needle.length < KEY_BYTES) {
                throw new IllegalArgumentException("needle has " + needle.length + " bytes; use at least " + KEY_BYTES);
            }
            max = Math.max(max, needle.length);
            keys[i] = key(needle, 0);
            filter.set(filterBit(keys[i]));
            int slot = slot(keys[i]);
            sameSlot[i] = slots[slot];
            slots[slot] = i;
        }
        this.longest = max;
    }

    /** Marks each needle found in a stream; returns the number of bytes read. */
    long search(InputStream in, BitSet found) throws IOException {
        byte[] buffer = new byte[CHUNK + longest];
        int filled = 0;
        long total = 0;
        while (true) {
            int read = in.readNBytes(buffer, filled, buffer.length - filled);
            filled += read;
            total += read;
            boolean last = filled < buffer.length;
            // A needle that begins near the end of a chunk is whole only in the next one.
            int starts = last ? filled - KEY_BYTES + 1 : filled - longest + 1;
            search(buffer, filled, starts, found);
            if (last) {
                return total;
            }
            System.arraycopy(buffer, starts, buffer, 0, filled - starts);
            filled -= starts;
        }
    }

    private void search(byte[] bytes, int length, int starts, BitSet found) {
        if (starts <= 0) {
            return;
        }
        long key = key(bytes, 0);
        for (int start = 0; ; ) {
            if (filter.get(filterBit(key))) {
                compare(bytes, length, start, key, found);
            }
            if (++start >= starts) {
                return;
            }
            key = key << 8 | bytes[start + KEY_BYTES - 1] & 0xff;
        }
    }

    private void compare(byte[] bytes, int length, int start, long key, BitSet found) {
        for (int i = slots[slot(key)]; i >= 0; i = sameSlot[i]) {
            byte[] needle = needles.get(i);
            if (keys[i] == key
                    && start + needle.length <= length
                    && Arrays.equals(needle, 0, needle.length, bytes, start, start + needle.length)) {
                found.set(i);
            }
        }
    }

    private int slot(long key) {
        return (int) (key * SPREAD >>> 32) & (slots.length - 1);
    }

    private static int filterBit(long key) {
        return (int) (key * SPREAD >>> (64 - FILTER_BITS));
    }

    private static long key(byte[] bytes, int from) {
        long key = 0;
        for (int i = 0; i < KEY_BYTES; i++) {
            key = key << 8 | bytes[from + i] & 0xff;
        }
        return key;
    }
}
