package dev.daybook.internal.grounding;

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
import java.util.stream.Collectors;

/**
 * The polarity of a clause: denied or affirmed, in the manner of NegEx and ConText (Chapman et al., 2001; Harkema et al., 2009):
 * triggers, and pseudo-triggers that are none. A weak denial ("quit", "miss", "used to") supports a denying statement, but
 * an affirming one too.
 */
final class ClausePolarity {

    private static final Pattern NEGATION = Pattern.compile(
            "(?iu)\\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|nah|nope|without|cannot|cant|dont|didnt|isnt|wasnt|wont"
                    + "|doesnt|hardly|barely|rarely|unable|lack(?:s|ed|ing)?|\\p{L}+n['’]t)\\b");

    private static final Pattern PSEUDO_NEGATION = Pattern.compile(
            "(?iu)^\\W*(?:no|nah|nope)[,.!]\\s(?=\\S)|['\"‘“]no['\"’”]|\\b(?:can['’]?t wait|cannot wait|couldn['’]t agree more|can['’]t help|no (?:prob(?:lem)?|worries|doubt|matter"
                    + "|wonder|biggie)|not (?:just|only|to mention)|why not|why don['’]t|never too late|nothing (?:like|beats)"
                    + "|(?:isn|don|aren|wasn|didn|won|can|couldn|shouldn|wouldn|haven|hasn|doesn)['’]t (?:it|you|we|they|i|he|she)\\b"
                    + "|don['’]t (?:worry|forget|give up|hesitate|let)|no (?:better|greater) "
                    + "|(?:can|could)(?:['’]?t|n['’]t|not) (?:stop \\p{L}+ing|resist|compete|complain|believe|imagine|be (?:happier|prouder|more))"
                    + "|(?:not|no)-(?!go\\b)(?=\\p{L}))");

    private static final Pattern WEAK_DENIAL = Pattern.compile(
            "(?iu)\\b(?:rather than|miss(?:es|ed|ing)?|quit|stop(?:s|ped|ping)?|avoid(?:s|ed|ing)?|dislik\\p{L}++|hat(?:e|es|ed)|refus\\p{L}++"
                    + "|fail(?:s|ed|ing)?|(?<!\\ba )few|instead|used to|been (?:a while|ages|forever|years|months)(?: since)?|forget\\p{L}*+|forgot\\p{L}*+|skip\\p{L}*+|cancel\\p{L}*+"
                    + "|reject\\p{L}*+|declin\\p{L}*+|free|except|impossible|doubt\\p{L}*+|less|unsure|wish|only|behind|hard to"
                    + "|too \\p{L}++ (?:for|to)|allerg\\p{L}*+|un(?:able|aware|like|fortunate|familiar|certain|happy|available)\\p{L}*+"
                    + "|struggl\\p{L}++|prevent\\p{L}*+|discourag\\p{L}*+)\\b");

    /** Negations of languages without an analysis of their own. */
    private static final Pattern OTHER_LANGUAGE = Pattern.compile(
            "(?iu)\\b(?:tidak|belum|bukan|jangan|tanpa|n?gg?ak|enggak|niet|geen|nooit|não|nunca|nessuno|mai|nie|nigdy|inte|aldrig|ikke"
                    + "|değil|yok)\\b");

    private static final Pattern ANSWER_NO = Pattern.compile(
            "(?iu)^\\W*(?:oh,? |hm+,? |well,? |honestly,? )?"
                    + "(?:no|nah|nope|never|not (?:yet|really|at all|so far|exactly))\\b(?! (?:problem|worries|doubt|way|matter|wonder))");

    private static final Pattern FINITE_NEGATION = Pattern.compile(
            "(?iu)\\b(?:not|never|cannot|no longer|(?:ha(?:ve|s|d)|got|there(?: is| are| was| were|['’]s)) no"
                    + "|been (?:a while|ages|forever|years|months) since|\\p{L}+n['’]t)\\b");

    /** A predicate by which all that its clause names is impossible. */
    private static final Pattern DENYING_PREDICATE = Pattern.compile(
            "(?iu)\\b(?:no-go|a non-starter|out of the question|off the table|not an option|not happening|impossible)\\b");

    /** A condition that does not hold denies nothing: "If I don't water it". */
    private static final Pattern CONDITION = Pattern.compile("(?iu)\\b(?:if|unless|in case|whether|otherwise)\\b");

    private static final Pattern WITHOUT = Pattern.compile("(?iu)\\bwithout\\b");

    /** A prohibition, and a thing in contrast to another one, are not about what happens. */
    private static final Pattern NO_DENIED_EVENT = Pattern.compile(
            "(?iu)^\\W*(?:(?:please|just|so|and|but|now) )*+(?:don['’]t|do not|never)\\s|,\\s(?:but )?not (?:an?|the|my)\\b");

    /** Words of degree, which a paraphrase changes freely. */
    private static final Set<String> DEGREE = ContentWords.terms(
            "really just so much too very even quite generally usually always nearly exactly actually anything all yet still"
                    + " currently anymore crazy super right totally entirely completely particularly");

    /** A denied verb; a phrase such as "without" or "no" denies a thing. */
    private static final Pattern DENIED_VERB = Pattern.compile(
            "(?iu)\\b(?:is|are|was|were|am|has|have|had|do|does|did|can|could|will"
                    + "|would|should|must|may|might)\\s(?:\\p{L}+\\s)?(?:not|never)\\b|n['’]t\\b|\\b(?:cannot|never|no longer)\\b");

    /** Words that end the scope of a negation (the termination terms of ConText). */
    private static final Pattern END_OF_SCOPE = Pattern.compile("(?iu)[,;:.!?()]"
            + "|\\s(?:but|because|so|although|though|until|when|while|if|unless|without|since|after|before)\\s");

    /** The scope of a negation in content words. */
    private static final int SCOPE = 4;

    private ClausePolarity() {}

    static boolean denies(String clause) {
        MessageLanguage language = MessageLanguage.of(clause);
        return language == MessageLanguage.ENGLISH
                ? NEGATION.matcher(PSEUDO_NEGATION.matcher(clause).replaceAll(" "))
                                .find()
                        || DENYING_PREDICATE.matcher(clause).find()
                : language.negates(clause);
    }

    /** Returns whether a message begins with "no", which denies what was asked before. */
    static boolean answersNo(String message) {
        return ANSWER_NO.matcher(message).find();
    }

    /** Returns whether a clause has a word of weak denial that another one does not have. */
    static boolean deniesWeakly(String clause, String other) {
        return weakDenial(clause, other).isPresent();
    }

    /** Returns whether a clause denies in a language that the check does not read. */
    static boolean deniesInOtherLanguage(String clause) {
        return OTHER_LANGUAGE.matcher(clause).find();
    }

    /** Returns what a clause affirms beside a thing that is not there: "goes out" of "goes out without a coat". */
    static Set<String> affirmedWithout(String clause) {
        Matcher without = WITHOUT.matcher(clause);
        return without.find() ? ContentWords.terms(clause.substring(0, without.start())) : new LinkedHashSet<>();
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
        return DENIED_VERB.matcher(clause).find()
                || DENYING_PREDICATE.matcher(clause).find();
    }

    /** Returns the content words after the first negation: what a clause denies. */
    static Set<String> denied(String clause) {
        return scope(NEGATION, clause);
    }

    /** Returns the same of a negated verb only: "without" and "no" deny a thing, and not that something happens. */
    static List<Set<String>> deniedOutright(String clause) {
        String text = NO_DENIED_EVENT
                .matcher(PSEUDO_NEGATION.matcher(clause).replaceAll(" "))
                .replaceAll(" ");
        return FINITE_NEGATION
                .matcher(text)
                .results()
                .map(trigger -> scope(text.substring(trigger.end())))
                .toList();
    }

    /** Returns whether a clause is a condition, so that it neither denies nor affirms. */
    static boolean isCondition(String clause) {
        return CONDITION.matcher(clause).find();
    }

    private static Set<String> scope(Pattern negation, String clause) {
        String text = PSEUDO_NEGATION.matcher(clause).replaceAll(" ");
        Matcher trigger = negation.matcher(text);
        return trigger.find() ? scope(text.substring(trigger.end())) : new LinkedHashSet<>();
    }

    static Set<String> withoutDegree(Set<String> terms) {
        Set<String> rest = new LinkedHashSet<>(terms);
        rest.removeAll(DEGREE);
        rest.removeAll(ContentWords.REPORTING);
        return rest;
    }

    private static Set<String> scope(String rest) {
        Matcher end = END_OF_SCOPE.matcher(rest);
        return withoutDegree(ContentWords.terms(end.find() ? rest.substring(0, end.start()) : rest)).stream()
                .limit(SCOPE)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
