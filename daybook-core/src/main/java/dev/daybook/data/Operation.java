package dev.daybook.data;

import java.util.List;

/**
 * An operation of derived work that can be undone, or could be when it was asked for.
 *
 * @param id as an {@link DerivationOutcome} names it
 * @param derivation what was derived
 * @param wrote the entries that it wrote, in order
 */
public record Operation(Scope scope, String id, String derivation, List<EntryRef> wrote) {

    public Operation {
        wrote = List.copyOf(wrote);
    }
}
