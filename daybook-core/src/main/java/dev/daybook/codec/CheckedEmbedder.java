package dev.daybook.codec;

import dev.daybook.data.DaybookException;
import dev.daybook.data.EmbedderException;
import dev.daybook.data.Embedding;
import dev.daybook.spi.Embedder;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An embedder whose answers are checked, and which knows whether it works: the last call tells. A failure that is no single
 * text's is logged with its cause, and while it lasts only now and then. Thread-safe, as the embedder is.
 */
public final class CheckedEmbedder implements Embedder {

    private static final Logger LOG = System.getLogger("dev.daybook.vectors");

    private static final Duration FIRST_SILENCE = Duration.ofMinutes(1);
    private static final Duration LONGEST_SILENCE = Duration.ofHours(1);

    private final Embedder embedder;
    private final LongSupplier nanoTime;
    private @Nullable String failure;

    private @Nullable String logged;
    private long loggedAt;
    private Duration silence = FIRST_SILENCE;

    /**
     * Checks an embedder.
     *
     * @throws IllegalArgumentException if it says that it has no name or no dimensions
     */
    public CheckedEmbedder(Embedder embedder) {
        this(embedder, System::nanoTime);
    }

    CheckedEmbedder(Embedder embedder, LongSupplier nanoTime) {
        if (embedder.name() == null || embedder.name().isBlank()) {
            throw new IllegalArgumentException(
                    "the embedder's name is blank; give the name of its model, by which vectors are told apart");
        }
        if (embedder.dimensions() <= 0) {
            throw new IllegalArgumentException(Vectors.named(embedder) + " says that it has " + embedder.dimensions()
                    + " dimensions; give how many numbers a vector of it has");
        }
        this.embedder = embedder;
        this.nanoTime = nanoTime;
    }

    @Override
    public String name() {
        return embedder.name();
    }

    @Override
    public int dimensions() {
        return embedder.dimensions();
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        return watched(texts, () -> embedder.embedQueries(texts));
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return watched(texts, () -> embedder.embedDocuments(texts));
    }

    /** Why it does not work, as far as the last calls tell; holds no text of anybody. */
    public synchronized Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /**
     * What a failure at a question comes from: if the embedder fails at any text, that, with its cause and the remedy; else
     * the failure itself, for then it is the text's.
     */
    public RuntimeException cause(Throwable atQuestion) {
        if (atQuestion instanceof DaybookException told) {
            return told;
        }
        try {
            embedQueries(List.of(Vectors.PROBE));
        } catch (DaybookException told) {
            return told;
        } catch (RuntimeException | Error broken) {
            return away(broken);
        }
        return atQuestion instanceof RuntimeException own ? own : new EmbedderException(unreadable(), atQuestion);
    }

    private String unreadable() {
        return Vectors.named(embedder) + " cannot embed this question; ask it in other words, or search by words";
    }

    /** That it fails at any text. */
    public EmbedderException away(Throwable broken) {
        return new EmbedderException(
                Vectors.named(embedder) + " does not work: " + broken
                        + "; mend it or open with another, and search by words meanwhile",
                broken);
    }

    private List<Embedding> watched(
            List<String> texts, Supplier<? extends @Nullable List<? extends @Nullable Embedding>> call) {
        try {
            List<Embedding> vectors = Vectors.checked(embedder, call, texts.size());
            works();
            return vectors;
        } catch (DaybookException told) {
            fails(String.valueOf(told.getMessage()));
            throw told;
        } catch (RuntimeException | Error broken) {
            // At any other text it may be the text's, and the message may quote it.
            if (texts.equals(List.of(Vectors.PROBE))) {
                fails(String.valueOf(away(broken).getMessage()));
            }
            throw broken;
        }
    }

    private synchronized void works() {
        failure = null;
    }

    private synchronized void fails(String why) {
        failure = why;
        long now = nanoTime.getAsLong();
        if (why.equals(logged) && now - loggedAt < silence.toNanos()) {
            return;
        }
        Duration doubled = silence.multipliedBy(2);
        silence = !why.equals(logged)
                ? FIRST_SILENCE
                : doubled.compareTo(LONGEST_SILENCE) < 0 ? doubled : LONGEST_SILENCE;
        logged = why;
        loggedAt = now;
        LOG.log(
                Level.WARNING,
                "{0}; until then only words are searched, and what is written waits for its vectors",
                why);
    }
}
