package dev.daybook.internal.store;

import dev.daybook.model.Scope;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Store;
import java.util.stream.Stream;

/**
 * A store that reads all states of a family at once, or tests for one, cheaper than by pages: one that sorts them itself
 * reads the whole family for each page. A decorator that changes no states is a {@link FamilyForwardingStore}; another one
 * does not implement these calls, so that they go through its {@link Store#states}.
 */
public interface StateFamilies {

    /** Streams the states whose names begin with a prefix, in order of name. */
    Stream<ScopeState> allStates(Scope scope, String prefix);

    /**
     * Tests for states whose names begin with a prefix.
     *
     * @return false also if the states cannot be read because they are damaged
     */
    boolean hasNoStates(Scope scope, String prefix);

    /** Streams states as {@link #allStates}, by pages if the store has no such read. */
    static Stream<ScopeState> all(Store store, Scope scope, String prefix) {
        return store instanceof StateFamilies families
                ? families.allStates(scope, prefix)
                : PagedReads.all(cursor -> store.states(scope, prefix, cursor, PagedReads.SIZE));
    }

    /** Tests for states as {@link #hasNoStates}, by a page of one if the store has no such test. */
    static boolean isEmpty(Store store, Scope scope, String prefix) {
        return store instanceof StateFamilies families
                ? families.hasNoStates(scope, prefix)
                : store.states(scope, prefix, null, 1).items().isEmpty();
    }
}
