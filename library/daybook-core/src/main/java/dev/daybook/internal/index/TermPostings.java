package dev.daybook.internal.index;

import org.jspecify.annotations.Nullable;

/**
 * The postings of a term: the units that contain it, in ascending order, with frequencies. Reads two lists as one; the
 * recent one has the later units.
 */
public final class TermPostings {

    private static final RecentPostings.TermList NONE = new RecentPostings.TermList();

    private final PostingsBuilder settled;
    private final int begin;
    private final int settledCount;
    private final RecentPostings.TermList recent;
    private final int size;

    /** @param recent the later units of the term, or null if there are none */
    TermPostings(PostingsBuilder settled, RecentPostings.@Nullable TermList recent, int term) {
        this.settled = settled;
        this.begin = settled.begin(term);
        this.settledCount = settled.count(term);
        this.recent = recent == null ? NONE : recent;
        this.size = settledCount + this.recent.count();
    }

    public int size() {
        return size;
    }

    public int unit(int i) {
        return i < settledCount ? settled.unit(begin + i) : recent.unit(i - settledCount);
    }

    public int frequency(int i) {
        return i < settledCount ? settled.frequency(begin + i) : recent.frequency(i - settledCount);
    }

    /** Returns the frequency of the term in a unit. */
    public int frequencyIn(int unit) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (unit(middle) == unit) {
                return frequency(middle);
            }
            if (unit(middle) < unit) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return 0;
    }
}
