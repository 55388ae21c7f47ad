package dev.daybook.store;

import dev.daybook.data.Kind;
import java.util.Map;

/**
 * The numbers that a store keeps of a scope. Revision, epoch and positions never go back, also not by erasing.
 *
 * @param revision the last revision given; 0 for a scope that was never written
 * @param epoch the number of erasures
 * @param positions the last position given, by kind; kinds without any may be left out
 * @param counts the number of entries, by kind; kinds without any may be left out
 */
public record ScopeNumbers(long revision, long epoch, Map<Kind, Long> positions, Map<Kind, Long> counts) {

    /** The numbers of a scope that was never written. */
    public static final ScopeNumbers NONE = new ScopeNumbers(0, 0, Map.of(), Map.of());

    public ScopeNumbers {
        positions = Map.copyOf(positions);
        counts = Map.copyOf(counts);
    }

    /** The same as the answer of {@link Store#head}. */
    public Head head() {
        return new Head(revision, epoch, counts);
    }
}
