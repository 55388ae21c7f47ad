package dev.daybook.data;

import java.time.Duration;

/**
 * The options of a connection to a server: timeouts, and the bounds of repeated attempts. Immutable.
 *
 * @param connectTimeout the longest wait for a connection to the server
 * @param timeout the longest time of one call with all its attempts and pauses; a call that waits or derives by its
 *     nature has its own time on top
 * @param attempts the number of attempts at most, the first included; 1: none is repeated
 * @param pause the pause before the second attempt, which doubles with each further one; a {@code Retry-After} of the
 *     server replaces it
 */
public record ClientOptions(Duration connectTimeout, Duration timeout, int attempts, Duration pause) {

    /** Five seconds to connect, one minute for a call, five attempts, and a first pause of 200 milliseconds. */
    public static final ClientOptions DEFAULTS =
            new ClientOptions(Duration.ofSeconds(5), Duration.ofMinutes(1), 5, Duration.ofMillis(200));

    /** @throws IllegalArgumentException if a timeout or the number of attempts is not positive, or the pause is negative */
    public ClientOptions {
        positive("connectTimeout", connectTimeout);
        positive("timeout", timeout);
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts is " + attempts + "; use 1 or more");
        }
        if (ArgumentChecks.present("pause", pause).isNegative()) {
            throw new IllegalArgumentException("pause is " + pause + "; use zero or more");
        }
    }

    /** Returns a copy with another longest wait for a connection. */
    public ClientOptions connectTimeout(Duration connectTimeout) {
        return new ClientOptions(connectTimeout, timeout, attempts, pause);
    }

    /** Returns a copy with another longest time of one call. */
    public ClientOptions timeout(Duration timeout) {
        return new ClientOptions(connectTimeout, timeout, attempts, pause);
    }

    /** Returns a copy with another number of attempts. */
    public ClientOptions attempts(int attempts) {
        return new ClientOptions(connectTimeout, timeout, attempts, pause);
    }

    /** Returns a copy with another first pause. */
    public ClientOptions pause(Duration pause) {
        return new ClientOptions(connectTimeout, timeout, attempts, pause);
    }

    private static void positive(String argument, Duration value) {
        if (ArgumentChecks.present(argument, value).isNegative() || value.isZero()) {
            throw new IllegalArgumentException(argument + " is " + value + "; use a positive duration");
        }
    }
}
