package dev.daybook.testkit.copy;

import dev.daybook.error.StoreException;
import dev.daybook.model.Scope;
import dev.daybook.store.CommitResult;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.WriteBatch;
import java.util.function.Supplier;

/** A target that fails at one of its writes, before or after it is stored, and at every later one. */
public final class BreakingTarget extends CopyableForwarding {

    private final int breaksAt;
    private final boolean stored;
    private int writes;

    /**
     * @param breaksAt the number of the failing write, from 1
     * @param stored whether that write is stored, and only its answer lost
     */
    public BreakingTarget(CopyableStore store, int breaksAt, boolean stored) {
        super(store);
        this.breaksAt = breaksAt;
        this.stored = stored;
    }

    private <T> T changed(Supplier<T> write) {
        writes++;
        if (writes > breaksAt || writes == breaksAt && !stored) {
            throw new StoreException("the target is away");
        }
        T result = write.get();
        if (writes == breaksAt) {
            throw new StoreException("the target is away");
        }
        return result;
    }

    @Override
    public void copy(ScopeRows rows) {
        changed(() -> {
            super.copy(rows);
            return rows;
        });
    }

    @Override
    public CommitResult write(WriteBatch batch) {
        return changed(() -> super.write(batch));
    }

    @Override
    public EraseResult erase(Scope scope, EraseRequest what, WriteBatch alongside) {
        return changed(() -> super.erase(scope, what, alongside));
    }
}
