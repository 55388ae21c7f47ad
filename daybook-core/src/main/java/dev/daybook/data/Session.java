package dev.daybook.data;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * One conversation in a scope.
 *
 * @param id unique in its scope
 * @param name what the user calls it, or null
 * @param created when it was made by name; of one that never was, when its first episode happened
 * @param lastActivity when its last episode happened; {@code created} if it has none
 * @param episodes how many episodes it has
 * @param isPrivate whether the bank of the space leaves it out
 */
public record Session(
        String id,
        @Nullable String name,
        OffsetDateTime created,
        OffsetDateTime lastActivity,
        long episodes,
        boolean isPrivate) {
    public Session {
        ArgumentChecks.id("session", id);
        ArgumentChecks.optionalText("session name", name);
        ArgumentChecks.present("created", created);
        ArgumentChecks.present("lastActivity", lastActivity);
    }

    /** One that is not private. */
    public Session(
            String id, @Nullable String name, OffsetDateTime created, OffsetDateTime lastActivity, long episodes) {
        this(id, name, created, lastActivity, episodes, false);
    }
}
