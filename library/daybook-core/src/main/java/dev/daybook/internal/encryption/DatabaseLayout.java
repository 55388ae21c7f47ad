package dev.daybook.internal.encryption;

import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.CopyableStore;

/** The layout of the tables of a database, beside the rows that a store shows. */
public interface DatabaseLayout {

    /**
     * Tests whether another space than the given one was ever written to. A scope that was erased as a whole counts: its
     * audit entries remain.
     */
    boolean isUsedOutside(Space space);

    /**
     * Gives the tables the layout number of encrypted records, which a Daybook that knows no encryption refuses. It does
     * nothing if they have it. A repeated or concurrent call has the same effect.
     *
     * @throws dev.daybook.error.StoreException if the database fails; nothing has changed then
     */
    void markEncrypted();

    /** Returns the layout of a store without layout numbers, whose use shows in its named scopes alone. */
    static DatabaseLayout unnumbered(CopyableStore rows) {
        return new DatabaseLayout() {
            @Override
            public boolean isUsedOutside(Space space) {
                return PagedReads.<Scope>all(cursor -> rows.scopes(cursor, 1))
                        .anyMatch(scope -> !scope.space().equals(space));
            }

            @Override
            public void markEncrypted() {}
        };
    }
}
