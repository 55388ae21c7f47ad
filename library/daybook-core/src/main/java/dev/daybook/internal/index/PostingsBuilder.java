package dev.daybook.internal.index;

import java.util.Arrays;

/**
 * The postings of a range of units: for each term the units that contain it, in ascending order, with the frequencies.
 * All lists lie in one array.
 *
 * <p>A counting sort builds them in one pass. It allocates three arrays instead of tens of thousands of lists: in the
 * first recall of a scope, allocating and moving objects costs more than sorting. Immutable.
 */
final class PostingsBuilder {

    static final PostingsBuilder NOTHING = new PostingsBuilder(new int[1], new int[0], new int[0]);

    /** The offset of each term's first posting, and behind them the number of postings. */
    private final int[] begins;

    private final int[] units;
    /** The frequency of the term in the unit, for each posting. */
    private final int[] frequencies;

    private PostingsBuilder(int[] begins, int[] units, int[] frequencies) {
        this.begins = begins;
        this.units = units;
        this.frequencies = frequencies;
    }

    /** The input of the sort: the term numbers of the units, unit after unit, with repetitions. */
    static final class UnitTerms {
        private final int firstUnit;
        private final int[] terms;
        private final int[] ends;
        private final int units;

        UnitTerms(int firstUnit, int[] terms, int[] ends, int units) {
            this.firstUnit = firstUnit;
            this.terms = terms;
            this.ends = ends;
            this.units = units;
        }

        private int begin(int unit) {
            return unit == 0 ? 0 : ends[unit - 1];
        }
    }

    static PostingsBuilder of(UnitTerms words, int termCount) {
        CountingSort sort = new CountingSort(words, termCount);
        for (int unit = 0; unit < words.units; unit++) {
            sort.count(unit);
        }
        sort.makeRoom();
        for (int unit = 0; unit < words.units; unit++) {
            sort.place(unit);
        }
        return new PostingsBuilder(sort.begins, sort.units, sort.frequencies);
    }

    /** Returns recent postings in the compact form. */
    static PostingsBuilder of(RecentPostings recent, int termCount) {
        if (recent.size() == 0) {
            return NOTHING;
        }
        int[] begins = new int[termCount + 1];
        int[] units = new int[recent.size()];
        int[] frequencies = new int[units.length];
        int place = 0;
        for (int term = 0; term < termCount; term++) {
            RecentPostings.TermList list = recent.list(term);
            for (int i = 0; list != null && i < list.count(); i++) {
                units[place] = list.unit(i);
                frequencies[place] = list.frequency(i);
                place++;
            }
            begins[term + 1] = place;
        }
        return new PostingsBuilder(begins, units, frequencies);
    }

    /**
     * A counting sort in steps of one unit. The steps are short methods that are called often, so they are compiled by
     * the time the next scope is loaded.
     */
    private static final class CountingSort {

        private final UnitTerms words;
        private final int[] begins;
        private final int[] lastUnits;
        private int[] next = {};
        private int[] units = {};
        private int[] frequencies = {};

        CountingSort(UnitTerms words, int termCount) {
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
                // Units come in ascending order, so a repeated term finds its unit in the last posting.
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

    /**
     * Merges two sets of postings.
     *
     * @param other the postings of later units
     */
    static PostingsBuilder joined(PostingsBuilder one, PostingsBuilder other) {
        if (one.size() == 0 || other.size() == 0) {
            return one.size() == 0 ? other : one;
        }
        int termCount = Math.max(one.terms(), other.terms());
        int[] begins = new int[termCount + 1];
        int[] units = new int[one.size() + other.size()];
        int[] frequencies = new int[units.length];
        int place = 0;
        for (int term = 0; term < termCount; term++) {
            for (PostingsBuilder part : new PostingsBuilder[] {one, other}) {
                int begin = part.begin(term);
                int count = part.count(term);
                System.arraycopy(part.units, begin, units, place, count);
                System.arraycopy(part.frequencies, begin, frequencies, place, count);
                place += count;
            }
            begins[term + 1] = place;
        }
        return new PostingsBuilder(begins, units, frequencies);
    }

    private int terms() {
        return begins.length - 1;
    }

    /** Returns the number of postings. */
    int size() {
        return units.length;
    }

    /** Returns the number of units that contain a term. A term that was added later has none. */
    int count(int term) {
        return term < terms() ? begins[term + 1] - begins[term] : 0;
    }

    /** Returns the offset of the first posting of a term; the others follow it. */
    int begin(int term) {
        return term < terms() ? begins[term] : 0;
    }

    int unit(int place) {
        return units[place];
    }

    int frequency(int place) {
        return frequencies[place];
    }

    /** Returns the approximate memory use. */
    long bytes() {
        return (long) Integer.BYTES * (begins.length + units.length + frequencies.length);
    }
}
