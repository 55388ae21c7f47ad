package dev.daybook.model;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** An element of a memory: an episode, block, fact, note or summary. Entries are immutable. */
public sealed interface Entry permits Episode, Block, Fact, Note, Summary {

    /** Returns the kind of this entry. */
    Kind kind();

    /** Returns the id, unique in its scope and kind. */
    String id();

    /** Returns the position, revision, origin, trust and end of this entry. */
    Provenance provenance();

    /**
     * Returns the place among the entries of the same scope and kind: from 1, in the order of the first writes, never
     * changed and never reused; 0 before the entry is written.
     */
    default long position() {
        return provenance().position();
    }

    /** Returns the last change of the content on the change counter of the scope; 0 before the entry is written. */
    default long revision() {
        return provenance().revision();
    }

    /** Returns a copy with another provenance. */
    Entry withProvenance(Provenance provenance);

    /** Returns the session that this entry belongs to or summarizes, or null. */
    @Nullable
    String session();

    /** Returns the time of the event, or the start of a fact's validity. */
    OffsetDateTime occurredAt();

    /** Returns the time at which this version was recorded. */
    OffsetDateTime recordedAt();

    /** Returns the source, the writer and the key of this entry. */
    default Origin origin() {
        return provenance().origin();
    }

    /** Returns the trust in this entry. */
    default Trust trust() {
        return provenance().trust();
    }

    /**
     * Returns the end of this entry, or null if it has none. From that instant on no read shows the entry in any version,
     * and within about an hour the retention sweep erases it with all that was derived from it. The end of the current
     * version counts. An entry derived from others ends with the first of them.
     */
    default @Nullable Instant expiresAt() {
        return provenance().expiresAt();
    }

    /** Returns the text of this entry for a reader. */
    String text();
}
