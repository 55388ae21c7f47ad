package dev.daybook.internal.store;

import dev.daybook.internal.heap.ReadBudget;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * A store view whose reads take room for each entry from the {@link ReadBudget} of the thread. All parts of a daybook read
 * through it, so an answer without room is refused before it is held.
 */
public final class BudgetedStore extends FamilyForwardingStore {

    private final Store store;

    public BudgetedStore(Store store) {
        super(store);
        this.store = store;
    }

    @Override
    public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
        return store.get(scope, keys, ReadBudget::takeEntry);
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan) {
        return store.scan(scope, scan, null, ReadBudget::takeEntry);
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
        return store.scan(scope, scan, damaged, ReadBudget::takeEntry);
    }
}
