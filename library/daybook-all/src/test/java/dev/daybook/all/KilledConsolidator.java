package dev.daybook.all;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;

/**
 * The process that {@link KillDuringConsolidationTest} kills. For each of two users one thread writes batches of episodes
 * and says them as soon as they are acknowledged, while another derives; the writer keeps only a little ahead. A
 * session goes on until it is long enough for a gist in the background, then the next one begins.
 */
final class KilledConsolidator {

    static final int EPISODES = 3;
    static final List<String> USERS = List.of("ada", "bob");

    /** More episodes than one gist stands for at a time. */
    private static final int BATCHES_OF_SESSION = 8;

    private static final int BATCHES_AHEAD = 4;

    private KilledConsolidator() {}

    public static void main(String[] arguments) throws InterruptedException {
        int edition = Integer.parseInt(arguments[1]);
        Daybook daybook = open(Path.of(arguments[0]), edition);
        List<Thread> threads = new ArrayList<>();
        for (String user : USERS) {
            Memory memory = daybook.user(user);
            Semaphore ahead = new Semaphore(BATCHES_AHEAD);
            threads.add(new Thread(() -> write(memory, edition, ahead)));
            threads.add(new Thread(() -> derive(memory, ahead)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static LocalDaybook open(Path folder, int edition) {
        return Daybook.builder(folder)
                .noEmbedder()
                .languageModel(new FickleModel(edition))
                .retryAfter(Duration.ZERO)
                .background(false)
                .open();
    }

    private static void write(Memory memory, int edition, Semaphore ahead) {
        for (int round = 0; ; round++) {
            ahead.acquireUninterruptibly();
            String batch = UUID.randomUUID().toString();
            List<NewEpisode> episodes = new ArrayList<>();
            for (int i = 0; i < EPISODES; i++) {
                episodes.add(NewEpisode.of(Message.user("I like plums from crate " + batch + "-" + i))
                        .session("session " + edition + " " + round / BATCHES_OF_SESSION));
            }
            memory.remember(episodes);
            synchronized (System.out) {
                System.out.println(batch);
                System.out.flush();
            }
        }
    }

    private static void derive(Memory memory, Semaphore ahead) {
        while (true) {
            memory.consolidate();
            ahead.release(BATCHES_AHEAD - ahead.availablePermits());
        }
    }
}
