package dev.daybook.spi;

/** Counts the tokens of a text for the model that reads it. Thread-safe. */
@FunctionalInterface
public interface TokenCounter {

    /** Returns the number of tokens; 0 for the empty text. */
    int count(String text);
}
