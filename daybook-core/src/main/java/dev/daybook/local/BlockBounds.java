package dev.daybook.local;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How many users' blocks an {@link InMemoryStore} keeps, and for how long. Beyond a bound all blocks of a user are dropped
 * together; episodes, facts and all else stay. Each user of each space and each anonymous scope counts as one; what is
 * shared counts as none and is never dropped.
 *
 * @param maxUsers how many users may have blocks; of more, those whose blocks were not read or written for longest lose
 *     theirs. Null: any number
 * @param idleTtl for how long blocks are kept that nobody reads or writes. Null: for ever
 */
public record BlockBounds(
        @Nullable Integer maxUsers, @Nullable Duration idleTtl) {

    /** 100,000 users, a day. */
    public static final BlockBounds DEFAULTS = new BlockBounds(100_000, Duration.ofDays(1));

    /** Everything, until it is closed. */
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
