package dev.daybook.remember;

import dev.daybook.data.Receipt;
import dev.daybook.data.Receipt.Progress;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.Store;
import org.jspecify.annotations.Nullable;

/** Creates receipts of writes. */
final class Receipts {

    private final Store store;
    private final @Nullable Embedder embedder;

    Receipts(Store store, @Nullable Embedder embedder) {
        this.store = store;
        this.embedder = embedder;
    }

    Receipt of(String id, long position, long revision) {
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
