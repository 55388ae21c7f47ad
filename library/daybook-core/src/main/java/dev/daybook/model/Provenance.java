package dev.daybook.model;

import dev.daybook.internal.checks.NullChecks;

/**
 * The provenance of an entry: its place in its scope, its origin and its trust. A caller gives origin and trust; the
 * store gives position and revision when it writes the entry.
 *
 * @param position the place among the entries of the same scope and kind: 1 for the first entry written, never changed
 *     and never reused; 0 before the entry is written
 * @param revision the last change of the content, on the change counter of the scope, which starts at 1; 0 before the
 *     entry is written
 * @param origin the source, the writer and the key of the entry
 * @param trust the most that the entry is believed
 */
public record Provenance(long position, long revision, Origin origin, Trust trust) {

    private static final long UNWRITTEN = 0;

    /** @throws IllegalArgumentException if origin or trust is null */
    public Provenance {
        NullChecks.present("origin", origin);
        NullChecks.present("trust", trust);
    }

    /** Returns the provenance of an entry that no store has written yet: position and revision are 0. */
    public static Provenance unwritten(Origin origin, Trust trust) {
        return new Provenance(UNWRITTEN, UNWRITTEN, origin, trust);
    }

    /** Returns a copy with the same origin and trust, without position and revision. */
    public Provenance unwritten() {
        return unwritten(origin, trust);
    }

    /** Returns a copy with the position and the revision that a store gave. */
    public Provenance at(long position, long revision) {
        return new Provenance(position, revision, origin, trust);
    }
}
