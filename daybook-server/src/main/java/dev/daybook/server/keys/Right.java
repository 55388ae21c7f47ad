package dev.daybook.server.keys;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a key allows. None includes another. */
public enum Right {
    /** To recall, list and export. */
    READ,
    /** To write, change and derive. */
    WRITE,
    /** To erase. */
    FORGET,
    /** To import, to change settings of the space, and to see how the process fares. */
    ADMIN,
    /** To see what is shared in the space through the memory of one user. A key of a space sees it anyway. */
    SHARED;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Right of(String label) {
        for (Right right : values()) {
            if (right.label().equals(label)) {
                return right;
            }
        }
        throw new IllegalArgumentException("right is '" + label + "'; use "
                + Arrays.stream(values()).map(Right::label).collect(Collectors.joining(", ")));
    }
}
