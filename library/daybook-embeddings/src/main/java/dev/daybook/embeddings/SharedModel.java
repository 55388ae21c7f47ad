package dev.daybook.embeddings;

import ai.onnxruntime.OrtException;
import dev.daybook.embeddings.NativeThreads.Kind;
import dev.daybook.error.EmbedderException;
import dev.daybook.model.Embedding;
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
 * A model that is loaded at its first use and shared by all threads. At most as many texts as there are processors run
 * at once, queries before documents. Thread-safe.
 */
final class SharedModel implements AutoCloseable {

    /** The subject of messages, as in "the bundled embedder". */
    private final String label;

    private final NativeThreads nativeThreads =
            new NativeThreads(Runtime.getRuntime().availableProcessors());
    private final Loader loader;
    private final Supplier<ShutdownGate> gate;
    /** Read-locked by every run of the model, so that it is never closed during a run. */
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();

    private final Lock loading = new ReentrantLock();
    private volatile @Nullable SentenceModel model;

    SharedModel(String label, Loader loader, Supplier<ShutdownGate> gate) {
        this.label = label;
        this.loader = loader;
        this.gate = gate;
    }

    /** Loads the model. */
    interface Loader {
        SentenceModel load() throws IOException, OrtException;
    }

    /** Loads the model if it is not loaded, and runs it once. */
    void prepare() {
        if (model == null) {
            embed(Kind.QUESTION, "", List.of("daybook"));
        }
    }

    /** Returns one vector for each text, in order; the prefix precedes each text. */
    List<Embedding> embed(Kind kind, String prefix, List<String> texts) {
        texts.forEach(SharedModel::check);
        List<Callable<Embedding>> work = texts.stream()
                .<Callable<Embedding>>map(text -> () -> gate.get().call(() -> embed(prefix, text)))
                .toList();
        try {
            return nativeThreads.all(kind, work);
        } catch (ExecutionException failure) {
            Throwable cause = failure.getCause();
            if (cause instanceof EmbedderException told) {
                throw new EmbedderException(String.valueOf(told.getMessage()), told);
            }
            // The cause keeps the stack of the worker; this exception has that of the caller.
            throw new IllegalStateException(label + " failed: " + cause, cause);
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

    private Embedding embed(String prefix, String text) throws OrtException {
        use.readLock().lock();
        try {
            return Embedding.of(loaded().vector(prefix, text));
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
                    label + " cannot be loaded on " + System.getProperty("os.name") + " "
                            + System.getProperty("os.arch") + " (" + reason(failure)
                            + "); use another embedder, or noEmbedder() to"
                            + " search by words only",
                    failure);
        } finally {
            loading.unlock();
        }
    }

    /** Returns what failed first: after a native library, its class can be used no more. */
    private static String reason(Throwable failure) {
        Throwable first =
                failure instanceof NoClassDefFoundError && failure.getCause() != null ? failure.getCause() : failure;
        return failure instanceof LinkageError
                ? first + "; if it is in a folder mounted with noexec, set XDG_CACHE_HOME or -Djava.io.tmpdir to"
                        + " another folder"
                : first.toString();
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
