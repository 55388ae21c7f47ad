package dev.daybook.all;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The process that {@link KillTest} kills. Four threads write to two users for ever, a batch of three episodes and then
 * three episodes one by one, and say each write on standard output as soon as it is acknowledged. Every other write brings
 * ids of its own, so both ways of writing are hit.
 */
final class KilledWriter {

    static final int EPISODES = 3;

    /** Begins the name of a batch; its session has {@link #EPISODES} episodes. */
    static final String BATCH = "batch-";

    /** Begins the name of a single episode, which has a session of its own. */
    static final String SINGLE = "alone-";

    /** A shorter line was cut off by the kill. */
    static final int LINE = BATCH.length() + 36;

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

    static String text(String write, int part) {
        return write + " part " + part;
    }

    private static void write(Memory memory) {
        for (int round = 0; ; round++) {
            write(memory, BATCH + UUID.randomUUID(), EPISODES, round % 2 == 0);
            for (int i = 0; i < EPISODES; i++) {
                write(memory, SINGLE + UUID.randomUUID(), 1, i % 2 == 0);
            }
        }
    }

    private static void write(Memory memory, String name, int count, boolean withIds) {
        List<NewEpisode> episodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            episodes.add(NewEpisode.of(Message.user(text(name, i)))
                    .id(withIds ? name + "-" + i : null)
                    .session(name));
        }
        memory.remember(episodes);
        synchronized (System.out) {
            System.out.println(name);
            System.out.flush();
        }
    }
}
