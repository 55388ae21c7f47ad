package dev.daybook.data;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What to forget. All conditions that are given hold together; {@link #everything()} has none. What was derived from
 * something that goes, goes with it.
 *
 * <p>A conversation holds episodes and their gist; facts, notes and blocks are in none. A time is compared with when an
 * episode happened, and with when anything else was written down; what was derived goes only with its sources then.
 *
 * @param session only this conversation; null: any, and what is in none
 * @param before only what happened or was written down before this time, strictly; null: any
 * @param kind only entries of this kind, given together with an id; null: any
 * @param id only the entry of this id; null: any
 */
public record Selection(
        @Nullable String session,
        @Nullable OffsetDateTime before,
        @Nullable Kind kind,
        @Nullable String id) {

    public Selection {
        Require.optionalId("session", session);
        Require.optionalId("id", id);
        before = Require.optionalTime("before", before);
        if ((kind == null) != (id == null)) {
            throw new IllegalArgumentException((kind == null ? "kind is null with an id" : "id is null with a kind")
                    + "; ids are unique per kind, so give both or none");
        }
    }

    /** The whole scope: all entries of every kind, sessions and settings of the scope. */
    public static Selection everything() {
        return new Selection(null, null, null, null);
    }

    public static Selection session(String session) {
        return new Selection(Require.id("session", session), null, null, null);
    }

    public static Selection before(OffsetDateTime before) {
        return new Selection(null, Require.time("before", before), null, null);
    }

    /** One entry; the id of a block is its name. */
    public static Selection entry(Kind kind, String id) {
        return new Selection(null, null, Require.present("kind", kind), Require.id("id", id));
    }

    public static Selection episode(String id) {
        return entry(Kind.EPISODE, id);
    }

    /** The same, of one conversation. */
    public Selection andSession(String session) {
        return new Selection(Require.id("session", session), before, kind, id);
    }

    /** The same, of what happened before a time. */
    public Selection andBefore(OffsetDateTime before) {
        return new Selection(session, Require.time("before", before), kind, id);
    }

    public boolean isEverything() {
        return session == null && before == null && id == null;
    }
}
