package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.internal.words.MessageLanguage;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Signals and rewrites based on the speakers of messages. */
public final class SpeakerMatch {

    /** A word with inner and trailing apostrophes: O'Rell, Mira's, Tomas'. */
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]++(?:['’][\\p{L}\\p{N}]++)*+['’]?+");

    private static final Pattern POSSESSIVE = Pattern.compile("['’]s?$");

    private static final Pattern SPACE = Pattern.compile("\\s++");

    private SpeakerMatch() {}

    /**
     * Rewrites a question into the first person of the speaker it names, as speakers refer to themselves as "I". A
     * small embedding model takes "What did Mira buy?" for a question about Mira, and finds any message by or to her;
     * "What did I buy?" finds purchases. The name counts as a boost instead, see {@link #named}. A question of names
     * only is left as it is.
     */
    public static String inFirstPerson(Set<String> names, String question) {
        MessageLanguage language = MessageLanguage.of(question);
        return language.hasPairs()
                ? inFirstPersonOfCharacters(names, question, language.pronoun())
                : inFirstPerson(names, question, language);
    }

    private static String inFirstPerson(Set<String> names, String question, MessageLanguage language) {
        Set<String> parts = new HashSet<>();
        for (String name : names) {
            WORD.matcher(name).results().forEach(part -> {
                parts.add(form(part.group(), language));
                parts.add(form(part.group() + language.genitive(), language));
            });
        }
        if (WORD.matcher(question).results().allMatch(word -> parts.contains(form(word.group(), language)))) {
            return question;
        }
        String pronoun = language.pronoun();
        // Most scopes know no names, and every hybrid recall comes through here.
        String asked = parts.isEmpty()
                ? question
                : WORD.matcher(question)
                        .replaceAll(word -> parts.contains(form(word.group(), language))
                                ? pronoun
                                : Matcher.quoteReplacement(word.group()));
        String once = asked.replaceAll("(?U)\\b" + pronoun + "(?:\\s++" + pronoun + "\\b)++", pronoun);
        return SPACE.matcher(once).replaceAll(" ").strip();
    }

    /** Without spaces a name has no bounds. The longest comes first, because one may begin with another. */
    private static String inFirstPersonOfCharacters(Set<String> names, String question, String pronoun) {
        String asked = question;
        for (String name : names.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList()) {
            asked = name.isBlank() ? asked : asked.replace(name, pronoun);
        }
        return asked.chars().filter(Character::isLetter).count() <= pronoun.length() ? question : asked;
    }

    /** Scores 1 for each message of the speaker named in the question; all 0 if the question names none or several. */
    public static ScoreSignal named(ScopeIndex scopeIndex, AnalyzedQuery analyzedQuery) {
        Set<String> asked = new HashSet<>(analyzedQuery.terms());
        List<String> named = scopeIndex.speakers().stream()
                .filter(name -> scopeIndex.languages().nameTerms(name).stream().anyMatch(asked::contains))
                .toList();
        if (named.size() != 1) {
            return ScoreSignal.none("speaker");
        }
        double[] values = new double[scopeIndex.messageCount()];
        for (int message = 0; message < values.length; message++) {
            values[message] = named.get(0).equals(scopeIndex.name(message)) ? 1 : 0;
        }
        return new ScoreSignal("speaker", values, message -> "said by " + scopeIndex.name(message));
    }

    /** Returns a word in lower case without the possessive ending; in other languages than English, also without the others. */
    private static String form(String word, MessageLanguage language) {
        String form = POSSESSIVE.matcher(LetterCase.lower(word)).replaceFirst("");
        List<String> terms = language == MessageLanguage.ENGLISH ? List.of() : language.terms(form);
        return terms.isEmpty() ? form : terms.get(0);
    }

    /**
     * Scores 1 for each message of a user to an assistant: later questions ask for the user's statements more often
     * than for the assistant's knowledge.
     */
    static ScoreSignal messagesToAssistants(ScopeIndex scopeIndex) {
        return new ScoreSignal(
                "role",
                new SignalValues.Marked(scopeIndex.toAssistants(), scopeIndex.messageCount()),
                message -> scopeIndex.isLowTrust(message) ? "in the role of the user" : "said by the user");
    }

    /** Scores 1 for each message between people that ends in a question. */
    static ScoreSignal questions(ScopeIndex scopeIndex) {
        BitSet questions = scopeIndex.betweenPeople();
        for (int message = questions.nextSetBit(0); message >= 0; message = questions.nextSetBit(message + 1)) {
            questions.set(message, scopeIndex.isQuestion(message));
        }
        return new ScoreSignal(
                "question",
                new SignalValues.Marked(questions, scopeIndex.messageCount()),
                message -> "it asks, and states nothing");
    }
}
