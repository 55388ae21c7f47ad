package dev.daybook.testkit.copy;

import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.model.Scope;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.ScopeRows;
import org.jspecify.annotations.Nullable;

/** A copyable store that forwards every call, except {@link #close}: its creator closes the other store. */
public class CopyableForwarding extends ForwardingStore implements CopyableStore {

    private final CopyableStore store;

    public CopyableForwarding(CopyableStore store) {
        super(store);
        this.store = store;
    }

    @Override
    public ScopeNumbers numbers(Scope scope) {
        return store.numbers(scope);
    }

    @Override
    public Page<Scope> scopes(@Nullable String cursor, int limit) {
        return store.scopes(cursor, limit);
    }

    @Override
    public void copy(ScopeRows rows) {
        store.copy(rows);
    }

    @Override
    public void close() {
        // The test closes the other store.
    }
}
