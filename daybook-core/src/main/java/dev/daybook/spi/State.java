package dev.daybook.spi;

/**
 * A named value of a scope.
 *
 * @param version 1 at its first write, one more at each change
 */
public record State(String name, long version, Blob bytes) {}
