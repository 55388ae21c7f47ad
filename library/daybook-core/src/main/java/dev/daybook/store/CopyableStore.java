package dev.daybook.store;

import dev.daybook.model.Scope;
import org.jspecify.annotations.Nullable;

/**
 * A store that the command {@code copy} can copy scopes out of and into with their numbers. {@code CopyContract} in the
 * testkit tests this contract.
 */
public interface CopyableStore extends Store {

    /** Returns the numbers of a scope; {@link ScopeNumbers#NONE} for a scope without any write. */
    ScopeNumbers numbers(Scope scope);

    /**
     * Returns the scopes with a name, of all spaces, in a stable order: unlike {@link #heads} also those whose entries and
     * states are all erased. A scope that was erased as a whole has no name.
     */
    Page<Scope> scopes(@Nullable String cursor, int limit);

    /**
     * Writes rows of a scope of another store with the numbers that they have there, and names the scope.
     * {@link BatchPlan#copy} works out the row changes. Entries and sidecars that the scope has already are left out, so
     * a copy that broke off is simply made again. A repeated {@link ScopeRows#operation()} of a call without an answer
     * must not append its audit entries twice. Nothing else may write the scope meanwhile.
     */
    void copy(ScopeRows rows);
}
