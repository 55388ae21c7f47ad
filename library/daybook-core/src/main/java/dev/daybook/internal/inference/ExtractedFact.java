package dev.daybook.internal.inference;

/**
 * A fact extracted by a model, stripped; none of the three texts is empty.
 *
 * @param confidence from 0 to 1; 1 if the model gave no valid number
 */
public record ExtractedFact(String subject, String predicate, String object, double confidence) {}
