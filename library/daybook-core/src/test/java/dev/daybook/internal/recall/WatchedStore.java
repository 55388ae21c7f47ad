package dev.daybook.internal.recall;

import dev.daybook.error.StoreException;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An in-memory store that records reads of rows, and can fail at them. */
public class WatchedStore extends ForwardingStore {

    /** The revisions after which rows were read, in order. */
    public final List<Long> readFrom = new CopyOnWriteArrayList<>();

    /** The scopes whose head was read, in order. */
    final List<Scope> heads = new CopyOnWriteArrayList<>();

    /** The number of pages before a failure. */
    public int pages = Integer.MAX_VALUE;

    /** The number of reads of a head before a failure. */
    public int headsLeft = Integer.MAX_VALUE;

    public WatchedStore() {
        super(new InMemoryStore());
    }

    @Override
    public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
        if (pages-- <= 0) {
            throw new StoreException("the disk is away");
        }
        readFrom.add(afterRevision);
        return super.rows(scope, afterRevision, limit);
    }

    @Override
    public Head head(Scope scope) {
        if (headsLeft-- <= 0) {
            throw new StoreException("the disk is away");
        }
        heads.add(scope);
        return super.head(scope);
    }
}
