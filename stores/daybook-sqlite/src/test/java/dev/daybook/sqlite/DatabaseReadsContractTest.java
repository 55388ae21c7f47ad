package dev.daybook.sqlite;

import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.testkit.StoreContract;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** The contract of stores where each read asks the database, also for the rows of the last commits. */
class DatabaseReadsContractTest extends StoreContract {

    @Override
    protected Store open(Path folder) {
        return new WithoutRecentRows(SqliteStore.open(folder));
    }

    private static final class WithoutRecentRows extends ForwardingStore {

        private final SqliteStore store;

        WithoutRecentRows(SqliteStore store) {
            super(store);
            this.store = store;
        }

        @Override
        public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
            store.recentRows().clear();
            return super.get(scope, keys);
        }

        @Override
        public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
            store.recentRows().clear();
            return super.rows(scope, afterRevision, limit);
        }
    }
}
