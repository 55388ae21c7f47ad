package dev.daybook.internal.inference;

import java.time.Duration;
import java.util.Objects;

/**
 * The limits on attempts, time and tokens of one stage.
 *
 * @param attempts the maximum number of attempts
 * @param timeout the maximum duration of one call
 * @param maxTokens the maximum length of an answer, thinking included
 * @param backOff the wait after a transient failure; after an unusable answer there is none
 */
public record ModelLimits(int attempts, Duration timeout, int maxTokens, RetryBackoff backOff) {

    /**
     * Three attempts, as in the predecessor programs. Two minutes, because a small local model writes forty tokens a
     * second and no caller waits for a derivation. 4,096 tokens hold the largest core and the thinking.
     */
    public static final ModelLimits DEFAULTS = new ModelLimits(
            3, Duration.ofMinutes(2), 4_096, RetryBackoff.doubling(Duration.ofSeconds(1), Duration.ofSeconds(30)));

    /**
     * @throws IllegalArgumentException if a number or the timeout is not positive
     */
    public ModelLimits {
        positive("attempts", attempts);
        positive("maxTokens", maxTokens);
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("timeout is " + timeout + "; give a positive duration");
        }
        Objects.requireNonNull(backOff, "backOff");
    }

    public ModelLimits timeout(Duration timeout) {
        return new ModelLimits(attempts, timeout, maxTokens, backOff);
    }

    public ModelLimits maxTokens(int maxTokens) {
        return new ModelLimits(attempts, timeout, maxTokens, backOff);
    }

    public ModelLimits backOff(RetryBackoff backOff) {
        return new ModelLimits(attempts, timeout, maxTokens, backOff);
    }

    private static void positive(String argument, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(argument + " is " + value + "; give 1 or more");
        }
    }
}
