package dev.daybook.server.http;

import dev.daybook.error.StoreException;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.CommitResult;
import dev.daybook.store.Head;
import dev.daybook.store.Page;
import dev.daybook.store.WriteBatch;
import org.jspecify.annotations.Nullable;

/** A store in memory that a test takes away and gives back. */
final class LeavingStore extends ForwardingStore {

    private final String failure;
    private volatile boolean isAway;

    /** @param failure the message of the exception while the store is away */
    LeavingStore(String failure) {
        super(new InMemoryStore());
        this.failure = failure;
    }

    void setAway(boolean away) {
        isAway = away;
    }

    private void requireThere() {
        if (isAway) {
            throw new StoreException(failure, null, true);
        }
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        requireThere();
        return super.write(batch);
    }

    @Override
    public Head head(Scope scope) {
        requireThere();
        return super.head(scope);
    }

    @Override
    public Page<Space> spaces(@Nullable String cursor, int limit) {
        requireThere();
        return super.spaces(cursor, limit);
    }
}
