package dev.daybook.data;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A session to create or to change. A property that is null stays as it is; a new session then has no name, is not
 * private and is created now. Use {@link #of} and the {@code with} methods; the constructor is no API.
 *
 * @param id unique in its scope
 * @param name the name that a user gives the session
 * @param isPrivate whether the bank of the space skips the session
 * @param created the time of creation, for imports
 * @param retentionDays its retention period in days, as {@link SpaceSettings#retentionDays}; 0 removes it. The shorter
 *     one of the session and of its space applies
 */
public record NewSession(
        String id,
        @Nullable String name,
        @Nullable Boolean isPrivate,
        @Nullable OffsetDateTime created,
        @Nullable Integer retentionDays) {

    /**
     * @throws IllegalArgumentException if the id is blank, longer than 512 characters or has a control character, or
     *     the name is longer than {@link SizeLimits#NAME} characters, the time of creation is out of the years of
     *     {@link SizeLimits}, or the retention period is out of its range
     */
    public NewSession {
        ArgumentChecks.id("session", id);
        if (name != null) {
            SizeLimits.check("name", ArgumentChecks.text("session name", name), SizeLimits.NAME);
        }
        created = SizeLimits.time("created", created);
        if (retentionDays == null || retentionDays != 0) {
            ArgumentChecks.retentionDays(retentionDays);
        }
    }

    /** Returns a session without further properties. */
    public static NewSession of(String id) {
        return new NewSession(id, null, null, null, null);
    }

    /** Returns a copy with a name; null keeps the present name. */
    public NewSession withName(@Nullable String name) {
        return new NewSession(id, name, isPrivate, created, retentionDays);
    }

    /** Returns a copy that is private or not; null keeps the present state. */
    public NewSession withPrivate(@Nullable Boolean isPrivate) {
        return new NewSession(id, name, isPrivate, created, retentionDays);
    }

    /** Returns a copy with a retention period in days; 0 removes the present one, null keeps it. */
    public NewSession withRetentionDays(@Nullable Integer retentionDays) {
        return new NewSession(id, name, isPrivate, created, retentionDays);
    }

    /** Returns a copy with a time of creation; null keeps the present time, or takes the clock's for a new session. */
    public NewSession withCreated(@Nullable OffsetDateTime created) {
        return new NewSession(id, name, isPrivate, created, retentionDays);
    }

    /** Sets the time of creation, in UTC; null keeps the present one. */
    public NewSession withCreated(@Nullable Instant created) {
        return withCreated(TimeText.utc(created));
    }
}
