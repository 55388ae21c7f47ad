package dev.daybook.store;

import dev.daybook.model.Scope;
import java.util.List;

/**
 * Rows of a scope with the numbers that they have in another store; for {@link CopyableStore#copy}.
 *
 * @param operation a unique id
 * @param versions versions of entries, at most one of each; the versions of an entry are copied oldest first
 * @param rows index rows, of which the sidecars and the revision are copied, if the copied version is the one of the row
 * @param states the states to write, with their versions, and to remove
 * @param audits the audit entries that follow those of the scope
 * @param numbers the numbers of the scope after the copy; the counts are ignored, those of the copied entries hold
 */
public record ScopeRows(
        Scope scope,
        String operation,
        List<StoredEntry> versions,
        List<IndexRow> rows,
        List<RowChange.Value> states,
        List<AuditRecord> audits,
        ScopeNumbers numbers) {
    public ScopeRows {
        versions = List.copyOf(versions);
        rows = List.copyOf(rows);
        states = List.copyOf(states);
        audits = List.copyOf(audits);
    }
}
