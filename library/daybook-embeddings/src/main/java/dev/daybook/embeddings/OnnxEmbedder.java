package dev.daybook.embeddings;

import dev.daybook.embeddings.NativeThreads.Kind;
import dev.daybook.error.EmbedderException;
import dev.daybook.model.Embedding;
import dev.daybook.spi.Embedder;
import java.nio.file.Path;
import java.util.List;

/**
 * An embedder of a sentence encoder in a folder, in the ONNX format: a better model than the bundled one, or one for
 * another language. Sends nothing. The folder has the model, its {@code tokenizer.json}, and
 * {@code encoder.properties}, for instance
 *
 * <pre>{@code
 * name = bge-small-en-v1.5/int8
 * dimensions = 384
 * pooling = cls
 * max-pieces = 512
 * query-prefix = Represent this sentence for searching relevant passages:
 * model = model.onnx
 * model-sha256 = (64 digits, as `sha256sum model.onnx` prints them)
 * tokenizer = tokenizer.json
 * licence = MIT
 * }</pre>
 *
 * <p>{@code pooling} is {@code cls} or {@code mean}, as the model's card says; {@code query-prefix} and
 * {@code document-prefix} are empty by default. The tokenizer has to be a WordPiece tokenizer that lowercases (BERT,
 * uncased); for a model with another one use {@link Embedder#of}. The inputs are {@code input_ids},
 * {@code attention_mask} and, if the model has it, {@code token_type_ids}; its first output has one row per piece, or
 * one row in all. A text longer than {@code max-pieces} is split into overlapping windows and gets the mean of their
 * vectors.
 *
 * <p>Vectors have length 1. The {@link #name} changes with everything that a vector depends on: the model, its
 * tokenizer, the pooling, the prefixes and {@code max-pieces}. So a store never compares vectors of two of them.
 *
 * <p>Thread-safe. However many threads call, it processes at most as many texts at once as there are processors,
 * queries before documents. The model is loaded at the first use. If it cannot be loaded, or is not the one of
 * {@code model-sha256}, calls fail with an {@link EmbedderException} that names the cause, and the next call tries
 * again.
 */
public final class OnnxEmbedder implements Embedder, AutoCloseable {

    private final EncoderManifest manifest;
    private final String name;
    private final SharedModel model;

    private OnnxEmbedder(EncoderManifest manifest, Path folder) {
        this.manifest = manifest;
        this.name = manifest.embedderName();
        this.model = new SharedModel(
                "the encoder in " + folder, () -> SentenceModel.load(manifest), ShutdownGate::ofProcess);
    }

    /**
     * Returns the embedder of a folder. Reads its description and tokenizer, but no model yet.
     *
     * @throws IllegalArgumentException if the folder has no valid description, or a file of it is missing
     */
    public static OnnxEmbedder open(Path folder) {
        return new OnnxEmbedder(EncoderManifest.read(folder), folder);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int dimensions() {
        return manifest.dimensions();
    }

    @Override
    public void prepare() {
        model.prepare();
    }

    @Override
    public List<Embedding> embedQueries(List<String> texts) {
        return model.embed(Kind.QUESTION, manifest.queryPrefix(), texts);
    }

    @Override
    public List<Embedding> embedDocuments(List<String> texts) {
        return model.embed(Kind.DOCUMENT, manifest.documentPrefix(), texts);
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
