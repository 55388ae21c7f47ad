package dev.daybook.store;

import dev.daybook.data.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An atomic change of one scope. No two puts have the same key, no two state changes the same name.
 *
 * @param operation a unique id, by which a repeatable store recognizes an applied batch
 * @param audit the audit entry of the change, or null for a change of derived data only
 */
public record WriteBatch(
        Scope scope,
        String operation,
        List<EntryPut> puts,
        List<Sidecar> sidecars,
        List<StateChange> states,
        @Nullable AuditRecord audit) {
    public WriteBatch {
        puts = List.copyOf(puts);
        sidecars = List.copyOf(sidecars);
        states = List.copyOf(states);
    }
}
