package dev.daybook.internal.consolidate;

import dev.daybook.internal.text.LetterCase;
import java.util.Set;

/** Predicates with one object at a time. Any other predicate may have several, so no fact is ended by mistake. */
final class SingleValues {

    private static final Set<String> PREDICATES = Set.of(
            "name_is",
            "named",
            "name",
            "is_named",
            "lives_in",
            "lives_at",
            "home",
            "resides_in",
            "works_as",
            "works_at",
            "works_for",
            "job",
            "occupation",
            "employer",
            "age",
            "is_aged",
            "born_on",
            "birthday",
            "email",
            "phone",
            "timezone",
            "married_to",
            "spouse");

    private SingleValues() {}

    /** Returns whether a derived fact of a predicate has one object at a time. */
    static boolean of(String predicate) {
        return PREDICATES.contains(LetterCase.lower(predicate.strip()).replace(' ', '_'));
    }
}
