package dev.daybook.data;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a session to change. {@link #UNCHANGED} is the start; each further method returns a copy that changes
 * one setting too. A setting that is null stays as it is; a new session then has no name, is not private and is created
 * now. Immutable.
 */
public final class SessionOptions {

    /** Changes nothing. */
    public static final SessionOptions UNCHANGED = new SessionOptions(null, null, null, null);

    private final @Nullable String name;
    private final @Nullable Boolean isPrivate;
    private final @Nullable OffsetDateTime created;
    private final @Nullable Integer retentionDays;

    private SessionOptions(
            @Nullable String name,
            @Nullable Boolean isPrivate,
            @Nullable OffsetDateTime created,
            @Nullable Integer retentionDays) {
        this.name = name;
        this.isPrivate = isPrivate;
        this.created = created;
        this.retentionDays = retentionDays;
    }

    /**
     * Sets the name that a user gives the session; null keeps the present one.
     *
     * @throws IllegalArgumentException if it is blank, or longer than {@link SizeLimits#NAME} characters
     */
    public SessionOptions name(@Nullable String name) {
        if (name != null) {
            SizeLimits.check("name", ArgumentChecks.text("session name", name), SizeLimits.NAME);
        }
        return new SessionOptions(name, isPrivate, created, retentionDays);
    }

    /**
     * Sets whether the bank of the space skips the session; null keeps the present state. Summaries that the bank has
     * already written stay there, so make a session private before its first turn, or clear the bank.
     */
    public SessionOptions isPrivate(@Nullable Boolean isPrivate) {
        return new SessionOptions(name, isPrivate, created, retentionDays);
    }

    /**
     * Sets the retention period in days; 0 removes the present one, null keeps it. Entries from before the period are
     * forgotten as those of a space, see {@link SpaceSettings#retentionDays}; the shorter one of both periods applies.
     *
     * @throws IllegalArgumentException if it is neither 0 nor from 1 to 36,525
     */
    public SessionOptions retentionDays(@Nullable Integer retentionDays) {
        if (retentionDays == null || retentionDays != 0) {
            ArgumentChecks.retentionDays(retentionDays);
        }
        return new SessionOptions(name, isPrivate, created, retentionDays);
    }

    /**
     * Sets the time of creation, for imports; of a session without episodes this is the last activity as well. Null
     * keeps the present time, or takes the clock's for a new session.
     *
     * @throws IllegalArgumentException if it is out of the years of {@link SizeLimits}
     */
    public SessionOptions created(@Nullable OffsetDateTime created) {
        return new SessionOptions(name, isPrivate, SizeLimits.time("created", created), retentionDays);
    }

    /** Sets the time of creation, in UTC; null keeps the present one. */
    public SessionOptions created(@Nullable Instant created) {
        return created(TimeText.utc(created));
    }

    /** Returns the name, or null. */
    public @Nullable String name() {
        return name;
    }

    /** Returns whether the bank skips the session, or null. */
    public @Nullable Boolean isPrivate() {
        return isPrivate;
    }

    /** Returns the time of creation, or null. */
    public @Nullable OffsetDateTime created() {
        return created;
    }

    /** Returns the retention period in days, 0 for none, or null. */
    public @Nullable Integer retentionDays() {
        return retentionDays;
    }
}
