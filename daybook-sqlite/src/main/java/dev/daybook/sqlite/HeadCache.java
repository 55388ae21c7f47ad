package dev.daybook.sqlite;

import dev.daybook.data.Scope;
import dev.daybook.store.Head;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * The heads of scopes in memory. Each recall asks for one, and only this process writes the store. A committed write
 * replaces the head before it is acknowledged; a reader's head never replaces a later one. Thread-safe.
 */
final class HeadCache {

    /** About 20 MB; a store with more active scopes reads the heads of some of them again. */
    private static final int MOST = 100_000;

    private final ConcurrentMap<Scope, Head> heads = new ConcurrentHashMap<>();

    /** Returns the head of a scope, and reads it if it is not in memory. */
    Head get(Scope scope, Function<Scope, Head> read) {
        Head known = heads.get(scope);
        return known != null ? known : put(scope, read.apply(scope));
    }

    /** Records a head that is durable; returns the latest one. */
    Head put(Scope scope, Head head) {
        if (heads.size() >= MOST) {
            heads.clear();
        }
        return heads.merge(scope, head, HeadCache::later);
    }

    private static Head later(Head one, Head other) {
        boolean oneIsLater =
                one.epoch() > other.epoch() || one.epoch() == other.epoch() && one.revision() >= other.revision();
        return oneIsLater ? one : other;
    }

    /** Forgets all heads, after a repair that changed scopes without a batch. */
    void clear() {
        heads.clear();
    }
}
