package dev.daybook.internal.forget;

import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.query.Selection;
import dev.daybook.store.EntryKey;
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
 */
record ErasureGoal(
        Supplier<List<Selection>> selected, @Nullable Selection resumed, boolean keeping, String action) {

    static ErasureGoal of(Selection selection, boolean keeping, String action) {
        return new ErasureGoal(() -> List.of(selection), selection, keeping, action);
    }

    /**
     * Returns the erasure of entries that have ended.
     *
     * @param keys reads the entries, which may have got a later end meanwhile
     */
    static ErasureGoal ended(Supplier<Stream<EntryKey>> keys) {
        return new ErasureGoal(
                () -> keys.get()
                        .<Selection>map(key -> Selection.entry(key.kind(), key.id()))
                        .toList(),
                null,
                false,
                AuditTrail.FORGET_EXPIRED);
    }

    List<Selection> selections() {
        return selected.get();
    }

    /** Returns whether a space may refuse the erased texts: those that somebody chose to forget. */
    boolean refuses() {
        return !keeping && resumed != null;
    }
}
