package dev.daybook.store;

import dev.daybook.error.ConflictException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A new version of an entry. The store assigns a new key the next position of its scope and kind; an existing key keeps
 * its position, and its previous version stays in history.
 *
 * @param session the session, or null
 * @param time the time of the event, in microseconds
 * @param recorded the recording time of this version, in microseconds; never before that of the version it replaces
 * @param status the status that {@link EntryScan#statuses} selects by; {@link #LIVE} unless superseded, folded or
 *     dropped
 * @param body the encoded entry, opaque to the store
 * @param sidecars data derived from this version, by name; replaces all sidecars of the entry
 * @param expected the present content revision: 0 if the key must be new, {@link #ANY} for any
 */
public record EntryPut(
        EntryKey key,
        @Nullable String session,
        Instant time,
        Instant recorded,
        String status,
        Blob body,
        Map<String, Blob> sidecars,
        long expected) {

    public static final long ANY = -1;

    public static final String LIVE = "live";

    public EntryPut {
        sidecars = Map.copyOf(sidecars);
    }

    /**
     * Checks the expected revision.
     *
     * @param contentRevision the present content revision; 0 for a new key
     * @throws ConflictException if it is not the {@link #expected} one; the batch must then change nothing
     */
    void requireExpected(long contentRevision) {
        if (expected != ANY && expected != contentRevision) {
            throw new ConflictException(key.kind().label() + " '" + key.id() + "' has revision " + contentRevision
                    + ", the batch expects " + expected + "; read it again, then repeat the change");
        }
    }
}
