package dev.daybook.server.http;

/**
 * How many calls a lane takes.
 *
 * @param threads how many run at once
 * @param burst how many may wait while none is refused
 * @param threadsOfKey how many of one key run at once
 * @param placesOfKey how many of one key may run or wait
 */
record LaneSize(int threads, int burst, int threadsOfKey, int placesOfKey) {

    /** For whom has next to nothing under way, when those who have more fill the lane. */
    private static final int RESERVE = 3;

    /** A lane that one key may have for itself while no other asks. */
    static LaneSize of(int threads, int burst) {
        return new LaneSize(threads, burst, threads, Integer.MAX_VALUE);
    }

    /** A lane of which one key never has more than half, nor all threads. */
    static LaneSize halfOfKey(int threads, int burst) {
        return new LaneSize(threads, burst, threads - 1, (threads + burst) / 2);
    }

    /** How many calls a key has under way that has next to nothing under way. */
    int fewOfKey() {
        return Math.max(1, threads / 2);
    }

    /** How many calls run or wait when even those are refused who have next to nothing under way. */
    int most() {
        return threads + burst + (burst + RESERVE - 1) / RESERVE;
    }
}
