package dev.daybook.server.importing;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.model.EntryRef;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.function.Supplier;

/** Receives the entries of a source one by one. */
public interface ImportSink {

    /**
     * Reads an entry and queues it. An invalid entry is reported, and the import continues.
     *
     * @param reading returns the entry, or nothing if it belongs to another user; fails with an
     * {@link IllegalArgumentException} that names field, value and remedy
     */
    void take(SourceLocation sourceLocation, Supplier<Optional<InterchangeLine>> reading);

    /** Returns the recording time of an existing entry, which a source without times keeps. */
    Optional<OffsetDateTime> recordedAt(EntryRef ref);
}
