package dev.daybook.bench.child;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Recalls of ten rows with their texts: W3 by vector, W3h hybrid, both in one thread, W3c8 and W3hc8 in eight; and W4,
 * the last 20 turns of a session.
 */
final class RecallWorkload implements ChildWorkload {

    private static final int WARM_UPS = 50;
    private static final int MAX_RECALLS = 5_000;
    private static final int THREADS = 8;

    /** Queries whose answer is compared with the exact one, before the measurement. */
    private static final int CHECKED = 100;

    /** A way to recall. */
    private interface MeasuredRecall {
        List<String> of(ExpectedHits query);
    }

    private final LoadedStore store;
    private final MeasurementWriter out;
    private final AtomicInteger next = new AtomicInteger();

    RecallWorkload(LoadedStore store, MeasurementWriter out) {
        this.store = store;
        this.out = out;
    }

    @Override
    public boolean run(String name, double budgetSeconds) throws Exception {
        switch (name) {
            case "W3" -> recalls(name, budgetSeconds, this::nearest);
            case "W3h" -> recalls(name, budgetSeconds, this::best);
            case "W3c8" -> concurrentRecalls(name, budgetSeconds, this::nearest);
            case "W3hc8" -> concurrentRecalls(name, budgetSeconds, this::best);
            case "W4" ->
                out.write(
                        name,
                        OperationTimings.repeat(WARM_UPS, MAX_RECALLS, budgetSeconds, this::history)
                                .figures());
            default -> {
                return false;
            }
        }
        return true;
    }

    private void recalls(String name, double budgetSeconds, MeasuredRecall recall) throws Exception {
        Double agreement = store.isUnchanged() ? agreement(recall) : null;
        Map<String, Object> figures = OperationTimings.repeat(
                        WARM_UPS, MAX_RECALLS, budgetSeconds, () -> recall.of(query(next.getAndIncrement())))
                .figures();
        if (agreement != null) {
            figures.put("recall10", agreement);
        }
        out.write(name, figures);
    }

    /** Returns the mean part of the ten nearest rows that the answers have. */
    private double agreement(MeasuredRecall recall) {
        return store.queries().stream()
                .limit(CHECKED)
                .mapToDouble(query -> query.recall(recall.of(query)))
                .average()
                .orElse(0);
    }

    private void concurrentRecalls(String name, double budgetSeconds, MeasuredRecall recall) throws Exception {
        Map<String, Object> figures = OperationTimings.concurrent(
                        THREADS,
                        budgetSeconds,
                        () -> recall.of(query(ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE))))
                .figures();
        figures.put("threads", THREADS);
        out.write(name, figures);
    }

    private void history() {
        ExchangeRow row = store.data().row(ThreadLocalRandom.current().nextInt(store.rows()));
        store.daybook().history(row.user(), row.session());
    }

    private ExpectedHits query(int number) {
        List<ExpectedHits> queries = store.queries();
        return queries.get(number % queries.size());
    }

    private List<String> nearest(ExpectedHits query) {
        return store.daybook().nearest(query.user(), query.key());
    }

    private List<String> best(ExpectedHits query) {
        return store.daybook().best(query.user(), query.text());
    }
}
