package dev.daybook.internal.grammar;

import dev.daybook.internal.text.LetterCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A word of a sentence. Contractions are two words, so that "I'm", "Im" and "I am" are the same to a form.
 *
 * @param text as written; empty for the second word of a contraction
 * @param lower in lower case
 * @param stop the first mark behind it, or {@link #NO_STOP}
 */
public record StatementWord(String text, String lower, char stop) {

    static final char NO_STOP = 0;

    private static final String MARKS = ".,;:!?…)]}\"—–-*|";

    private static final String OPENING_MARKS = "([{\"*";

    private static final Map<String, String> WHOLE = Map.ofEntries(
            Map.entry("im", "i am"),
            Map.entry("ive", "i have"),
            Map.entry("dont", "do not"),
            Map.entry("cant", "can not"),
            Map.entry("cannot", "can not"),
            Map.entry("can't", "can not"),
            Map.entry("won't", "will not"),
            Map.entry("isnt", "is not"),
            Map.entry("didnt", "did not"));

    private static final Map<String, String> ENDINGS =
            Map.of("n't", "not", "'m", "am", "'ve", "have", "'re", "are", "'d", "would", "'ll", "will");

    /** The words behind which "'s" is a verb. Behind others it is mostly a genitive. */
    private static final List<String> BEFORE_IS = List.of(
            "name",
            "that",
            "it",
            "he",
            "she",
            "there",
            "here",
            "what",
            "who",
            "flat",
            "house",
            "home",
            "apartment",
            "birthday",
            "farm",
            "family");

    /** Returns the words of one of {@code SentenceSplitter}. */
    public static List<StatementWord> of(String sentence) {
        List<StatementWord> words = new ArrayList<>();
        for (String piece : sentence.split(" ")) {
            int begin = 0;
            while (begin < piece.length() && isNoWord(piece.charAt(begin), OPENING_MARKS)) {
                begin++;
            }
            int end = piece.length();
            while (end > begin && isNoWord(piece.charAt(end - 1), MARKS)) {
                end--;
            }
            char before = firstMark(piece, 0, end == begin ? piece.length() : begin);
            if (before != NO_STOP && !words.isEmpty()) {
                int last = words.size() - 1;
                words.set(last, words.get(last).before(before));
            }
            if (end > begin) {
                add(piece.substring(begin, end), firstMark(piece, end, piece.length()), words);
            }
        }
        return words;
    }

    private static boolean isNoWord(char character, String marks) {
        return marks.indexOf(character) >= 0 || !Character.isLetterOrDigit(character) && character >= 0x80;
    }

    private static char firstMark(String piece, int begin, int end) {
        return begin < end ? piece.charAt(begin) : NO_STOP;
    }

    private static void add(String text, char stop, List<StatementWord> words) {
        String lower = LetterCase.lower(text);
        String written = WHOLE.get(lower);
        if (written == null) {
            written = expanded(lower);
        }
        int space = written.indexOf(' ');
        if (space < 0) {
            words.add(new StatementWord(text, lower, stop));
        } else {
            words.add(new StatementWord(text, written.substring(0, space), NO_STOP));
            words.add(new StatementWord("", written.substring(space + 1), stop));
        }
    }

    private static String expanded(String lower) {
        for (Map.Entry<String, String> ending : ENDINGS.entrySet()) {
            if (lower.endsWith(ending.getKey())
                    && lower.length() > ending.getKey().length()) {
                return lower.substring(0, lower.length() - ending.getKey().length()) + " " + ending.getValue();
            }
        }
        boolean isVerb = lower.endsWith("'s") && BEFORE_IS.contains(lower.substring(0, lower.length() - 2));
        return isVerb ? lower.substring(0, lower.length() - 2) + " is" : lower;
    }

    private StatementWord before(char mark) {
        return stop == NO_STOP ? new StatementWord(text, lower, mark) : this;
    }

    /** Returns the words with a full stop behind the last. */
    static List<StatementWord> closed(List<StatementWord> words) {
        StatementWord last = words.get(words.size() - 1);
        List<StatementWord> closed = new ArrayList<>(words);
        closed.set(words.size() - 1, new StatementWord(last.text(), last.lower(), '.'));
        return closed;
    }

    public boolean endsPart() {
        return stop != NO_STOP;
    }

    public boolean isCapitalised() {
        return !text.isEmpty() && Character.isUpperCase(text.codePointAt(0));
    }

    boolean isNumber() {
        return !text.isEmpty() && text.chars().allMatch(Character::isDigit);
    }

    /** Returns whether it looks like an abbreviation or the name of a product: "ASAP", "iOS", "GitHub", "v2". */
    boolean isNoPlainName() {
        return text.chars().skip(1).filter(Character::isUpperCase).count() > (text.startsWith("Mc") ? 1 : 0)
                        && text.indexOf('-') < 0
                        && text.indexOf('\'') < 0
                || text.chars().anyMatch(Character::isDigit);
    }

    /** Returns the words as written, with the commas between them. */
    static String joinListed(List<StatementWord> words) {
        StringBuilder joined = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            boolean isListed = i < words.size() - 1 && words.get(i).stop() == ',';
            joined.append(i == 0 ? "" : " ").append(words.get(i).text()).append(isListed ? "," : "");
        }
        return joined.toString();
    }

    /** Returns the words as written. */
    static String join(List<StatementWord> words) {
        StringBuilder joined = new StringBuilder();
        for (StatementWord word : words) {
            if (!word.text().isEmpty()) {
                joined.append(joined.length() == 0 ? "" : " ").append(word.text());
            }
        }
        return joined.toString();
    }
}
