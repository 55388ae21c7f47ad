package dev.daybook.data;

import java.util.Locale;

/**
 * How many turns of the conversation that is going on a context repeats: none for a caller that keeps them itself, the
 * last few, or all that fit.
 *
 * @param most how many messages at the most, from the newest back; 0: none, {@link Integer#MAX_VALUE}: all that fit
 */
public record RecentTurns(int most) {

    private static final RecentTurns NONE = new RecentTurns(0);
    private static final RecentTurns ALL = new RecentTurns(Integer.MAX_VALUE);

    /** A number below zero counts as zero. */
    public RecentTurns {
        most = Math.max(0, most);
    }

    /** No turn of the conversation: the caller shows them itself. */
    public static RecentTurns none() {
        return NONE;
    }

    /**
     * The last messages, as far as they fit beside the shares of the other sections; they come before what is recalled.
     *
     * @param messages how many at the most; zero or below: none
     */
    public static RecentTurns last(int messages) {
        return new RecentTurns(messages);
    }

    /** The newest within a share of the budget, and as many more as fit beside what is recalled. */
    public static RecentTurns all() {
        return ALL;
    }

    /** As it is written outside Java: {@code none}, {@code all}, or a number. */
    public String label() {
        return most == 0 ? "none" : most == Integer.MAX_VALUE ? "all" : String.valueOf(most);
    }

    /**
     * Reads a {@link #label()}.
     *
     * @throws IllegalArgumentException if it is neither {@code none} nor {@code all} nor a whole number of 32 bits
     */
    public static RecentTurns of(String label) {
        return switch (Require.text("recent", label).toLowerCase(Locale.ROOT)) {
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
}
