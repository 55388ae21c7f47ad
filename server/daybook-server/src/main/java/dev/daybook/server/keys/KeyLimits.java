package dev.daybook.server.keys;

import dev.daybook.model.Trust;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a key.
 *
 * @param trust highest trust of entries written with it; null: the interface decides, REST on that of a user and MCP on
 *     that of an assistant
 * @param rate its rate limit in calls per second, 1 to {@value #HIGHEST_RATE}; null: that of the server
 */
public record KeyLimits(@Nullable Trust trust, @Nullable Integer rate) {

    public static final KeyLimits NONE = new KeyLimits(null, null);

    public static final int HIGHEST_RATE = 1_000_000;

    public KeyLimits {
        if (rate != null && (rate < 1 || rate > HIGHEST_RATE)) {
            throw new IllegalArgumentException("rate is " + rate + "; use 1 to " + HIGHEST_RATE
                    + " calls per second, or none for the rate limit of the server");
        }
    }
}
