package dev.daybook.query;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.ImmutableValue;
import org.jspecify.annotations.Nullable;

/**
 * The number of recent turns of a session that a context repeats: none for a caller that keeps its own window, the last
 * few, or all that fit. The newest turns are those that were written last, whatever their times say.
 */
public final class RecentTurns extends ImmutableValue<RecentTurns> {

    private static final RecentTurns NONE = last(0);
    private static final RecentTurns ALL = last(Integer.MAX_VALUE);

    private int most;

    private RecentTurns() {}

    /** Returns the maximum number of messages, from the newest back; {@link Integer#MAX_VALUE}: all that fit. */
    public int most() {
        return most;
    }

    /** Repeats no turn: the caller shows them itself. */
    public static RecentTurns none() {
        return NONE;
    }

    /**
     * Repeats the last messages, as far as they fit beside the shares of the other sections. They take their tokens
     * before recalled entries do.
     *
     * @param messages the maximum number of messages; zero or below: none
     */
    public static RecentTurns last(int messages) {
        return new RecentTurns().with(recent -> recent.most = messages);
    }

    /** Repeats the newest turns within a share of the budget, and as many more as fit beside recalled entries. */
    public static RecentTurns all() {
        return ALL;
    }

    /** Returns the form used outside Java: {@code none}, {@code all}, or a number. */
    public String label() {
        return most == 0 ? "none" : most == Integer.MAX_VALUE ? "all" : String.valueOf(most);
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if it is neither {@code none} nor {@code all} nor a whole number of 32 bits
     */
    public static RecentTurns of(String label) {
        return switch (LetterCase.lower(ArgumentChecks.text("recent", label))) {
            case "none" -> NONE;
            case "all" -> ALL;
            default -> last(number(label));
        };
    }

    private static int number(String label) {
        try {
            return Integer.parseInt(label);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("recent is not a number of messages; give 'none', 'all' or a number");
        }
    }

    @Override
    protected void check() {
        most = Math.max(0, most);
    }

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {"most", most};
    }
}
