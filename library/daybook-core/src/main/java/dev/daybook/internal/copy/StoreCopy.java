package dev.daybook.internal.copy;

import dev.daybook.error.StoreException;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Scope;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.Store;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Copies everything from one store into another, empty one: entries of all versions, sidecars, states and audit entries,
 * with their positions, revisions and epochs. Each scope is read in both stores and compared.
 *
 * <p>The source is only read, and may be read and written meanwhile: a scope that was written is copied again until both
 * stores agree. A copy that broke off goes on where it stopped when it is run again with the same source. The audit chain
 * of the target is its own, over the same entries in the same order. Scopes that were erased as a whole have no name and
 * are not copied, and with them their audit entries.
 *
 * <p>Until a copy is finished the target is marked ({@link #unfinished}) and must not be used.
 */
public final class StoreCopy {

    /** The passes over all scopes, for a source that is written meanwhile. */
    private static final int PASSES = 5;

    private final CopyableStore source;
    private final CopyableStore target;
    private final String sourceName;
    private final CopyListener listener;

    /** The scopes that differed when they were last compared. */
    private final Set<Scope> differing = new HashSet<>();

    /**
     * Creates a copy.
     *
     * @param sourceName a name of the source that stays the same, and has no secret: the target keeps it until the end
     */
    public StoreCopy(CopyableStore source, CopyableStore target, String sourceName, CopyListener listener) {
        this.source = source;
        this.target = target;
        this.sourceName = sourceName;
        this.listener = listener;
    }

    /** Returns the name of the source of an unfinished copy into a store; empty for a store that may be used. */
    public static Optional<String> unfinished(Store store) {
        return CopyMark.source(store);
    }

    /**
     * Copies and compares all scopes.
     *
     * @return whether all scopes are equal; if not, the copy stays unfinished
     * @throws IllegalArgumentException if the target holds something else than an unfinished copy of this source, or the
     *     source is the target of one; nothing was changed
     * @throws StoreException if a store failed, or the source is written faster than it is copied; run it again
     */
    public boolean run() {
        begin();
        scopes(source).forEach(this::copy);
        for (int pass = 2; copyChanged() && differing.isEmpty(); pass++) {
            if (pass == PASSES) {
                throw new StoreException(
                        "the source is still being written; stop its writers, then run the copy again", null, true);
            }
        }
        if (differing.isEmpty()) {
            CopyMark.remove(target);
        }
        return differing.isEmpty();
    }

    private void begin() {
        CopyMark.source(source).ifPresent(name -> {
            throw new IllegalArgumentException("the source is itself an unfinished copy of " + name
                    + "; finish that copy first, or name another source");
        });
        Optional<String> begun = CopyMark.source(target);
        if (begun.isPresent()) {
            if (!begun.get().equals(sourceName)) {
                throw new IllegalArgumentException("the target holds an unfinished copy of " + begun.get()
                        + "; finish that copy, or name an empty store");
            }
            return;
        }
        scopes(target).findAny().ifPresent(scope -> {
            throw new IllegalArgumentException("the target is not empty: it has a scope in the space "
                    + scope.space().id() + "; name an empty store");
        });
        CopyMark.set(target, sourceName);
    }

    private static Stream<Scope> scopes(CopyableStore store) {
        return PagedReads.<Scope>all(cursor -> store.scopes(cursor, PagedReads.SIZE))
                .filter(scope -> !CopyMark.isPlace(scope));
    }

    private void copy(Scope scope) {
        CopiedScope result = new ScopeTransfer(source, target, scope, listener).run();
        if (result.isEqual()) {
            differing.remove(scope);
        } else {
            differing.add(scope);
        }
        listener.copied(result);
    }

    /** Copies the scopes that were written after they were verified; returns whether there were any. */
    private boolean copyChanged() {
        boolean[] changed = new boolean[1];
        scopes(source).filter(this::isChanged).forEach(scope -> {
            changed[0] = true;
            copy(scope);
        });
        // Their number is small; a lazy stream would be changed by the erasures.
        scopes(target).filter(this::isChanged).filter(this::isGone).toList().forEach(scope -> {
            changed[0] = true;
            CopyMark.eraseAll(target, scope);
        });
        return changed[0];
    }

    private boolean isChanged(Scope scope) {
        return !ScopeDigest.brief(source, scope).equals(ScopeDigest.brief(target, scope));
    }

    /** Tests whether a scope was erased as a whole in the source. */
    private boolean isGone(Scope scope) {
        return scopes(source).noneMatch(scope::equals);
    }
}
