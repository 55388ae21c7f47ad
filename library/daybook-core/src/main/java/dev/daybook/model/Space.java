package dev.daybook.model;

import dev.daybook.internal.checks.ArgumentChecks;

/**
 * A tenant or project. No read, write or derivation crosses from one space into another.
 *
 * @param id 1 to 512 code points, not blank, no control character; compared byte for byte
 */
public record Space(String id) {

    /** The space of callers that name none, {@code default}. */
    public static final Space DEFAULT = new Space("default");

    /** @throws IllegalArgumentException if the id is blank, too long or has a control character or lone surrogate */
    public Space {
        ArgumentChecks.id("space", id);
    }
}
