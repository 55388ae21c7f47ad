package dev.daybook.spi;

import org.jspecify.annotations.Nullable;

/**
 * A named value of a scope that changes with a batch: a session's name, a watermark, a setting.
 *
 * @param expected the version it must have now: 0 if it must not be there, {@link Put#ANY} if it does not matter
 * @param bytes the new value, or null to remove it
 */
public record StateChange(
        String name, long expected, @Nullable Blob bytes) {

    /**
     * For stores: refuses the change if it was decided on when the state was at another version.
     *
     * @param version that of the state now; 0 if it is not there
     * @throws ConflictException if it is not the one that is {@link #expected}; the batch must then change nothing
     */
    public void requireExpected(long version) {
        if (expected != Put.ANY && expected != version) {
            throw new ConflictException("state '" + name + "' has version " + version + ", the batch expects "
                    + expected + "; read it again and decide anew");
        }
    }
}
