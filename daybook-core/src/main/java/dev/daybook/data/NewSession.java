package dev.daybook.data;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A session to create or to change. {@link #of} makes one; each further method returns a copy with one property changed.
 * A property that is null stays as it is; a new session then has no name, is not private and is created now.
 *
 * <p>A method throws an {@link IllegalArgumentException} if the id is blank, longer than 512 characters or has a control
 * character, or the name is longer than {@link SizeLimits#NAME} characters, the time of creation is out of the years of
 * {@link SizeLimits}, or the retention period is out of its range.
 */
public final class NewSession extends ImmutableValue<NewSession> {

    private String id = "";
    private @Nullable String name;
    private @Nullable Boolean isPrivate;
    private @Nullable OffsetDateTime created;
    private @Nullable Integer retentionDays;

    private NewSession() {}

    /**
     * Returns a session without further properties.
     *
     * @param id unique in its scope
     */
    public static NewSession of(String id) {
        return new NewSession().with(session -> session.id = id);
    }

    public String id() {
        return id;
    }

    public @Nullable String name() {
        return name;
    }

    /** Sets the name that a user gives the session; null keeps the present one. */
    public NewSession name(@Nullable String name) {
        return with(copy -> copy.name = name);
    }

    public @Nullable Boolean isPrivate() {
        return isPrivate;
    }

    /** Sets whether the bank of the space skips the session; null keeps the present state. */
    public NewSession isPrivate(@Nullable Boolean isPrivate) {
        return with(copy -> copy.isPrivate = isPrivate);
    }

    public @Nullable OffsetDateTime created() {
        return created;
    }

    /** Sets the time of creation, for imports; null keeps the present one, or takes the clock's for a new session. */
    public NewSession created(@Nullable OffsetDateTime created) {
        return with(copy -> copy.created = created);
    }

    public @Nullable Integer retentionDays() {
        return retentionDays;
    }

    /**
     * Sets its retention period in days, as {@link SpaceSettings#retentionDays}; 0 removes it, null keeps it. The shorter
     * one of the session and of its space applies.
     */
    public NewSession retentionDays(@Nullable Integer retentionDays) {
        return with(copy -> copy.retentionDays = retentionDays);
    }

    @Override
    void check() {
        ArgumentChecks.id("session", id);
        if (name != null) {
            SizeLimits.check("name", ArgumentChecks.text("session name", name), SizeLimits.NAME);
        }
        created = SizeLimits.time("created", created);
        if (retentionDays == null || retentionDays != 0) {
            ArgumentChecks.retentionDays(retentionDays);
        }
    }

    @Override
    @Nullable
    Object[] parts() {
        return new @Nullable Object[] {
            "id", id,
            "name", name,
            "isPrivate", isPrivate,
            "created", created,
            "retentionDays", retentionDays
        };
    }
}
