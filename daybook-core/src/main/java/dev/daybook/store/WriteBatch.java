package dev.daybook.store;

import dev.daybook.data.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change of one scope. No two puts have the same key, no two state changes the same name.
 *
 * @param operation an id that no other batch has; by it a repeatable store knows a batch that it has applied
 * @param audit the record of the change, or null for what is only derived
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
