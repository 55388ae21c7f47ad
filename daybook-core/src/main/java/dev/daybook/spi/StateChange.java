package dev.daybook.spi;

import org.jspecify.annotations.Nullable;

/**
 * A named value of a scope that changes with a batch: a session's name, a watermark, a setting.
 *
 * @param expected the version it must have now: 0 if it must not be there, {@link Put#ANY} if it does not matter
 * @param bytes the new value, or null to remove it
 */
public record StateChange(
        String name, long expected, @Nullable Blob bytes) {}
