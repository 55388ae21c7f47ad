package dev.daybook.internal.grammar;

import dev.daybook.internal.text.LetterCase;

/** The relations that rules read: what people state of themselves that lasts. */
public enum FactPredicate {
    NAME_IS(true, "has the name"),
    AGE_IS(true, "has the age"),
    BORN_ON(true, "was born on"),
    BORN_IN(true, "was born in"),
    COMES_FROM(false),
    LIVES_IN(true),
    WORKS_AS(true),
    WORKS_AT(true),
    STUDIES(false),
    /** The object names the relative: "sister Ines". */
    HAS_FAMILY(false, "has family:"),
    HAS_PET(false, "has a pet:"),
    OWNS(false),
    HAS_NO(false),
    USES(false),
    HAS_CONDITION(false, "has a condition:"),
    ALLERGIC_TO(false, "is allergic to"),
    EATS(false),
    AVOIDS(false),
    RELIGION_IS(true, "has the religion"),
    LIKES(false),
    DISLIKES(false),
    PREFERS(false),
    /** The object names the subject matter: "colour: blue". */
    FAVOURITE(false, "has a favourite"),
    SPEAKS(false),
    SKILLED_IN(false, "is skilled in"),
    CANNOT(false),
    /** A habit: "swim twice a week". */
    DOES(false, "has a habit:"),
    CONTACT_BY(false, "is best reached by");

    private final boolean singleValued;
    private final String words;

    FactPredicate(boolean singleValued) {
        this.singleValued = singleValued;
        this.words = label().replace('_', ' ');
    }

    FactPredicate(boolean singleValued, String words) {
        this.singleValued = singleValued;
        this.words = words;
    }

    /** Returns the name of the predicate in a fact: {@code lives_in}. */
    public String label() {
        return LetterCase.label(this);
    }

    /** Returns whether a later fact replaces an earlier one. A person has one home, but likes many things. */
    public boolean isSingleValued() {
        return singleValued;
    }

    /** Returns the words between subject and object in a sentence: {@code lives in}. */
    public String words() {
        return words;
    }
}
