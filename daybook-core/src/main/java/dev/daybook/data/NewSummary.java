package dev.daybook.data;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A summary to put into the bank of a space by hand. {@link #of} makes one; each further method returns a copy with one
 * component changed. Do not call the constructor: a new component adds a parameter to it.
 *
 * @param level the level: a session, a day, a week or a month
 * @param text the text
 * @param session the summarized session, or null; only at the level of a session
 * @param period the day, week or month; null: none
 * @param tokens the number of tokens of the text; null: counted
 * @param sourceCount the number of summarized turns
 * @param lastSourceAt the time of the last summarized turn; null: unknown, then the summary is never folded into a
 *     digest
 */
public record NewSummary(
        Summary.Level level,
        String text,
        @Nullable SessionRef session,
        @Nullable String period,
        @Nullable Integer tokens,
        int sourceCount,
        @Nullable OffsetDateTime lastSourceAt) {

    /**
     * Checks all components. Not to be called by applications; use {@link #of}.
     *
     * @throws IllegalArgumentException if the text is blank or too long, a number is negative, or a session is given
     *     with another level
     */
    public NewSummary {
        ArgumentChecks.present("level", level);
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

    /** Returns a summary of one turn, without a period, with the time of the turn unknown. */
    public static NewSummary of(Summary.Level level, String text) {
        return new NewSummary(level, text, null, null, null, 1, null);
    }

    /** Sets the text. */
    public NewSummary withText(String text) {
        return new NewSummary(level, text, session, period, tokens, sourceCount, lastSourceAt);
    }

    /** Sets the summarized session. */
    public NewSummary ofSession(SessionRef session) {
        return new NewSummary(level, text, session, period, tokens, sourceCount, lastSourceAt);
    }

    /** Sets the day, week or month; null: none. */
    public NewSummary inPeriod(@Nullable String period) {
        return new NewSummary(level, text, session, period, tokens, sourceCount, lastSourceAt);
    }

    /** Sets the number of tokens of the text. */
    public NewSummary withTokens(int tokens) {
        return new NewSummary(level, text, session, period, tokens, sourceCount, lastSourceAt);
    }

    /** Sets the number of summarized turns. */
    public NewSummary withSourceCount(int sourceCount) {
        return new NewSummary(level, text, session, period, tokens, sourceCount, lastSourceAt);
    }

    /** Sets the time of the last summarized turn; null: unknown. */
    public NewSummary lastSourceAt(@Nullable OffsetDateTime lastSourceAt) {
        return new NewSummary(level, text, session, period, tokens, sourceCount, lastSourceAt);
    }

    /** Sets the time of the last summarized turn, in UTC. */
    public NewSummary lastSourceAt(Instant lastSourceAt) {
        return lastSourceAt(TimeText.utc("lastSourceAt", lastSourceAt));
    }

    private static void notNegative(String argument, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(argument + " is " + value + "; give 0 or more");
        }
    }
}
