package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.NullChecks;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A summary to put into the bank of a space by hand. {@link #of} makes one; each further method returns a copy with one
 * part changed.
 *
 * <p>A method throws an {@link IllegalArgumentException} if the text is blank or too long, a number is negative, or a
 * session is given with another level.
 */
public final class NewSummary extends ImmutableValue<NewSummary> {

    private Summary.Level level = Summary.Level.SESSION;
    private String text = "";
    private @Nullable SessionRef session;
    private @Nullable String period;
    private @Nullable Integer tokens;
    private int sourceCount = 1;
    private @Nullable OffsetDateTime lastSourceAt;

    private NewSummary() {}

    /**
     * Returns a summary of one turn, without a period, with the time of the turn unknown.
     *
     * @param level a session, a day, a week or a month
     */
    public static NewSummary of(Summary.Level level, String text) {
        return new NewSummary().with(summary -> {
            summary.level = level;
            summary.text = text;
        });
    }

    public Summary.Level level() {
        return level;
    }

    public String text() {
        return text;
    }

    /** Sets the text. */
    public NewSummary text(String text) {
        return with(copy -> copy.text = text);
    }

    public @Nullable SessionRef session() {
        return session;
    }

    /** Sets the summarized session, only at the level of a session; null: none. */
    public NewSummary session(@Nullable SessionRef session) {
        return with(copy -> copy.session = session);
    }

    public @Nullable String period() {
        return period;
    }

    /** Sets the day, week or month; null: none. */
    public NewSummary period(@Nullable String period) {
        return with(copy -> copy.period = period);
    }

    public @Nullable Integer tokens() {
        return tokens;
    }

    /** Sets the number of tokens of the text; null: counted. */
    public NewSummary tokens(@Nullable Integer tokens) {
        return with(copy -> copy.tokens = tokens);
    }

    public int sourceCount() {
        return sourceCount;
    }

    /** Sets the number of summarized turns. */
    public NewSummary sourceCount(int sourceCount) {
        return with(copy -> copy.sourceCount = sourceCount);
    }

    public @Nullable OffsetDateTime lastSourceAt() {
        return lastSourceAt;
    }

    /**
     * Sets the time of the last summarized turn; null: unknown, then the summary is never folded into a digest.
     */
    public NewSummary lastSourceAt(@Nullable OffsetDateTime lastSourceAt) {
        return with(copy -> copy.lastSourceAt = lastSourceAt);
    }

    @Override
    protected void check() {
        NullChecks.present("level", level);
        ArgumentChecks.filled("summary text", text);
        SizeLimits.check("summary text", text, SizeLimits.TEXT);
        ArgumentChecks.optionalText("period", period);
        ArgumentChecks.name("period", period);
        lastSourceAt = SizeLimits.time("lastSourceAt", lastSourceAt);
        if (session != null && level != Summary.Level.SESSION) {
            throw new IllegalArgumentException("session is given with the level " + level.label()
                    + ", which covers several sessions; leave it out, or use the level session");
        }
        notNegative("tokens", tokens == null ? 0 : tokens);
        notNegative("sourceCount", sourceCount);
    }

    private static void notNegative(String argument, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(argument + " is " + value + "; give 0 or more");
        }
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {
            "level", level,
            "text", text,
            "session", session,
            "period", period,
            "tokens", tokens,
            "sourceCount", sourceCount,
            "lastSourceAt", lastSourceAt
        };
    }
}
