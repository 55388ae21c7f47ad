package dev.daybook.internal.sweep;

import dev.daybook.model.Space;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.Store;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A round over all scopes of a store, in steps of a bounded number of reads. Not thread-safe. */
final class ScopeRound {

    private final Store store;

    /** The place of the round: the space with its cursor in the list of spaces, and the cursor in its scopes. */
    private @Nullable Space space;

    private @Nullable String spaces;
    private @Nullable String scopes;

    ScopeRound(Store store) {
        this.store = store;
    }

    /**
     * Visits the next scopes.
     *
     * @param limit the largest number of scopes; an empty space counts as one
     * @return whether the round is complete; the next step then begins another
     */
    boolean next(int limit, Consumer<ScopeHead> visit) {
        int left = limit;
        while (left > 0) {
            if (space == null) {
                Page<Space> next = store.spaces(spaces, 1);
                spaces = next.cursor();
                if (next.items().isEmpty()) {
                    return true;
                }
                space = next.items().get(0);
            }
            Page<ScopeHead> page = store.heads(space, scopes, left);
            page.items().forEach(visit);
            scopes = page.cursor();
            // An empty space counts too.
            left -= page.items().size() + 1;
            if (scopes == null) {
                space = null;
                if (spaces == null) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Lets the next step begin a round. */
    void restart() {
        space = null;
        spaces = null;
        scopes = null;
    }
}
