package dev.daybook.query;

import dev.daybook.error.StaleVersionException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the present version of an entry, under which a change of it is made (compare-and-set). It is tested in
 * the step that makes the change, so no other change comes between. Version 0 stands for an entry that does not exist.
 *
 * @param accepted the versions of which the entry must have one; null: any
 * @param rejected the versions that the entry must not have
 */
public record VersionCondition(@Nullable Set<Long> accepted, Set<Long> rejected) {

    /** No condition. */
    public static final VersionCondition NONE = new VersionCondition(null, Set.of());

    private static final long ABSENT = 0;

    public VersionCondition {
        accepted = accepted == null ? null : Set.copyOf(accepted);
        rejected = Set.copyOf(rejected);
    }

    /** Requires a version; 0: that the entry does not exist. */
    public static VersionCondition of(long version) {
        return oneOf(Set.of(version));
    }

    /** Requires one of some versions. */
    public static VersionCondition oneOf(Set<Long> versions) {
        return new VersionCondition(versions, Set.of());
    }

    /** Requires another version than these. */
    public static VersionCondition noneOf(Set<Long> versions) {
        return new VersionCondition(null, versions);
    }

    /** Requires that the entry exists. */
    public static VersionCondition existing() {
        return noneOf(Set.of(ABSENT));
    }

    /** Requires that the entry does not exist. */
    public static VersionCondition absent() {
        return of(ABSENT);
    }

    /** Requires both conditions. */
    public VersionCondition and(VersionCondition other) {
        Set<Long> neither = new HashSet<>(rejected);
        neither.addAll(other.rejected);
        if (accepted == null || other.accepted == null) {
            return new VersionCondition(accepted == null ? other.accepted : accepted, neither);
        }
        Set<Long> both = new HashSet<>(accepted);
        both.retainAll(other.accepted);
        return new VersionCondition(both, neither);
    }

    /**
     * Returns this condition on the entry with an id.
     *
     * @param argument the argument with the entry, for the message
     * @throws IllegalArgumentException if the entry has no id, under which no version can be there
     */
    public VersionCondition onId(String argument, @Nullable String id) {
        if (id == null && !equals(NONE)) {
            throw new IllegalArgumentException("condition is given, and the " + argument
                    + " has no id; give the id that the condition is about, or no condition");
        }
        return this;
    }

    /** Returns whether the condition holds for a version; 0: for an entry that does not exist. */
    public boolean holds(long version) {
        return (accepted == null || accepted.contains(version)) && !rejected.contains(version);
    }

    /**
     * Requires that the condition holds for a version.
     *
     * @param entry the entry for the message, such as {@code block 'persona'}
     * @throws StaleVersionException if it does not hold
     */
    public void require(String entry, long version) {
        if (holds(version)) {
            return;
        }
        String present = version == ABSENT ? " does not exist" : " is at version " + version;
        String expected = accepted != null && accepted.size() == 1 && rejected.isEmpty()
                ? ", not " + accepted.iterator().next()
                : ", which the condition of the change excludes";
        throw new StaleVersionException(entry + present + expected + "; read it again, then repeat the change");
    }
}
