package dev.daybook.words;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers for terms, from 0. A term is looked up by its bytes as they stand in a stored record, so that reading a record
 * makes no strings: a scope of ten thousand messages repeats some thousand terms a quarter of a million times. A hash table
 * with open addressing. Not thread-safe.
 */
public final class Terms {

    private final List<byte[]> terms = new ArrayList<>();
    private int[] table = filled(1 << 10);

    public Terms() {}

    /** The number of a term, which is given one if it has none yet. */
    public int number(byte[] bytes, int from, int length) {
        int place = place(bytes, from, length);
        if (table[place] < 0) {
            table[place] = terms.size();
            terms.add(Arrays.copyOfRange(bytes, from, from + length));
            if (terms.size() * 2 > table.length) {
                grow();
            }
            return terms.size() - 1;
        }
        return table[place];
    }

    /** The number of a term, which is given one if it has none yet. */
    public int number(String term) {
        byte[] bytes = term.getBytes(StandardCharsets.UTF_8);
        return number(bytes, 0, bytes.length);
    }

    /** The number of a term, or -1 if it was never seen. */
    public int find(String term) {
        byte[] bytes = term.getBytes(StandardCharsets.UTF_8);
        return table[place(bytes, 0, bytes.length)];
    }

    private int place(byte[] bytes, int from, int length) {
        int mask = table.length - 1;
        int place = hash(bytes, from, length) & mask;
        while (table[place] >= 0) {
            byte[] there = terms.get(table[place]);
            if (Arrays.equals(there, 0, there.length, bytes, from, from + length)) {
                return place;
            }
            place = (place + 1) & mask;
        }
        return place;
    }

    /** FNV-1a (Fowler, Noll, Vo), with the high bits folded in because the table takes the low ones. */
    private static int hash(byte[] bytes, int from, int length) {
        int hash = 0x811c9dc5;
        for (int i = from; i < from + length; i++) {
            hash = (hash ^ bytes[i]) * 0x01000193;
        }
        return hash ^ (hash >>> 15);
    }

    private void grow() {
        table = filled(table.length * 2);
        for (int number = 0; number < terms.size(); number++) {
            byte[] term = terms.get(number);
            table[place(term, 0, term.length)] = number;
        }
    }

    private static int[] filled(int size) {
        int[] table = new int[size];
        Arrays.fill(table, -1);
        return table;
    }
}
