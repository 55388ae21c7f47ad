package dev.daybook.bench.speed;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/**
 * How long the first recall of a scope takes, which has to bring the scope into memory: in a process that has just
 * begun, and then for a second scope of the same size. One sample a process; the script repeats it.
 *
 * <p>{@code ColdOpen fill FOLDER}, then {@code ColdOpen measure FOLDER}; {@code -Dmessages} (10,000) when filling, and
 * {@code -Dvectors=true} both times for a scope with vectors.
 */
public final class ColdOpen {

    private static final int MESSAGES = Integer.getInteger("messages", 10_000);
    private static final List<String> USERS = List.of("first", "second");
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
        Setting.print(out, "first recall of a scope of " + MESSAGES + " messages, " + Vectors.NOW);
        try (Daybook daybook = open(folder)) {
            for (int user = 0; user < 2; user++) {
                Memory memory = daybook.user(USERS.get(user));
                Vectors.await(memory, Conversations.fill(memory, MESSAGES, user));
            }
        }
    }

    static void measure(Path folder, PrintStream out) {
        long begin = System.nanoTime();
        try (Daybook daybook = open(folder)) {
            long open = System.nanoTime();
            daybook.user(USERS.get(0)).recall(QUESTION);
            long first = System.nanoTime();
            daybook.user(USERS.get(1)).recall(QUESTION);
            long second = System.nanoTime();
            out.println("open " + milliseconds(open - begin) + ", first scope of the process "
                    + milliseconds(first - open) + ", second scope " + milliseconds(second - first));
        }
    }

    private static String milliseconds(long nanoseconds) {
        return nanoseconds / 1_000_000 + " ms";
    }

    private static Daybook open(Path folder) {
        return Vectors.NOW.open(folder);
    }
}
