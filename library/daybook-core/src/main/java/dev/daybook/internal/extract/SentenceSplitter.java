package dev.daybook.internal.extract;

import dev.daybook.internal.text.LetterCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Splits text into sentences. A line break ends a sentence, and so does a full stop, question mark or exclamation mark
 * before a space, except after an abbreviation or an initial. Written for chat, where sentences begin in lower case and
 * end without a stop; see decision 0110. Runs in linear time; no sentence is longer than {@link #MAX_CHARACTERS}.
 */
public final class SentenceSplitter {

    /** Longer sentences are rambling, and are cut, at a comma if there is one in the second half. */
    static final int MAX_WORDS = 40;

    /** Bounds the cost of processing a sentence; a text without spaces is cut here. */
    static final int MAX_CHARACTERS = 400;

    /** Abbreviations that never end a sentence. */
    private static final Set<String> OPEN_ABBREVIATIONS = Set.of(
            "mr", "mrs", "ms", "dr", "prof", "rev", "gen", "sen", "gov", "capt", "lt", "col", "sgt", "st", "mt", "ft",
            "vol", "fig", "pp", "approx", "vs", "cf", "al", "e.g", "i.e", "eg", "ie", "viz", "dept", "est", "tel",
            "ext");

    private static final Set<String> BEFORE_NUMBERS =
            Set.of("no nos jan feb mar apr jun jul aug sep sept oct nov dec".split(" "));

    /** Abbreviations that end a sentence if a capital letter follows. */
    private static final Set<String> CLOSED_ABBREVIATIONS = Set.of(
            "a.m", "p.m", "am", "pm", "etc", "u.s", "u.k", "u.n", "e.u", "ph.d", "d.c", "jr", "sr", "inc", "ltd", "co",
            "corp", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "mon", "tue",
            "wed", "thu", "fri", "sat", "sun", "ave", "blvd", "min", "hr", "hrs", "lbs", "oz");

    private static final int MAX_ABBREVIATION_LENGTH = 6;

    private static final String CLOSING = ")]}\"'”’»";

    private static final Pattern SPACE = Pattern.compile("\\s++");

    private SentenceSplitter() {}

    /** Returns the sentences of a text in order, with single spaces and without list markers; none is blank. */
    public static List<String> of(String text) {
        List<String> sentences = new ArrayList<>();
        text.lines().forEach(line -> addLine(withoutListMark(line.strip()), sentences));
        return sentences;
    }

    private static String withoutListMark(String line) {
        return line.length() > 1 && "-*•–".indexOf(line.charAt(0)) >= 0 && Character.isWhitespace(line.charAt(1))
                ? line.substring(2).strip()
                : line;
    }

    private static void addLine(String line, List<String> sentences) {
        int begin = 0;
        int at = 0;
        while (at < line.length()) {
            if (!endsSentences(line.charAt(at))) {
                at++;
                continue;
            }
            int stop = at;
            while (at < line.length() && endsSentences(line.charAt(at))) {
                at++;
            }
            int marks = at;
            while (at < line.length() && CLOSING.indexOf(line.charAt(at)) >= 0) {
                at++;
            }
            if (isEnd(line, begin, stop, marks, at)) {
                addBounded(line.substring(begin, at), sentences);
                begin = at;
            }
        }
        addBounded(line.substring(begin), sentences);
    }

    private static boolean endsSentences(char mark) {
        return ".!?…。！？".indexOf(mark) >= 0;
    }

    /**
     * Returns whether the marks from {@code stop} to {@code marks} end a sentence; {@code next} is the index after
     * closing quotes.
     */
    private static boolean isEnd(String line, int begin, int stop, int marks, int next) {
        if (line.charAt(marks - 1) >= '。') {
            return true;
        }
        if (next == line.length()) {
            return true;
        }
        if (!Character.isWhitespace(line.charAt(next))) {
            return false;
        }
        int following = next;
        while (following < line.length() && Character.isWhitespace(line.charAt(following))) {
            following++;
        }
        boolean continuesInLowerCase = following < line.length() && Character.isLowerCase(line.charAt(following));
        boolean closesQuote = next > marks;
        if (closesQuote && continuesInLowerCase) {
            return false;
        }
        if (line.charAt(stop) == '…' || marks - stop > 1 && line.charAt(marks - 1) == '.') {
            return !continuesInLowerCase;
        }
        return line.charAt(stop) != '.' || !isAbbreviated(line, begin, stop, continuesInLowerCase);
    }

    private static boolean isAbbreviated(String line, int begin, int stop, boolean continuesInLowerCase) {
        int from = stop;
        while (from > begin
                && stop - from <= MAX_ABBREVIATION_LENGTH
                && (Character.isLetterOrDigit(line.charAt(from - 1)) || line.charAt(from - 1) == '.')) {
            from--;
        }
        String before = line.substring(from, stop);
        if (before.length() == 1 && Character.isUpperCase(before.charAt(0))) {
            return !before.equals("I");
        }
        if (from == begin && !before.isEmpty() && before.chars().allMatch(Character::isDigit)) {
            return true;
        }
        String word = LetterCase.lower(before);
        return isOpen(word, line, stop) || continuesInLowerCase && CLOSED_ABBREVIATIONS.contains(word);
    }

    /**
     * Returns whether a word is an abbreviation here. "No." and "Jan." are only before a number: "No. I stay." are two
     * sentences.
     */
    private static boolean isOpen(String word, String line, int stop) {
        boolean isBeforeNumber = stop + 2 < line.length() && Character.isDigit(line.charAt(stop + 2));
        return OPEN_ABBREVIATIONS.contains(word) || isBeforeNumber && BEFORE_NUMBERS.contains(word);
    }

    private static void addBounded(String sentence, List<String> sentences) {
        String stripped = sentence.strip();
        if (!isLong(sentence) && isWhole(stripped)) {
            if (!stripped.isEmpty()) {
                sentences.add(stripped);
            }
            return;
        }
        StringBuilder piece = new StringBuilder();
        int words = 0;
        for (String word : SPACE.split(stripped)) {
            boolean isFull = words == MAX_WORDS || piece.length() + 1 + word.length() > MAX_CHARACTERS;
            boolean isPause = words > MAX_WORDS / 2 && isLong(sentence) && endsClause(piece);
            if (words > 0 && (isFull || isPause)) {
                sentences.add(piece.toString());
                piece.setLength(0);
                words = 0;
            }
            piece.append(words == 0 ? "" : " ").append(word);
            words++;
            cut(piece, sentences);
        }
        if (piece.length() > 0) {
            sentences.add(piece.toString());
        }
    }

    /** Tests whether a sentence has single spaces only, and no more words than it may have. */
    private static boolean isWhole(String sentence) {
        int spaces = 0;
        for (int i = 0; i < sentence.length(); i++) {
            char character = sentence.charAt(i);
            boolean isDouble = character == ' ' && sentence.charAt(i + 1) == ' ';
            if (isDouble || character >= '\t' && character <= '\r') {
                return false;
            }
            spaces += character == ' ' ? 1 : 0;
        }
        return spaces < MAX_WORDS;
    }

    /**
     * Splits off sentences of the maximum length. Moves the remainder once, because a word may have a million
     * characters.
     */
    private static void cut(StringBuilder piece, List<String> sentences) {
        int begin = 0;
        while (piece.length() - begin > MAX_CHARACTERS) {
            int last = begin + MAX_CHARACTERS - 1;
            int end = Character.isHighSurrogate(piece.charAt(last)) ? last : last + 1;
            sentences.add(piece.substring(begin, end));
            begin = end;
        }
        piece.delete(0, begin);
    }

    /** A cheap approximation: a sentence with fewer characters rarely exceeds the word limit. */
    private static boolean isLong(String sentence) {
        return sentence.length() > MAX_WORDS * 5;
    }

    private static boolean endsClause(CharSequence piece) {
        return ",;:–—".indexOf(piece.charAt(piece.length() - 1)) >= 0;
    }
}
