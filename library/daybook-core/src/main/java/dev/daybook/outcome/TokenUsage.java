package dev.daybook.outcome;

import java.time.LocalDate;

/**
 * The tokens that language models have used for a space, prompts and answers together. Each answer is counted, even if
 * it is not used; the count is an estimate if the model does not report one.
 *
 * @param day the day of {@code tokensToday}, in UTC
 * @param tokensToday the tokens of this day
 * @param tokens the tokens since the space was created, or since its shared scope was forgotten as a whole
 */
public record TokenUsage(LocalDate day, long tokensToday, long tokens) {}
