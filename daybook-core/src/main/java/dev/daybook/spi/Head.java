package dev.daybook.spi;

import dev.daybook.data.Kind;
import java.util.Map;

/**
 * The state of a scope in few numbers.
 *
 * @param revision the last revision it gave; 0 for a scope that was never written. Never goes back, also not by erasing
 * @param epoch how often something was erased from it: whoever holds an image of the scope drops it when this changes
 * @param counts how many entries of each kind there are; kinds without any are left out
 */
public record Head(long revision, long epoch, Map<Kind, Long> counts) {

    public static final Head EMPTY = new Head(0, 0, Map.of());

    public Head {
        counts = Map.copyOf(counts);
    }
}
