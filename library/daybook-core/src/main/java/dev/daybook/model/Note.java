package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A free-text memory, complete without its sources. A note is never overwritten: other notes supersede it, and the old
 * and the new notes refer to each other.
 *
 * @param id unique in its scope
 * @param text not blank
 * @param occurredAt when the text was written; notes are listed by it, newest first
 * @param recordedAt when this version was recorded
 * @param supersedes the notes that this one replaced
 * @param supersededBy the notes that replaced this one; empty: the note is live
 * @param sources the other entries that the text was derived from
 * @param method how the text was derived
 * @param provenance position, revision, origin, trust and end
 * @param dueAt the time from which each context shows it, until it is forgotten or ends. Null: none
 */
public record Note(
        String id,
        String text,
        OffsetDateTime occurredAt,
        OffsetDateTime recordedAt,
        List<EntryRef> supersedes,
        List<EntryRef> supersededBy,
        List<EntryRef> sources,
        SummaryMethod method,
        Provenance provenance,
        @Nullable OffsetDateTime dueAt)
        implements Entry {

    /** Creates a note without a due time. */
    public Note(
            String id,
            String text,
            OffsetDateTime occurredAt,
            OffsetDateTime recordedAt,
            List<EntryRef> supersedes,
            List<EntryRef> supersededBy,
            List<EntryRef> sources,
            SummaryMethod method,
            Provenance provenance) {
        this(id, text, occurredAt, recordedAt, supersedes, supersededBy, sources, method, provenance, null);
    }

    public Note {
        ArgumentChecks.id("note id", id);
        ArgumentChecks.filled("note text", text);
        occurredAt = ArgumentChecks.time("occurredAt", occurredAt);
        recordedAt = ArgumentChecks.time("recordedAt", recordedAt);
        supersedes = ArgumentChecks.list("supersedes", supersedes);
        supersededBy = ArgumentChecks.list("supersededBy", supersededBy);
        sources = ArgumentChecks.list("sources", sources);
        NullChecks.present("method", method);
        NullChecks.present("provenance", provenance);
        dueAt = ArgumentChecks.optionalTime("dueAt", dueAt);
    }

    /** Returns a copy with another text. */
    public Note withText(String text) {
        return copy(text, recordedAt, supersedes, supersededBy, sources, provenance);
    }

    /** Returns a copy with another recorded time. */
    public Note withRecordedAt(OffsetDateTime recordedAt) {
        return copy(text, recordedAt, supersedes, supersededBy, sources, provenance);
    }

    /** Returns a copy with other superseded notes. */
    public Note withSupersedes(List<EntryRef> supersedes) {
        return copy(text, recordedAt, supersedes, supersededBy, sources, provenance);
    }

    /** Returns a copy with other superseding notes. */
    public Note withSupersededBy(List<EntryRef> supersededBy) {
        return copy(text, recordedAt, supersedes, supersededBy, sources, provenance);
    }

    /** Returns a copy with other sources. */
    public Note withSources(List<EntryRef> sources) {
        return copy(text, recordedAt, supersedes, supersededBy, sources, provenance);
    }

    @Override
    public Note withProvenance(Provenance provenance) {
        return copy(text, recordedAt, supersedes, supersededBy, sources, provenance);
    }

    private Note copy(
            String text,
            OffsetDateTime recordedAt,
            List<EntryRef> supersedes,
            List<EntryRef> supersededBy,
            List<EntryRef> sources,
            Provenance provenance) {
        return new Note(id, text, occurredAt, recordedAt, supersedes, supersededBy, sources, method, provenance, dueAt);
    }

    /** Returns null: a note belongs to the whole scope. */
    @Override
    public @Nullable String session() {
        return null;
    }

    @Override
    public Kind kind() {
        return Kind.NOTE;
    }

    /** Returns whether no other note supersedes this one. */
    public boolean isLive() {
        return supersededBy.isEmpty();
    }
}
