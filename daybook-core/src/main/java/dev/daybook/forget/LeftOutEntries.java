package dev.daybook.forget;

import dev.daybook.data.EntryRef;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.ledger.AuditTrail;
import dev.daybook.ledger.ScopeLocks;
import dev.daybook.ledger.SettingsStates;
import dev.daybook.store.Store;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * A view of a store without the entries of some selections, and without those derived from them.
 *
 * @param store the view, for reading only
 * @param entries the entries that it does not have
 */
public record LeftOutEntries(Store store, List<EntryRef> entries) {

    /** The most selections of one view: each reads the scope once, and is another layer. */
    private static final int MAX_SELECTIONS = 20;

    public LeftOutEntries {
        entries = List.copyOf(entries);
    }

    /**
     * Plans the erasure of the selections, one after the other, and executes none.
     *
     * @param store the store without quarantined entries
     * @throws IllegalArgumentException if there is no selection, or one without a condition
     */
    public static LeftOutEntries of(Store store, Clock clock, Scope scope, List<Selection> selections) {
        check(selections);
        Store view = store;
        List<EntryRef> entries = new ArrayList<>();
        for (Selection selection : selections) {
            ScopeLocks scopeLocks = new ScopeLocks();
            AuditTrail audit = new AuditTrail(view);
            ScopeEraser planning =
                    new ScopeEraser(view, clock, scopeLocks, audit, new SettingsStates(view, clock, scopeLocks, audit));
            ScopeEraser.PlanPair plan = planning.plan(scope, selection, false, Long.MAX_VALUE);
            HypotheticalStore without = new HypotheticalStore(view, List.of(plan.own(), plan.shared()));
            without.leftOut().forEach(entries::add);
            view = without;
        }
        return new LeftOutEntries(view, entries);
    }

    private static void check(List<Selection> selections) {
        if (selections.isEmpty() || selections.size() > MAX_SELECTIONS) {
            throw new IllegalArgumentException(
                    "there are " + selections.size() + " selections to leave out; give 1 to " + MAX_SELECTIONS);
        }
        if (selections.stream().anyMatch(Selection::isEverything)) {
            throw new IllegalArgumentException(
                    "a selection to leave out has no condition; name an entry, a writer, an origin, a time or a session");
        }
    }
}
