package dev.daybook.extract;

import java.util.Locale;

/** What {@link StatedFact} can tell of somebody, and nothing more. */
public enum Predicate {
    NAME_IS(true),
    LIVES_IN(true),
    WORKS_AS(true),
    WORKS_AT(true),
    LIKES(false),
    DISLIKES(false),
    PREFERS(false),
    /** The object says of what: "colour: blue". */
    FAVOURITE(false);

    private final boolean singleValued;

    Predicate(boolean singleValued) {
        this.singleValued = singleValued;
    }

    /** As it is written in a fact: {@code lives_in}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a later one replaces an earlier one: one has one home, but likes many things. */
    public boolean isSingleValued() {
        return singleValued;
    }
}
