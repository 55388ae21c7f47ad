package dev.daybook.store;

/**
 * A named value of a scope.
 *
 * @param version 1 at the first write, incremented by each change
 */
public record ScopeState(String name, long version, Blob bytes) {}
