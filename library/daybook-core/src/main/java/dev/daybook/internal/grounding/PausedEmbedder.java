package dev.daybook.internal.grounding;

import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.codec.TextVectors;
import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The embedder of all checks of a policy. One that is away is not asked again for a pause: a check has many statements,
 * and each failed call may take as long as a timeout. As thread-safe as the embedder.
 */
final class PausedEmbedder {

    private final @Nullable Embedder embedder;
    private final LongSupplier nanoTime;

    /** The time of the last failure; null: the embedder works. */
    private final AtomicReference<@Nullable Long> away = new AtomicReference<>();

    /** @param nanoTime as {@link System#nanoTime} */
    PausedEmbedder(@Nullable Embedder embedder, LongSupplier nanoTime) {
        this.embedder = embedder;
        this.nanoTime = nanoTime;
    }

    /** Returns the vectors by text; none of a text that the embedder cannot embed, and none if it is away. */
    Map<String, Embedding> vectors(Collection<String> texts) {
        Long failed = away.get();
        if (embedder == null || failed != null && nanoTime.getAsLong() - failed < CheckedEmbedder.PAUSE.toNanos()) {
            return Map.of();
        }
        TextVectors made = new TextVectors(embedder, texts, Thread.currentThread()::isInterrupted);
        away.set(made.outage() == null ? null : nanoTime.getAsLong());
        return made.vectors();
    }
}
