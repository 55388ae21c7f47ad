package dev.daybook.store;

import dev.daybook.model.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An atomic change of one scope. No two puts have the same key, no two state changes the same name.
 *
 * @param operation a unique id, by which a repeatable store recognizes an applied batch
 * @param audit the audit entry of the change, or null for a change of derived data only
 * @param expected the head that the scope must have; {@link ExpectedHead#ANY} for any
 */
public record WriteBatch(
        Scope scope,
        String operation,
        List<EntryPut> puts,
        List<Sidecar> sidecars,
        List<StateChange> states,
        @Nullable AuditRecord audit,
        ExpectedHead expected) {
    public WriteBatch {
        puts = List.copyOf(puts);
        sidecars = List.copyOf(sidecars);
        states = List.copyOf(states);
    }

    /** Creates a batch that expects no particular head. */
    public WriteBatch(
            Scope scope,
            String operation,
            List<EntryPut> puts,
            List<Sidecar> sidecars,
            List<StateChange> states,
            @Nullable AuditRecord audit) {
        this(scope, operation, puts, sidecars, states, audit, ExpectedHead.ANY);
    }

    /** Returns a copy that is applied only if the scope has a head. */
    public WriteBatch expecting(ExpectedHead head) {
        return new WriteBatch(scope, operation, puts, sidecars, states, audit, head);
    }

    /**
     * Returns whether a scope has a name after this batch, for stores: an audit entry alone does not name a scope, nor
     * does the removal of a state.
     */
    public boolean namesScope() {
        return !puts.isEmpty() || !sidecars.isEmpty() || states.stream().anyMatch(change -> change.bytes() != null);
    }
}
