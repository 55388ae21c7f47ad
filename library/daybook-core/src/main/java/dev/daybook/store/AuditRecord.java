package dev.daybook.store;

import java.time.Instant;

/**
 * An audit entry without content; it outlives the entries it refers to. The store chains each audit entry to the
 * previous one by a hash, in the same commit as the change.
 *
 * @param operation the id of the operation
 * @param action the name of the operation: {@code remember}, {@code forget}, …
 * @param detail counts and keyed hashes of ids; never a text, an id or a name
 */
public record AuditRecord(String operation, String action, Instant at, String detail) {}
