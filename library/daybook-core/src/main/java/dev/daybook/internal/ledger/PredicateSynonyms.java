package dev.daybook.internal.ledger;

import dev.daybook.internal.text.LetterCase;
import dev.daybook.internal.words.EnglishAnalyzer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The predicates that derived facts use for one relation. A model varies its words for a relation ({@code lives_in},
 * "resides in"), and facts of two predicates never meet. Only words that differ by their form or have the same meaning
 * for every object are one relation: a wrong alias would make a contradiction of two facts that are both true. So
 * {@code lives_at} (a street) is not {@code lives_in} (a town).
 */
public final class PredicateSynonyms {

    /** Liking. Its opposite is {@link #DISLIKES}: the later of the two statements about one object holds. */
    static final String LIKES = "likes";

    static final String DISLIKES = "dislikes";

    /** The favourite of a topic: "colour: blue". Each topic has one. */
    static final String FAVOURITE = "favourite";

    /** The relations with one object at a time. Any other relation may have several, so no fact is ended by mistake. */
    private static final Map<String, List<String>> SINGLE_VALUED = Map.ofEntries(
            Map.entry("name_is", List.of("name", "named", "is_named", "is_called")),
            Map.entry("lives_in", List.of("living_in", "is_living_in", "resides_in")),
            Map.entry("lives_at", List.of("resides_at")),
            Map.entry("home", List.of()),
            Map.entry("works_as", List.of("job", "occupation", "profession")),
            Map.entry("works_at", List.of("works_for", "employer", "is_employed_by", "is_employed_at")),
            Map.entry("age", List.of("age_is", "is_aged", "aged")),
            Map.entry("born_on", List.of("birthday", "date_of_birth", "was_born_on")),
            Map.entry("born_in", List.of("was_born_in", "place_of_birth")),
            Map.entry("religion_is", List.of("religion")),
            Map.entry("email", List.of("email_address")),
            Map.entry("phone", List.of("phone_number")),
            Map.entry("timezone", List.of("time_zone")),
            Map.entry("married_to", List.of("is_married_to", "spouse")));

    private static final Map<String, List<String>> MANY_VALUED = Map.of(
            LIKES,
            List.of("loves", "enjoys", "is_fond_of"),
            DISLIKES,
            List.of("hates", "does_not_like"),
            FAVOURITE,
            List.of("favorite"),
            "prefers",
            List.of());

    private static final Map<String, String> RELATIONS = new HashMap<>();

    static {
        List.of(SINGLE_VALUED, MANY_VALUED)
                .forEach(table ->
                        table.forEach((relation, aliases) -> aliases.forEach(alias -> RELATIONS.put(alias, relation))));
    }

    private static final Pattern AUXILIARY = Pattern.compile("^(?:is|are|am)_(?=.)");

    private static final String PAST = "ed";

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s_-]++");

    private PredicateSynonyms() {}

    /** Returns the name of the relation of a predicate: "Resides in" is {@code lives_in}. */
    static String relation(String predicate) {
        String form = form(predicate);
        String relation = RELATIONS.getOrDefault(form, form);
        return isListed(relation) || isListed(present(form)) ? relation : present(form);
    }

    private static boolean isListed(String relation) {
        return SINGLE_VALUED.containsKey(relation) || MANY_VALUED.containsKey(relation);
    }

    /** Returns one form of a predicate for its forms in the present: "is playing", "plays". The past is another relation. */
    private static String present(String form) {
        String words = AUXILIARY.matcher(form).replaceFirst("");
        int end = words.indexOf('_');
        String verb = end < 0 ? words : words.substring(0, end);
        List<String> terms = verb.endsWith(PAST) ? List.of() : EnglishAnalyzer.terms(verb);
        return terms.size() == 1 ? terms.get(0) + words.substring(verb.length()) : form;
    }

    /** Returns a predicate in the form of a name: "Resides in" is {@code resides_in}. */
    static String form(String predicate) {
        return BETWEEN_WORDS.matcher(LetterCase.lower(predicate.strip())).replaceAll("_");
    }

    /** Returns whether a derived fact of a predicate has one object at a time. */
    public static boolean isSingleValued(String predicate) {
        return SINGLE_VALUED.containsKey(relation(predicate));
    }
}
