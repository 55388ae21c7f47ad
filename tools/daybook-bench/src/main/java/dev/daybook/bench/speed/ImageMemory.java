package dev.daybook.bench.speed;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.query.Query;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreConnector;
import dev.daybook.testkit.HashEmbedder;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The memory of scope images and the time of their first recall, in a folder or in a store on a server. Each user gets
 * exchanges of two messages with vectors of 384 dimensions; then each is recalled once, in a process that was warmed up
 * by other users.
 *
 * <p>{@code ImageMemory fill|measure FOLDER|ADDRESS}; {@code users} (200), {@code messages} of each (200).
 */
public final class ImageMemory {

    private static final int USERS = Integer.getInteger("users", 200);
    private static final int MESSAGES = Integer.getInteger("messages", 200);
    private static final int WARM_UP = USERS / 4;
    private static final String QUESTION = new ZipfText(7).question();

    private ImageMemory() {}

    public static void main(String[] arguments) throws InterruptedException {
        switch (arguments[0]) {
            case "fill" -> fill(arguments[1], System.out);
            case "measure" -> measure(arguments[1], System.out);
            default -> throw new IllegalArgumentException("'" + arguments[0] + "'; use fill or measure");
        }
    }

    static void fill(String place, PrintStream out) {
        MeasurementSetup.print(
                out,
                "images of " + USERS + " users of " + MESSAGES + " messages, by words and vectors (hash embedder)");
        try (Daybook daybook = open(place)) {
            for (int user = 0; user < USERS; user++) {
                Memory memory = daybook.user("user-" + user);
                VectorOption.await(memory, SampleConversations.fill(memory, MESSAGES, user));
            }
        }
    }

    static void measure(String place, PrintStream out) throws InterruptedException {
        try (Daybook daybook = open(place)) {
            IntStream.range(0, WARM_UP).forEach(user -> recall(daybook, user));
            long before = used();
            long[] nanoseconds = IntStream.range(WARM_UP, USERS)
                    .mapToLong(user -> recall(daybook, user))
                    .sorted()
                    .toArray();
            long bytes = used() - before;
            long users = nanoseconds.length;
            out.printf(
                    Locale.ROOT,
                    "%d images of %d exchanges: %,d bytes each, %,d an exchange; first recall p50 %.2f ms, p99 %.2f ms%n",
                    users,
                    MESSAGES / 2,
                    bytes / users,
                    bytes / users / (MESSAGES / 2),
                    nanoseconds[nanoseconds.length / 2] / 1e6,
                    nanoseconds[nanoseconds.length * 99 / 100] / 1e6);
        }
    }

    /** One hit, so that the cache of entries adds little to the memory of the images. */
    private static long recall(Daybook daybook, int user) {
        long begin = System.nanoTime();
        daybook.user("user-" + user).recall(Query.of(QUESTION).limit(1));
        return System.nanoTime() - begin;
    }

    private static long used() throws InterruptedException {
        Runtime runtime = Runtime.getRuntime();
        // The second collection takes what the first one has only made unreachable.
        for (int i = 0; i < 2; i++) {
            System.gc();
            Thread.sleep(100);
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static Daybook open(String place) {
        DaybookBuilder builder = place.contains("://") ? connected(URI.create(place)) : Daybook.builder(Path.of(place));
        return builder.embedder(new HashEmbedder()).open();
    }

    private static DaybookBuilder connected(URI address) {
        return StoreConnector.of(address)
                .map(connector -> Daybook.builder(
                        connector.connect(address, System.getenv("DAYBOOK_STORE_PASSWORD"), MasterKeys.NONE)))
                .orElseThrow(() -> new IllegalArgumentException("no store for " + address.getScheme() + ":"));
    }
}
