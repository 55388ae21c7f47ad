package dev.daybook.internal.extract;

import dev.daybook.internal.text.LetterCase;

/** The relations that rules read: what people state of themselves that lasts. */
public enum FactPredicate {
    NAME_IS(true),
    AGE_IS(true),
    BORN_ON(true),
    BORN_IN(true),
    COMES_FROM(false),
    LIVES_IN(true),
    WORKS_AS(true),
    WORKS_AT(true),
    STUDIES(false),
    /** The object names the relative: "sister Ines". */
    HAS_FAMILY(false),
    HAS_PET(false),
    OWNS(false),
    HAS_NO(false),
    USES(false),
    HAS_CONDITION(false),
    ALLERGIC_TO(false),
    EATS(false),
    AVOIDS(false),
    RELIGION_IS(true),
    LIKES(false),
    DISLIKES(false),
    PREFERS(false),
    /** The object names the subject matter: "colour: blue". */
    FAVOURITE(false),
    SPEAKS(false),
    SKILLED_IN(false),
    CANNOT(false),
    /** A habit: "swim twice a week". */
    DOES(false),
    CONTACT_BY(false);

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
