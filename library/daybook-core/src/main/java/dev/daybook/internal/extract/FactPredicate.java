package dev.daybook.internal.extract;

import dev.daybook.internal.text.LetterCase;

/** The predicates of {@link StatedFact}. */
public enum FactPredicate {
    NAME_IS(true),
    LIVES_IN(true),
    WORKS_AS(true),
    WORKS_AT(true),
    LIKES(false),
    DISLIKES(false),
    PREFERS(false),
    /** The object names the subject matter: "colour: blue". */
    FAVOURITE(false);

    private final boolean singleValued;

    FactPredicate(boolean singleValued) {
        this.singleValued = singleValued;
    }

    /** Returns the name of the predicate in a fact: {@code lives_in}. */
    public String label() {
        return LetterCase.label(this);
    }

    /** Returns whether a later fact replaces an earlier one. A person has one home, but likes many things. */
    public boolean isSingleValued() {
        return singleValued;
    }
}
