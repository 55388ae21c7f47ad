package dev.daybook.server.admission;

/**
 * The size of a bulkhead.
 *
 * @param permits maximum number of running calls
 * @param permitsInOverload maximum number of running calls while calls are refused, at most {@code permits}
 * @param burst maximum queue length without an overload
 * @param permitsOfKey maximum number of running calls of one key
 * @param placesOfKey maximum number of running and queued calls of one key
 */
record BulkheadSize(int permits, int permitsInOverload, int burst, int permitsOfKey, int placesOfKey) {

    /** Keeps the permits in use while the next call is on its way. */
    private static final int WAITING_IN_OVERLOAD = 1;

    /** Places reserved for keys with few calls in progress, when other keys fill the bulkhead. */
    private static final int RESERVE = 3;

    /** Creates the size of a bulkhead that one key may use alone while no other key calls. */
    static BulkheadSize of(int permits, int permitsInOverload, int burst) {
        return new BulkheadSize(permits, permitsInOverload, burst, permits, Integer.MAX_VALUE);
    }

    /** Creates the size of a bulkhead of which one key never has more than half, nor all permits. */
    static BulkheadSize halfOfKey(int permits, int burst) {
        return new BulkheadSize(permits, permits, burst, permits - 1, (permits + burst) / 2);
    }

    /** Returns the number of calls up to which a key counts as having few in progress. */
    int fewOfKey() {
        return Math.max(1, permitsInOverload / 2);
    }

    /** Returns the number of calls at which keys with more than a few in progress are refused. */
    int places(boolean isOverloaded) {
        return isOverloaded ? permitsInOverload + WAITING_IN_OVERLOAD : permits + burst;
    }

    /** Returns the number of calls at which all keys are refused. */
    int most() {
        return places(false) + (burst + RESERVE - 1) / RESERVE;
    }
}
