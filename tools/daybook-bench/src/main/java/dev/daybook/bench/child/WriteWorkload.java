package dev.daybook.bench.child;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Durable writes of one exchange with its vector: W1 in one thread, W1c8 in eight, and W10, the time from a write's
 * return to the first recall by vector that has the new row (W10h: by a hybrid recall).
 */
record WriteWorkload(LoadedStore store, MeasurementWriter out) implements ChildWorkload {

    private static final int WARM_UPS = 50;
    private static final int MAX_WRITES = 2_000;
    private static final int THREADS = 8;
    private static final int FIRST_HITS = 20;
    private static final double PATIENCE_MILLISECONDS = 2_000;
    private static final int QUERY_CHARACTERS = 60;

    @Override
    public boolean run(String name, double budgetSeconds) throws Exception {
        switch (name) {
            case "W1" ->
                out.write(
                        name,
                        OperationTimings.repeat(WARM_UPS, MAX_WRITES, budgetSeconds, store::writeNewRow)
                                .figures());
            case "W1c8" -> {
                Map<String, Object> figures = OperationTimings.concurrent(THREADS, budgetSeconds, store::writeNewRow)
                        .figures();
                figures.put("threads", THREADS);
                out.write(name, figures);
            }
            case "W10", "W10h" -> firstHits(name, name.equals("W10h"));
            default -> {
                return false;
            }
        }
        return true;
    }

    private void firstHits(String name, boolean hybrid) throws Exception {
        List<Double> delays = new ArrayList<>();
        int found = 0;
        for (int i = 0; i < FIRST_HITS; i++) {
            int number = store.nextRow();
            ExchangeRow row = store.newRow(number);
            String input = row.input();
            String query = hybrid
                    ? input.substring(0, Math.min(QUERY_CHARACTERS, input.length()))
                            .strip()
                    : "#new" + number;
            store.daybook().vectors().put(query, store.newVector(number));
            store.daybook().remember(row, store.newVector(number));
            long written = System.nanoTime();
            boolean hit = false;
            while (!hit && millisecondsSince(written) < PATIENCE_MILLISECONDS) {
                hit = hybrid
                        ? store.daybook().best(row.user(), query).contains(row.id())
                        : store.daybook().nearest(row.user(), query).contains(row.id());
            }
            delays.add(millisecondsSince(written));
            found += hit ? 1 : 0;
        }
        delays.sort(null);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("ops", FIRST_HITS);
        figures.put("first_hit_ms_p50", delays.get(FIRST_HITS / 2));
        figures.put("max_ms", delays.get(FIRST_HITS - 1));
        figures.put("visible", found / (double) FIRST_HITS);
        out.write(name, figures);
    }

    private static double millisecondsSince(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }
}
