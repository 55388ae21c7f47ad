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
        return letters.length + (long) Integer.BYTES * (table.length + hashes.length + begins.length);
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
        int begin = begins[number];
        if (hashes[number] != hash || begins[number + 1] - begin != length) {
            return false;
        }
        byte[] all = letters;
        for (int i = 0; i < length; i++) {
            if (all[begin + i] != bytes[from + i]) {
                return false;
            }
        }
        return true;
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
        if (size == begins.length) {
            begins = Arrays.copyOf(begins, size * 2);
            hashes = Arrays.copyOf(hashes, size * 2);
        }
        int begin = begins[number];
        int end = Math.addExact(begin, length);
        if (end > letters.length) {
            letters = Arrays.copyOf(letters, Math.max(end, letters.length * 2));
        }
        System.arraycopy(bytes, from, letters, begin, length);
        begins[size] = end;
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
