package dev.daybook.internal.words;

import dev.daybook.internal.text.LetterCase;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the language of a text. The script decides first. Among the languages of one script the function words decide, a third
 * of a usual sentence, and letters that only some languages have. A text without either has the first language of its
 * script: English, whose analysis leaves other words nearly as they are. Deterministic; reads the beginning of a text once.
 */
final class LanguageIdentifier {

    /** The characters that are read; a language shows in a sentence or two. */
    private static final int READ = 400;

    /** A character of Chinese, Japanese or Korean is as much text as two letters. */
    private static final int LETTERS_OF_A_CHARACTER = 2;

    /** A mark among so many words shows a language; one in a list of twenty names shows none. */
    private static final int WORDS_OF_A_MARK = 10;

    /** Below there are Latin letters only. */
    private static final char FIRST_OTHER = 0x0370;

    private static final Map<TextScript, List<MessageLanguage>> LANGUAGES = new EnumMap<>(TextScript.class);

    /** The languages of each function word, as bits by their numbers. */
    private static final Map<String, Long> WORDS = new HashMap<>();

    /** The same of words that are also English words of another meaning: "die", "hat". */
    private static final Map<String, Long> AMBIGUOUS = new HashMap<>();

    private static final Map<Character, Long> LETTERS = new HashMap<>();

    static {
        for (MessageLanguage language : MessageLanguage.all()) {
            LANGUAGES
                    .computeIfAbsent(language.script(), unused -> new ArrayList<>())
                    .add(language);
        }
        MessageLanguage.ENGLISH.stopWords().forEach(word -> mark(WORDS, word, MessageLanguage.ENGLISH));
        Set<String> ambiguous = new HashSet<>(new LanguageFolder(MessageLanguage.ENGLISH.tag()).words("no-marks.txt"));
        LANGUAGES.values().stream()
                .filter(languages -> languages.size() > 1)
                .flatMap(List::stream)
                .filter(language -> language != MessageLanguage.ENGLISH)
                .forEach(language -> mark(language, ambiguous));
    }

    private final MessageLanguage usual;
    private final List<MessageLanguage> languages;
    private final boolean question;
    private final int[] scores = new int[MessageLanguage.MAX_NUMBER + 1];
    private int words;

    private LanguageIdentifier(List<MessageLanguage> languages, boolean question) {
        this.languages = languages;
        this.usual = languages.get(0);
        this.question = question;
    }

    private static void mark(MessageLanguage language, Set<String> ambiguous) {
        Set<String> marks = new HashSet<>(language.stopWords());
        marks.addAll(language.marks());
        for (String word : marks) {
            if (word.length() > 1) {
                mark(ambiguous.contains(word) ? AMBIGUOUS : WORDS, word, language);
            }
        }
        language.settingWords("elisions").forEach(word -> mark(WORDS, word + "'", language));
        for (char letter : String.join("", language.settingWords("letters")).toCharArray()) {
            LETTERS.merge(letter, bit(language), (one, other) -> one | other);
        }
    }

    private static void mark(Map<String, Long> words, String word, MessageLanguage language) {
        words.merge(word, bit(language), (one, other) -> one | other);
    }

    private static long bit(MessageLanguage language) {
        return 1L << language.number();
    }

    static MessageLanguage of(String text) {
        String read = beginning(text);
        return of(read, LANGUAGES.get(script(read)), false);
    }

    /**
     * Returns the language of a question to messages of some languages. Words of two languages count for that of the messages,
     * and only these languages are possible: a question is short.
     */
    static MessageLanguage ofQuestion(String text, LanguageSet known) {
        if (known.equals(LanguageSet.ENGLISH)) {
            return of(text);
        }
        String read = beginning(text);
        List<MessageLanguage> possible = LANGUAGES.get(script(read)).stream()
                .filter(known.languages()::contains)
                .toList();
        return possible.isEmpty() ? of(text) : of(read, possible, true);
    }

    private static String beginning(String text) {
        return SearchForm.of(text.length() <= READ ? text : text.substring(0, READ));
    }

    private static MessageLanguage of(String read, List<MessageLanguage> languages, boolean question) {
        return languages.size() == 1
                ? languages.get(0)
                : new LanguageIdentifier(languages, question).byWords(LetterCase.lower(read));
    }

    /** Returns the script of most of a text. English words in a Japanese sentence keep their analysis. */
    private static TextScript script(String text) {
        if (text.chars().allMatch(character -> character < FIRST_OTHER)) {
            return TextScript.LATIN;
        }
        int[] letters = new int[TextScript.values().length];
        text.codePoints()
                .filter(Character::isLetter)
                .forEach(letter -> letters[TextScript.of(letter).ordinal()]++);
        int latin = letters[TextScript.LATIN.ordinal()];
        int cyrillic = letters[TextScript.CYRILLIC.ordinal()];
        int han = letters[TextScript.HAN.ordinal()];
        int kana = letters[TextScript.KANA.ordinal()];
        int hangul = letters[TextScript.HANGUL.ordinal()];
        int characters = han + kana + hangul;
        if (characters > 0 && LETTERS_OF_A_CHARACTER * characters >= Math.max(latin, cyrillic)) {
            // Japanese text has Chinese characters, too.
            return hangul > han + kana ? TextScript.HANGUL : kana > 0 ? TextScript.KANA : TextScript.HAN;
        }
        return cyrillic > latin ? TextScript.CYRILLIC : TextScript.LATIN;
    }

    private MessageLanguage byWords(String text) {
        int begin = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean inWord = i < text.length() && (Character.isLetter(text.charAt(i)) || begin >= 0 && joins(text, i));
            if (inWord && begin < 0) {
                begin = i;
            } else if (!inWord && begin >= 0) {
                count(text.substring(begin, i).replace('’', '\''));
                begin = -1;
            }
        }
        return best();
    }

    private static boolean joins(String text, int i) {
        return text.charAt(i) == '\'' || text.charAt(i) == '’';
    }

    private void count(String word) {
        words++;
        long marks = marks(word);
        int apostrophe = word.indexOf('\'');
        if (marks == 0 && apostrophe > 0) {
            marks = marks(word.substring(0, apostrophe + 1)) | marks(word.substring(apostrophe + 1));
        }
        for (int i = 0; marks == 0 && i < word.length(); i++) {
            marks |= word.charAt(i) < 0x80 ? 0 : LETTERS.getOrDefault(word.charAt(i), 0L);
        }
        for (long left = marks; left != 0; left &= left - 1) {
            scores[Long.numberOfTrailingZeros(left)]++;
        }
    }

    private long marks(String word) {
        return WORDS.getOrDefault(word, 0L) | (question ? AMBIGUOUS.getOrDefault(word, 0L) : 0L);
    }

    /** Returns the language with the most marks; the usual one if another has not more marks than each, in a question as many. */
    private MessageLanguage best() {
        MessageLanguage best = usual;
        int most = question ? Math.max(0, scores[usual.number()] - 1) : scores[usual.number()];
        for (MessageLanguage language : languages) {
            int score = language == usual ? 0 : scores[language.number()];
            if (score * WORDS_OF_A_MARK >= words && score > most) {
                best = language;
                most = score;
            } else if (score == most) {
                best = usual;
            }
        }
        return best;
    }
}
