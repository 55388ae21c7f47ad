package dev.daybook.data;

import java.util.List;

/**
 * A derivation that can be undone, as of the time of the call.
 *
 * @param id the id from a {@link DerivationOutcome}
 * @param derivation the name of the derivation
 * @param wrote the entries that it wrote, in order
 */
public record Operation(Scope scope, String id, String derivation, List<EntryRef> wrote) {

    public Operation {
        wrote = List.copyOf(wrote);
    }
}
