package dev.daybook.all;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The process that {@link KillTest} kills. Four threads write batches of three episodes to two users for ever, and say
 * each batch on standard output as soon as it is acknowledged. Both users' writers bring ids of their own in every other
 * batch, so both ways of writing are hit.
 */
final class KilledWriter {

    static final int EPISODES = 3;
    static final List<String> USERS = List.of("ada", "bob");

    private static final int THREADS = 4;

    private KilledWriter() {}

    public static void main(String[] arguments) throws InterruptedException {
        Daybook daybook = Daybook.builder(Path.of(arguments[0])).noEmbedder().open();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < THREADS; number++) {
            Memory memory = daybook.user(USERS.get(number % USERS.size()));
            Thread thread = new Thread(() -> write(memory));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void write(Memory memory) {
        for (int round = 0; ; round++) {
            String batch = UUID.randomUUID().toString();
            List<NewEpisode> episodes = new ArrayList<>();
            for (int i = 0; i < EPISODES; i++) {
                episodes.add(NewEpisode.of(Message.user("batch " + batch + " part " + i))
                        .withId(round % 2 == 0 ? null : batch + "-" + i)
                        .inSession(batch));
            }
            memory.rememberAll(episodes);
            synchronized (System.out) {
                System.out.println(batch);
                System.out.flush();
            }
        }
    }
}
