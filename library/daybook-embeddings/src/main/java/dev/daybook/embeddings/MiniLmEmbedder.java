package dev.daybook.embeddings;

import dev.daybook.embeddings.NativeThreads.Kind;
import dev.daybook.error.EmbedderException;
import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.util.List;
import java.util.function.Supplier;

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

    private final SharedModel model;

    public MiniLmEmbedder() {
        this(SentenceModel::load);
    }

    MiniLmEmbedder(SharedModel.Loader loader) {
        this(loader, ShutdownGate::ofProcess);
    }

    MiniLmEmbedder(SharedModel.Loader loader, Supplier<ShutdownGate> gate) {
        model = new SharedModel("the bundled embedder", loader, gate);
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
    public void prepare() {
        model.prepare();
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        return model.embed(Kind.QUESTION, "", texts);
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return model.embed(Kind.DOCUMENT, "", texts);
    }

    /**
     * Frees the memory of the model, after a load in progress and the texts being embedded. The next call loads it
     * again. Does nothing during a shutdown of the JVM, which frees everything.
     */
    @Override
    public void close() {
        model.close();
    }
}
