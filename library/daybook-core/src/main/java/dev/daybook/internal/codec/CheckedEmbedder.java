package dev.daybook.internal.codec;

import dev.daybook.error.DaybookException;
import dev.daybook.error.EmbedderException;
import dev.daybook.model.Embedding;
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
 * An embedder decorator that validates vectors and tracks whether the embedder works, by its last call. A failure that
 * is not caused by a single text is logged with its cause, and at growing intervals while it lasts. As thread-safe as
 * the embedder.
 */
public final class CheckedEmbedder implements Embedder, AutoCloseable {

    /** The default of {@code DaybookBuilder.questionTimeout}: a person waits for an answer, and keywords often suffice. */
    public static final Duration QUESTION_TIMEOUT = Duration.ofSeconds(1);

    /** The time from a failed call that somebody waits for to the next one. */
    public static final Duration PAUSE = QuestionCalls.PAUSE;

    private static final Logger LOG = System.getLogger("dev.daybook.internal.vectors");

    private static final Duration FIRST_SILENCE = Duration.ofMinutes(1);
    private static final Duration MAX_SILENCE = Duration.ofHours(1);

    private final Embedder embedder;
    private final LongSupplier nanoTime;
    private final QuestionCalls questions;
    private @Nullable String failure;

    private @Nullable String logged;
    private long loggedAt;
    private Duration silence = FIRST_SILENCE;

    /**
     * Creates the decorator.
     *
     * @throws IllegalArgumentException if the embedder has no name or no dimensions
     */
    public CheckedEmbedder(Embedder embedder) {
        this(embedder, QUESTION_TIMEOUT);
    }

    /**
     * Creates the decorator with a limit for {@link #question}.
     *
     * @throws IllegalArgumentException if the embedder has no name or no dimensions
     */
    public CheckedEmbedder(Embedder embedder, Duration questionTimeout) {
        this(embedder, questionTimeout, System::nanoTime);
    }

    CheckedEmbedder(Embedder embedder, Duration questionTimeout, LongSupplier nanoTime) {
        if (embedder.name() == null || embedder.name().isBlank()) {
            throw new IllegalArgumentException(
                    "the embedder's name is blank; give the name of its model, which identifies its vectors");
        }
        if (embedder.dimensions() <= 0) {
            throw new IllegalArgumentException(EmbedderCalls.named(embedder) + " says that it has "
                    + embedder.dimensions() + " dimensions; give the length of its vectors");
        }
        this.embedder = embedder;
        this.nanoTime = nanoTime;
        this.questions = new QuestionCalls(EmbedderCalls.named(embedder), questionTimeout, this::prepare, nanoTime);
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
        return checkedCall(texts, () -> embedder.embedQueries(texts));
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return checkedCall(texts, () -> embedder.embedDocuments(texts));
    }

    /** Loads what the first call needs. A failure is that of the call that follows. */
    @Override
    public void prepare() {
        try {
            embedder.prepare();
        } catch (RuntimeException | LinkageError failure) {
            LOG.log(Level.DEBUG, "an embedder could not be prepared", failure);
        }
    }

    /**
     * Embeds a question for a caller who waits: within the limit, or not at all.
     *
     * @throws dev.daybook.error.ModelException if the embedder does not answer in time, or did not a moment ago; retryable
     * @throws RuntimeException if it fails: with its cause and the remedy if it fails on any text; otherwise its own
     *     exception, which the text caused
     */
    public Embedding question(String text) {
        try {
            return questions.call(() -> embedded(text));
        } finally {
            questions.pause().ifPresent(this::log);
        }
    }

    private Embedding embedded(String text) {
        try {
            return EmbedderCalls.ofQuery(this, text);
        } catch (RuntimeException | LinkageError failure) {
            throw cause(failure);
        }
    }

    /** Ends the calls that nobody waits for. */
    @Override
    public void close() {
        questions.close();
    }

    /** Returns the reason why the embedder does not work, by its last calls; contains no stored text. */
    public Optional<String> failure() {
        return questions.pause().or(this::lastFailure);
    }

    private synchronized Optional<String> lastFailure() {
        return Optional.ofNullable(failure);
    }

    /**
     * Finds the cause of a failed query: if the embedder fails on any text, an exception with its cause and the remedy;
     * otherwise the failure itself, which the text caused.
     */
    private RuntimeException cause(Throwable atQuestion) {
        if (atQuestion instanceof DaybookException known) {
            return known;
        }
        try {
            embedQueries(List.of(EmbedderCalls.PROBE));
        } catch (DaybookException known) {
            return known;
        } catch (RuntimeException | Error failure) {
            return unavailable(failure);
        }
        return atQuestion instanceof RuntimeException own ? own : new EmbedderException(unreadable(), atQuestion);
    }

    private String unreadable() {
        return EmbedderCalls.named(embedder) + " cannot embed this query; rephrase it or use keyword search";
    }

    /** Returns the exception for an embedder that fails on any text. */
    public EmbedderException unavailable(Throwable failure) {
        return new EmbedderException(
                EmbedderCalls.named(embedder) + " does not work: " + failure
                        + "; repair it or open with another, and use keyword search until then",
                failure);
    }

    private List<Embedding> checkedCall(
            List<String> texts, Supplier<? extends @Nullable List<? extends @Nullable Embedding>> call) {
        try {
            List<Embedding> vectors = EmbedderCalls.checked(embedder, call, texts.size());
            recordSuccess();
            return vectors;
        } catch (DaybookException known) {
            recordFailure(String.valueOf(known.getMessage()));
            throw known;
        } catch (RuntimeException | Error failure) {
            // The failure may be that of the text, and its message may quote it.
            if (texts.equals(List.of(EmbedderCalls.PROBE))) {
                recordFailure(String.valueOf(unavailable(failure).getMessage()));
            }
            throw failure;
        }
    }

    private synchronized void recordSuccess() {
        failure = null;
    }

    private synchronized void recordFailure(String why) {
        failure = why;
        log(why + "; until then search is by keywords only, and new entries wait for their vectors");
    }

    private synchronized void log(String why) {
        long now = nanoTime.getAsLong();
        if (why.equals(logged) && now - loggedAt < silence.toNanos()) {
            return;
        }
        Duration doubled = silence.multipliedBy(2);
        silence = !why.equals(logged) ? FIRST_SILENCE : doubled.compareTo(MAX_SILENCE) < 0 ? doubled : MAX_SILENCE;
        logged = why;
        loggedAt = now;
        LOG.log(Level.WARNING, "{0}", why);
    }
}
