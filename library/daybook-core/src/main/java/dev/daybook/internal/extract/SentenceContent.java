package dev.daybook.internal.extract;

import dev.daybook.internal.words.EnglishAnalyzer;
import dev.daybook.internal.words.MessageLanguage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of a sentence as words.
 *
 * @param text the sentence
 * @param terms its content words as {@link EnglishAnalyzer#terms} returns them, in order, without numbers
 * @param names its names, word by word: from the term to the word as written
 * @param opener the first word if it may be a name, since any first word has a capital letter; or empty
 * @param numbers its numbers in normal form: see {@link NormalizedNumbers}
 * @param negated whether it is negated
 */
public record SentenceContent(
        String text,
        List<String> terms,
        Map<String, String> names,
        String opener,
        Set<String> numbers,
        boolean negated) {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]++(?:['’.&-][\\p{L}\\p{N}]++)*+");

    private static final CueWords NEGATION = new CueWords(Pattern.compile(
            "(?iu)\\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|(?:do|does|did|is|are|was|were|has|have|had"
                    + "|wo|would|ca|could|should|must|ai)n['’]?t)\\b"));

    /** Words that follow a name at the beginning of a sentence, and hardly ever a verb or a thing. */
    private static final Pattern AFTER_A_NAME =
            Pattern.compile("(?:['’]s\\b|,| (?:and|is|was|are|were|has|had|will|would|can"
                    + "|does|did|also|\\p{Lu}\\p{L}*|\\p{Ll}+(?:s|ed))(?![\\p{L}'’])).*");

    public SentenceContent {
        terms = List.copyOf(terms);
        names = Collections.unmodifiableMap(names);
        numbers = Set.copyOf(numbers);
    }

    /** Analyses one of {@link SentenceSplitter}. */
    public static SentenceContent of(String sentence) {
        return of(sentence, MessageLanguage.of(sentence));
    }

    /** @param language the language of the sentence */
    static SentenceContent of(String sentence, MessageLanguage language) {
        Map<String, String> names = new LinkedHashMap<>();
        String opener = "";
        Matcher word = WORD.matcher(sentence);
        while (word.find()) {
            if (!Character.isUpperCase(sentence.codePointAt(word.start()))) {
                continue;
            }
            List<String> terms = EnglishAnalyzer.terms(NormalizedNumbers.without(word.group()));
            if (terms.isEmpty()) {
                continue;
            }
            if (!isCapitalisedByPosition(sentence, word.start())) {
                terms.forEach(term -> names.put(term, word.group()));
            } else if (opener.isEmpty() && followsAName(sentence, word.end())) {
                opener = word.group();
            }
        }
        return new SentenceContent(
                sentence,
                EnglishAnalyzer.terms(NormalizedNumbers.without(sentence)),
                names,
                opener,
                NormalizedNumbers.of(sentence),
                isNegated(sentence, language));
    }

    public static boolean isNegated(String words) {
        return isNegated(words, MessageLanguage.of(words));
    }

    private static boolean isNegated(String words, MessageLanguage language) {
        return language == MessageLanguage.ENGLISH ? NEGATION.isIn(words) : language.negates(words);
    }

    /** Returns the content without some terms: the stop words of another language than English. */
    SentenceContent without(Set<String> stopTerms) {
        return stopTerms.isEmpty()
                ? this
                : new SentenceContent(
                        text,
                        terms.stream().filter(term -> !stopTerms.contains(term)).toList(),
                        names,
                        opener,
                        numbers,
                        negated);
    }

    public static List<SentenceContent> ofText(String text) {
        List<SentenceContent> wordings = new ArrayList<>();
        SentenceSplitter.of(text).forEach(sentence -> wordings.add(of(sentence)));
        return wordings;
    }

    /**
     * Returns whether a word is capitalised by its position: first, or after a colon, a quotation mark or a bracket.
     */
    private static boolean isCapitalisedByPosition(String sentence, int start) {
        int before = start - 1;
        while (before >= 0 && Character.isWhitespace(sentence.charAt(before))) {
            before--;
        }
        return before < 0 || ":\"“«([*#>.!?•-–—".indexOf(sentence.charAt(before)) >= 0;
    }

    private static boolean followsAName(String sentence, int end) {
        return AFTER_A_NAME.matcher(sentence).region(end, sentence.length()).matches();
    }
}
