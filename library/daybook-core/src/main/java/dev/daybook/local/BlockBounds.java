package dev.daybook.local;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The bounds on blocks in an {@link InMemoryStore}. Beyond a bound all blocks of a user are evicted together; all other
 * entries stay. Each user, each agent and each anonymous scope of each space counts as one; the shared scope does not count and
 * is never evicted.
 *
 * @param maxUsers the users with blocks; beyond it the least recently used lose theirs. Null: unbounded
 * @param idleTtl the time after which unused blocks are evicted. Null: never
 */
public record BlockBounds(
        @Nullable Integer maxUsers, @Nullable Duration idleTtl) {

    /** 100,000 users and one day. */
    public static final BlockBounds DEFAULTS = new BlockBounds(100_000, Duration.ofDays(1));

    /** No bounds. */
    public static final BlockBounds NONE = new BlockBounds(null, null);

    /** @throws IllegalArgumentException if a bound is zero or negative */
    public BlockBounds {
        if (maxUsers != null && maxUsers < 1) {
            throw new IllegalArgumentException("maxUsers is " + maxUsers + "; use at least 1, or null for no bound");
        }
        if (idleTtl != null && (idleTtl.isNegative() || idleTtl.isZero())) {
            throw new IllegalArgumentException("idleTtl is " + idleTtl + "; use more than zero, or null for no bound");
        }
    }

    public BlockBounds maxUsers(@Nullable Integer maxUsers) {
        return new BlockBounds(maxUsers, idleTtl);
    }

    public BlockBounds idleTtl(@Nullable Duration idleTtl) {
        return new BlockBounds(maxUsers, idleTtl);
    }
}
