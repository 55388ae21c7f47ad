package dev.daybook.internal.words;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A dictionary that numbers terms from 0. It looks terms up by their bytes in a stored record, without creating
 * strings: a scope of ten thousand messages repeats some thousand terms a quarter of a million times. A hash table with
 * open addressing and all terms in one array, so that a lookup follows no pointers. Not thread-safe.
 */
public final class TermDictionary {

    /** Marks a free slot of the table; a used slot holds the number plus one. */
    private static final int FREE = 0;

    /** Growth rehashes all terms, so the factor is large. */
    private static final int GROWTH = 4;

    /** Bytes that fit into a key beside the length; most terms are shorter. */
    private static final int SHORT = 7;

    /** The tag of a key that holds a hash instead of the term. No short term has this length. */
    private static final long LONG = 0xFFL << 56;

    /** 2 to the 64 divided by the golden ratio: spreads keys over the high bits (Knuth, TAOCP 3, 6.4). */
    static final long SPREAD = 0x9E3779B97F4A7C15L;

    private int[] table = new int[1 << 9];

    /** Length and bytes of a short term, so that comparing keys compares terms; a hash of a long one. */
    private long[] keys = new long[1 << 8];
    /** The offset of each term in the letters; it ends where the next one begins. */
    private int[] begins = new int[1 << 8];

    private byte[] letters = new byte[1 << 11];
    private int size;

    public TermDictionary() {}

    /** Returns the number of terms. */
    public int size() {
        return size;
    }

    /** Returns the approximate memory use. */
    public long bytes() {
        return letters.length + (long) Long.BYTES * keys.length + (long) Integer.BYTES * (table.length + begins.length);
    }

    /** Returns the number of a term, assigning one if it is new. */
    public int number(byte[] bytes, int from, int length) {
        long key = key(bytes, from, length);
        int place = place(key, bytes, from, length);
        return table[place] != FREE ? table[place] - 1 : add(place, key, bytes, from, length);
    }

    /** Returns the number of a term, assigning one if it is new. */
    public int number(String term) {
        byte[] bytes = term.getBytes(StandardCharsets.UTF_8);
        return number(bytes, 0, bytes.length);
    }

    /** Returns the number of a term, or -1 if it is unknown. */
    public int find(String term) {
        byte[] bytes = term.getBytes(StandardCharsets.UTF_8);
        return find(bytes, 0, bytes.length);
    }

    /** Returns the number of a term, or -1 if it is unknown. */
    public int find(byte[] bytes, int from, int length) {
        return table[place(key(bytes, from, length), bytes, from, length)] - 1;
    }

    /** Returns a hash of a term by its number; two short terms have different ones. */
    long hash(int number) {
        return keys[number];
    }

    /** Returns the slot of a term in the table, or the free slot for it. */
    private int place(long key, byte[] bytes, int from, int length) {
        int mask = table.length - 1;
        int place = first(key, mask);
        while (table[place] != FREE && !is(table[place] - 1, key, bytes, from, length)) {
            place = (place + 1) & mask;
        }
        return place;
    }

    /** Returns the first slot to probe. */
    private static int first(long key, int mask) {
        return (int) (key * SPREAD >>> 32) & mask;
    }

    private boolean is(int number, long key, byte[] bytes, int from, int length) {
        return keys[number] == key
                && (length <= SHORT
                        || Arrays.equals(letters, begins[number], begins[number + 1], bytes, from, from + length));
    }

    private static long key(byte[] bytes, int from, int length) {
        long key = length;
        int end = from + length;
        if (length <= SHORT) {
            for (int i = from; i < end; i++) {
                key = key << Byte.SIZE | bytes[i] & 0xFF;
            }
            return key;
        }
        for (int i = from; i < end; i++) {
            key = (key ^ bytes[i]) * SPREAD;
        }
        return key | LONG;
    }

    private int add(int place, long key, byte[] bytes, int from, int length) {
        int number = size++;
        if (size == begins.length) {
            begins = Arrays.copyOf(begins, size * 2);
            keys = Arrays.copyOf(keys, size * 2);
        }
        int begin = begins[number];
        int end = Math.addExact(begin, length);
        if (end > letters.length) {
            letters = Arrays.copyOf(letters, Math.max(end, letters.length * 2));
        }
        System.arraycopy(bytes, from, letters, begin, length);
        begins[size] = end;
        keys[number] = key;
        table[place] = number + 1;
        if (size * 2 > table.length) {
            grow();
        }
        return number;
    }

    private void grow() {
        table = new int[table.length * GROWTH];
        for (int number = 0; number < size; number++) {
            put(number);
        }
    }

    private void put(int number) {
        int mask = table.length - 1;
        int place = first(keys[number], mask);
        while (table[place] != FREE) {
            place = (place + 1) & mask;
        }
        table[place] = number + 1;
    }
}
