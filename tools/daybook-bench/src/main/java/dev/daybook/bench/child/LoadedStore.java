package dev.daybook.bench.child;

import dev.daybook.model.Embedding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A loaded store with its data set: the subject of all workloads. Writes are thread-safe. */
final class LoadedStore {

    /** The rows of the data set, behind those of the load, that new writes take their texts from. */
    static final int NEW_ROWS = 4_000;

    private final BenchmarkData data;
    private final Path folder;
    private final int rows;
    private final Map<String, Integer> rowsOfUser = new LinkedHashMap<>();
    private final List<ExpectedHits> queries;
    private final AtomicInteger written = new AtomicInteger();
    private MeasuredDaybook daybook;

    /** @param rows the number of loaded rows */
    LoadedStore(BenchmarkData data, Path folder, int rows, boolean oneUser, MeasuredDaybook daybook)
            throws IOException {
        this.data = data;
        this.folder = folder;
        this.rows = rows;
        this.daybook = daybook;
        for (int i = 0; i < rows; i++) {
            rowsOfUser.merge(data.row(i).user(), 1, Integer::sum);
        }
        this.queries = new CopyOnWriteArrayList<>(data.queries(rows, oneUser));
        for (ExpectedHits query : queries) {
            daybook.vectors().put(query.key(), query.vector());
            daybook.vectors().put(query.text(), query.vector());
        }
    }

    MeasuredDaybook daybook() {
        return daybook;
    }

    BenchmarkData data() {
        return data;
    }

    Path folder() {
        return folder;
    }

    int rows() {
        return rows;
    }

    /** Returns the queries of users who were not forgotten. */
    List<ExpectedHits> queries() {
        return queries;
    }

    /** Returns true while the store has exactly the rows of the load, so that the expected hits are right. */
    boolean isUnchanged() {
        return written.get() == 0;
    }

    /** Returns up to ten users with about the median number of rows. */
    List<String> medianUsers() {
        List<String> bySize = rowsOfUser.keySet().stream()
                .sorted(Comparator.comparing(rowsOfUser::get))
                .toList();
        int middle = bySize.size() / 2;
        return bySize.subList(Math.max(0, middle - 5), Math.min(bySize.size(), middle + 5));
    }

    boolean hasOneUser() {
        return rowsOfUser.size() == 1;
    }

    /** Removes forgotten users from the queries. */
    void forgotten(List<String> users) {
        users.forEach(rowsOfUser::remove);
        queries.removeIf(query -> users.contains(query.user()));
    }

    /** Returns the number of a row that was not written yet. */
    int nextRow() {
        return rows + written.getAndIncrement();
    }

    ExchangeRow newRow(int number) {
        String now = Instant.now().truncatedTo(ChronoUnit.MICROS).toString();
        ExchangeRow source = data.row(number);
        return source.of(BenchmarkData.id("nw", number), source.user(), now);
    }

    Embedding newVector(int number) {
        return data.vector(number);
    }

    /** Writes a new row: one durable write. */
    void writeNewRow() {
        int number = nextRow();
        daybook.remember(newRow(number), newVector(number));
    }

    /** Opens the daybook again after {@link #close}. */
    void open() {
        daybook = new MeasuredDaybook(folder, daybook.vectors());
    }

    void close() {
        daybook.close();
    }
}
