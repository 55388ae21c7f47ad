package dev.daybook.testkit.copy;

import dev.daybook.model.Scope;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoredEntry;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A source that another process writes: a change is made after each of its first reads. */
public final class WrittenSource extends CopyableForwarding {

    private final int changes;
    private final IntConsumer change;
    private int reads;

    /**
     * @param changes how many reads are followed by a change
     * @param change makes a change of a number from 1
     */
    public WrittenSource(CopyableStore store, int changes, IntConsumer change) {
        super(store);
        this.changes = changes;
        this.change = change;
    }

    private <T> T read(T answer) {
        if (++reads <= changes) {
            change.accept(reads);
        }
        return answer;
    }

    @Override
    public Page<StoredEntry> scan(Scope scope, EntryScan scan, Consumer<EntryKey> damaged) {
        return read(super.scan(scope, scan, damaged));
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        return read(super.rows(scope, afterRevision, limit));
    }

    @Override
    public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
        return read(super.states(scope, prefix, cursor, limit));
    }

    @Override
    public Optional<ScopeState> state(Scope scope, String name) {
        return read(super.state(scope, name));
    }
}
