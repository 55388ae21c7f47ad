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
import java.util.Arrays;
import java.util.Map;

/**
 * The loaded model: maps a text to a vector of length 1. The vector is the mean of the model's outputs for the word
 * pieces (Reimers and Gurevych, "Sentence-BERT", 2019).
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

    /** The model was trained on texts of up to 256 pieces, two of them the markers of beginning and end. */
    static final int WINDOW = 254;

    /** About two sentences: the content around the end of a window is read whole in the next one. */
    static final int OVERLAP = 32;

    private final OrtEnvironment environment;
    private final OrtSession session;
    private final WordPieces wordPieces;
    private final int beginning;
    private final int end;

    private SentenceModel(OrtEnvironment environment, OrtSession session, WordPieceVocabulary vocabulary) {
        this.environment = environment;
        this.session = session;
        this.wordPieces = new WordPieces(vocabulary);
        this.beginning = vocabulary.number("[CLS]");
        this.end = vocabulary.number("[SEP]");
    }

    /** Reads the model from the jar; takes about a second and 100 MB. */
    static SentenceModel load() throws IOException, OrtException {
        WordPieceVocabulary vocabulary;
        try (InputStream tokenizer = resource(TOKENIZER)) {
            vocabulary = WordPieceVocabulary.read(tokenizer);
        }
        OrtEnvironment environment = NativeLibraries.start(
                () -> OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "daybook"));
        NativeLibraries.keep(environment);
        environment.setTelemetry(false);
        try (InputStream model = resource(MODEL);
                SessionOptions options = new SessionOptions()) {
            // One thread per run and no spinning: the calling threads are the only ones.
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            options.addConfigEntry("session.intra_op.allow_spinning", "0");
            return new SentenceModel(environment, environment.createSession(model.readAllBytes(), options), vocabulary);
        }
    }

    private static InputStream resource(String name) throws IOException {
        InputStream resource = SentenceModel.class.getResourceAsStream(name);
        if (resource == null) {
            throw new FileNotFoundException(name + " is not in the jar of daybook-embeddings");
        }
        return resource;
    }

    /** Returns the vector of a text of any length, including the empty one. */
    float[] vector(String text) throws OrtException {
        return unit(sum(wordPieces.of(text)));
    }

    /** Sums over windows for texts longer than one. The windows have equal lengths, so each has the same weight. */
    private double[] sum(int[] pieces) throws OrtException {
        double[] sum = new double[DIMENSIONS];
        int windows = windows(pieces.length);
        for (int i = 0; i < windows; i++) {
            int from = windows == 1 ? 0 : (int) ((long) i * (pieces.length - WINDOW) / (windows - 1));
            addRun(Arrays.copyOfRange(pieces, from, Math.min(pieces.length, from + WINDOW)), sum);
        }
        return sum;
    }

    /** Returns the number of windows that cover the pieces with an overlap of at least {@link #OVERLAP}. */
    static int windows(int pieces) {
        return pieces <= WINDOW ? 1 : 1 + (pieces - OVERLAP - 1) / (WINDOW - OVERLAP);
    }

    private void addRun(int[] pieces, double[] sum) throws OrtException {
        int length = pieces.length + 2;
        long[] ids = new long[length];
        ids[0] = beginning;
        for (int i = 0; i < pieces.length; i++) {
            ids[i + 1] = pieces[i];
        }
        ids[length - 1] = end;
        long[] mask = new long[length];
        Arrays.fill(mask, 1);
        try (OnnxTensor input = tensor(ids);
                OnnxTensor attention = tensor(mask);
                OnnxTensor types = tensor(new long[length]);
                OrtSession.Result result =
                        session.run(Map.of("input_ids", input, "attention_mask", attention, "token_type_ids", types))) {
            // One row per piece. All pieces are text and none is padding, so all count.
            FloatBuffer rows = ((OnnxTensor) result.get(0)).getFloatBuffer();
            while (rows.hasRemaining()) {
                for (int i = 0; i < DIMENSIONS; i++) {
                    sum[i] += rows.get();
                }
            }
        }
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
