package dev.daybook.spi;

import dev.daybook.model.Kind;

/** Generates unique ids. Thread-safe. */
@FunctionalInterface
public interface IdGenerator {

    /** Returns a new id for an entry of a kind. */
    String next(Kind kind);
}
