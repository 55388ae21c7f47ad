package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataFields;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.Fact;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A fact about the speaker of a message, as a label names it or a memory found it.
 *
 * @param ended whether the message says that it holds no longer
 */
record LabelledFact(String subject, String predicate, String object, boolean ended) {

    /** The predicates that count as another one: the message alone does not tell them apart. */
    private static final Map<String, String> CANONICAL = Map.of(
            "prefers", "likes",
            "favourite", "likes",
            "allergic_to", "has_condition",
            "born_in", "comes_from",
            "uses", "owns");

    private static final Set<String> SPEAKER = Set.of("user", "i", "me", "myself");

    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{Nd}]+");

    private static final Set<String> FUNCTION_WORDS = Set.of(
            "a", "an", "the", "my", "our", "of", "in", "on", "at", "to", "and", "or", "with", "for", "from", "by",
            "is");

    private static final double HALF = 0.5;

    static LabelledFact of(DataFields label) {
        return new LabelledFact(
                label.text("subject"),
                label.text("predicate"),
                label.text("object"),
                Boolean.TRUE.equals(label.object().get("ended")));
    }

    static LabelledFact of(Fact found, boolean ended) {
        return new LabelledFact(found.subject(), found.predicate(), found.object(), ended);
    }

    /** Returns whether two facts of one message say the same; half of the content words of either object are enough. */
    boolean matches(LabelledFact other) {
        return canonicalSubject().equals(other.canonicalSubject())
                && canonicalPredicate().equals(other.canonicalPredicate())
                && ended == other.ended
                && sharesContent(other);
    }

    String canonicalPredicate() {
        return CANONICAL.getOrDefault(predicate, predicate);
    }

    Set<String> contentWords() {
        Set<String> words = new LinkedHashSet<>(Arrays.asList(NO_WORD.split(LetterCase.lower(object))));
        words.removeAll(FUNCTION_WORDS);
        words.remove("");
        return words;
    }

    private String canonicalSubject() {
        String lower = LetterCase.lower(subject);
        return SPEAKER.contains(lower) ? "user" : lower;
    }

    private boolean sharesContent(LabelledFact other) {
        Set<String> ours = contentWords();
        Set<String> others = other.contentWords();
        long shared = ours.stream().filter(others::contains).count();
        return shared > 0 && shared >= HALF * Math.min(ours.size(), others.size());
    }

    @Override
    public String toString() {
        return subject + " " + predicate + " " + object + (ended ? " (ended)" : "");
    }
}
