package dev.daybook.server.importing.source;

import dev.daybook.internal.interchange.InterchangeLine;
import dev.daybook.model.EntryRef;
import java.io.InputStream;
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

    /** Counts parts of the source that are not imported, and names them in the report. */
    void leaveOut(String what, long count);

    /**
     * Counts the bytes of a stream for the progress.
     *
     * @param length the bytes of all streams of the source together
     */
    InputStream counted(InputStream in, long length);
}
