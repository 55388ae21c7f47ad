package dev.daybook.store;

import dev.daybook.error.ConflictException;
import org.jspecify.annotations.Nullable;

/**
 * A change of a named value of a scope, such as a session name, a watermark or a setting, as part of a batch.
 *
 * @param expected the present version: 0 if the state must be new, {@link EntryPut#ANY} for any
 * @param bytes the new value, or null to remove the state
 */
public record StateChange(
        String name, long expected, @Nullable Blob bytes) {

    /**
     * Checks the expected version; for stores.
     *
     * @param version the present version; 0 for a new state
     * @throws ConflictException if it is not the {@link #expected} one; the batch must then change nothing
     */
    public void requireExpected(long version) {
        if (expected != EntryPut.ANY && expected != version) {
            throw new ConflictException("state '" + name + "' has version " + version + ", the batch expects "
                    + expected + "; read it again, then repeat the change");
        }
    }
}
