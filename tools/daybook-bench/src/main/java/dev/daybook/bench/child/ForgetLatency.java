package dev.daybook.bench.child;

import dev.daybook.bench.quality.ScratchDaybook;
import dev.daybook.outcome.ErasureReceipt;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The latency of durable writes while another user is forgotten: one write is due every 5 ms. A round writes without a
 * forget, then as often with one that begins together with the first write.
 */
public final class ForgetLatency implements AutoCloseable {

    /** 200 writes a second, which leaves the writer idle for most of the time. */
    private static final Duration INTERVAL = Duration.ofMillis(5);

    /** A last write may be late by chance; all of them together may not. */
    private static final double LATE = 1.05;

    private static final int ROWS_A_USER = 100;
    private static final double LOAD_SECONDS = 3_600;

    private final Path folder;
    private final LoadedStore store;
    private final int users;
    private final List<String> forgettable;
    private boolean overloaded;

    /**
     * Loads a store in a new folder, and warms the code up with writes.
     *
     * @param warmUps the number of these writes
     */
    public ForgetLatency(Path data, Path stores, int rows, int warmUps) throws Exception {
        this.folder = Files.createTempDirectory(stores, "forget");
        this.users = Math.max(2, rows / ROWS_A_USER);
        this.store = new BulkLoad(data, rows, users, folder.resolve("s"), LOAD_SECONDS)
                .run(new MeasurementWriter(new PrintStream(PrintStream.nullOutputStream()), "daybook"));
        this.forgettable = new ArrayList<>(store.medianUsers());
        for (int i = 0; i < warmUps; i++) {
            writeOfAnother("");
        }
    }

    /** Returns the measurements of a round: the writes without a forget, the writes with one, and the erasure. */
    public List<Map<String, Object>> round(int writes, int round) throws Exception {
        if (forgettable.isEmpty()) {
            throw new IllegalStateException("no user of the median size is left; use fewer rounds");
        }
        String user = forgettable.remove(0);
        OperationTimings quiet = OperationTimings.paced(writes, INTERVAL, () -> writeOfAnother(user));
        overloaded |= quiet.seconds() > LATE * writes * INTERVAL.toNanos() / 1e9;
        ExecutorService forgetter = Executors.newSingleThreadExecutor();
        try {
            Future<Erasing> erasing = forgetter.submit(() -> forget(user));
            OperationTimings during = OperationTimings.paced(writes, INTERVAL, () -> writeOfAnother(user));
            Erasing erased = erasing.get();
            Map<String, Object> bytes = new LinkedHashMap<>();
            bytes.put("p50_ms", erased.bytesGone());
            bytes.put("forget_ms", erased.forget());
            bytes.put("bytes", erased.receipt().bytes().toString());
            bytes.put("rows_mean", erased.receipt().count());
            return List.of(
                    line("writes-alone", round, quiet.figures()),
                    line("writes-with-forget", round, during.figures()),
                    line("forget-bytes-gone", round, bytes));
        } finally {
            forgetter.shutdownNow();
        }
    }

    /** Returns true if the writes without a forget took longer than they were given. */
    public boolean isOverloaded() {
        return overloaded;
    }

    private void writeOfAnother(String forgotten) {
        int number = store.nextRow();
        while (store.data().row(number).user().equals(forgotten)) {
            number = store.nextRow();
        }
        store.daybook().remember(store.newRow(number), store.newVector(number));
    }

    /** An erasure, with the milliseconds until the forget returned and until its bytes were gone. */
    private record Erasing(double forget, double bytesGone, ErasureReceipt receipt) {}

    private Erasing forget(String user) {
        long begin = System.nanoTime();
        ErasureReceipt pending = store.daybook().forget(user);
        double forgotten = (System.nanoTime() - begin) / 1e6;
        ErasureReceipt receipt = store.daybook().awaitErasure(user, pending);
        return new Erasing(forgotten, (System.nanoTime() - begin) / 1e6, receipt);
    }

    private Map<String, Object> line(String workload, int round, Map<String, Object> figures) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("peer", "daybook");
        line.put("workload", workload);
        line.put("n", store.rows());
        line.put("tenants", users);
        line.put("round", round);
        line.putAll(figures);
        return line;
    }

    @Override
    public void close() throws IOException {
        store.close();
        ScratchDaybook.delete(folder);
    }
}
