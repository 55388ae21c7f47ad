package dev.daybook.store;

import dev.daybook.model.Kind;
import java.util.Map;

/**
 * The result of an erasure.
 *
 * @param number the store's ascending number of the erasure, from 1, the argument of {@link Store#bytes}
 * @param counts the erased entries by kind; kinds without any are left out
 */
public record EraseResult(long number, Map<Kind, Long> counts) {
    public EraseResult {
        counts = Map.copyOf(counts);
    }
}
