package dev.daybook.store;

import dev.daybook.model.Kind;
import java.util.Map;

/**
 * The numbers of a scope that {@link BatchPlan} needs. Revision, epoch and positions never decrease, not even by an
 * erasure.
 *
 * @param revision the last assigned revision; 0 for a scope without any write
 * @param epoch the number of erasures
 * @param positions the last assigned position by kind; a kind without any may be absent
 * @param counts the number of entries by kind; a kind without any may be absent
 */
public record ScopeNumbers(long revision, long epoch, Map<Kind, Long> positions, Map<Kind, Long> counts) {

    /** The numbers of a scope without any write. */
    public static final ScopeNumbers NONE = new ScopeNumbers(0, 0, Map.of(), Map.of());

    public ScopeNumbers {
        positions = Map.copyOf(positions);
        counts = Map.copyOf(counts);
    }

    /** Returns the result of {@link Store#head}. */
    public Head head() {
        return new Head(revision, epoch, counts);
    }
}
