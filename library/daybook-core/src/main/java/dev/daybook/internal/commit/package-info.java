/**
 * The commit path of every change in a scope.
 *
 * <p>{@link dev.daybook.internal.commit.AuditedCommit} takes the write lock of the scope ({@link dev.daybook.internal.commit.ScopeLocks}),
 * commits one batch with its audit record, and retries after a conflict. {@link dev.daybook.internal.commit.ScopeLeases} lets one process
 * derive in a scope, and {@link dev.daybook.internal.commit.UlidGenerator} makes the ids.
 */
@NullMarked
package dev.daybook.internal.commit;

import org.jspecify.annotations.NullMarked;
