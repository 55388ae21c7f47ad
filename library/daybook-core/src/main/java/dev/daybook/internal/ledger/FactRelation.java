package dev.daybook.internal.ledger;

import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.Fact;
import dev.daybook.model.SummaryMethod;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/**
 * The place of a fact among others: its line and its value there, without differences of form.
 *
 * @param line the subject and the relation
 * @param value the object in a form for comparison
 * @param isOpposite whether it states the opposite of the relation: {@code dislikes} is on the line of {@code likes},
 *     and so is what is negated
 */
record FactRelation(Line line, String value, boolean isOpposite) {

    private static final Pattern SPACE = Pattern.compile("\\s++");

    /** "a nurse" and "nurse" are one object. */
    private static final Pattern ARTICLE = Pattern.compile("^(?:an?|the) (?=.)");

    private static final char AFTER_TOPIC = ':';

    /** A subject and a relation in a form for comparison; for a favourite with its topic. */
    record Line(String subject, String relation) {}

    static FactRelation of(Fact fact) {
        String relation = PredicateSynonyms.relation(fact.predicate());
        String value = ARTICLE.matcher(plain(fact.object())).replaceFirst("");
        int topic = value.indexOf(AFTER_TOPIC);
        if (relation.equals(PredicateSynonyms.FAVOURITE) && topic > 0) {
            String favourite = relation + AFTER_TOPIC + value.substring(0, topic);
            return new FactRelation(
                    new Line(plain(fact.subject()), favourite),
                    value.substring(topic + 1).strip(),
                    false);
        }
        boolean isDislike = relation.equals(PredicateSynonyms.DISLIKES);
        // An ending names what it ends.
        boolean isNegated = fact.statement() != null && fact.statement().negated() && !isEnd(fact);
        return new FactRelation(
                new Line(plain(fact.subject()), isDislike ? PredicateSynonyms.LIKES : relation),
                value,
                isDislike != isNegated);
    }

    /** Tests whether a fact was taken from words that end another: "I no longer live in Oslo". It is never valid itself. */
    static boolean isEnd(Fact fact) {
        OffsetDateTime until = fact.validUntil();
        return fact.method() != SummaryMethod.GIVEN
                && fact.supersededBy() == null
                && until != null
                && until.isEqual(fact.validFrom());
    }

    /** Returns whether a derived fact of this relation has one object at a time. */
    boolean isSingleValued() {
        return PredicateSynonyms.isSingleValued(line.relation())
                || line.relation().indexOf(AFTER_TOPIC) > 0;
    }

    private static String plain(String text) {
        return SPACE.matcher(LetterCase.lower(text.strip())).replaceAll(" ");
    }
}
