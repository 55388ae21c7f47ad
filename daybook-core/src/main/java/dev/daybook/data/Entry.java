package dev.daybook.data;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Anything that is kept in a memory. */
public sealed interface Entry permits Episode, Block, Fact, Note, Summary {

    Kind kind();

    /** Unique in its scope and kind. */
    String id();

    /** Its place among the entries of its scope and kind: from 1, in order of first writing, never changed or reused. */
    long position();

    /** When its content was last changed, on the counter of its scope. */
    long revision();

    /** The conversation it belongs to, or stands for; null: none. */
    @Nullable
    String session();

    /** When it was true or happened. */
    OffsetDateTime occurredAt();

    /** When this version was written down. */
    OffsetDateTime recordedAt();

    Origin origin();

    Trust trust();

    /** What a reader would read. */
    String text();
}
