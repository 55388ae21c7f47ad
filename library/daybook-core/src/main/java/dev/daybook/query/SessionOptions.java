package dev.daybook.query;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.model.ImmutableValue;
import dev.daybook.model.SizeLimits;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a session to change. {@link #UNCHANGED} is the start; each method with a parameter returns a copy that
 * changes one setting too. A setting that is null stays as it is; a new session then has no name, is not private and is
 * created now.
 */
public final class SessionOptions extends ImmutableValue<SessionOptions> {

    /** Changes nothing. */
    public static final SessionOptions UNCHANGED = new SessionOptions();

    private @Nullable String name;
    private @Nullable Boolean isPrivate;
    private @Nullable OffsetDateTime created;
    private @Nullable Integer retentionDays;

    private SessionOptions() {}

    public @Nullable String name() {
        return name;
    }

    /**
     * Sets the name that a user gives the session; null keeps the present one.
     *
     * @throws IllegalArgumentException if it is blank, or longer than {@link SizeLimits#NAME} characters
     */
    public SessionOptions name(@Nullable String name) {
        return with(copy -> copy.name = name);
    }

    public @Nullable Boolean isPrivate() {
        return isPrivate;
    }

    /**
     * Sets whether the bank of the space skips the session; null keeps the present state. Summaries that the bank has
     * already written stay there, so make a session private before its first turn, or clear the bank.
     */
    public SessionOptions isPrivate(@Nullable Boolean isPrivate) {
        return with(copy -> copy.isPrivate = isPrivate);
    }

    public @Nullable OffsetDateTime created() {
        return created;
    }

    /**
     * Sets the time of creation, for imports; of a session without episodes this is the last activity as well. Null
     * keeps the present time, or takes the clock's for a new session.
     *
     * @throws IllegalArgumentException if it is out of the years of {@link SizeLimits}
     */
    public SessionOptions created(@Nullable OffsetDateTime created) {
        return with(copy -> copy.created = created);
    }

    public @Nullable Integer retentionDays() {
        return retentionDays;
    }

    /**
     * Sets the retention period in days; 0 removes the present one, null keeps it. Entries from before the period are
     * forgotten as those of a space, see {@link dev.daybook.query.SpaceSettings#retentionDays}; the shorter one of both periods applies.
     *
     * @throws IllegalArgumentException if it is neither 0 nor from 1 to 36,525
     */
    public SessionOptions retentionDays(@Nullable Integer retentionDays) {
        return with(copy -> copy.retentionDays = retentionDays);
    }

    @Override
    protected void check() {
        if (name != null) {
            SizeLimits.check("name", ArgumentChecks.text("session name", name), SizeLimits.NAME);
        }
        created = SizeLimits.time("created", created);
        if (retentionDays != null && retentionDays != 0) {
            ArgumentChecks.retentionDays(retentionDays);
        }
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {
            "name", name,
            "isPrivate", isPrivate,
            "created", created,
            "retentionDays", retentionDays
        };
    }
}
