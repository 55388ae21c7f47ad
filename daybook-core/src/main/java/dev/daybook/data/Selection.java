package dev.daybook.data;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What to forget, or to put in quarantine. All conditions that are given hold together; {@link #everything()} has none. What
 * was derived from something that goes, goes with it.
 *
 * <p>A conversation holds episodes and their gist; facts, notes and blocks are in none. A time is compared with when an
 * episode happened, and with when anything else was written down; what was derived goes only with its sources then.
 * {@code since} is always compared with when something was written down: a writer can say that it happened long ago, but
 * not that it was written then. What Daybook made itself from other entries matches it only if it is named, by its id or
 * its origin; what somebody brought matches it whatever it says of itself.
 *
 * @param session only this conversation; null: any, and what is in none
 * @param before only what happened or was written down before this time, strictly; null: any
 * @param kind only entries of this kind, given together with an id; null: any
 * @param id only the entry of this id; null: any
 * @param writer only what this writer wrote, see {@link Origin#writer}; a writer is named by itself. Null: any
 * @param source only what this kind of thing wrote; null: any
 * @param since only what was written down at this time or later; null: any
 * @param key only what was written with this key, see {@link Origin#key}: no caller can name another's. Null: any
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

    /** Whoever wrote it, and whenever. */
    public Selection(
            @Nullable String session, @Nullable OffsetDateTime before, @Nullable Kind kind, @Nullable String id) {
        this(session, before, kind, id, null, null, null, null);
    }

    /** The whole scope: all entries of every kind, and its sessions. The settings of a space and its account stay. */
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

    /** One entry; the id of a block is its name. */
    public static Selection entry(Kind kind, String id) {
        return new Selection(null, null, ArgumentChecks.present("kind", kind), ArgumentChecks.id("id", id));
    }

    public static Selection episode(String id) {
        return entry(Kind.EPISODE, id);
    }

    /** What one writer wrote. */
    public static Selection writer(String writer) {
        return everything().andWriter(writer);
    }

    /** What was written with one key. */
    public static Selection key(String key) {
        return everything().andKey(key);
    }

    /** What one kind of thing wrote. */
    public static Selection source(Origin.Source source) {
        return everything().andSource(source);
    }

    /** What was written down at a time or later. */
    public static Selection since(OffsetDateTime since) {
        return everything().andSince(since);
    }

    /** Selects entries recorded at a time or later. */
    public static Selection since(Instant since) {
        return everything().andSince(since);
    }

    /** The same, of one conversation. */
    public Selection andSession(String session) {
        return new Selection(ArgumentChecks.id("session", session), before, kind, id, writer, source, since, key);
    }

    /** The same, of what happened before a time. */
    public Selection andBefore(OffsetDateTime before) {
        return new Selection(session, ArgumentChecks.time("before", before), kind, id, writer, source, since, key);
    }

    /** Narrows the selection to entries from before a time, exclusive. */
    public Selection andBefore(Instant before) {
        return andBefore(TimeText.utc("before", before));
    }

    /** The same, of one writer. */
    public Selection andWriter(String writer) {
        return new Selection(session, before, kind, id, ArgumentChecks.text("writer", writer), source, since, key);
    }

    /** The same, of one kind of thing that wrote it. */
    public Selection andSource(Origin.Source source) {
        return new Selection(session, before, kind, id, writer, ArgumentChecks.present("source", source), since, key);
    }

    /** The same, of what was written down at a time or later. */
    public Selection andSince(OffsetDateTime since) {
        return new Selection(session, before, kind, id, writer, source, ArgumentChecks.time("since", since), key);
    }

    /** Narrows the selection to entries recorded at a time or later. */
    public Selection andSince(Instant since) {
        return andSince(TimeText.utc("since", since));
    }

    /** The same, of what was written with one key. */
    public Selection andKey(String key) {
        return new Selection(session, before, kind, id, writer, source, since, ArgumentChecks.text("key", key));
    }

    public boolean isEverything() {
        return equals(EVERYTHING);
    }
}
