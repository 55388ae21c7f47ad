package dev.daybook.testkit;

import dev.daybook.model.Kind;
import dev.daybook.spi.IdGenerator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Ids that a test can foretell: {@code ep_1}, {@code ep_2}, … and {@code fact_1}, each kind from 1. Thread-safe. */
public final class CountingIds implements IdGenerator {

    private final Map<Kind, Long> last = new ConcurrentHashMap<>();

    public CountingIds() {}

    @Override
    public String next(Kind kind) {
        return kind.idPrefix() + last.merge(kind, 1L, Long::sum);
    }
}
