package dev.daybook.internal.encryption;

import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.model.Scope;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.ScopeRows;
import org.jspecify.annotations.Nullable;

/** A database that forwards every call to another. */
abstract class ForwardedDatabase extends ForwardingStore implements CopyableStore {

    private final CopyableStore database;

    ForwardedDatabase(CopyableStore database) {
        super(database);
        this.database = database;
    }

    @Override
    public ScopeNumbers numbers(Scope scope) {
        return database.numbers(scope);
    }

    @Override
    public Page<Scope> scopes(@Nullable String cursor, int limit) {
        return database.scopes(cursor, limit);
    }

    @Override
    public void copy(ScopeRows rows) {
        database.copy(rows);
    }
}
