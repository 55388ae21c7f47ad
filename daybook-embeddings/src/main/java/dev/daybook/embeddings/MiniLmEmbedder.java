package dev.daybook.embeddings;

import ai.onnxruntime.OrtException;
import dev.daybook.data.EmbedderException;
import dev.daybook.data.Embedding;
import dev.daybook.embeddings.Workers.Kind;
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
 * Finds texts by meaning, with the small neural network all-MiniLM-L6-v2 on this machine: the model is in the jar,
 * nothing is downloaded and nothing sent. It knows English best. Vectors have 384 dimensions and length 1.
 *
 * <p>Making one is cheap: the model is loaded at the first use, which takes about a second and 150 MB. A text has one
 * vector, alone or in a batch, today or tomorrow; the empty text has one, too. Long texts (from about 190 words on) are
 * read in overlapping windows and get the mean of these, so a vector says less about a page than about a sentence.
 *
 * <p>Thread-safe. However many threads call, at most as many texts are worked on at once as there are processors, and
 * questions go before documents. A text with a lone surrogate is an {@link IllegalArgumentException}. If the model
 * cannot be loaded, calls fail with an {@link EmbedderException} that says why, and each tries again; so they do once the
 * process is ending, which waits for a model that is being loaded and for texts that are being embedded. If a calling
 * thread is interrupted, its call ends with a {@link java.util.concurrent.CancellationException}.
 */
public final class MiniLmEmbedder implements Embedder, AutoCloseable {

    /** With the beginning of the SHA-256 of the model's file, which a test compares. */
    private static final String NAME = "all-minilm-l6-v2/int8/afdb6f1a";

    private final Workers workers = new Workers(Runtime.getRuntime().availableProcessors());
    private final Loader loader;
    private final Supplier<ShutdownGate> gate;
    /** Held for reading by whoever runs the model, so that it is never closed under a run. */
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

    /** Loads the model, or fails as the world does. */
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
            return workers.all(kind, work);
        } catch (ExecutionException failure) {
            Throwable cause = failure.getCause();
            if (cause instanceof EmbedderException told) {
                throw new EmbedderException(String.valueOf(told.getMessage()), told);
            }
            // The stack of the worker stays in the cause; this one says who asked.
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
     * Lets the model's memory go, after a load under way and the texts that are being worked on. The next call loads it
     * again. Does nothing while the process is ending, which lets all go.
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
            // It goes with the process.
        } catch (Exception failure) {
            throw new IllegalStateException("the model's memory was not freed: " + failure.getMessage(), failure);
        }
    }
}
