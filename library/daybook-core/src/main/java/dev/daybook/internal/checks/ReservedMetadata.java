package dev.daybook.internal.checks;

import java.util.Set;

/** Rejects metadata names that are reserved for the library. */
public final class ReservedMetadata {

    /** The prefix of the reserved names. */
    public static final String PREFIX = "daybook.";

    private ReservedMetadata() {}

    /**
     * Rejects a reserved metadata name.
     *
     * @throws IllegalArgumentException if a metadata name begins with {@link #PREFIX}
     */
    public static void check(Set<String> names) {
        for (String name : names) {
            if (name.startsWith(PREFIX)) {
                throw new IllegalArgumentException("metadata name '" + name + "' begins with '" + PREFIX
                        + "', which is reserved for the library; use another name");
            }
        }
    }
}
