package dev.daybook.internal.ledger;

import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.spi.Embedder;
import dev.daybook.store.Store;
import org.jspecify.annotations.Nullable;

/** Creates receipts of writes. */
public final class WriteReceipts {

    private final Store store;
    private final @Nullable Embedder embedder;

    public WriteReceipts(Store store, @Nullable Embedder embedder) {
        this.store = store;
        this.embedder = embedder;
    }

    public Receipt of(String id, long position, long revision) {
        return new Receipt(
                id,
                position,
                revision,
                store.guarantees().durable(),
                Progress.DONE,
                embedder == null ? Progress.OFF : Progress.PENDING,
                Progress.OFF);
    }
}
