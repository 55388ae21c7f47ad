package dev.daybook.recall;

/**
 * The postings of a term: the units that contain it, in ascending order, with frequencies. Reads two lists as one; the
 * second has the later units.
 */
final class TermPostings {

    private final PostingsBuilder first;
    private final PostingsBuilder second;
    private final int firstCount;
    private final int size;
    private final int firstBegin;
    private final int secondBegin;

    TermPostings(PostingsBuilder first, PostingsBuilder second, int term) {
        this.first = first;
        this.second = second;
        this.firstCount = first.count(term);
        this.size = firstCount + second.count(term);
        this.firstBegin = first.begin(term);
        this.secondBegin = second.begin(term);
    }

    int size() {
        return size;
    }

    int unit(int i) {
        return i < firstCount ? first.unit(firstBegin + i) : second.unit(secondBegin + i - firstCount);
    }

    int frequency(int i) {
        return i < firstCount ? first.frequency(firstBegin + i) : second.frequency(secondBegin + i - firstCount);
    }

    /** Returns the frequency of the term in a unit. */
    int frequencyIn(int unit) {
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
