package dev.daybook.bench.child;

import dev.daybook.outcome.ErasureReceipt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Operations on all rows of a user, over ten users of about the median size: W6 exports them, W5 forgets them, and
 * W5bytes is the time from the last of these forgets until no file contains the bytes.
 *
 * <p>Before W5 the same code runs for small users that are written for it: ten calls of cold code would measure the
 * JIT compiler. The duration of the very first forget is reported as {@code first_ms}.
 */
record ScopeWorkload(LoadedStore store, MeasurementWriter out) implements ChildWorkload {

    private static final int WARM_UPS = 30;
    private static final int WARM_UP_ROWS = 5;

    @Override
    public boolean run(String name, double budgetSeconds) throws Exception {
        switch (name) {
            case "W5" -> {
                if (!store.hasOneUser()) {
                    forget(name);
                }
            }
            case "W6" -> export(name);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void export(String name) throws Exception {
        List<String> users = store.medianUsers();
        users.forEach(store.daybook()::export);
        List<Integer> rows = new ArrayList<>();
        OperationTimings timings =
                forEach(users, user -> rows.add(store.daybook().export(user)));
        Map<String, Object> figures = timings.figures();
        figures.put("rows_mean", mean(rows));
        out.write(name, figures);
    }

    private void forget(String name) throws Exception {
        double first = warmUp();
        List<String> users = store.medianUsers();
        List<ErasureReceipt> receipts = new ArrayList<>();
        Map<String, Object> figures = forEach(
                        users, user -> receipts.add(store.daybook().forget(user)))
                .figures();
        String last = users.get(users.size() - 1);
        long begin = System.nanoTime();
        ErasureReceipt erasure = store.daybook().awaitErasure(last, receipts.get(receipts.size() - 1));
        double bytesGone = (System.nanoTime() - begin) / 1e6;
        String key = store.queries().get(0).key();
        figures.put(
                "rows_mean",
                receipts.stream().mapToLong(ErasureReceipt::count).average().orElse(0));
        figures.put("first_ms", first);
        figures.put(
                "left_after",
                users.stream()
                        .mapToInt(user -> store.daybook().nearest(user, key).size())
                        .sum());
        store.forgotten(users);
        out.write(name, figures);

        Map<String, Object> bytes = new LinkedHashMap<>();
        bytes.put("ops", 1);
        bytes.put("p50_ms", bytesGone);
        bytes.put("bytes", erasure.bytes().toString());
        out.write(name + "bytes", bytes);
    }

    /** Forgets small users and waits until their bytes are gone; returns the duration of the first forget. */
    private double warmUp() throws Exception {
        List<Double> durations = new ArrayList<>();
        for (int i = 0; i < WARM_UPS; i++) {
            String user = "warm-up-" + i;
            for (int row = 0; row < WARM_UP_ROWS; row++) {
                int number = store.nextRow();
                ExchangeRow source = store.newRow(number);
                store.daybook().remember(source.of(source.id(), user, source.time()), store.newVector(number));
            }
            durations.add(OperationTimings.millisecondsOf(() -> store.daybook().forget(user)));
        }
        store.daybook().awaitErasure("warm-up-0", store.daybook().forget("warm-up-0"));
        return durations.get(0);
    }

    /** An operation on one user. */
    private interface UserOperation {
        void run(String user);
    }

    private static OperationTimings forEach(List<String> users, UserOperation operation) throws Exception {
        int[] next = {0};
        return OperationTimings.repeat(0, users.size(), Double.MAX_VALUE, () -> operation.run(users.get(next[0]++)));
    }

    private static double mean(List<Integer> counts) {
        return counts.stream().mapToInt(Integer::intValue).average().orElse(0);
    }
}
