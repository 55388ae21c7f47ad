package dev.daybook.spi;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A new version of an entry. If the key is new the store gives it the next position of its scope and kind; if not, it
 * keeps its position, and the version before stays in history.
 *
 * @param session the conversation, or null
 * @param time when it happened, in microseconds
 * @param recorded when this version was written down, in microseconds; never before that of the version it replaces
 * @param status what {@link Scan#statuses} selects by; {@link #LIVE} unless it was superseded, folded or dropped
 * @param body the entry; the store does not look inside
 * @param sidecars what is derived from this version, by name; they replace all sidecars the entry had
 * @param expected the content revision that the entry must have now: 0 if it must not be there, {@link #ANY} if it
 *     does not matter
 */
public record Put(
        Key key,
        @Nullable String session,
        Instant time,
        Instant recorded,
        String status,
        Blob body,
        Map<String, Blob> sidecars,
        long expected) {

    public static final long ANY = -1;

    public static final String LIVE = "live";

    public Put {
        sidecars = Map.copyOf(sidecars);
    }

    /**
     * For stores: refuses the version if it was decided on when the entry was at another one.
     *
     * @param contentRevision that of the entry now; 0 if it is not there
     * @throws ConflictException if it is not the one that is {@link #expected}; the batch must then change nothing
     */
    public void requireExpected(long contentRevision) {
        if (expected != ANY && expected != contentRevision) {
            throw new ConflictException(key.kind().label() + " '" + key.id() + "' has revision " + contentRevision
                    + ", the batch expects " + expected + "; read it again and decide anew");
        }
    }
}
