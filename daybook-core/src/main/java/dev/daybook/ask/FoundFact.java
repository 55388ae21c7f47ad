package dev.daybook.ask;

/**
 * A fact as a model found it, stripped; none of the three texts is empty.
 *
 * @param confidence 0 to 1; 1 if the model gave none that can be read
 */
public record FoundFact(String subject, String predicate, String object, double confidence) {}
