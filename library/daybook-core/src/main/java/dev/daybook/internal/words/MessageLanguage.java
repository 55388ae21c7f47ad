package dev.daybook.internal.words;

import dev.daybook.internal.text.LetterCase;
import java.time.Month;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A language of messages: its analysis, and its words with a meaning for recall. Each is a folder of data files; see
 * CONTRIBUTING.md. A text has the language that {@link #of} finds in it; there is no setting. Thread-safe.
 */
public final class MessageLanguage {

    /** The numbers of a record have six bits. */
    static final int MAX_NUMBER = 63;

    private static final List<MessageLanguage> ALL =
            LanguageFolder.all().stream().map(MessageLanguage::new).toList();

    /** The language of a text that does not show another. */
    public static final MessageLanguage ENGLISH = ALL.get(0);

    private static final Pattern NO_LETTER = Pattern.compile("\\P{L}+");

    private final LanguageFolder folder;
    private final Map<String, String> settings;
    private final int number;
    private final TextScript script;

    /** Made at the first text of the language, because most daybooks hold one or two. */
    private @Nullable LanguageAnalysis analysis;

    private final Map<MessageLanguage, Set<String>> noise = new HashMap<>();
    private @Nullable List<String> standingInstructions;
    private @Nullable List<String> negations;
    private @Nullable MonthNames monthNames;

    private MessageLanguage(LanguageFolder folder) {
        this.folder = folder;
        this.settings = folder.settings();
        this.number = Integer.parseInt(settings.getOrDefault("number", ""));
        if (number < 0 || number > MAX_NUMBER) {
            throw new IllegalStateException("the language " + folder.tag() + " has the number " + number
                    + "; give it one from 0 to " + MAX_NUMBER);
        }
        this.script = TextScript.valueOf(LetterCase.upper(settings.getOrDefault("script", "")));
    }

    /** Returns the language of a text: by its script, then by its function words. Reads the beginning of a long text only. */
    public static MessageLanguage of(String text) {
        return LanguageIdentifier.of(text);
    }

    /** Returns the language of a question to a scope with messages of some languages: of those, the likeliest. */
    static MessageLanguage ofQuestion(String text, LanguageSet languages) {
        return LanguageIdentifier.ofQuestion(text, languages);
    }

    static List<MessageLanguage> all() {
        return ALL;
    }

    /** Returns its number in stored records, from 0 to 63. A changed analysis has another number. */
    public int number() {
        return number;
    }

    /** Returns its BCP 47 tag, the name of the folder. */
    public String tag() {
        return folder.tag();
    }

    TextScript script() {
        return script;
    }

    /** Returns the word that speakers call themselves by. */
    public String pronoun() {
        return settings.getOrDefault("pronoun", "");
    }

    /** Returns the ending of a name that the stemmer leaves: "Lenas" in German; or nothing. */
    public String genitive() {
        return settings.getOrDefault("genitive", "");
    }

    /** Returns whether its texts have no spaces between words, or endings joined to them, so that its terms are pairs of characters. */
    public boolean hasPairs() {
        return script.pairs();
    }

    List<String> settingWords(String name) {
        return LanguageFolder.split(settings.getOrDefault(name, "")).toList();
    }

    /** Returns words that show the language beside its stop words, if its script has several languages. */
    List<String> marks() {
        return folder.words("marks.txt");
    }

    List<String> stopWords() {
        return folder.words("stop-words.txt");
    }

    /** Returns whether a sentence has a word of negation; of another language than English. */
    public boolean negates(String sentence) {
        return this != ENGLISH && hasOneOf(negations(), sentence);
    }

    /** Returns the terms of a text without words of negation: those of what it affirms or denies. */
    public Set<String> contentOf(String text) {
        Set<String> content = new HashSet<>(terms(text));
        terms(String.join(" ", negations())).forEach(content::remove);
        return content;
    }

    private synchronized List<String> negations() {
        List<String> known = negations;
        if (known == null) {
            known = folder.words("negations.txt");
            negations = known;
        }
        return known;
    }

    /** Returns the forms of statements about oneself, line by line; none in a language without them. */
    public List<String> statements() {
        return hasStatements() ? folder.lines("statements.txt") : List.of();
    }

    /** Returns the classes of words that the forms use, line by line. */
    public List<String> wordClasses() {
        return hasStatements() ? folder.lines("word-classes.txt") : List.of();
    }

    private boolean hasStatements() {
        return settings.getOrDefault("statements", "").equals("yes");
    }

    /** Returns whether a sentence has a word of its speaker for the speaker; of another language than English. */
    public boolean speaksOfSpeaker(String sentence) {
        return this != ENGLISH && hasOneOf(settingWords("first-person"), sentence);
    }

    private boolean hasOneOf(List<String> sought, String sentence) {
        String text = LetterCase.lower(sentence);
        return script.pairs()
                ? sought.stream().anyMatch(text::contains)
                : NO_LETTER.splitAsStream(text).anyMatch(sought::contains);
    }

    /** Returns the terms that English makes of its stop words; none for English. */
    public Set<String> stopTermsInEnglish() {
        return this == ENGLISH ? Set.of() : noiseIn(ENGLISH);
    }

    /** Returns the terms of a text in this language, in order, with repetitions. */
    public List<String> terms(String text) {
        return this == ENGLISH ? EnglishAnalyzer.terms(text) : analysis().terms(text);
    }

    /** Returns the terms that records of before the {@link SearchForm} have for a text. */
    List<String> earlierTerms(String text) {
        return this == ENGLISH ? EnglishAnalyzer.earlierTerms(text) : analysis().earlierTerms(text);
    }

    private synchronized LanguageAnalysis analysis() {
        LanguageAnalysis known = analysis;
        if (known == null) {
            known = new LanguageAnalysis(
                    script, settings.getOrDefault("stemmer", ""), stopWords(), settingWords("elisions"));
            analysis = known;
        }
        return known;
    }

    /** Returns the terms that another language makes of the stop words of this one: in a question, they mean nothing. */
    synchronized Set<String> noiseIn(MessageLanguage other) {
        return noise.computeIfAbsent(other, unused -> new HashSet<>(other.terms(String.join(" ", stopWords()))));
    }

    /** Returns the terms that introduce a lasting instruction of a user. */
    public synchronized List<String> standingInstructions() {
        List<String> known = standingInstructions;
        if (known == null) {
            known = terms(String.join(" ", folder.words("standing-instructions.txt"))).stream()
                    .distinct()
                    .toList();
            standingInstructions = known;
        }
        return known;
    }

    /** Returns the months that a question names; none in English, whose names are terms of each message. */
    Set<Month> months(String question) {
        return this == ENGLISH ? EnumSet.noneOf(Month.class) : monthNames().in(question);
    }

    private synchronized MonthNames monthNames() {
        MonthNames known = monthNames;
        if (known == null) {
            known = new MonthNames(hasPairs(), folder.wordsOfLines("months.txt"));
            monthNames = known;
        }
        return known;
    }

    /** Returns whether a text without a question mark asks, by its last characters. */
    boolean asksWithoutMark(String text) {
        List<String> endings = settingWords("question-endings");
        if (endings.isEmpty()) {
            return false;
        }
        int end = text.length();
        while (end > 0 && !Character.isLetter(text.charAt(end - 1))) {
            end--;
        }
        String asked = text.substring(0, end);
        return endings.stream().anyMatch(asked::endsWith);
    }
}
