package dev.daybook.outcome;

import dev.daybook.model.EntryRef;
import dev.daybook.model.Scope;
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
