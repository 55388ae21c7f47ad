/**
 * The commit path of every change in a scope, and its audit log.
 *
 * <p>{@link dev.daybook.internal.audit.AuditedCommit} takes the write lock of the scope ({@link dev.daybook.internal.audit.ScopeLocks}),
 * commits one batch with its audit record, and retries after a conflict. {@link dev.daybook.internal.audit.AuditTrail} signs the records,
 * {@link dev.daybook.internal.audit.AuditLog} reads them. {@link dev.daybook.internal.audit.ScopeLeases} lets one process derive in a scope.
 */
@NullMarked
package dev.daybook.internal.audit;

import org.jspecify.annotations.NullMarked;
