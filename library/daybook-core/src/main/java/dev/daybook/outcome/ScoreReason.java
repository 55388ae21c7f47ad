package dev.daybook.outcome;

/**
 * The part of one signal in a score.
 *
 * @param signal the name of the signal: {@code words}, {@code meaning}, {@code neighbours}, …; {@code embedder}, without a
 *     contribution, if the embedder gave no vector of the question and a hybrid search used keywords only
 * @param contribution the amount added to the score
 * @param detail a readable explanation: {@code lisbon, moved}
 */
public record ScoreReason(String signal, double contribution, String detail) {}
