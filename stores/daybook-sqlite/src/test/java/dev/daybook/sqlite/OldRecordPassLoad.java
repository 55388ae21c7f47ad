package dev.daybook.sqlite;

import static dev.daybook.sqlite.SqliteSamples.ADA;
import static dev.daybook.sqlite.SqliteSamples.BOB;
import static dev.daybook.sqlite.SqliteSamples.NOON;
import static dev.daybook.sqlite.SqliteSamples.batch;
import static dev.daybook.sqlite.SqliteSamples.episode;
import static dev.daybook.sqlite.SqliteSamples.put;

import dev.daybook.internal.sqlite.table.OldFormStore;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * Measures the pass over the records of earlier builds: its rate, and the durable writes of one writer before and during it.
 * The figures of {@code docs/benchmarks.md}. Arguments: an empty folder, the size of the store in MB,
 * and optionally other {@link OldRecordPass.Bounds}.
 */
final class OldRecordPassLoad {

    private static final int BODY = 800;
    private static final int VECTOR = 1536;
    private static final int ENTRIES_OF_A_BATCH = 256;
    private static final int ENTRY_BYTES = 2_600;
    private static final long MEGABYTE = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final long BEFORE = 20 * SECOND;

    private OldRecordPassLoad() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        long entries = Long.parseLong(arguments[1]) * MEGABYTE / ENTRY_BYTES;
        fill(folder, entries);
        OldFormStore.make(folder);
        long bytes = Files.size(folder.resolve("daybook.db"));
        try (SqliteStore store = SqliteStore.open(folder)) {
            long end = System.nanoTime() + BEFORE;
            print("before", writes(store, () -> System.nanoTime() < end));
            long begin = System.nanoTime();
            if (arguments.length > 2) {
                store.moving()
                        .bounds(new OldRecordPass.Bounds(
                                Integer.parseInt(arguments[2]),
                                Long.parseLong(arguments[3]),
                                Long.parseLong(arguments[4])));
            }
            store.moving().begin();
            store.writer().wakeIdleTasks();
            List<Long> during = writes(store, store.moving()::isNeeded);
            double seconds = (System.nanoTime() - begin) / (double) SECOND;
            print("during", during);
            System.out.printf(
                    "%d entries, %d MB in %.1f s, %.1f MB/s; the file then has %d MB%n",
                    entries,
                    bytes / MEGABYTE,
                    seconds,
                    bytes / seconds / MEGABYTE,
                    Files.size(folder.resolve("daybook.db")) / MEGABYTE);
        }
    }

    private static void fill(Path folder, long entries) {
        Random random = new Random(1);
        try (SqliteStore store = SqliteStore.open(folder)) {
            for (long i = 0; i < entries; i += ENTRIES_OF_A_BATCH) {
                List<EntryPut> puts = new ArrayList<>();
                for (long j = i; j < i + ENTRIES_OF_A_BATCH; j++) {
                    byte[] vector = new byte[VECTOR];
                    random.nextBytes(vector);
                    puts.add(new EntryPut(
                            episode("e" + j),
                            "s" + i,
                            NOON,
                            NOON,
                            EntryPut.LIVE,
                            Blob.of("x".repeat(BODY)),
                            Map.of("vector/x", Blob.of(vector)),
                            EntryPut.ANY));
                }
                store.write(batch(ADA, puts.toArray(EntryPut[]::new)));
            }
        }
    }

    /** Writes one entry after another with a pause, as a server with little load; returns the times. */
    private static List<Long> writes(SqliteStore store, BooleanSupplier on) throws InterruptedException {
        List<Long> times = new ArrayList<>();
        while (on.getAsBoolean()) {
            long begin = System.nanoTime();
            store.write(batch(BOB, put("b" + begin, "y".repeat(BODY))));
            times.add(System.nanoTime() - begin);
            Thread.sleep(2);
        }
        return times;
    }

    private static void print(String when, List<Long> times) {
        Collections.sort(times);
        System.out.printf(
                "%s: %d writes, p50 %.2f ms, p99 %.2f ms, longest %.2f ms%n",
                when,
                times.size(),
                times.get(times.size() / 2) / 1e6,
                times.get(times.size() * 99 / 100) / 1e6,
                times.get(times.size() - 1) / 1e6);
    }
}
