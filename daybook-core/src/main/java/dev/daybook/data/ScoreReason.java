package dev.daybook.data;

/**
 * The part of one signal in a score.
 *
 * @param signal the name of the signal: {@code words}, {@code meaning}, {@code neighbours}, …
 * @param contribution the amount added to the score
 * @param detail a readable explanation: {@code lisbon, moved}
 */
public record ScoreReason(String signal, double contribution, String detail) {}
