package dev.daybook.internal.extract;

import dev.daybook.internal.grammar.FactPredicate;
import dev.daybook.internal.grammar.NamedRelatives;
import dev.daybook.internal.grammar.StatementClause;
import dev.daybook.internal.grammar.StatementGrammar;
import dev.daybook.internal.grammar.StatementWord;
import dev.daybook.internal.words.MessageLanguage;
import dev.daybook.model.Message;
import dev.daybook.model.SizeLimits;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A fact that users plainly state of themselves.
 *
 * @param subject the name of the speaker, or {@code user} if unknown
 * @param object as written
 * @param message the index of the message
 * @param sentence the sentence with the fact
 * @param confidence the measured precision of the form of the sentence
 */
public record StatedFact(
        String subject, FactPredicate predicate, String object, int message, String sentence, double confidence) {

    /** An episode that states more is a list, and each fact costs about a millisecond to write. */
    static final int MAX = 1_000;

    /**
     * The facts that speakers state of themselves in an episode, in order, at most {@link #MAX} of each kind.
     *
     * @param ended what they say has ended: "I no longer live in Lisbon". A replacement is not part of it.
     */
    public record Reading(List<StatedFact> stated, List<StatedFact> ended) {}

    /**
     * Extracts what speakers state of themselves in the first person: the relations of {@link FactPredicate}.
     * Favours precision over recall: skips what is asked, supposed, wished, doubted, quoted, reported or restricted, what
     * is said in jest, and messages about texts (a story, a translation).
     *
     * @param episode the messages of one episode; {@link RuleInput} is read
     */
    public static Reading read(List<Message> episode) {
        List<Message> messages = RuleInput.of(episode);
        Set<StatedFact> stated = new LinkedHashSet<>();
        Set<StatedFact> ended = new LinkedHashSet<>();
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            if (isRead(message)) {
                read(message, i, PlainStatements.of(message.text()), stated, ended);
            }
        }
        return new Reading(
                stated.stream().limit(MAX).toList(), ended.stream().limit(MAX).toList());
    }

    /**
     * Returns the facts that the message of a user states.
     *
     * @param sentences its {@link PlainStatements}
     */
    static List<StatedFact> of(Message message, List<String> sentences) {
        Set<StatedFact> stated = new LinkedHashSet<>();
        if (isRead(message)) {
            read(message, 0, sentences, stated, new LinkedHashSet<>());
        }
        return List.copyOf(stated);
    }

    /** A name from before names were bounded may be too long for a subject. */
    private static boolean isRead(Message message) {
        return message.role().equals(Message.USER) && message.speaker().length() <= SizeLimits.NAME;
    }

    private static void read(
            Message message, int index, List<String> sentences, Set<StatedFact> stated, Set<StatedFact> ended) {
        StatementGrammar grammar = StatementGrammar.of(MessageLanguage.of(message.text()));
        for (String sentence : sentences) {
            for (StatementGrammar.Match match : matches(sentence, grammar)) {
                StatedFact fact = new StatedFact(
                        message.speaker(),
                        match.predicate(),
                        match.object(),
                        index,
                        sentence,
                        match.evidence().confidence());
                (match.ended() ? ended : stated).add(fact);
            }
        }
    }

    /** Returns the fact as a sentence that stands alone. */
    public String restated() {
        return subject + " " + predicate.words() + " " + object;
    }

    /** Returns whether a sentence states a fact of its speaker. */
    static boolean isStatedIn(String sentence, MessageLanguage language) {
        return !matches(sentence, StatementGrammar.of(language)).isEmpty();
    }

    private static List<StatementGrammar.Match> matches(String sentence, StatementGrammar grammar) {
        List<StatementWord> words = StatementWord.of(PlainStatements.straight(sentence));
        List<StatementGrammar.Match> matches = new ArrayList<>();
        if (words.isEmpty()) {
            return matches;
        }
        if (PlainStatements.isPlain(sentence)) {
            StatementClause.of(words, grammar.classes()).forEach(clause -> matches.addAll(grammar.matches(clause)));
        }
        NamedRelatives.in(words, grammar).stream()
                .filter(match -> matches.stream()
                        .noneMatch(other -> other.predicate() == match.predicate()
                                && other.object().endsWith(match.object())))
                .forEach(matches::add);
        // A control character that Java counts as white space is a word of a sentence.
        matches.removeIf(match -> match.object().isBlank());
        return matches;
    }
}
