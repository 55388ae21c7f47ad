package dev.daybook.data;

import java.time.OffsetDateTime;

/** Anything that is kept in a memory. Later releases add kinds, so do not count on the list being closed for ever. */
public sealed interface Entry permits Episode {

    Kind kind();

    /** Unique in its scope and kind. */
    String id();

    /** Its place among the entries of its scope and kind: from 1, in order of first writing, never changed or reused. */
    long position();

    /** When its content was last changed, on the counter of its scope. */
    long revision();

    /** When it was true or happened. */
    OffsetDateTime occurredAt();

    /** When this version was written down. */
    OffsetDateTime recordedAt();

    Origin origin();

    Trust trust();

    /** What a reader would read. */
    String text();
}
