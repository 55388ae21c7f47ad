package dev.daybook.outcome;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session, a conversation thread of a scope, at one time: its settings, times and size.
 *
 * @param id unique in its scope
 * @param name the name that a user gave it, or null
 * @param created the time of its creation; without an explicit creation, the time of its first episode
 * @param lastActivity the time of its last episode; {@code created} without episodes
 * @param episodes the number of its episodes
 * @param isPrivate whether the bank of the space skips it
 * @param retentionDays its own retention period in days; null: only that of its space
 */
public record SessionInfo(
        String id,
        @Nullable String name,
        OffsetDateTime created,
        OffsetDateTime lastActivity,
        long episodes,
        boolean isPrivate,
        @Nullable Integer retentionDays) {
    public SessionInfo {
        ArgumentChecks.id("session", id);
        ArgumentChecks.optionalText("session name", name);
        NullChecks.present("created", created);
        NullChecks.present("lastActivity", lastActivity);
    }
}
