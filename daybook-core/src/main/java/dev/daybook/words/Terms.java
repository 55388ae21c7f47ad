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

    private int[] table = new int[1 << 9];
    private int[] hashes = new int[1 << 8];
    /** Where each term ends in the letters; it begins where the one before it ends. */
    private int[] ends = new int[1 << 8];

    private byte[] letters = new byte[1 << 11];
    private int size;

    public Terms() {}

    /** How many terms have a number. */
    public int size() {
        return size;
    }

    /** About how much memory they take. */
    public long bytes() {
        return letters.length + (long) Integer.BYTES * (table.length + hashes.length + ends.length);
    }

    /** The number of a term, which is given one if it has none yet. */
    public int number(byte[] bytes, int from, int length) {
        int hash = hash(bytes, from, length);
        int place = place(hash, bytes, from, length);
        return table[place] != FREE ? table[place] - 1 : add(place, hash, bytes, from, length);
    }

    /** The number of a term, which is given one if it has none yet. */
    public int number(String term) {
        byte[] bytes = term.getBytes(StandardCharsets.UTF_8);
        return number(bytes, 0, bytes.length);
    }

    /** The number of a term, or -1 if it was never seen. */
    public int find(String term) {
        byte[] bytes = term.getBytes(StandardCharsets.UTF_8);
        return table[place(hash(bytes, 0, bytes.length), bytes, 0, bytes.length)] - 1;
    }

    /** Where a term stands in the table, or where it would. */
    private int place(int hash, byte[] bytes, int from, int length) {
        int mask = table.length - 1;
        int place = hash & mask;
        while (table[place] != FREE && !is(table[place] - 1, hash, bytes, from, length)) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private boolean is(int number, int hash, byte[] bytes, int from, int length) {
        int begin = begin(number);
        if (hashes[number] != hash || ends[number] - begin != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (letters[begin + i] != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }

    private int begin(int number) {
        return number == 0 ? 0 : ends[number - 1];
    }

    /** FNV-1a (Fowler, Noll, Vo), with the high bits folded in because the table takes the low ones. */
    private static int hash(byte[] bytes, int from, int length) {
        int hash = 0x811c9dc5;
        for (int i = from; i < from + length; i++) {
            hash = (hash ^ bytes[i]) * 0x01000193;
        }
        return hash ^ (hash >>> 15);
    }

    private int add(int place, int hash, byte[] bytes, int from, int length) {
        int number = size++;
        if (number == ends.length) {
            ends = Arrays.copyOf(ends, number * 2);
            hashes = Arrays.copyOf(hashes, number * 2);
        }
        int begin = begin(number);
        int end = Math.addExact(begin, length);
        if (end > letters.length) {
            letters = Arrays.copyOf(letters, Math.max(end, letters.length * 2));
        }
        System.arraycopy(bytes, from, letters, begin, length);
        ends[number] = end;
        hashes[number] = hash;
        table[place] = number + 1;
        if (size * 2 > table.length) {
            grow();
        }
        return number;
    }

    private void grow() {
        table = new int[table.length * 2];
        int mask = table.length - 1;
        for (int number = 0; number < size; number++) {
            int place = hashes[number] & mask;
            while (table[place] != FREE) {
                place = (place + 1) & mask;
            }
            table[place] = number + 1;
        }
    }
}
