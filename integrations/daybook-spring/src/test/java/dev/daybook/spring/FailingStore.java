package dev.daybook.spring;

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

/** A store in memory that can be told to fail its writes, or its reads as well. */
final class FailingStore extends ForwardingStore {

    private volatile boolean failsWrites;
    private volatile boolean failsReads;
    private volatile boolean losesAnswer;

    FailingStore() {
        super(new InMemoryStore());
    }

    void failWrites() {
        failsWrites = true;
    }

    void failAll() {
        failsWrites = true;
        failsReads = true;
    }

    /** The next write is stored, and fails with an unknown outcome. */
    void loseAnswer() {
        losesAnswer = true;
    }

    void recover() {
        failsWrites = false;
        failsReads = false;
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        refuse(failsWrites);
        CommitResult result = super.write(batch);
        if (losesAnswer) {
            losesAnswer = false;
            throw StoreException.unknownOutcome("the connection broke", null);
        }
        return result;
    }

    @Override
    public Head head(Scope scope) {
        refuse(failsReads);
        return super.head(scope);
    }

    @Override
    public Page<Space> spaces(@Nullable String cursor, int limit) {
        refuse(failsReads);
        return super.spaces(cursor, limit);
    }

    private static void refuse(boolean fails) {
        if (fails) {
            throw new StoreException("the disk is full; free some space");
        }
    }
}
