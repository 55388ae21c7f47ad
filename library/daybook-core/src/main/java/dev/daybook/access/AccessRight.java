package dev.daybook.access;

import dev.daybook.internal.checks.ShortenedText;
import dev.daybook.internal.text.LetterCase;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A right of a key. No right includes another. */
public enum AccessRight {
    /** Recall, list and export. */
    READ,
    /** Write, change and derive. */
    WRITE,
    /** Erase. */
    FORGET,
    /** Import, change the settings of the space, and read the metrics of the process. */
    ADMIN,
    /** Read the shared scope of the space through the memory of one user. A key of a space can always read it. */
    SHARED,
    /** Propose episodes, which wait in quarantine for a review. Includes no right to write or to read. */
    PROPOSE;

    public String label() {
        return LetterCase.label(this);
    }

    public static AccessRight of(String label) {
        for (AccessRight right : values()) {
            if (right.label().equals(label)) {
                return right;
            }
        }
        throw new IllegalArgumentException("right is '" + ShortenedText.of(label) + "'; use "
                + Arrays.stream(values()).map(AccessRight::label).collect(Collectors.joining(", ")));
    }
}
