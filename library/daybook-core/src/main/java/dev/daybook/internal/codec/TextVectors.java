package dev.daybook.internal.codec;

import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Embeds texts in small steps, so that the work can be stopped in between. The texts of a failed step are retried one
 * by one, so that one text never blocks the others. Not thread-safe.
 */
public final class TextVectors {

    /** Some hundred milliseconds of a small model, the longest wait of a close. A longer text is a step of its own. */
    private static final int STEP_CHARACTERS = 4_000;

    private final Embedder embedder;
    private final BooleanSupplier stopped;
    private final Map<String, Embedding> vectors = new HashMap<>();
    private final Map<String, Throwable> failures = new HashMap<>();
    private @Nullable Throwable outage;

    /** Embeds texts until all are done, the work is stopped or the embedder is unavailable. */
    public TextVectors(Embedder embedder, Collection<String> distinct, BooleanSupplier stopped) {
        this.embedder = embedder;
        this.stopped = stopped;
        List<String> step = new ArrayList<>();
        int characters = 0;
        for (String text : distinct) {
            if (characters + text.length() > STEP_CHARACTERS && !step.isEmpty()) {
                embed(step);
                step = new ArrayList<>();
                characters = 0;
            }
            step.add(text);
            characters += text.length();
        }
        embed(step);
    }

    /** Returns the vectors by text. */
    public Map<String, Embedding> vectors() {
        return vectors;
    }

    /** Returns the causes by text, for texts that failed while the embedder works. */
    public Map<String, Throwable> failures() {
        return failures;
    }

    /** Returns the reason why the embedder is unavailable, or null. Contains no stored text. */
    public @Nullable Throwable outage() {
        return outage;
    }

    private void embed(List<String> step) {
        if (isStopped() || step.isEmpty()) {
            return;
        }
        Throwable failure = attempt(step);
        if (failure != null && step.size() == 1) {
            blame(step.get(0), failure);
        } else if (failure != null) {
            step.forEach(this::embedAlone);
        }
    }

    private void embedAlone(String text) {
        if (isStopped()) {
            return;
        }
        Throwable failure = attempt(List.of(text));
        if (failure != null) {
            blame(text, failure);
        }
    }

    private boolean isStopped() {
        return outage != null || stopped.getAsBoolean();
    }

    /** A failure is blamed on the text only if the embedder can embed another one. */
    private void blame(String text, Throwable failure) {
        if (stopped.getAsBoolean()) {
            return;
        }
        outage = ask(List.of(EmbedderCalls.PROBE)).failure();
        if (outage == null) {
            failures.put(text, failure);
        }
    }

    private @Nullable Throwable attempt(List<String> texts) {
        EmbedderAnswer answer = ask(texts);
        vectors.putAll(answer.vectors());
        return answer.failure();
    }

    private record EmbedderAnswer(
            Map<String, Embedding> vectors, @Nullable Throwable failure) {}

    /** An error counts as a failure: one text may exceed the memory while the next does not. */
    private EmbedderAnswer ask(List<String> texts) {
        try {
            return new EmbedderAnswer(EmbedderCalls.ofDocuments(embedder, texts), null);
        } catch (RuntimeException | Error failure) {
            return new EmbedderAnswer(Map.of(), failure);
        }
    }
}
