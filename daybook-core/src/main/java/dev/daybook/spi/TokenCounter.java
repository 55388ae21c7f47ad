package dev.daybook.spi;

/** Counts the tokens of a text, as the model that will read it does. Thread-safe. */
@FunctionalInterface
public interface TokenCounter {

    /** How many tokens a text has; 0 for the empty text. */
    int count(String text);
}
