package dev.daybook.spi;

import java.time.Instant;

/**
 * What was done, without content: it outlives what it speaks of. The store chains each record to the one before it by a
 * hash, in the same step as the change.
 *
 * @param operation the id of the operation
 * @param action what it did: {@code remember}, {@code forget}, …
 * @param detail counts and keyed hashes of ids; never a text, an id or a name
 */
public record Audit(String operation, String action, Instant at, String detail) {}
