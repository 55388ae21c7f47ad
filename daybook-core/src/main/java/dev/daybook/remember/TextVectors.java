package dev.daybook.remember;

import dev.daybook.codec.Vectors;
import dev.daybook.data.Embedding;
import dev.daybook.spi.Embedder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The vectors of some texts, asked for in small steps: between two of them the work can be stopped. The texts of a step
 * that fails are tried one by one, so that one text never keeps the others waiting. Not thread-safe.
 */
final class TextVectors {

    /** Some hundred milliseconds of a small model: a close waits no longer. A longer text is a step of its own. */
    private static final int STEP_CHARACTERS = 4_000;

    private final Embedder embedder;
    private final BooleanSupplier stopped;
    private final Map<String, Embedding> vectors = new HashMap<>();
    private final Map<String, Throwable> failures = new HashMap<>();
    private @Nullable Throwable away;

    /** Embeds texts until all are done, it is stopped, or the embedder turns out to be away. */
    TextVectors(Embedder embedder, Collection<String> distinct, BooleanSupplier stopped) {
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

    /** The vectors of the texts that were done, by text. */
    Map<String, Embedding> vectors() {
        return vectors;
    }

    /** What went wrong with the texts that could not be embedded although the embedder works, by text. */
    Map<String, Throwable> failures() {
        return failures;
    }

    /** Why nothing can be embedded at present, or null. Holds no text. */
    @Nullable
    Throwable away() {
        return away;
    }

    private void embed(List<String> step) {
        if (ends() || step.isEmpty()) {
            return;
        }
        Throwable failure = tried(step);
        if (failure != null && step.size() == 1) {
            blame(step.get(0), failure);
        } else if (failure != null) {
            step.forEach(this::embedAlone);
        }
    }

    private void embedAlone(String text) {
        if (ends()) {
            return;
        }
        Throwable failure = tried(List.of(text));
        if (failure != null) {
            blame(text, failure);
        }
    }

    private boolean ends() {
        return away != null || stopped.getAsBoolean();
    }

    /** Only an embedder that can do another text is one that cannot do this one. */
    private void blame(String text, Throwable failure) {
        if (stopped.getAsBoolean()) {
            return;
        }
        away = ask(List.of(Vectors.PROBE)).failure();
        if (away == null) {
            failures.put(text, failure);
        }
    }

    private @Nullable Throwable tried(List<String> texts) {
        Answer answer = ask(texts);
        vectors.putAll(answer.vectors());
        return answer.failure();
    }

    private record Answer(
            Map<String, Embedding> vectors, @Nullable Throwable failure) {}

    /** An error is a failure, too: one text may be too long for the memory, and the next is not. */
    private Answer ask(List<String> texts) {
        try {
            return new Answer(Vectors.ofDocuments(embedder, texts), null);
        } catch (RuntimeException | Error failure) {
            return new Answer(Map.of(), failure);
        }
    }
}
