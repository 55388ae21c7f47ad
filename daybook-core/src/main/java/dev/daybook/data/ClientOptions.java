package dev.daybook.data;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a connection to a server: the key, timeouts, and the bounds of repeated attempts. {@link #DEFAULTS} is
 * the start; each further method returns a copy with one option changed. Immutable. Its text form leaves the key out.
 */
public final class ClientOptions {

    /**
     * No key, five seconds to connect, one minute for a call, five attempts, and a first pause of 200 milliseconds.
     */
    public static final ClientOptions DEFAULTS =
            new ClientOptions(null, Duration.ofSeconds(5), Duration.ofMinutes(1), 5, Duration.ofMillis(200));

    private final @Nullable String key;
    private final Duration connectTimeout;
    private final Duration timeout;
    private final int attempts;
    private final Duration pause;

    private ClientOptions(
            @Nullable String key, Duration connectTimeout, Duration timeout, int attempts, Duration pause) {
        this.key = key;
        this.connectTimeout = positive("connectTimeout", connectTimeout);
        this.timeout = positive("timeout", timeout);
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts is " + attempts + "; use 1 or more");
        }
        if (ArgumentChecks.present("pause", pause).isNegative()) {
            throw new IllegalArgumentException("pause is " + pause + "; use zero or more");
        }
        this.attempts = attempts;
        this.pause = pause;
    }

    /** Sets the API key, made with {@code daybook key create}; null: the server has no keys. */
    public ClientOptions key(@Nullable String key) {
        return new ClientOptions(key, connectTimeout, timeout, attempts, pause);
    }

    /**
     * Sets the longest wait for a connection to the server.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public ClientOptions connectTimeout(Duration connectTimeout) {
        return new ClientOptions(key, connectTimeout, timeout, attempts, pause);
    }

    /**
     * Sets the longest time of one call with all its attempts and pauses; a call that waits or derives by its nature has
     * its own time on top.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public ClientOptions timeout(Duration timeout) {
        return new ClientOptions(key, connectTimeout, timeout, attempts, pause);
    }

    /**
     * Sets the number of attempts at most, the first included; 1: none is repeated.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public ClientOptions attempts(int attempts) {
        return new ClientOptions(key, connectTimeout, timeout, attempts, pause);
    }

    /**
     * Sets the pause before the second attempt, which doubles with each further one; a {@code Retry-After} of the server
     * replaces it.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public ClientOptions pause(Duration pause) {
        return new ClientOptions(key, connectTimeout, timeout, attempts, pause);
    }

    /** Returns the API key, or null. */
    public @Nullable String key() {
        return key;
    }

    /** Returns the longest wait for a connection to the server. */
    public Duration connectTimeout() {
        return connectTimeout;
    }

    /** Returns the longest time of one call with all its attempts and pauses. */
    public Duration timeout() {
        return timeout;
    }

    /** Returns the number of attempts at most, the first included. */
    public int attempts() {
        return attempts;
    }

    /** Returns the pause before the second attempt. */
    public Duration pause() {
        return pause;
    }

    private static Duration positive(String argument, Duration value) {
        if (ArgumentChecks.present(argument, value).isNegative() || value.isZero()) {
            throw new IllegalArgumentException(argument + " is " + value + "; use a positive duration");
        }
        return value;
    }

    @Override
    public String toString() {
        return "ClientOptions[key=" + (key == null ? "none" : "set") + ", connectTimeout=" + connectTimeout
                + ", timeout=" + timeout + ", attempts=" + attempts + ", pause=" + pause + "]";
    }
}
