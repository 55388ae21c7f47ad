package dev.daybook.internal.copy;

import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import java.util.Set;

/**
 * The result of copying a scope.
 *
 * @param source the digest of the scope in the source, without the lost entries
 * @param target the digest of the scope in the target
 * @param lost the entries whose current version the source cannot read; they are not in the target
 */
public record CopiedScope(Scope scope, ScopeDigest source, ScopeDigest target, Set<EntryKey> lost) {
    public CopiedScope {
        lost = Set.copyOf(lost);
    }

    /** Returns whether both stores hold the same, apart from lost entries. */
    public boolean isEqual() {
        return source.equals(target);
    }
}
