package dev.daybook.store;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import org.jspecify.annotations.Nullable;

/**
 * An audit entry with its scope.
 *
 * @param scope null if the whole scope was erased and its name with it
 */
public record StoredAudit(Space space, @Nullable Scope scope, AuditRecord audit) {}
