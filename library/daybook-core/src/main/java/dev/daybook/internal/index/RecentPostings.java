package dev.daybook.internal.index;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The postings of the units that were added last, in a list for each term. Grows by appending: another unit costs its
 * own words, however many terms and units the scope has. {@link PostingsBuilder} is smaller and faster to read, and
 * takes them over in batches.
 */
final class RecentPostings {

    /** The list with its first array, its key, and its place in the map. */
    private static final long BYTES_OF_A_TERM = 104;

    private final Map<Integer, TermList> lists = new HashMap<>();
    private int size;
    private long bytes;

    /** The recent units of one term, in ascending order, each followed by its frequency. */
    static final class TermList {
        private int[] pairs = new int[2];
        private int count;

        int count() {
            return count;
        }

        int unit(int i) {
            return pairs[2 * i];
        }

        int frequency(int i) {
            return pairs[2 * i + 1];
        }

        private boolean endsWith(int unit) {
            return count > 0 && unit(count - 1) == unit;
        }

        private void repeat() {
            pairs[2 * count - 1]++;
        }

        /** Returns the number of bytes that the list grew by. */
        private int append(int unit) {
            int length = pairs.length;
            if (2 * count == length) {
                pairs = Arrays.copyOf(pairs, 2 * length);
            }
            pairs[2 * count] = unit;
            pairs[2 * count + 1] = 1;
            count++;
            return Integer.BYTES * (pairs.length - length);
        }
    }

    /** Adds an occurrence of a term. Units come in ascending order. */
    void add(int term, int unit) {
        TermList list = lists.get(term);
        if (list == null) {
            list = new TermList();
            lists.put(term, list);
            bytes += BYTES_OF_A_TERM;
        }
        if (list.endsWith(unit)) {
            list.repeat();
        } else {
            bytes += list.append(unit);
            size++;
        }
    }

    /** Returns the list of a term, or null if no recent unit contains it. */
    @Nullable
    TermList list(int term) {
        return lists.get(term);
    }

    /** Returns the number of postings. */
    int size() {
        return size;
    }

    /** Removes all postings. */
    void clear() {
        lists.clear();
        size = 0;
        bytes = 0;
    }

    /** Returns the approximate memory use. */
    long bytes() {
        return bytes;
    }
}
