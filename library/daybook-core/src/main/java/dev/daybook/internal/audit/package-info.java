/**
 * The audit log of a scope: {@link dev.daybook.internal.audit.AuditTrail} makes an entry for each change, with keyed hashes of ids, and
 * {@link dev.daybook.internal.audit.AuditLog} reads the entries.
 */
@NullMarked
package dev.daybook.internal.audit;

import org.jspecify.annotations.NullMarked;
