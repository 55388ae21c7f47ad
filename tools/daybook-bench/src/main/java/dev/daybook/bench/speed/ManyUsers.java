package dev.daybook.bench.speed;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.testkit.HashEmbedder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A check that a small heap is enough for many active users: their scope indexes take more together, so that these
 * come and go. Each episode holds a word of its own; a question for it must find that episode first, and an answer is
 * wrong if it does not, or holds a hit of another user. The vectors of all users are made in the background meanwhile.
 *
 * <p>{@code ManyUsers FOLDER}; {@code users} (1,000), {@code messages} of each (200), {@code operations} (20,000: nine
 * recalls to one write) by {@code threads} (4).
 */
public final class ManyUsers {

    private static final int USERS = Integer.getInteger("users", 1_000);
    private static final int MESSAGES = Integer.getInteger("messages", 200);
    private static final int OPERATIONS = Integer.getInteger("operations", 20_000);
    private static final int THREADS = Integer.getInteger("threads", 4);
    private static final int RECALLS_A_WRITE = 9;

    /** The number of episodes of each user. A recall asks for one that was there before. */
    private final AtomicIntegerArray episodes = new AtomicIntegerArray(USERS);

    private final Daybook daybook;

    private ManyUsers(Daybook daybook) {
        this.daybook = daybook;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(run(Path.of(arguments[0]), System.out) == 0 ? 0 : 1);
    }

    /** Returns the number of wrong answers. An error of any thread, OutOfMemoryError too, is thrown. */
    static int run(Path folder, PrintStream out) throws InterruptedException, ExecutionException, IOException {
        MeasurementSetup.print(
                out,
                USERS + " users of " + MESSAGES + " messages, " + OPERATIONS + " operations by " + THREADS
                        + " threads, vectors by the hash embedder");
        try (Daybook daybook =
                Daybook.builder(folder).embedder(new HashEmbedder()).open()) {
            ManyUsers users = new ManyUsers(daybook);
            users.fill();
            memory("filled", out);
            int wrong = users.operate();
            out.println(OPERATIONS + " operations, " + wrong + " wrong answers");
            memory("done", out);
            return wrong;
        }
    }

    private void fill() {
        for (int user = 0; user < USERS; user++) {
            List<NewEpisode> written = new ArrayList<>();
            ZipfText text = new ZipfText(user);
            for (int i = 0; i < MESSAGES / 2; i++) {
                written.add(episode(user, i, text));
            }
            Memory memory = memory(user);
            List<Receipt> receipts = memory.remember(written);
            VectorOption.await(memory, receipts.get(receipts.size() - 1));
            episodes.set(user, written.size());
        }
    }

    private int operate() throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Integer>> wrong = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                wrong.add(threads.submit(() -> operate(number)));
            }
            int sum = 0;
            for (Future<Integer> each : wrong) {
                sum += each.get();
            }
            return sum;
        } finally {
            threads.shutdownNow();
        }
    }

    /** Each user belongs to one thread for writing, and is asked by all. */
    private int operate(int thread) {
        Random random = new Random(thread);
        ZipfText text = new ZipfText(USERS + (long) thread);
        int wrong = 0;
        for (int i = 0; i < OPERATIONS / THREADS; i++) {
            int user = random.nextInt(USERS);
            if (random.nextInt(RECALLS_A_WRITE + 1) == 0 && user % THREADS == thread) {
                int number = episodes.get(user);
                memory(user).remember(episode(user, number, text));
                episodes.set(user, number + 1);
            } else {
                wrong += isRight(user, random.nextInt(episodes.get(user))) ? 0 : 1;
            }
        }
        return wrong;
    }

    private boolean isRight(int user, int episode) {
        List<Hit> hits = memory(user).recall("Where was " + mark(user, episode) + " to be found?");
        return !hits.isEmpty()
                && hits.get(0).id().equals("e" + episode)
                && hits.stream().allMatch(hit -> hit.scope().equals(memory(user).scope()));
    }

    private Memory memory(int user) {
        return daybook.user("user-" + user);
    }

    private static NewEpisode episode(int user, int number, ZipfText text) {
        return NewEpisode.of(user(text.message() + " " + mark(user, number) + "."), assistant(text.message()))
                .id("e" + number)
                .session("s" + number / 10);
    }

    private static String mark(int user, int episode) {
        return "mark" + user + "x" + episode;
    }

    private static void memory(String when, PrintStream out) throws IOException {
        Runtime runtime = Runtime.getRuntime();
        out.println(when + ": heap used " + (runtime.totalMemory() - runtime.freeMemory() >> 20) + " of "
                + (runtime.maxMemory() >> 20) + " MiB, resident " + status("VmRSS") + ", at most " + status("VmHWM"));
    }

    private static String status(String name) throws IOException {
        Path status = Path.of("/proc/self/status");
        return !Files.exists(status)
                ? "unknown"
                : Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith(name + ":"))
                        .map(line -> line.substring(name.length() + 1).strip())
                        .findFirst()
                        .orElse("unknown");
    }
}
