package dev.daybook.words;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Numbers for terms, from 0. A term is looked up by its bytes as they stand in a stored record, so that reading a record
 * makes no strings: a scope of ten thousand messages repeats some thousand terms a quarter of a million times. A hash table
 * with open addressing, all terms in one array, so that a look-up follows no pointers. Not thread-safe.
 */
public final class Terms {

    /** A place of the table that holds no term; the others hold a number and one. */
    private static final int FREE = 0;

    /** Each time all terms are put in anew, so it is better done seldom. */
    private static final int GROWTH = 4;

    /** As many bytes as fit into a key beside the length; more than most terms have. */
    private static final int SHORT = 7;

    /** The mark of a key that does not tell all of its term: no short term has such a length. */
    private static final long LONG = 0xFFL << 56;

    /** 2 to the 64 divided by the golden ratio: spreads keys over the high bits (Knuth, TAOCP 3, 6.4). */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private int[] table = new int[1 << 9];

    /** Of a short term its length and its bytes, so that to compare keys is to compare terms; of a long one a hash. */
    private long[] keys = new long[1 << 8];
    /** Where each term begins in the letters; it ends where the next one begins. */
    private int[] begins = new int[1 << 8];

    private byte[] letters = new byte[1 << 11];
    private int size;

    public Terms() {}

    /** How many terms have a number. */
    public int size() {
        return size;
    }

    /** About how much memory they take. */
    public long bytes() {
        return letters.length + (long) Long.BYTES * keys.length + (long) Integer.BYTES * (table.length + begins.length);
    }

    /** The number of a term, which is given one if it has none yet. */
    public int number(byte[] bytes, int from, int length) {
        long key = key(bytes, from, length);
        int place = place(key, bytes, from, length);
        return table[place] != FREE ? table[place] - 1 : add(place, key, bytes, from, length);
    }

    /** The number of a term, which is given one if it has none yet. */
    public int number(String term) {
        byte[] bytes = term.getBytes(StandardCharsets.UTF_8);
        return number(bytes, 0, bytes.length);
    }

    /** The number of a term, or -1 if it was never seen. */
    public int find(String term) {
        byte[] bytes = term.getBytes(StandardCharsets.UTF_8);
        return table[place(key(bytes, 0, bytes.length), bytes, 0, bytes.length)] - 1;
    }

    /** Where a term stands in the table, or where it would. */
    private int place(long key, byte[] bytes, int from, int length) {
        int mask = table.length - 1;
        int place = first(key, mask);
        while (table[place] != FREE && !is(table[place] - 1, key, bytes, from, length)) {
            place = (place + 1) & mask;
        }
        return place;
    }

    /** Where to look first. */
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
