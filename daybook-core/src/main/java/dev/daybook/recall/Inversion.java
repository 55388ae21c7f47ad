package dev.daybook.recall;

import java.util.Arrays;

/**
 * Where each term stands, for a range of units: the units of the first term in ascending order, then those of the second,
 * and so on, in one array. Made in one go by a counting sort, which makes three arrays where a list for each term would
 * make tens of thousands: at the first recall of a scope, making and moving objects costs more than sorting. Immutable.
 */
final class Inversion {

    static final Inversion NOTHING = new Inversion(new int[1], new int[0], new int[0]);

    /** Where the units of each term begin; the last is where those of the last term end. */
    private final int[] begins;

    private final int[] units;
    /** How often the term stands in each of its units. */
    private final int[] frequencies;

    private Inversion(int[] begins, int[] units, int[] frequencies) {
        this.begins = begins;
        this.units = units;
        this.frequencies = frequencies;
    }

    /** What stands in some units: the numbers of their terms, unit after unit, repetitions and all. */
    static final class Words {
        private final int firstUnit;
        private final int[] terms;
        private final int[] ends;
        private final int units;

        Words(int firstUnit, int[] terms, int[] ends, int units) {
            this.firstUnit = firstUnit;
            this.terms = terms;
            this.ends = ends;
            this.units = units;
        }

        private int begin(int unit) {
            return unit == 0 ? 0 : ends[unit - 1];
        }
    }

    static Inversion of(Words words, int termCount) {
        Sort sort = new Sort(words, termCount);
        for (int unit = 0; unit < words.units; unit++) {
            sort.count(unit);
        }
        sort.makeRoom();
        for (int unit = 0; unit < words.units; unit++) {
            sort.place(unit);
        }
        return new Inversion(sort.begins, sort.units, sort.frequencies);
    }

    /** A counting sort, unit by unit: what is called for each of many units is compiled when the next scope is loaded. */
    private static final class Sort {

        private final Words words;
        private final int[] begins;
        private final int[] lastUnits;
        private int[] next = {};
        private int[] units = {};
        private int[] frequencies = {};

        Sort(Words words, int termCount) {
            this.words = words;
            this.begins = new int[termCount + 1];
            this.lastUnits = new int[termCount];
            Arrays.fill(lastUnits, -1);
        }

        void count(int unit) {
            int end = words.ends[unit];
            for (int i = words.begin(unit); i < end; i++) {
                int term = words.terms[i];
                if (lastUnits[term] != unit) {
                    lastUnits[term] = unit;
                    begins[term + 1]++;
                }
            }
        }

        void makeRoom() {
            for (int term = 1; term < begins.length; term++) {
                begins[term] += begins[term - 1];
            }
            next = begins.clone();
            units = new int[begins[begins.length - 1]];
            frequencies = new int[units.length];
        }

        void place(int number) {
            int unit = words.firstUnit + number;
            int end = words.ends[number];
            for (int i = words.begin(number); i < end; i++) {
                int term = words.terms[i];
                int place = next[term];
                // Units come in order, so a repetition finds its unit at the end.
                if (place > begins[term] && units[place - 1] == unit) {
                    frequencies[place - 1]++;
                } else {
                    units[place] = unit;
                    frequencies[place] = 1;
                    next[term] = place + 1;
                }
            }
        }
    }

    /** What stands in the units of one and of another, which are later ones. */
    static Inversion joined(Inversion one, Inversion other) {
        int termCount = Math.max(one.terms(), other.terms());
        int[] begins = new int[termCount + 1];
        int[] units = new int[one.size() + other.size()];
        int[] frequencies = new int[units.length];
        int place = 0;
        for (int term = 0; term < termCount; term++) {
            for (Inversion part : new Inversion[] {one, other}) {
                int begin = part.begin(term);
                int count = part.count(term);
                System.arraycopy(part.units, begin, units, place, count);
                System.arraycopy(part.frequencies, begin, frequencies, place, count);
                place += count;
            }
            begins[term + 1] = place;
        }
        return new Inversion(begins, units, frequencies);
    }

    private int terms() {
        return begins.length - 1;
    }

    /** How many pairs of term and unit there are. */
    int size() {
        return units.length;
    }

    /** In how many units a term stands; a term that came later stands in none. */
    int count(int term) {
        return term < terms() ? begins[term + 1] - begins[term] : 0;
    }

    /** The place of the first unit of a term; the others follow. */
    int begin(int term) {
        return term < terms() ? begins[term] : 0;
    }

    int unit(int place) {
        return units[place];
    }

    int frequency(int place) {
        return frequencies[place];
    }

    /** About how much memory it takes. */
    long bytes() {
        return (long) Integer.BYTES * (begins.length + units.length + frequencies.length);
    }
}
