package dev.daybook.recall;

import java.util.Arrays;

/** Where a term stands: units in ascending order, with how often it stands in each. */
final class Postings {

    private int[] units = new int[4];
    private int[] frequencies = new int[4];
    private int size;

    void add(int unit, int frequency) {
        if (size == units.length) {
            units = Arrays.copyOf(units, size * 2);
            frequencies = Arrays.copyOf(frequencies, size * 2);
        }
        units[size] = unit;
        frequencies[size++] = frequency;
    }

    int size() {
        return size;
    }

    int unit(int i) {
        return units[i];
    }

    int frequency(int i) {
        return frequencies[i];
    }

    /** How often the term stands in a unit. */
    int frequencyIn(int unit) {
        int place = Arrays.binarySearch(units, 0, size, unit);
        return place < 0 ? 0 : frequencies[place];
    }
}
