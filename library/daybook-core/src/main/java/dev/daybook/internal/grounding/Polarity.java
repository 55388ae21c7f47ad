package dev.daybook.internal.grounding;

import dev.daybook.internal.extract.SentenceContent;
import dev.daybook.internal.words.EnglishAnalyzer;
import dev.daybook.internal.words.MessageLanguage;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a clause denies something, in the manner of NegEx and ConText (Chapman et al., 2001; Harkema et al., 2009):
 * triggers, and pseudo-triggers that are none. A weak denial ("quit", "miss", "used to") supports a denying statement, but
 * an affirming one too.
 */
final class Polarity {

    private static final Pattern NEGATION = Pattern.compile(
            "(?iu)\\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|nah|nope|without|cannot|cant|dont|didnt|isnt|wasnt|wont"
                    + "|doesnt|hardly|barely|rarely|unable|lack(?:s|ed|ing)?|\\p{L}+n['’]t)\\b");

    private static final Pattern PSEUDO_NEGATION = Pattern.compile(
            "(?iu)^\\W*(?:no|nah|nope)[,.!]\\s(?=\\S)|\\b(?:can['’]?t wait|cannot wait|couldn['’]t agree more|can['’]t help|no (?:prob(?:lem)?|worries|doubt|matter"
                    + "|wonder|biggie)|not (?:just|only|to mention)|why not|why don['’]t|never too late|nothing (?:like|beats)"
                    + "|(?:isn|don|aren|wasn|didn|won|can|couldn|shouldn|wouldn|haven|hasn|doesn)['’]t (?:it|you|we|they|i|he|she)\\b"
                    + "|don['’]t (?:worry|forget|give up|hesitate|let)|no (?:better|greater) )");

    private static final Pattern WEAK_DENIAL = Pattern.compile(
            "(?iu)\\b(?:rather than|miss(?:es|ed|ing)?|quit|stop(?:s|ped|ping)?|avoid(?:s|ed|ing)?|dislik\\p{L}++|hat(?:e|es|ed)|refus\\p{L}++"
                    + "|fail(?:s|ed|ing)?|(?<!\\ba )few|instead|used to|been a while|forget\\p{L}*+|forgot\\p{L}*+|skip\\p{L}*+|cancel\\p{L}*+"
                    + "|reject\\p{L}*+|declin\\p{L}*+|free|except|impossible|doubt\\p{L}*+|less|unsure|wish|only|behind|hard to"
                    + "|too \\p{L}++ (?:for|to)|allerg\\p{L}*+|un(?:able|like|fortunate|familiar|certain|happy|available)\\p{L}*+"
                    + "|struggl\\p{L}++)\\b");

    private static final Pattern ANSWER_NO = Pattern.compile(
            "(?iu)^\\W*(?:oh,? |hm+,? |well,? |honestly,? )?"
                    + "(?:no|nah|nope|never|not (?:yet|really|at all|so far|exactly))\\b(?! (?:problem|worries|doubt|way|matter|wonder))");

    private static final Pattern FINITE_NEGATION =
            Pattern.compile("(?iu)\\b(?:not|never|cannot|no longer|\\p{L}+n['’]t)\\b");

    /** A denied verb; a phrase such as "without" or "no" denies a thing. */
    private static final Pattern DENIED_VERB = Pattern.compile(
            "(?iu)\\b(?:is|are|was|were|am|has|have|had|do|does|did|can|could|will"
                    + "|would|should|must|may|might)\\s(?:\\p{L}+\\s)?(?:not|never)\\b|n['’]t\\b|\\b(?:cannot|never|no longer)\\b");

    /** What ends the scope of a negation (the termination terms of ConText). */
    private static final Pattern END_OF_SCOPE =
            Pattern.compile("(?iu)[,;:.!?()]|\\s(?:but|because|so|although|though|until)\\s");

    /** The scope of a negation in content words. */
    private static final int SCOPE = 4;

    private Polarity() {}

    static boolean denies(String clause) {
        MessageLanguage language = MessageLanguage.of(clause);
        return language == MessageLanguage.ENGLISH
                ? NEGATION.matcher(PSEUDO_NEGATION.matcher(clause).replaceAll(" "))
                        .find()
                : SentenceContent.isNegated(clause);
    }

    /** Returns whether a message begins with "no", which denies what was asked before. */
    static boolean answersNo(String message) {
        return ANSWER_NO.matcher(message).find();
    }

    /** Returns whether a clause has a word of weak denial that another one does not have. */
    static boolean deniesWeakly(String clause, String other) {
        return weakDenial(clause, other).isPresent();
    }

    /** Returns the content words after such a word. */
    static Set<String> weaklyDenied(String clause, String other) {
        return weakDenial(clause, other)
                .map(weak -> scope(clause.substring(weak.end())))
                .orElseGet(Set::of);
    }

    private static Optional<MatchResult> weakDenial(String clause, String other) {
        Set<String> terms = new HashSet<>(EnglishAnalyzer.terms(other));
        return WEAK_DENIAL
                .matcher(clause)
                .results()
                .filter(weak -> {
                    List<String> found = EnglishAnalyzer.terms(weak.group());
                    return found.isEmpty() || !terms.containsAll(found);
                })
                .findFirst();
    }

    /** Returns whether it is a verb that a clause denies. */
    static boolean deniesVerb(String clause) {
        return DENIED_VERB.matcher(clause).find();
    }

    /** Returns the content words after the first negation: what a clause denies. */
    static Set<String> denied(String clause) {
        return scope(NEGATION, clause);
    }

    /** Returns the same of a negated verb only: "without" and "no" deny a thing, and not that something happens. */
    static Set<String> deniedOutright(String clause) {
        return scope(FINITE_NEGATION, clause);
    }

    private static Set<String> scope(Pattern negation, String clause) {
        String text = PSEUDO_NEGATION.matcher(clause).replaceAll(" ");
        Matcher trigger = negation.matcher(text);
        return trigger.find() ? scope(text.substring(trigger.end())) : new LinkedHashSet<>();
    }

    private static Set<String> scope(String rest) {
        Matcher end = END_OF_SCOPE.matcher(rest);
        List<String> after = List.copyOf(ContentWords.terms(end.find() ? rest.substring(0, end.start()) : rest));
        return new LinkedHashSet<>(after.subList(0, Math.min(SCOPE, after.size())));
    }
}
