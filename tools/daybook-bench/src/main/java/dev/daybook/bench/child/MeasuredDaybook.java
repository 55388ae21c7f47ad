package dev.daybook.bench.child;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.model.Embedding;
import dev.daybook.model.Entry;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The daybook under test, with the operations that are measured. Thread-safe. */
final class MeasuredDaybook implements AutoCloseable {

    private static final int HITS = 10;
    private static final int TURNS = 20;

    private final LocalDaybook daybook;
    private final VectorLookup vectors;

    MeasuredDaybook(Path folder, VectorLookup vectors) {
        this.daybook = Daybook.builder(folder).embedder(vectors).open();
        this.vectors = vectors;
    }

    void remember(ExchangeRow row, Embedding vector) {
        daybook.user(row.user()).remember(row.episode(vector));
    }

    void rememberAll(String user, List<NewEpisode> episodes) {
        daybook.user(user).remember(episodes);
    }

    /** Returns the ids of a recall by vector; the key names the vector. */
    List<String> nearest(String user, String key) {
        return recall(user, Query.of(key).by(Query.By.MEANING));
    }

    /** Returns the ids of a hybrid recall, the default of the library. */
    List<String> best(String user, String text) {
        return recall(user, Query.of(text));
    }

    int history(String user, String session) {
        return daybook.user(user).session(session).turns(TURNS).size();
    }

    int export(String user) {
        try (Stream<Entry> entries = daybook.user(user).archive().exportAll()) {
            // A count alone might not read the entries.
            return entries.mapToInt(entry -> entry.id().isEmpty() ? 0 : 1).sum();
        }
    }

    ErasureReceipt forget(String user) {
        return daybook.user(user).forget(Selection.everything());
    }

    ErasureReceipt awaitErasure(String user, ErasureReceipt erasure) {
        Memory memory = daybook.user(user);
        return memory.operations().await(erasure, Duration.ofMinutes(10));
    }

    /** Waits until no entry lacks its vector. */
    void awaitVectors() throws InterruptedException {
        while (daybook.maintenance().backlogStatus().vectors().scopes() > 0) {
            Thread.sleep(2);
        }
    }

    VectorLookup vectors() {
        return vectors;
    }

    @Override
    public void close() {
        daybook.close();
    }

    private List<String> recall(String user, Query query) {
        return daybook.user(user).recall(query.limit(HITS)).stream()
                .map(Hit::id)
                .toList();
    }
}
