package dev.daybook.data;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What to forget. All conditions that are given hold together; {@link #everything()} has none.
 *
 * @param session only this conversation; null: any
 * @param before only what happened before this time, strictly; null: any
 * @param episode only the episode of this id; null: any
 */
public record Selection(
        @Nullable String session,
        @Nullable OffsetDateTime before,
        @Nullable String episode) {

    public Selection {
        Require.optionalId("session", session);
        Require.optionalId("episode", episode);
        before = Require.optionalTime("before", before);
    }

    /** The whole scope: all entries of every kind, sessions and settings of the scope. */
    public static Selection everything() {
        return new Selection(null, null, null);
    }

    public static Selection session(String session) {
        return new Selection(Require.id("session", session), null, null);
    }

    public static Selection before(OffsetDateTime before) {
        return new Selection(null, Require.time("before", before), null);
    }

    public static Selection episode(String id) {
        return new Selection(null, null, Require.id("episode", id));
    }

    /** The same, of what happened before a time. */
    public Selection andBefore(OffsetDateTime before) {
        return new Selection(session, before, episode);
    }

    public boolean isEverything() {
        return session == null && before == null && episode == null;
    }
}
