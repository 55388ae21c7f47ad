package dev.daybook.bench.scaling;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;

/**
 * The exchanges of users, log-normally distributed: most people write little and a few write very much. Users that come
 * more often have more exchanges in life; here both are independent, which makes the active users' images smaller than
 * they would be with a correlation.
 */
final class UserPopulation {

    private final double[] exchanges;
    private final double[] sorted;

    private UserPopulation(double[] exchanges) {
        this.exchanges = exchanges;
        this.sorted = exchanges.clone();
        Arrays.sort(sorted);
    }

    static UserPopulation of(PlanOptions options, long seed) {
        Random random = new Random(seed);
        int users = Math.toIntExact(options.users);
        return new UserPopulation(DoubleStream.generate(
                        () -> Math.max(1, options.median * Math.exp(options.sigma * random.nextGaussian())))
                .limit(users)
                .toArray());
    }

    int size() {
        return exchanges.length;
    }

    double exchanges(int user) {
        return exchanges[user];
    }

    double mean() {
        return Arrays.stream(exchanges).average().orElseThrow();
    }

    /** Returns the exchanges that a share of the users does not exceed. */
    double quantile(double share) {
        return sorted[(int) Math.min(sorted.length - 1, share * sorted.length)];
    }

    /** Returns the share of users with more exchanges than this. */
    double shareAbove(double limit) {
        return Arrays.stream(exchanges).filter(each -> each > limit).count() / (double) exchanges.length;
    }
}
