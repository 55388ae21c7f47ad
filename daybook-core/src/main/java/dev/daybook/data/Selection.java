package dev.daybook.data;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a forget or a quarantine. All given conditions must hold; {@link #everything()} has none. Entries
 * derived from a selected entry are erased with it.
 *
 * <p>A session contains episodes and their summary; facts, notes and blocks belong to no session. {@code before} is
 * compared with the time of an episode, and with the recording time of other entries; a derived entry is then erased
 * only with its sources. {@code since} is always compared with the recording time, because a writer can antedate the
 * event but not the recording. Entries that Daybook derived match only by id or by origin; entries of callers match by
 * any condition.
 *
 * @param session only entries of this session; null: any or none
 * @param before only entries from before this time, exclusive; null: any
 * @param kind only entries of this kind, given together with an id; null: any
 * @param id only the entry with this id; null: any
 * @param writer only entries of this writer, see {@link Origin#writer}; a writer states its own name. Null: any
 * @param source only entries of this kind of writer; null: any
 * @param since only entries recorded at this time or later; null: any
 * @param key only entries written with this key, see {@link Origin#key}: no caller can state another key. Null: any
 */
public record Selection(
        @Nullable String session,
        @Nullable OffsetDateTime before,
        @Nullable Kind kind,
        @Nullable String id,
        @Nullable String writer,
        Origin.@Nullable Source source,
        @Nullable OffsetDateTime since,
        @Nullable String key) {

    private static final Selection EVERYTHING = new Selection(null, null, null, null);

    public Selection {
        ArgumentChecks.optionalId("session", session);
        ArgumentChecks.optionalId("id", id);
        before = ArgumentChecks.optionalTime("before", before);
        ArgumentChecks.optionalText("writer", writer);
        since = ArgumentChecks.optionalTime("since", since);
        ArgumentChecks.optionalText("key", key);
        if ((kind == null) != (id == null)) {
            throw new IllegalArgumentException((kind == null ? "kind is null with an id" : "id is null with a kind")
                    + "; ids are unique per kind, so give both or none");
        }
    }

    /** Creates a selection for any writer, kind of writer, recording time and key. */
    public Selection(
            @Nullable String session, @Nullable OffsetDateTime before, @Nullable Kind kind, @Nullable String id) {
        this(session, before, kind, id, null, null, null, null);
    }

    /**
     * Selects the whole scope: all entries of every kind, and its sessions. The settings and the token usage of a space
     * remain.
     */
    public static Selection everything() {
        return EVERYTHING;
    }

    public static Selection session(String session) {
        return new Selection(ArgumentChecks.id("session", session), null, null, null);
    }

    /** Selects entries from before a time, exclusive. */
    public static Selection before(OffsetDateTime before) {
        return everything().andBefore(before);
    }

    /** Selects entries from before a time, exclusive. */
    public static Selection before(Instant before) {
        return everything().andBefore(before);
    }

    /** Selects one entry; the id of a block is its name. */
    public static Selection entry(Kind kind, String id) {
        return new Selection(null, null, ArgumentChecks.present("kind", kind), ArgumentChecks.id("id", id));
    }

    public static Selection episode(String id) {
        return entry(Kind.EPISODE, id);
    }

    /** Selects the entries of one writer. */
    public static Selection writer(String writer) {
        return everything().andWriter(writer);
    }

    /** Selects the entries written with one key. */
    public static Selection key(String key) {
        return everything().andKey(key);
    }

    /** Selects the entries of one kind of writer. */
    public static Selection source(Origin.Source source) {
        return everything().andSource(source);
    }

    /** Selects entries recorded at a time or later. */
    public static Selection since(OffsetDateTime since) {
        return everything().andSince(since);
    }

    /** Selects entries recorded at a time or later. */
    public static Selection since(Instant since) {
        return everything().andSince(since);
    }

    /** Narrows the selection to one session. */
    public Selection andSession(String session) {
        return new Selection(ArgumentChecks.id("session", session), before, kind, id, writer, source, since, key);
    }

    /** Narrows the selection to entries from before a time, exclusive. */
    public Selection andBefore(OffsetDateTime before) {
        return new Selection(session, ArgumentChecks.time("before", before), kind, id, writer, source, since, key);
    }

    /** Narrows the selection to entries from before a time, exclusive. */
    public Selection andBefore(Instant before) {
        return andBefore(TimeText.utc("before", before));
    }

    /** Narrows the selection to one writer. */
    public Selection andWriter(String writer) {
        return new Selection(session, before, kind, id, ArgumentChecks.text("writer", writer), source, since, key);
    }

    /** Narrows the selection to one kind of writer. */
    public Selection andSource(Origin.Source source) {
        return new Selection(session, before, kind, id, writer, ArgumentChecks.present("source", source), since, key);
    }

    /** Narrows the selection to entries recorded at a time or later. */
    public Selection andSince(OffsetDateTime since) {
        return new Selection(session, before, kind, id, writer, source, ArgumentChecks.time("since", since), key);
    }

    /** Narrows the selection to entries recorded at a time or later. */
    public Selection andSince(Instant since) {
        return andSince(TimeText.utc("since", since));
    }

    /** Narrows the selection to entries written with one key. */
    public Selection andKey(String key) {
        return new Selection(session, before, kind, id, writer, source, since, ArgumentChecks.text("key", key));
    }

    public boolean isEverything() {
        return equals(EVERYTHING);
    }
}
