package dev.daybook.internal.forget;

import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.query.Selection;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The goal of an erasure or a quarantine: the entries that it takes.
 *
 * @param selected reads the selections under the locks of the erasure, for each of its attempts
 * @param resumed the selection by which an erasure that stopped between its two commits is resumed; null: it begins again
 *     by itself, because what is left is found again
 * @param keeping whether the entries are kept in quarantine
 * @param action the action of the audit entries, unless the whole scope is forgotten
 * @param endedAt the time at which the entries have ended; null: somebody chose to forget them
 */
record ErasureGoal(
        Supplier<List<Selection>> selected,
        @Nullable Selection resumed,
        boolean keeping,
        String action,
        @Nullable Instant endedAt) {

    static ErasureGoal of(Selection selection, boolean keeping, String action) {
        return new ErasureGoal(() -> List.of(selection), selection, keeping, action, null);
    }

    /**
     * Returns the erasure of entries that have ended.
     *
     * @param keys reads the entries, which may have got a later end meanwhile
     * @param now the time at which they have ended
     */
    static ErasureGoal ended(Supplier<Stream<EntryKey>> keys, Instant now) {
        return new ErasureGoal(
                () -> keys.get()
                        .<Selection>map(key -> Selection.entry(key.kind(), key.id()))
                        .toList(),
                null,
                false,
                AuditTrail.FORGET_EXPIRED,
                now);
    }

    ErasurePlanner planner(Store store) {
        return endedAt == null ? new ErasurePlanner(store, keeping) : ErasurePlanner.ofEnded(store, endedAt);
    }

    /** Returns whether a space may refuse the erased texts: those that somebody chose to forget. */
    boolean refuses() {
        return !keeping && resumed != null;
    }
}
