package dev.daybook.internal.index;

import java.util.Arrays;

/** A growable list of ints, without a box for each. Not thread-safe. */
final class IntList {

    private int[] values = new int[4];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    int get(int index) {
        return values[index];
    }

    int size() {
        return size;
    }

    /** Returns a copy of the values. */
    int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
