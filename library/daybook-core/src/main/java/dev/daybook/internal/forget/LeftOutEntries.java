package dev.daybook.internal.forget;

import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Scope;
import dev.daybook.query.Selection;
import dev.daybook.store.Store;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view of a store without the entries of some selections, and without those derived from them.
 *
 * @param store the view, for reading only
 * @param entries the entries that it does not have
 */
public record LeftOutEntries(Store store, List<EntryRef> entries) {

    /** The most selections of one view: each reads the episodes of the scope once. */
    private static final int MAX_SELECTIONS = 20;

    public LeftOutEntries {
        entries = List.copyOf(entries);
    }

    /**
     * Plans one erasure of all selections together, and does not execute it: no text of one may bring back a text of
     * another.
     *
     * @param store the store without quarantined entries
     * @param asOf the time that is read through the view: the plan is made of the versions of that time; null: now
     * @throws IllegalArgumentException if there is no selection, or one without a condition
     */
    public static LeftOutEntries of(
            Store store, Clock clock, Scope scope, List<Selection> selections, @Nullable Instant asOf) {
        check(selections);
        ScopeLocks scopeLocks = new ScopeLocks();
        AuditTrail audit = new AuditTrail(store);
        ScopeEraser planning =
                new ScopeEraser(store, clock, scopeLocks, audit, new SettingsStates(store, clock, scopeLocks, audit));
        ScopeEraser.PlanPair plan =
                planning.plan(scope, selections, new ErasurePlanner(store, false, asOf), Long.MAX_VALUE);
        HypotheticalStore view = new HypotheticalStore(store, List.of(plan.own(), plan.shared()));
        return new LeftOutEntries(view, view.leftOut().toList());
    }

    private static void check(List<Selection> selections) {
        if (selections.isEmpty() || selections.size() > MAX_SELECTIONS) {
            throw new IllegalArgumentException(
                    "there are " + selections.size() + " selections to leave out; give 1 to " + MAX_SELECTIONS);
        }
        if (selections.stream().anyMatch(Selection.Everything.class::isInstance)) {
            throw new IllegalArgumentException(
                    "a selection to leave out has no condition; name an entry, a writer, an origin, a time or a session");
        }
    }
}
