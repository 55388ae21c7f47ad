package dev.daybook.data;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A summary to be put into the bank of a space by hand.
 *
 * @param level what it stands for
 * @param text what it says
 * @param chat the conversation it stands for, or null; only where the level is a session
 * @param period the day, week or month it stands for; null: none
 * @param tokens how many tokens it counts as; null: they are counted
 * @param sourceCount how many turns it stands for
 * @param lastSourceAt when the last of them happened; null: not known, then it is never folded into a digest
 */
public record NewSummary(
        Summary.Level level,
        String text,
        @Nullable Chat chat,
        @Nullable String period,
        @Nullable Integer tokens,
        int sourceCount,
        @Nullable OffsetDateTime lastSourceAt) {

    public NewSummary {
        Require.present("level", level);
        Require.filled("summary text", text);
        Bounds.check("summary text", text, Bounds.TEXT);
        Require.optionalText("period", period);
        Require.name("period", period);
        lastSourceAt = Require.optionalTime("lastSourceAt", lastSourceAt);
        if (chat != null && level != Summary.Level.SESSION) {
            throw new IllegalArgumentException("chat is given with the level " + level.label()
                    + ", which stands for many conversations; leave it out, or use the level session");
        }
        notNegative("tokens", tokens == null ? 0 : tokens);
        notNegative("sourceCount", sourceCount);
    }

    /** A summary of one source, of no period, the last source of which is not known. */
    public static NewSummary of(Summary.Level level, String text) {
        return new NewSummary(level, text, null, null, null, 1, null);
    }

    public NewSummary ofChat(Chat chat) {
        return new NewSummary(level, text, chat, period, tokens, sourceCount, lastSourceAt);
    }

    public NewSummary inPeriod(@Nullable String period) {
        return new NewSummary(level, text, chat, period, tokens, sourceCount, lastSourceAt);
    }

    public NewSummary withTokens(int tokens) {
        return new NewSummary(level, text, chat, period, tokens, sourceCount, lastSourceAt);
    }

    public NewSummary withSourceCount(int sourceCount) {
        return new NewSummary(level, text, chat, period, tokens, sourceCount, lastSourceAt);
    }

    public NewSummary lastSourceAt(@Nullable OffsetDateTime lastSourceAt) {
        return new NewSummary(level, text, chat, period, tokens, sourceCount, lastSourceAt);
    }

    private static void notNegative(String argument, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(argument + " is " + value + "; give 0 or more");
        }
    }
}
