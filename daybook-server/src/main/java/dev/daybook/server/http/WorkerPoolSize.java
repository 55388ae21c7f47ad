package dev.daybook.server.http;

/**
 * The size of a worker pool.
 *
 * @param threads maximum number of running calls
 * @param burst maximum queue length without an overload
 * @param threadsOfKey maximum number of running calls of one key
 * @param placesOfKey maximum number of running and queued calls of one key
 */
record WorkerPoolSize(int threads, int burst, int threadsOfKey, int placesOfKey) {

    /** Places reserved for keys with few calls in progress, when other keys fill the pool. */
    private static final int RESERVE = 3;

    /** Creates the size of a pool that one key may use alone while no other key calls. */
    static WorkerPoolSize of(int threads, int burst) {
        return new WorkerPoolSize(threads, burst, threads, Integer.MAX_VALUE);
    }

    /** Creates the size of a pool of which one key never has more than half, nor all threads. */
    static WorkerPoolSize halfOfKey(int threads, int burst) {
        return new WorkerPoolSize(threads, burst, threads - 1, (threads + burst) / 2);
    }

    /** Returns the number of calls up to which a key counts as having few in progress. */
    int fewOfKey() {
        return Math.max(1, threads / 2);
    }

    /** Returns the number of calls at which all keys are refused. */
    int most() {
        return threads + burst + (burst + RESERVE - 1) / RESERVE;
    }
}
