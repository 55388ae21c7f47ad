package dev.daybook.internal.statements;

import dev.daybook.internal.grounding.WordGrounding;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.internal.words.MessageLanguage;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.Statement;
import dev.daybook.outcome.FactAssessment.Effect;
import dev.daybook.outcome.FactAssessment.EffectKind;
import dev.daybook.spi.GroundingPolicy.Claim;
import dev.daybook.spi.GroundingPolicy.ContentKind;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import dev.daybook.spi.GroundingPolicy.Verdict;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares sentences with present statements by words: a statement is repeated if it would be grounded in a sentence, and
 * contradicted if it would be but for a negation. Not thread-safe.
 */
final class RestatedSentences {

    /** The share of the words of a statement that a sentence about the same has. */
    private static final double SAME = 0.75;

    /** A sentence that says more has two words of its own: one is often another form of a word. */
    private static final int MORE_WORDS = 2;

    /** A question states nothing. */
    private static final Pattern ASKING = Pattern.compile("[?？]['\"’”)]*+$");

    private static final WordGrounding GROUNDING = new WordGrounding();

    private final List<Sentence> sentences;

    /** The effects by the index of the sentence. */
    private final Map<Integer, Stream.Builder<Effect>> effects = new TreeMap<>();

    /**
     * A sentence with its analysis.
     *
     * @param text in lower case
     */
    private record Sentence(SourceMessage message, String text, MessageLanguage language, Set<String> terms) {

        static Sentence of(SourceMessage message) {
            MessageLanguage language = MessageLanguage.of(message.text());
            return new Sentence(message, LetterCase.lower(message.text()), language, terms(language, message.text()));
        }

        /** Returns whether its speaker is the subject, or it names the subject. */
        boolean isAbout(String subject) {
            return subject.equalsIgnoreCase(message.speaker())
                    || subject.equals(Message.USER) && message.role().equals(Message.USER)
                    || text.contains(LetterCase.lower(subject)) && terms.containsAll(terms(language, subject));
        }

        boolean isIn(Fact present) {
            return message.time() == null
                    ? present.validUntil() == null
                    : present.isValidAt(message.time().toInstant());
        }

        private static Set<String> terms(MessageLanguage language, String text) {
            return new HashSet<>(language.terms(text));
        }

        /** Returns the terms of a text in the language of the sentence, without those of a name. */
        Set<String> termsOf(String text, String name) {
            Set<String> terms = terms(language, text);
            terms.removeAll(terms(language, name));
            return terms;
        }

        long shared(Set<String> stated) {
            return stated.stream().filter(terms::contains).count();
        }
    }

    RestatedSentences(List<SourceMessage> messages) {
        this.sentences = messages.stream()
                .filter(message -> !ASKING.matcher(message.text()).find())
                .map(Sentence::of)
                .toList();
    }

    /** Returns the effects on the statements compared so far, in the order of the sentences. */
    List<Effect> effects() {
        return effects.values().stream().flatMap(Stream.Builder::build).toList();
    }

    /** Compares a shown fact with the sentence that shares most of its words. */
    void compare(Fact present) {
        Statement statement = present.statement();
        if (statement == null) {
            return;
        }
        List<Sentence> about = sentences.stream()
                .filter(sentence -> sentence.isIn(present) && sentence.isAbout(present.subject()))
                .toList();
        if (about.isEmpty()) {
            return;
        }
        // Sentences of one text have one language.
        Set<String> stated = about.get(0).termsOf(statement.sentence(), present.subject());
        about.stream()
                .max(Comparator.comparingLong(sentence -> sentence.shared(stated)))
                .filter(sentence -> !stated.isEmpty() && sentence.shared(stated) >= SAME * stated.size())
                .ifPresent(sentence -> effect(statement.sentence(), stated, sentence)
                        .ifPresent(
                                kind -> effects.computeIfAbsent(sentences.indexOf(sentence), place -> Stream.builder())
                                        .add(new Effect(kind, sentence.message().text(), null, present))));
    }

    private static Optional<EffectKind> effect(String stated, Set<String> terms, Sentence sentence) {
        Verdict verdict = GROUNDING.check(new Claim(stated, List.of(0)), List.of(sentence.message()));
        if (!verdict.holds()) {
            return verdict.missing().get(0).kind() == ContentKind.NEGATION
                    ? Optional.of(EffectKind.CONTRADICTS)
                    : Optional.empty();
        }
        Set<String> more = new HashSet<>(sentence.terms());
        more.removeAll(terms);
        more.removeAll(sentence.termsOf(sentence.message().speaker(), ""));
        return Optional.of(more.size() < MORE_WORDS ? EffectKind.REPEATS : EffectKind.REFINES);
    }
}
