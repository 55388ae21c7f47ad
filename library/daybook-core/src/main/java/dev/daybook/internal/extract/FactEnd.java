package dev.daybook.internal.extract;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern for the end of a fact without a replacement: "I no longer live in Lisbon." It must match the whole
 * sentence. Covers single-valued predicates only, home and work.
 */
record FactEnd(FactPredicate predicate, Pattern pattern) {

    private static final String NO_LONGER = "I (?:no longer|don't|dont|do not) ";

    private static final String HAVE_JUST = "I(?:'ve| have)? (?:just |recently |finally )?";

    private static final String STOP = "(?iu:(?:,? (?:any ?more|any longer|now))?[.!…]*)$";

    private static final List<FactEnd> FORMS = List.of(
            of(
                    FactPredicate.LIVES_IN,
                    NO_LONGER + "live in |" + HAVE_JUST + "moved (?:out of|away from) ",
                    FactPattern.NAMED),
            of(
                    FactPredicate.WORKS_AT,
                    NO_LONGER + "work (?:at|for) |" + HAVE_JUST
                            + "(?:quit|left|lost) my (?:job|position|work) (?:at|with) ",
                    FactPattern.NAMED),
            of(FactPredicate.WORKS_AS, NO_LONGER + "work as an? |I(?:'m| am) (?:no longer|not) an? ", FactPattern.JOB));

    private static FactEnd of(FactPredicate predicate, String opening, String object) {
        return new FactEnd(predicate, Pattern.compile("(?iu:" + opening + ")" + object + STOP));
    }

    /** Returns the fact that a sentence ends. */
    static Optional<FactPattern.Match> in(String sentence) {
        String clause = FactPattern.withoutOpening(PlainStatements.straight(sentence));
        for (FactEnd form : FORMS) {
            Matcher matcher = form.pattern.matcher(clause);
            if (matcher.lookingAt()) {
                return Optional.of(new FactPattern.Match(form.predicate, FactPattern.withoutStop(matcher.group(1))));
            }
        }
        return Optional.empty();
    }
}
