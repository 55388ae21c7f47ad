package dev.daybook.embeddings;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A loaded sentence encoder: maps a text to a vector of length 1. The vector is the mean of the model's outputs for the
 * word pieces (Reimers and Gurevych, "Sentence-BERT", 2019), or the output of the first marker.
 *
 * <p>Each text runs in a batch of its own. The model is quantised, and its activations are scaled by the largest one in
 * a batch, so a text beside another would get another vector (measured: cosine 0.988 between the two).
 *
 * <p>Thread-safe, except {@link #close}, which must not overlap a run.
 */
final class SentenceModel implements AutoCloseable {

    static final String MODEL = "all-minilm-l6-v2-q.onnx";
    static final String TOKENIZER = "all-minilm-l6-v2-q-tokenizer.json";
    static final int DIMENSIONS = 384;

    /** The markers of beginning and end. */
    private static final int MARKERS = 2;

    /** The bundled model was trained on texts of up to 256 pieces. */
    private static final int MAX_PIECES = 256;

    /** About two sentences: the content around the end of a window is read whole in the next one. */
    static final int OVERLAP = 32;

    private final OrtEnvironment environment;
    private final OrtSession session;
    private final WordPieces wordPieces;
    private final int beginning;
    private final int end;
    private final int dimensions;
    private final int maxPieces;
    private final VectorPooling pooling;

    private SentenceModel(
            byte[] model, WordPieceVocabulary vocabulary, int dimensions, int maxPieces, VectorPooling pooling)
            throws OrtException {
        this.wordPieces = new WordPieces(vocabulary);
        this.beginning = vocabulary.number("[CLS]");
        this.end = vocabulary.number("[SEP]");
        this.dimensions = dimensions;
        this.maxPieces = maxPieces;
        this.pooling = pooling;
        this.environment = NativeLibraries.start(
                () -> OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "daybook"));
        NativeLibraries.keep(environment);
        environment.setTelemetry(false);
        try (SessionOptions options = new SessionOptions()) {
            // One thread per run and no spinning: the calling threads are the only ones.
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            options.addConfigEntry("session.intra_op.allow_spinning", "0");
            this.session = environment.createSession(model, options);
        }
    }

    /** Reads the bundled model from the jar; takes about a second and 100 MB. */
    static SentenceModel load() throws IOException, OrtException {
        try (InputStream tokenizer = resource(TOKENIZER);
                InputStream model = resource(MODEL)) {
            return new SentenceModel(
                    model.readAllBytes(),
                    WordPieceVocabulary.read(tokenizer),
                    DIMENSIONS,
                    MAX_PIECES,
                    VectorPooling.MEAN);
        }
    }

    /** Reads a model from its folder, and tries it. */
    static SentenceModel load(EncoderManifest manifest) throws IOException, OrtException {
        WordPieceVocabulary vocabulary;
        try (InputStream tokenizer = Files.newInputStream(manifest.tokenizer())) {
            vocabulary = WordPieceVocabulary.readUncased(tokenizer);
        }
        SentenceModel model = new SentenceModel(
                manifest.modelBytes(), vocabulary, manifest.dimensions(), manifest.maxPieces(), manifest.pooling());
        try {
            model.refuseLong(manifest.queryPrefix());
            model.refuseLong(manifest.documentPrefix());
            model.vector(manifest.documentPrefix(), "a text");
            return model;
        } catch (OrtException | RuntimeException unfit) {
            model.close();
            throw unfit;
        }
    }

    private void refuseLong(String prefix) {
        int pieces = wordPieces.of(prefix).length;
        if (pieces > maxPieces / 2) {
            throw new IllegalArgumentException("prefix '" + prefix + "' takes " + pieces + " of " + maxPieces
                    + " pieces; shorten it to at most half of them");
        }
    }

    private static InputStream resource(String name) throws IOException {
        InputStream resource = SentenceModel.class.getResourceAsStream(name);
        if (resource == null) {
            throw new FileNotFoundException(name + " is not in the jar of daybook-embeddings");
        }
        return resource;
    }

    /** Returns the vector of a text of any length, including the empty one. The prefix is in front of each window. */
    float[] vector(String prefix, String text) throws OrtException {
        int[] first = wordPieces.of(prefix);
        int[] pieces = wordPieces.of(text);
        int size = maxPieces - MARKERS - first.length;
        // The windows have equal lengths, so each has the same weight.
        double[] sum = new double[dimensions];
        int windows = windows(pieces.length, size);
        for (int i = 0; i < windows; i++) {
            int from = windows == 1 ? 0 : (int) ((long) i * (pieces.length - size) / (windows - 1));
            int to = Math.min(pieces.length, from + size);
            long[] ids = new long[first.length + to - from + MARKERS];
            ids[0] = beginning;
            for (int at = 0; at < first.length; at++) {
                ids[1 + at] = first[at];
            }
            for (int at = from; at < to; at++) {
                ids[1 + first.length + at - from] = pieces[at];
            }
            ids[ids.length - 1] = end;
            addRun(ids, sum);
        }
        return unit(sum);
    }

    /** Returns the number of windows that cover the pieces with an overlap of at least {@link #OVERLAP}. */
    static int windows(int pieces, int size) {
        return pieces <= size ? 1 : 1 + (pieces - OVERLAP - 1) / (size - OVERLAP);
    }

    private void addRun(long[] ids, double[] sum) throws OrtException {
        long[] mask = new long[ids.length];
        Arrays.fill(mask, 1);
        try (OnnxTensor input = tensor(ids);
                OnnxTensor attention = tensor(mask);
                OnnxTensor types = tensor(new long[ids.length])) {
            Map<String, OnnxTensor> inputs =
                    new HashMap<>(Map.of("input_ids", input, "attention_mask", attention, "token_type_ids", types));
            // Some models have no types.
            inputs.keySet().retainAll(session.getInputNames());
            try (OrtSession.Result result = session.run(inputs)) {
                add(((OnnxTensor) result.get(0)), sum);
            }
        }
    }

    /** Adds the outputs that count: one row per piece, or a single row of a model that pools by itself. */
    private void add(OnnxTensor output, double[] sum) {
        long[] shape = output.getInfo().getShape();
        if (shape[shape.length - 1] != dimensions) {
            throw new IllegalArgumentException("the model's vectors have " + shape[shape.length - 1]
                    + " dimensions, and its description says " + dimensions + "; correct the description");
        }
        // All pieces are text and none is padding, so all count.
        FloatBuffer rows = output.getFloatBuffer();
        do {
            for (int i = 0; i < dimensions; i++) {
                sum[i] += rows.get();
            }
        } while (pooling == VectorPooling.MEAN && rows.hasRemaining());
    }

    private OnnxTensor tensor(long[] values) throws OrtException {
        return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), new long[] {1, values.length});
    }

    private static float[] unit(double[] sum) {
        double squares = 0;
        for (double value : sum) {
            squares += value * value;
        }
        double length = Math.sqrt(squares);
        float[] unit = new float[sum.length];
        for (int i = 0; i < sum.length; i++) {
            unit[i] = (float) (sum[i] / length);
        }
        return unit;
    }

    @Override
    public void close() throws OrtException {
        session.close();
    }
}
