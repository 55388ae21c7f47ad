package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The provenance of an entry: its place in its scope, its origin, its trust and its end. A caller gives origin, trust and
 * end; the store gives position and revision when it writes the entry.
 *
 * @param position the place among the entries of the same scope and kind: 1 for the first entry written, never changed
 *     and never reused; 0 before the entry is written
 * @param revision the last change of the content, on the change counter of the scope, which starts at 1; 0 before the
 *     entry is written
 * @param origin the source, the writer and the key of the entry
 * @param trust the most that the entry is believed
 * @param expiresAt the end of the entry, in microseconds, see {@link Entry#expiresAt}. Null: no end
 */
public record Provenance(
        long position,
        long revision,
        Origin origin,
        Trust trust,
        @Nullable Instant expiresAt) {

    private static final long UNWRITTEN = 0;

    /** @throws IllegalArgumentException if origin or trust is null */
    public Provenance {
        NullChecks.present("origin", origin);
        NullChecks.present("trust", trust);
        expiresAt = ArgumentChecks.optionalTime(expiresAt);
    }

    /** Creates the provenance of an entry that does not expire. */
    public Provenance(long position, long revision, Origin origin, Trust trust) {
        this(position, revision, origin, trust, null);
    }

    /** Returns the provenance of an entry that no store has written yet: position and revision are 0. */
    public static Provenance unwritten(Origin origin, Trust trust) {
        return new Provenance(UNWRITTEN, UNWRITTEN, origin, trust);
    }

    /** Returns a copy with the same origin, trust and end, without position and revision. */
    public Provenance unwritten() {
        return at(UNWRITTEN, UNWRITTEN);
    }

    /** Returns a copy with at most this trust. */
    public Provenance atMost(Trust bound) {
        return by(origin, trust.least(bound));
    }

    /** Returns a copy with the position and the revision that a store gave. */
    public Provenance at(long position, long revision) {
        return new Provenance(position, revision, origin, trust, expiresAt);
    }

    /** Returns a copy with another origin and trust. */
    public Provenance by(Origin origin, Trust trust) {
        return new Provenance(position, revision, origin, trust, expiresAt);
    }

    /** Returns a copy with another end; null: none. */
    public Provenance expiring(@Nullable Instant expiresAt) {
        return new Provenance(position, revision, origin, trust, expiresAt);
    }
}
