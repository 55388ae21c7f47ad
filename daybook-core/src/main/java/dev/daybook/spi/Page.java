package dev.daybook.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of an answer.
 *
 * @param cursor give it back to get the next part; null if this was the last. A page may be empty and not the last
 */
public record Page<T>(List<T> items, @Nullable String cursor) {
    public Page {
        items = List.copyOf(items);
    }
}
