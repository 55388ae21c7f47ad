package dev.daybook.internal.grounding;

import dev.daybook.internal.grounding.CheckedStatement.Part;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.MissingContent;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks attribution. The person a statement is about speaks one of the cited messages; without citations, their own messages
 * hold more of the statement than those of another person, or than the other person says of them ("you"). The same holds
 * for each ending of the statement, since a model may join what two people said, and for each clause of a summary. What
 * only an assistant said of the user needs the user's assent.
 */
final class AttributionRule implements GroundingRule {

    /** The weight of words of a statement by which the evidence of another person may exceed that of the person. */
    private static final double OTHER_PERSON = 2.3;

    /** A clause of one word is said by anybody. */
    private static final int MIN_TERMS = 2;

    /** The share of content by which the user said it, too. */
    private static final double SAID_TOO = 0.5;

    private static final Pattern ASSENT = Pattern.compile(
            "(?iu)^\\W*(?:oh,? |ah,? |hm+,? )?(?:yes|yeah|yep|yup|ok|okay|oke|sure|great"
                    + "|good|perfect|sounds|thank|thanks|alright|all right|fine|exactly|right|agreed|that|those|i like|i love|i agree|i will"
                    + "|i['’]ll|let['’]s|understood|got it|excellent|wonderful|absolutely|definitely|iya|ya|ja|oui|sí|si|да)\\b");

    private final GroundingLimits limits;

    AttributionRule(GroundingLimits limits) {
        this.limits = limits;
    }

    @Override
    public Optional<MissingContent> check(CheckedStatement statement) {
        String person = statement.person();
        if (person == null) {
            return Optional.empty();
        }
        if (statement.isOfOnePerson()) {
            return statement.hasCitations() && !citesOwn(statement) && !isAssented(statement)
                    ? Optional.of(new MissingContent(ContentKind.ATTRIBUTION, person))
                    : Optional.empty();
        }
        boolean isBoundTwice = NameMention.of(person, statement.text(), 0)
                .flatMap(first -> NameMention.of(person, statement.text(), first.end()))
                .isPresent();
        if (isBoundTwice && !limits.isSummary() || !isTheirs(statement, person)) {
            return Optional.of(new MissingContent(ContentKind.ATTRIBUTION, person));
        }
        return (limits.isSummary() ? statement.parts() : statement.endings())
                .stream()
                        .filter(part -> isGlued(statement, part))
                        .map(part -> new MissingContent(ContentKind.ATTRIBUTION, part.text()))
                        .findFirst();
    }

    private boolean isTheirs(CheckedStatement statement, String person) {
        if (statement.hasCitations()) {
            return citesOwn(statement);
        }
        boolean isOfSeveral =
                statement.parts().stream().map(Part::person).distinct().count() > 1;
        return isOfSeveral || !isOfOther(statement, statement.content(), person, OTHER_PERSON);
    }

    private boolean isGlued(CheckedStatement statement, Part part) {
        String person = part.person();
        return person != null
                && part.content().size() >= MIN_TERMS
                && isOfOther(statement, part.content(), person, limits.gluedClause());
    }

    /** Returns whether the evidence of another person exceeds that of the person by a weight of words. */
    private static boolean isOfOther(CheckedStatement statement, Set<String> terms, String person, double limit) {
        SpeakerEvidence evidence = new SpeakerEvidence(statement);
        double own = statement.hasCitations()
                ? (evidence.of(person, terms) + evidence.aroundCited(terms)) / 2
                : evidence.of(person, terms);
        return others(statement, person).stream()
                .anyMatch(other ->
                        (evidence.of(other, terms) - own) * statement.sources().weight(terms) > limit);
    }

    private static List<String> others(CheckedStatement statement, String person) {
        return statement.sources().people().stream()
                .filter(name -> !name.equals(person))
                .toList();
    }

    private static boolean citesOwn(CheckedStatement statement) {
        return statement.citedTurns().anyMatch(statement::isOf);
    }

    /** Returns whether the user said it too, or accepted a cited message with the next one. */
    private static boolean isAssented(CheckedStatement statement) {
        List<SourceTurn> turns = statement.sources().turns();
        Set<String> content = ContentWords.concrete(statement.content());
        boolean isSaidToo = turns.stream()
                .filter(statement::isOf)
                .anyMatch(turn -> statement.sources().share(content, turn.terms(), SourceConversation.HARDLY_RELATED)
                        >= SAID_TOO);
        return isSaidToo
                || statement.cited().stream()
                        .filter(index -> index + 1 < turns.size())
                        .map(index -> turns.get(index + 1))
                        .anyMatch(next -> statement.isOf(next)
                                && ASSENT.matcher(next.message().text()).find());
    }
}
