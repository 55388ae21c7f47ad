package dev.daybook.ask;

import java.time.Duration;
import java.util.Objects;

/**
 * How much patience there is with a model.
 *
 * @param attempts how many times a stage is tried
 * @param timeout how long one call may take
 * @param maxTokens the longest answer, thoughts included
 * @param backOff what to wait for after trouble; after an unusable answer the next attempt follows at once
 */
public record Limits(int attempts, Duration timeout, int maxTokens, BackOff backOff) {

    /**
     * Three attempts, as the programs before us made. Two minutes, because a small local model writes forty tokens a
     * second and nobody waits for a derivation. 4,096 tokens hold the largest core with room for thoughts.
     */
    public static final Limits DEFAULTS = new Limits(
            3, Duration.ofMinutes(2), 4_096, BackOff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(30)));

    /** @throws IllegalArgumentException if a number or the timeout is not positive */
    public Limits {
        positive("attempts", attempts);
        positive("maxTokens", maxTokens);
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout is " + timeout + "; give a positive duration");
        }
        Objects.requireNonNull(backOff, "backOff");
    }

    public Limits timeout(Duration timeout) {
        return new Limits(attempts, timeout, maxTokens, backOff);
    }

    public Limits maxTokens(int maxTokens) {
        return new Limits(attempts, timeout, maxTokens, backOff);
    }

    public Limits backOff(BackOff backOff) {
        return new Limits(attempts, timeout, maxTokens, backOff);
    }

    private static void positive(String argument, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(argument + " is " + value + "; give 1 or more");
        }
    }
}
