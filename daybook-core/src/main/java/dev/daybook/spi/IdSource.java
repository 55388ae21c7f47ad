package dev.daybook.spi;

import dev.daybook.data.Kind;

/** Makes ids. Thread-safe; never the same twice. */
@FunctionalInterface
public interface IdSource {

    /** A new id for an entry of a kind. */
    String next(Kind kind);
}
