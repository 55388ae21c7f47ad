package dev.daybook.bench.scaling;

import java.util.Arrays;
import java.util.Random;

/** The exchanges of the busiest hours of a day, by time. */
final class SessionTraffic {

    static final double HOUR = 3_600;

    /** Two hours fill the images, the third is counted. */
    static final int HOURS = 3;

    /** Users and seconds of each exchange, in the order of time. */
    private final int[] users;

    private final double[] times;

    private SessionTraffic(int[] users, double[] times) {
        this.users = users;
        this.times = times;
    }

    static SessionTraffic of(PlanOptions options, int population, long seed) {
        Random random = new Random(seed);
        int sessions = (int) Math.round(sessionsAnHour(options, population) * HOURS);
        // Sorted as one number: seconds in milliseconds above the user.
        long[] events = new long[sessions * options.exchanges];
        int next = 0;
        for (int session = 0; session < sessions; session++) {
            int user = random.nextInt(population);
            double time = random.nextDouble() * HOURS * HOUR;
            for (int i = 0; i < options.exchanges; i++) {
                events[next++] = (long) (time * 1_000) << Integer.SIZE | user;
                time += -Math.log(1 - random.nextDouble()) * options.pause;
            }
        }
        Arrays.sort(events);
        return new SessionTraffic(
                Arrays.stream(events).mapToInt(event -> (int) event).toArray(),
                Arrays.stream(events)
                        .mapToDouble(event -> (event >>> Integer.SIZE) / 1_000.0)
                        .toArray());
    }

    /** Returns the sessions that begin in the busiest hour, among so many users. */
    static double sessionsAnHour(PlanOptions options, double users) {
        return users * options.active * options.sessions / 24 * options.peak;
    }

    int size() {
        return users.length;
    }

    int user(int event) {
        return users[event];
    }

    /** Returns whether an exchange is in the hour that is counted. */
    boolean isCounted(int event) {
        return times[event] >= (HOURS - 1) * HOUR && times[event] < HOURS * HOUR;
    }
}
