package dev.daybook.internal.extract;

import dev.daybook.internal.words.EnglishAnalyzer;
import dev.daybook.internal.words.MessageLanguage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** Joins the parts of a word: "O'Neill", "T.J.", "R&B". */
    private static final String JOINTS = "'’.&-";

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
        int end;
        for (int begin = wordBegin(sentence, 0); begin < sentence.length(); begin = wordBegin(sentence, end)) {
            end = wordEnd(sentence, begin);
            if (!Character.isUpperCase(sentence.codePointAt(begin))) {
                continue;
            }
            boolean isByPosition = isCapitalisedByPosition(sentence, begin);
            if (isByPosition && !(opener.isEmpty() && followsAName(sentence, end))) {
                continue;
            }
            String word = sentence.substring(begin, end);
            List<String> terms = EnglishAnalyzer.terms(NormalizedNumbers.without(word));
            if (!isByPosition) {
                terms.forEach(term -> names.put(term, word));
            } else if (!terms.isEmpty()) {
                opener = word;
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

    private static int wordBegin(String sentence, int from) {
        int at = from;
        while (at < sentence.length() && !isOfWord(sentence.codePointAt(at))) {
            at += Character.charCount(sentence.codePointAt(at));
        }
        return at;
    }

    private static int wordEnd(String sentence, int begin) {
        int end = partEnd(sentence, begin);
        while (end < sentence.length() && JOINTS.indexOf(sentence.charAt(end)) >= 0) {
            int next = partEnd(sentence, end + 1);
            if (next == end + 1) {
                return end;
            }
            end = next;
        }
        return end;
    }

    private static int partEnd(String sentence, int begin) {
        int at = begin;
        while (at < sentence.length() && isOfWord(sentence.codePointAt(at))) {
            at += Character.charCount(sentence.codePointAt(at));
        }
        return at;
    }

    private static boolean isOfWord(int character) {
        if (Character.isLetterOrDigit(character)) {
            return true;
        }
        int type = Character.getType(character);
        return type == Character.LETTER_NUMBER || type == Character.OTHER_NUMBER;
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
