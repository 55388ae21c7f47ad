package dev.daybook.bench.speed;

import dev.daybook.Daybook;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * How long the first recall of a scope takes, which has to bring the scope into memory: in a process that has just
 * begun, and then for a second scope of the same size. One sample a process; the script repeats it.
 *
 * <p>{@code ColdOpen fill FOLDER}, then {@code ColdOpen measure FOLDER}; {@code -Dmessages} (10,000) when filling.
 */
public final class ColdOpen {

    private static final int MESSAGES = Integer.getInteger("messages", 10_000);
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
        Setting.print(out, "first recall of a scope of " + MESSAGES + " messages, by words (no embedder)");
        try (Daybook daybook = open(folder)) {
            Conversations.fill(daybook.user("first"), MESSAGES, 1);
            Conversations.fill(daybook.user("second"), MESSAGES, 2);
        }
    }

    static void measure(Path folder, PrintStream out) {
        long begin = System.nanoTime();
        try (Daybook daybook = open(folder)) {
            long open = System.nanoTime();
            daybook.user("first").recall(QUESTION);
            long first = System.nanoTime();
            daybook.user("second").recall(QUESTION);
            long second = System.nanoTime();
            out.println("open " + milliseconds(open - begin) + ", first scope of the process "
                    + milliseconds(first - open) + ", second scope " + milliseconds(second - first));
        }
    }

    private static String milliseconds(long nanoseconds) {
        return nanoseconds / 1_000_000 + " ms";
    }

    private static Daybook open(Path folder) {
        return Daybook.builder(folder).noEmbedder().open();
    }
}
