package dev.daybook.server.work;

import dev.daybook.Daybook;
import dev.daybook.MemorySpace;
import dev.daybook.model.Space;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Summarizes idle sessions at regular intervals and fits each bank into its budget, in every space whose bank is on. A
 * failure in one space is logged and does not stop the others.
 */
public final class BankRounds implements AutoCloseable {

    /** Half of the idle time of a session, so that none waits much longer than that. */
    public static final Duration PAUSE = Duration.ofMinutes(5);

    private static final System.Logger LOG = System.getLogger("dev.daybook.server");
    private static final long MAX_END_SECONDS = 5;

    private final Daybook daybook;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "daybook-bank");
        thread.setDaemon(true);
        return thread;
    });

    private final Future<?> rounds;

    /** Starts the rounds; the first follows one pause. */
    public BankRounds(Daybook daybook, Duration pause) {
        this.daybook = daybook;
        rounds = timer.scheduleWithFixedDelay(this::round, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void round() {
        try {
            for (Space space : spaces()) {
                round(daybook.space(space.id()));
            }
        } catch (RuntimeException e) {
            // The executor never repeats a task that threw.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a round of the banks failed: " + e.getClass().getName());
        }
    }

    private List<Space> spaces() {
        try (Stream<Space> spaces = daybook.spaces()) {
            return spaces.toList();
        }
    }

    private static void round(MemorySpace space) {
        try {
            if (space.settings().bank().enabled()) {
                space.bank().run();
            }
        } catch (RuntimeException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the bank of a space failed: " + e.getClass().getName() + "; its next round tries again");
        }
    }

    /** Waits a few seconds for a running round. */
    @Override
    public void close() {
        rounds.cancel(false);
        timer.shutdown();
        try {
            if (!timer.awaitTermination(MAX_END_SECONDS, TimeUnit.SECONDS)) {
                timer.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
