package dev.daybook.bench.child;

import dev.daybook.model.NewEpisode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The bulk load (W9) and the sizes after it (W8). Rows come in the order of the data set, in chunks; within a chunk
 * each user's rows are one batch.
 *
 * @param users one: the user field of the data set is ignored
 * @param budgetSeconds the load ends early after a chunk if this time is over
 */
record BulkLoad(Path data, int rows, int users, Path store, double budgetSeconds) {

    private static final int CHUNK = 5_000;
    private static final int THREADS = 8;

    static BulkLoad of(Map<String, @Nullable Object> command) {
        return new BulkLoad(
                Path.of(String.valueOf(command.get("data"))),
                number(command, "n", 0).intValue(),
                number(command, "tenants", 1).intValue(),
                Path.of(String.valueOf(command.get("store"))),
                number(command, "budget_s", 600).doubleValue());
    }

    static Number number(Map<String, @Nullable Object> command, String field, Number otherwise) {
        return command.get(field) instanceof Number number ? number : otherwise;
    }

    LoadedStore run(MeasurementWriter out) throws Exception {
        boolean oneUser = users == 1;
        BenchmarkData source = BenchmarkData.read(data, rows + LoadedStore.NEW_ROWS, oneUser);
        Files.createDirectories(store.toAbsolutePath().getParent());
        long residentBefore = resident();
        MeasuredDaybook daybook = new MeasuredDaybook(store, new VectorLookup(source.dimensions()));

        long processor = OperationTimings.processorNanos();
        long begin = System.nanoTime();
        int loaded = load(source, daybook, begin);
        double durable = secondsSince(begin);
        daybook.awaitVectors();
        double searchable = secondsSince(begin);
        double processorMilliseconds = (OperationTimings.processorNanos() - processor) / 1e6;

        out.size(loaded, users);
        Map<String, Object> speed = new LinkedHashMap<>();
        speed.put("rows", loaded);
        speed.put("complete", loaded == rows);
        speed.put("rows_s", loaded / searchable);
        speed.put("load_s", durable);
        speed.put("index_s", searchable - durable);
        speed.put("cpu_ms", processorMilliseconds / loaded);
        out.write("W9", speed);

        Map<String, Object> sizes = new LinkedHashMap<>();
        sizes.put("disk_bytes_per_episode", bytes(store) / (double) loaded);
        sizes.put("rss_bytes_per_episode", (resident() - residentBefore) / (double) loaded);
        sizes.put("rss_mb", resident() / 1e6);
        out.write("W8", sizes);
        return new LoadedStore(source, store, loaded, oneUser, daybook);
    }

    private int load(BenchmarkData source, MeasuredDaybook daybook, long begin)
            throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            int loaded = 0;
            while (loaded < rows && (loaded == 0 || secondsSince(begin) < budgetSeconds)) {
                int end = Math.min(rows, loaded + CHUNK);
                chunk(source, daybook, loaded, end, pool);
                loaded = end;
            }
            return loaded;
        } finally {
            pool.shutdownNow();
        }
    }

    private static void chunk(BenchmarkData source, MeasuredDaybook daybook, int from, int to, ExecutorService pool)
            throws InterruptedException, ExecutionException {
        Map<String, List<NewEpisode>> byUser = new LinkedHashMap<>();
        for (int i = from; i < to; i++) {
            ExchangeRow row = source.row(i);
            byUser.computeIfAbsent(row.user(), user -> new ArrayList<>()).add(row.episode(source.vector(i)));
        }
        List<Future<?>> batches = new ArrayList<>();
        byUser.forEach((user, episodes) -> batches.add(pool.submit(() -> daybook.rememberAll(user, episodes))));
        for (Future<?> batch : batches) {
            batch.get();
        }
    }

    private static double secondsSince(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    /** Returns the resident memory after a collection; 0 where there is no {@code /proc}. */
    private static long resident() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        System.gc();
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                .findFirst()
                .orElse(0);
    }
}
