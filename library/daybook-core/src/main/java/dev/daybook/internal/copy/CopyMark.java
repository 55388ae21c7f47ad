package dev.daybook.internal.copy;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The mark of a store that a copy is not finished into: a state in a space of its own that names the source. It exists
 * from before the first copied row until all scopes are verified.
 */
final class CopyMark {

    private static final Scope PLACE = new Scope.Anonymous(new Space("daybook:unfinished-copy"));
    private static final String STATE = "copy/source";

    private CopyMark() {}

    /** Returns the name of the source of an unfinished copy into a store. */
    static Optional<String> source(Store store) {
        return store.state(PLACE, STATE).map(state -> state.bytes().text());
    }

    static boolean isPlace(Scope scope) {
        return scope.equals(PLACE);
    }

    static void set(Store store, String source) {
        store.write(batch(PLACE, List.of(new StateChange(STATE, 0, Blob.of(source)))));
    }

    static void remove(Store store) {
        eraseAll(store, PLACE);
    }

    /** Erases a scope of the target without an audit entry: nothing of it was ever in use. */
    static void eraseAll(Store store, Scope scope) {
        store.erase(scope, EraseRequest.EVERYTHING, batch(scope, List.of()));
    }

    static WriteBatch batch(Scope scope, List<StateChange> states) {
        return new WriteBatch(scope, operation(), List.of(), List.of(), states, null);
    }

    static String operation() {
        return "copy-" + UUID.randomUUID();
    }
}
