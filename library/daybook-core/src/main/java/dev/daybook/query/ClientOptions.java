package dev.daybook.query;

import dev.daybook.internal.checks.HeaderKey;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.model.ImmutableValue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a connection to a server: the key, timeouts, and the bounds of repeated attempts. {@link #DEFAULTS} holds
 * the defaults; each method with a parameter returns a copy with one option changed. Its text form leaves the key out.
 */
public final class ClientOptions extends ImmutableValue<ClientOptions> {

    /**
     * No key, one second to connect, one minute for a call, five attempts, a first pause of 200 milliseconds, and fail
     * fast.
     */
    public static final ClientOptions DEFAULTS = new ClientOptions();

    private @Nullable String key;
    private Duration connectTimeout = Duration.ofSeconds(1);
    private Duration timeout = Duration.ofMinutes(1);
    private int attempts = 5;
    private Duration pause = Duration.ofMillis(200);
    private boolean failFast = true;

    private ClientOptions() {}

    public @Nullable String key() {
        return key;
    }

    /**
     * Sets the API key, made with {@code daybook key create}; null: the server has no keys.
     *
     * @throws IllegalArgumentException if it has a character other than printable ASCII, such as the line end of a file;
     *     the message does not show the key
     */
    public ClientOptions key(@Nullable String key) {
        return with(copy -> copy.key = key);
    }

    public Duration connectTimeout() {
        return connectTimeout;
    }

    /**
     * Sets the longest wait for a connection to the server. With {@link #failFast} it also bounds all attempts of a call to
     * reach the server.
     */
    public ClientOptions connectTimeout(Duration connectTimeout) {
        return with(copy -> copy.connectTimeout = connectTimeout);
    }

    public Duration timeout() {
        return timeout;
    }

    /**
     * Sets the longest time of one call with all its attempts and pauses; a call that waits or derives by its nature has
     * its own time on top.
     */
    public ClientOptions timeout(Duration timeout) {
        return with(copy -> copy.timeout = timeout);
    }

    public int attempts() {
        return attempts;
    }

    /** Sets the number of attempts at most, the first included; 1: none is repeated. */
    public ClientOptions attempts(int attempts) {
        return with(copy -> copy.attempts = attempts);
    }

    public Duration pause() {
        return pause;
    }

    /**
     * Sets the pause before the second attempt, which doubles with each further one; a {@code Retry-After} of the server
     * replaces it.
     */
    public ClientOptions pause(Duration pause) {
        return with(copy -> copy.pause = pause);
    }

    public boolean failFast() {
        return failFast;
    }

    /**
     * Sets whether calls fail at once while the server is away: it cannot be reached, or answers nothing any more. The
     * connection asks for it in the background, and calls go on when it answers. If false, each call makes its attempts,
     * which suits a batch that waits for the restart of a server.
     */
    public ClientOptions failFast(boolean failFast) {
        return with(copy -> copy.failFast = failFast);
    }

    @Override
    protected void check() {
        HeaderKey.check("key", key);
        positive("connectTimeout", connectTimeout);
        positive("timeout", timeout);
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts is " + attempts + "; use 1 or more");
        }
        if (NullChecks.present("pause", pause).isNegative()) {
            throw new IllegalArgumentException("pause is " + pause + "; use zero or more");
        }
    }

    private static void positive(String argument, Duration value) {
        if (NullChecks.present(argument, value).isNegative() || value.isZero()) {
            throw new IllegalArgumentException(argument + " is " + value + "; use a positive duration");
        }
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {
            "key", key,
            "connectTimeout", connectTimeout,
            "timeout", timeout,
            "attempts", attempts,
            "pause", pause,
            "failFast", failFast
        };
    }

    @Override
    public String toString() {
        return "ClientOptions[key=" + (key == null ? "none" : "set") + ", connectTimeout=" + connectTimeout
                + ", timeout=" + timeout + ", attempts=" + attempts + ", pause=" + pause + ", failFast=" + failFast
                + "]";
    }
}
