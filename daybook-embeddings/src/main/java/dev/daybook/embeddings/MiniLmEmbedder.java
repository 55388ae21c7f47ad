package dev.daybook.embeddings;

import ai.onnxruntime.OrtException;
import dev.daybook.data.EmbedderException;
import dev.daybook.data.Embedding;
import dev.daybook.embeddings.NativeThreads.Kind;
import dev.daybook.spi.Embedder;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A local embedder for semantic search: the neural network all-MiniLM-L6-v2, with the model in the jar. Downloads
 * nothing and sends nothing. Works best for English. Vectors have 384 dimensions and length 1.
 *
 * <p>Construction is cheap: the model is loaded at the first use, which takes about a second and 150 MB. A text always
 * has the same vector, alone or in a batch; so has the empty text. A long text (from about 190 words on) is split into
 * overlapping windows and gets the mean of their vectors, so the vector of a page is less specific than that of a
 * sentence.
 *
 * <p>Thread-safe. However many threads call, it processes at most as many texts at once as there are processors,
 * queries before documents. A text with a lone surrogate is an {@link IllegalArgumentException}. If the model cannot be
 * loaded, calls fail with an {@link EmbedderException} that names the cause, and the next call tries again. Calls also
 * fail once the JVM is shutting down; the shutdown waits for a model being loaded and texts being embedded. If a
 * calling thread is interrupted, its call ends with a {@link java.util.concurrent.CancellationException}.
 */
public final class MiniLmEmbedder implements Embedder, AutoCloseable {

    /** Includes the beginning of the SHA-256 of the model file, which a test compares. */
    private static final String NAME = "all-minilm-l6-v2/int8/afdb6f1a";

    private final NativeThreads nativeThreads =
            new NativeThreads(Runtime.getRuntime().availableProcessors());
    private final Loader loader;
    private final Supplier<ShutdownGate> gate;
    /** Read-locked by every run of the model, so that it is never closed during a run. */
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();

    private final Lock loading = new ReentrantLock();
    private volatile @Nullable SentenceModel model;

    public MiniLmEmbedder() {
        this(SentenceModel::load);
    }

    MiniLmEmbedder(Loader loader) {
        this(loader, ShutdownGate::ofProcess);
    }

    MiniLmEmbedder(Loader loader, Supplier<ShutdownGate> gate) {
        this.loader = loader;
        this.gate = gate;
    }

    /** Loads the model. */
    interface Loader {
        SentenceModel load() throws IOException, OrtException;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int dimensions() {
        return SentenceModel.DIMENSIONS;
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        return embed(Kind.QUESTION, texts);
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return embed(Kind.DOCUMENT, texts);
    }

    private List<Embedding> embed(Kind kind, List<String> texts) {
        texts.forEach(MiniLmEmbedder::check);
        List<Callable<Embedding>> work = texts.stream()
                .<Callable<Embedding>>map(text -> () -> gate.get().call(() -> embed(text)))
                .toList();
        try {
            return nativeThreads.all(kind, work);
        } catch (ExecutionException failure) {
            Throwable cause = failure.getCause();
            if (cause instanceof EmbedderException told) {
                throw new EmbedderException(String.valueOf(told.getMessage()), told);
            }
            // The cause keeps the stack of the worker; this exception has that of the caller.
            throw new IllegalStateException("the bundled embedder failed: " + cause, cause);
        }
    }

    private static void check(String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            if (Character.MIN_SURROGATE <= c && c <= Character.MAX_SURROGATE) {
                throw new IllegalArgumentException(
                        String.format("text has the lone surrogate U+%04X at index %d; remove or replace it", c, i));
            }
        }
    }

    private Embedding embed(String text) throws OrtException {
        use.readLock().lock();
        try {
            return Embedding.of(loaded().vector(text));
        } finally {
            use.readLock().unlock();
        }
    }

    private SentenceModel loaded() {
        SentenceModel current = model;
        if (current != null) {
            return current;
        }
        loading.lock();
        try {
            current = model;
            if (current == null) {
                current = loader.load();
                model = current;
            }
            return current;
        } catch (IOException | OrtException | RuntimeException | LinkageError failure) {
            throw new EmbedderException(
                    "the bundled embedder cannot be loaded on " + System.getProperty("os.name") + " "
                            + System.getProperty("os.arch") + " (" + failure
                            + "); use another embedder, or noEmbedder() to"
                            + " search by words only",
                    failure);
        } finally {
            loading.unlock();
        }
    }

    /**
     * Frees the memory of the model, after a load in progress and the texts being embedded. The next call loads it
     * again. Does nothing during a shutdown of the JVM, which frees everything.
     */
    @Override
    public void close() {
        use.writeLock().lock();
        try {
            SentenceModel current = model;
            model = null;
            if (current != null) {
                free(current);
            }
        } finally {
            use.writeLock().unlock();
        }
    }

    private void free(SentenceModel current) {
        try {
            gate.get().call(() -> {
                current.close();
                return true;
            });
        } catch (EmbedderException ending) {
            // The memory is freed with the process.
        } catch (Exception failure) {
            throw new IllegalStateException("the model's memory was not freed: " + failure.getMessage(), failure);
        }
    }
}
