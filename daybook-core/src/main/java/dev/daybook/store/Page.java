package dev.daybook.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of results.
 *
 * @param cursor the argument for the next page; null after the last. A page may be empty without being the last
 */
public record Page<T>(List<T> items, @Nullable String cursor) {
    public Page {
        items = List.copyOf(items);
    }
}
