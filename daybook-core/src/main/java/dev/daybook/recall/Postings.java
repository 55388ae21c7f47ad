package dev.daybook.recall;

/** Where a term stands: units in ascending order, with how often it stands in each. Those of one inversion, then of another. */
final class Postings {

    private final Inversion first;
    private final Inversion second;
    private final int firstCount;
    private final int size;
    private final int firstBegin;
    private final int secondBegin;

    Postings(Inversion first, Inversion second, int term) {
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

    /** How often the term stands in a unit. */
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
