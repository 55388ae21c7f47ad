package dev.daybook.internal.store;

import dev.daybook.model.Scope;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Store;
import java.util.stream.Stream;

/** A base for decorators that change no states: it forwards the reads of a whole family, too. */
public abstract class FamilyForwardingStore extends ForwardingStore implements StateFamilies {

    private final Store store;

    protected FamilyForwardingStore(Store store) {
        super(store);
        this.store = store;
    }

    @Override
    public final Stream<ScopeState> allStates(Scope scope, String prefix) {
        return StateFamilies.all(store, scope, prefix);
    }

    @Override
    public final boolean hasNoStates(Scope scope, String prefix) {
        return StateFamilies.isEmpty(store, scope, prefix);
    }
}
