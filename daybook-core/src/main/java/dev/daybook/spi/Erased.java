package dev.daybook.spi;

import dev.daybook.data.Kind;
import java.util.Map;

/**
 * What an erasure took away.
 *
 * @param number the store's number of this erasure, from 1, growing; {@link Store#bytes} is asked by it
 * @param counts how many entries went, by kind; kinds without any are left out
 */
public record Erased(long number, Map<Kind, Long> counts) {
    public Erased {
        counts = Map.copyOf(counts);
    }
}
