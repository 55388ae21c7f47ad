package dev.daybook.internal.ledger;

import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The order of the source episodes of facts in a scope's log. Positions are looked up on demand and cached; they matter
 * only for facts with the same start. For one caller.
 */
public final class SourceOrder implements ToLongFunction<Fact> {

    private final Store store;
    private final Scope scope;
    private final Map<String, Long> positions = new HashMap<>();

    public SourceOrder(Store store, Scope scope) {
        this.store = store;
        this.scope = scope;
    }

    /** Returns the position of the newest source episode in this scope; 0 if there is none. */
    @Override
    public long applyAsLong(Fact fact) {
        return fact.sources().stream()
                .filter(source ->
                        source.kind() == Kind.EPISODE && source.scope().equals(scope))
                .mapToLong(this::position)
                .max()
                .orElse(0);
    }

    private long position(EntryRef episode) {
        return positions.computeIfAbsent(
                episode.id(),
                id -> store.get(scope, List.of(new EntryKey(Kind.EPISODE, id))).stream()
                        .mapToLong(StoredEntry::position)
                        .findFirst()
                        .orElse(0));
    }
}
