package dev.daybook.data;

/**
 * One signal's part in a score.
 *
 * @param signal its name: {@code words}, {@code meaning}, {@code neighbours}, …
 * @param contribution what it added to the score
 * @param detail what it saw, for a person: {@code lisbon, moved}
 */
public record ScoreReason(String signal, double contribution, String detail) {}
