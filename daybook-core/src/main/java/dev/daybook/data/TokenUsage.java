package dev.daybook.data;

import java.time.LocalDate;

/**
 * What language models have cost a space, prompts and answers together. It is counted after each answer, also when nothing
 * came of it, and estimated where the model does not say.
 *
 * @param day the day of {@code tokensToday}, in UTC
 * @param tokens since the space began, or since all that is shared in it was forgotten
 */
public record TokenUsage(LocalDate day, long tokensToday, long tokens) {

    /** After another call. */
    public TokenUsage and(long cost) {
        return new TokenUsage(day, tokensToday + cost, tokens + cost);
    }
}
