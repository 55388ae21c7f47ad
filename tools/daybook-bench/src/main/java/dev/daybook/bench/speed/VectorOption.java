package dev.daybook.bench.speed;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.testkit.HashEmbedder;
import java.nio.file.Path;
import java.time.Duration;

/** The option for scopes with vectors: {@code -Dvectors=true}. They come from an embedder without a model, which costs little. */
enum VectorOption {
    NONE("by words (no embedder)"),
    HASHED("by words and vectors (hash embedder)");

    static final VectorOption NOW = Boolean.getBoolean("vectors") ? HASHED : NONE;

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final String description;

    VectorOption(String description) {
        this.description = description;
    }

    Daybook open(Path folder) {
        DaybookBuilder builder = Daybook.builder(folder);
        return (this == NONE ? builder.noEmbedder() : builder.embedder(new HashEmbedder())).open();
    }

    /** Waits until everything up to a receipt has its vector, if it gets one at all. */
    static void await(Memory memory, Receipt receipt) {
        if (memory.operations().await(receipt, PATIENCE).vector() == Progress.PENDING) {
            throw new IllegalStateException("no vectors within " + PATIENCE.toMinutes() + " minutes");
        }
    }

    @Override
    public String toString() {
        return description;
    }
}
