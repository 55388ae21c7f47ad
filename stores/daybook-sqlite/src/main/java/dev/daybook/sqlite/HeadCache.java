package dev.daybook.sqlite;

import dev.daybook.model.Scope;
import dev.daybook.store.Head;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The heads of scopes in memory. Each recall asks for one, and only this process writes the store. A committed write
 * replaces the head before it is acknowledged; a reader's head never replaces a later one. Thread-safe.
 */
final class HeadCache {

    /** About 20 MB; a store with more active scopes reads the heads of some of them again. */
    private static final int MAX = 100_000;

    private final ConcurrentMap<Scope, Head> heads = new ConcurrentHashMap<>();

    private volatile long clearings;

    /** Returns the head of a scope, and reads it if it is not in memory. */
    Head get(Scope scope, Function<Scope, Head> read) {
        Head known = heads.get(scope);
        if (known != null) {
            return known;
        }
        long before = clearings;
        return put(scope, read.apply(scope), before);
    }

    /** Returns the head of a scope if it is in memory. */
    @Nullable
    Head known(Scope scope) {
        return heads.get(scope);
    }

    /** Keeps a head that was read, unless all were dropped meanwhile: a later one may have been among them. */
    private synchronized Head put(Scope scope, Head head, long before) {
        return clearings == before ? put(scope, head) : head;
    }

    /** Records a head that is durable; returns the latest one. */
    synchronized Head put(Scope scope, Head head) {
        if (heads.size() >= MAX) {
            clear();
        }
        return heads.merge(scope, head, HeadCache::later);
    }

    /**
     * Records the head of a snapshot that a reader has seen: a commit is visible before its writer records the head, and a
     * reader must not be given an earlier head afterwards.
     */
    void seen(Scope scope, long epoch, long revision, Supplier<Head> head) {
        Head known = heads.get(scope);
        if (known != null && (known.epoch() < epoch || known.epoch() == epoch && known.revision() < revision)) {
            heads.computeIfPresent(scope, (same, present) -> later(present, head.get()));
        }
    }

    private static Head later(Head one, Head other) {
        boolean oneIsLater =
                one.epoch() > other.epoch() || one.epoch() == other.epoch() && one.revision() >= other.revision();
        return oneIsLater ? one : other;
    }

    /** Forgets all heads, after a repair that changed scopes without a batch. */
    synchronized void clear() {
        clearings++;
        heads.clear();
    }
}
