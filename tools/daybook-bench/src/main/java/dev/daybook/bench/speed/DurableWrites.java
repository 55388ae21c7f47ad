package dev.daybook.bench.speed;

import static dev.daybook.model.Message.user;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Writes single messages, each a durable write of its own, to be watched from outside by {@code flushes.sh}. Each
 * thread writes for a user of its own, as in a server.
 *
 * <p>{@code Writes fill FOLDER ROWS} makes a store to write into, {@code Writes write FOLDER WRITES THREADS} writes.
 */
public final class DurableWrites {

    private static final int ROWS_A_USER = 100;

    private DurableWrites() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]);
        int count = Integer.parseInt(arguments[2]);
        switch (arguments[0]) {
            case "fill" -> fill(folder, count, System.out);
            case "write" -> write(folder, count, Integer.parseInt(arguments[3]), System.out);
            default -> throw new IllegalArgumentException("'" + arguments[0] + "'; use fill or write");
        }
    }

    static void fill(Path folder, int rows, PrintStream out) {
        MeasurementSetup.print(out, "durable writes of one message into a store of " + rows + " rows (no embedder)");
        try (Daybook daybook = open(folder)) {
            for (int written = 0; written < rows; written += ROWS_A_USER) {
                // Two messages are one episode, and it is the episode that is a row.
                SampleConversations.fill(
                        daybook.user("user-" + written), 2 * Math.min(ROWS_A_USER, rows - written), written);
            }
        }
    }

    static void write(Path folder, int writes, int threads, PrintStream out)
            throws InterruptedException, ExecutionException {
        ExecutorService writers = Executors.newFixedThreadPool(threads);
        try (Daybook daybook = open(folder)) {
            long begin = System.nanoTime();
            List<Future<Integer>> lengths = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int share = writes / threads + (thread < writes % threads ? 1 : 0);
                Memory memory = daybook.user("writer-" + thread);
                ZipfText text = new ZipfText(thread);
                lengths.add(writers.submit(() -> write(memory, text, share)));
            }
            int characters = 0;
            for (Future<Integer> length : lengths) {
                characters += length.get();
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            out.printf("%d writes by %d threads, %d characters, %.3f s%n", writes, threads, characters, seconds);
        } finally {
            writers.shutdownNow();
        }
    }

    private static int write(Memory memory, ZipfText text, int count) {
        int characters = 0;
        for (int i = 0; i < count; i++) {
            String message = text.message();
            memory.session("s1").remember(user(message));
            characters += message.length();
        }
        return characters;
    }

    private static Daybook open(Path folder) {
        return Daybook.builder(folder).noEmbedder().open();
    }
}
