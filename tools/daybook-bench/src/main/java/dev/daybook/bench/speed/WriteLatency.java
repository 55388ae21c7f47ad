package dev.daybook.bench.speed;

import static dev.daybook.model.Message.user;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.outcome.Receipt;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The latency of a durable write while the bundled embedder works: one message at a time into a scope, first with
 * nothing to embed, then while the same scope has a backlog of messages without vectors. Rounds of both take turns.
 *
 * <p>{@code WriteLatency FOLDER}; {@code writes} a round (200), {@code rounds} (5).
 */
public final class WriteLatency {

    private static final int WRITES = Integer.getInteger("writes", 200);
    private static final int ROUNDS = Integer.getInteger("rounds", 5);

    /** More than the embedder gets through in a round, at some milliseconds a message. */
    private static final int BACKLOG = Integer.getInteger("backlog", 2_000);

    private static final Duration UNTIL_IDLE = Duration.ofMinutes(10);

    /** A pause as between the turns of a chat, so that a write meets the embedder at its work and not the last write. */
    private static final Duration BETWEEN = Duration.ofMillis(5);

    private WriteLatency() {}

    public static void main(String[] arguments) {
        run(Path.of(arguments[0]), System.out);
    }

    static void run(Path folder, PrintStream out) {
        MeasurementSetup.print(out, "durable writes of one message, the bundled embedder idle and busy");
        try (Daybook daybook = Daybook.open(folder)) {
            Memory memory = daybook.user("writer");
            ZipfText text = new ZipfText(5);
            round(memory, text, true);
            for (int round = 1; round <= ROUNDS; round++) {
                LatencyTimings idle = round(memory, text, true);
                SampleConversations.fill(memory, BACKLOG, round);
                LatencyTimings busy = round(memory, text, false);
                boolean stillBusy = memory.operations()
                                .await(memory.session("s").remember(user(text.message())), Duration.ZERO)
                                .vector()
                        == Receipt.Progress.PENDING;
                out.println("round " + round + " of " + ROUNDS + " (" + WRITES + " writes each): idle " + idle
                        + "; busy " + busy + (stillBusy ? "" : " (idle before the end; raise -Dbacklog)"));
                VectorOption.await(memory, memory.session("s").remember(user(text.message())));
            }
        }
    }

    private static LatencyTimings round(Memory memory, ZipfText text, boolean idle) {
        Receipt[] last = new Receipt[1];
        return LatencyTimings.of(
                WRITES,
                () -> {
                    if (idle && last[0] != null) {
                        memory.operations().await(last[0], UNTIL_IDLE);
                    }
                    pause();
                },
                () -> last[0] = memory.session("s").remember(user(text.message())));
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN.toMillis());
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
