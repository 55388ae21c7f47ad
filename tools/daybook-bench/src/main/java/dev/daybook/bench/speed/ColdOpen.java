package dev.daybook.bench.speed;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/**
 * The latency of the first recall of a scope, which has to load the scope into memory: in a process that has just
 * begun, at once afterwards for a second scope of the same size, and for a third when the compiler has had a second to catch
 * up. One sample a process; the script repeats it.
 *
 * <p>{@code ColdOpen fill FOLDER}, then {@code ColdOpen measure FOLDER}; {@code -Dmessages} (10,000) when filling, and
 * {@code -Dvectors=true} both times for a scope with vectors.
 */
public final class ColdOpen {

    private static final int MESSAGES = Integer.getInteger("messages", 10_000);
    private static final List<String> USERS = List.of("first", "second", "third");
    private static final long REST_MILLISECONDS = 1_000;
    private static final String QUESTION = new ZipfText(7).question();

    private ColdOpen() {}

    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "fill" -> fill(folder, System.out);
            case "measure" -> measure(folder, System.out);
            default -> throw new IllegalArgumentException("'" + arguments[0] + "'; use fill or measure");
        }
    }

    static void fill(Path folder, PrintStream out) {
        MeasurementSetup.print(out, "first recall of a scope of " + MESSAGES + " messages, " + VectorOption.NOW);
        try (Daybook daybook = open(folder)) {
            for (int user = 0; user < USERS.size(); user++) {
                Memory memory = daybook.user(USERS.get(user));
                VectorOption.await(memory, SampleConversations.fill(memory, MESSAGES, user));
            }
        }
    }

    static void measure(Path folder, PrintStream out) {
        long begin = System.nanoTime();
        try (Daybook daybook = open(folder)) {
            out.print("open " + milliseconds(System.nanoTime() - begin));
            recall(daybook, 0, "first scope of the process", out);
            recall(daybook, 1, "second scope", out);
            Thread.sleep(REST_MILLISECONDS);
            recall(daybook, 2, "third, a second later", out);
            out.println();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void recall(Daybook daybook, int user, String which, PrintStream out) {
        long begin = System.nanoTime();
        daybook.user(USERS.get(user)).recall(QUESTION);
        out.print(", " + which + " " + milliseconds(System.nanoTime() - begin));
    }

    private static String milliseconds(long nanoseconds) {
        return nanoseconds / 1_000_000 + " ms";
    }

    private static Daybook open(Path folder) {
        return VectorOption.NOW.open(folder);
    }
}
