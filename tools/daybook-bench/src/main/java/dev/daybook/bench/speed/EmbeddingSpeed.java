package dev.daybook.bench.speed;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.daybook.embeddings.MiniLmEmbedder;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * The overhead of the embedder over the bare runtime: cutting texts into pieces, threads, averaging. The runtime gets as many
 * pieces, on as many threads; the words are such as are one piece each. Rounds of both take turns; the least counts,
 * because other load of the machine can only add.
 *
 * <p>{@code EmbeddingSpeed}; {@code texts} a round (64), {@code rounds} (7).
 */
public final class EmbeddingSpeed {

    private static final int TEXTS = Integer.getInteger("texts", 64);
    private static final int ROUNDS = Integer.getInteger("rounds", 7);
    private static final int THREADS = Runtime.getRuntime().availableProcessors();
    private static final String MODEL = "/dev/daybook/embeddings/all-minilm-l6-v2-q.onnx";
    private static final List<String> WORDS = List.of(
            "house", "water", "morning", "light", "garden", "music", "paper", "winter", "friend", "river", "table",
            "green", "street", "letter", "night", "stone");

    /** Beginning and end of a text are a piece each. */
    private static final int MARKERS = 2;

    /** The number of some piece: how long a run takes depends on how many there are, not on which. */
    private static final long PIECE = 2_000;

    private EmbeddingSpeed() {}

    public static void main(String[] arguments) throws Exception {
        run(System.out);
    }

    static void run(PrintStream out) throws OrtException, IOException, InterruptedException, ExecutionException {
        MeasurementSetup.print(
                out, "embedding " + TEXTS + " texts a round on " + THREADS + " threads, best of " + ROUNDS);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (MiniLmEmbedder embedder = new MiniLmEmbedder()) {
            // First, because it starts the runtime, which the bare one then shares.
            embedder.embedDocuments(List.of("one"));
            try (OrtSession session = session()) {
                for (int words : new int[] {8, 32, 128}) {
                    compare(words, embedder, session, threads, out);
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static OrtSession session() throws OrtException, IOException {
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
                InputStream model = EmbeddingSpeed.class.getResourceAsStream(MODEL)) {
            if (model == null) {
                throw new IllegalStateException(MODEL + " is not on the class path");
            }
            options.setIntraOpNumThreads(1);
            options.setInterOpNumThreads(1);
            return OrtEnvironment.getEnvironment().createSession(model.readAllBytes(), options);
        }
    }

    private static void compare(
            int words, MiniLmEmbedder embedder, OrtSession session, ExecutorService threads, PrintStream out)
            throws InterruptedException, ExecutionException {
        List<String> texts = texts(words);
        List<Callable<Boolean>> runs = Collections.nCopies(TEXTS, () -> bare(session, words + MARKERS));
        double ours = Double.MAX_VALUE;
        double bare = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long begin = System.nanoTime();
            embedder.embedDocuments(texts);
            long middle = System.nanoTime();
            for (Future<Boolean> run : threads.invokeAll(runs)) {
                run.get();
            }
            ours = Math.min(ours, (middle - begin) / 1e6 / TEXTS);
            bare = Math.min(bare, (System.nanoTime() - middle) / 1e6 / TEXTS);
        }
        out.println(String.format(
                Locale.ROOT,
                "%d words: embedder %.2f ms a text, bare runtime %.2f ms, ratio %.2f",
                words,
                ours,
                bare,
                ours / bare));
    }

    /** No two alike, so that no cache can hold one. */
    private static List<String> texts(int words) {
        List<String> texts = new ArrayList<>();
        for (int text = 0; text < TEXTS; text++) {
            int seed = text;
            texts.add(String.join(
                    " ",
                    IntStream.range(0, words)
                            .mapToObj(i -> WORDS.get((seed * 7 + i * (seed % 5 + 1)) % WORDS.size()))
                            .toList()));
        }
        return texts;
    }

    private static boolean bare(OrtSession session, int pieces) throws OrtException {
        long[] ids = new long[pieces];
        Arrays.fill(ids, PIECE);
        long[] mask = new long[pieces];
        Arrays.fill(mask, 1);
        try (OnnxTensor input = tensor(ids);
                OnnxTensor attention = tensor(mask);
                OnnxTensor types = tensor(new long[pieces]);
                OrtSession.Result result =
                        session.run(Map.of("input_ids", input, "attention_mask", attention, "token_type_ids", types))) {
            return result.size() > 0;
        }
    }

    private static OnnxTensor tensor(long[] values) throws OrtException {
        return OnnxTensor.createTensor(
                OrtEnvironment.getEnvironment(), LongBuffer.wrap(values), new long[] {1, values.length});
    }
}
