package dev.daybook.bench.speed;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The latency of a recall in an open scope, alone in its store and beside others of its size. The content of the
 * others should make no difference. Then the latency of a recall over joined scopes, beside that of one recall of each.
 *
 * <p>{@code RecallSpeed FOLDER}; sizes are system properties: {@code messages} (10,000), {@code others} (10),
 * {@code questions} a round (1,000), {@code rounds} (5); {@code -Dvectors=true} for scopes with vectors. The embedder then
 * is one that costs next to nothing, so that the recall is measured.
 */
public final class RecallSpeed {

    private static final int MESSAGES = Integer.getInteger("messages", 10_000);
    private static final int OTHERS = Integer.getInteger("others", 10);
    private static final int QUESTIONS = Integer.getInteger("questions", 1_000);
    private static final int ROUNDS = Integer.getInteger("rounds", 5);

    private static final int JOINED = 4;

    private RecallSpeed() {}

    public static void main(String[] arguments) {
        run(Path.of(arguments[0]), System.out);
    }

    static void run(Path folder, PrintStream out) {
        MeasurementSetup.print(out, "recall of one scope of " + MESSAGES + " messages, 10 hits, " + VectorOption.NOW);
        try (Daybook daybook = open(folder)) {
            Memory asked = daybook.user("asked");
            VectorOption.await(asked, SampleConversations.fill(asked, MESSAGES, 1));
        }
        measure(folder, "alone", 0, out);
        try (Daybook daybook = open(folder)) {
            for (int i = 1; i <= OTHERS; i++) {
                Memory other = daybook.user("other-" + i);
                VectorOption.await(other, SampleConversations.fill(other, MESSAGES, 1 + i));
            }
        }
        measure(folder, "beside " + OTHERS + " others", OTHERS, out);
        measureJoined(folder, out);
    }

    private static void measureJoined(Path folder, PrintStream out) {
        try (Daybook daybook = open(folder)) {
            List<Memory> all = Stream.concat(
                            Stream.of(daybook.user("asked")),
                            IntStream.rangeClosed(1, Math.min(OTHERS, JOINED - 1))
                                    .mapToObj(i -> daybook.user("other-" + i)))
                    .toList();
            Memory joined = all.get(0).with(all.subList(1, all.size()).toArray(Memory[]::new));
            round(question -> all.forEach(memory -> memory.recall(question)));
            round(joined::recall);
            for (int round = 1; round <= ROUNDS; round++) {
                String of = all.size() + " scopes, round " + round + " of " + ROUNDS + ", ";
                out.println(of + "one after the other: "
                        + round(question -> all.forEach(memory -> memory.recall(question))));
                out.println(of + "joined: " + round(joined::recall));
            }
        }
    }

    private static void measure(Path folder, String where, int others, PrintStream out) {
        try (Daybook daybook = open(folder)) {
            for (int i = 1; i <= others; i++) {
                daybook.user("other-" + i).recall(new ZipfText(i).question());
            }
            Memory asked = daybook.user("asked");
            // One round to warm up; every round asks the same questions, so the rounds compare.
            round(asked::recall);
            for (int round = 1; round <= ROUNDS; round++) {
                out.println(where + ", round " + round + " of " + ROUNDS + " (" + QUESTIONS + " questions): "
                        + round(asked::recall));
            }
        }
    }

    private static LatencyTimings round(Consumer<String> asked) {
        ZipfText text = new ZipfText(99);
        List<String> questions =
                Stream.generate(text::question).limit(QUESTIONS).toList();
        Iterator<String> next = questions.iterator();
        return LatencyTimings.of(QUESTIONS, () -> asked.accept(next.next()));
    }

    private static Daybook open(Path folder) {
        return VectorOption.NOW.open(folder);
    }
}
