package dev.daybook.internal.dates;

import dev.daybook.internal.text.LetterCase;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The date phrases of a language, read from a data file: classes of words, and templates of phrases with their meanings.
 * Another language is another file, as long as it separates words by spaces. Immutable.
 *
 * <pre>
 * words month 5: may
 * suffix: st nd rd th
 * phrase ago: &lt;number> &lt;unit> ago
 * inner month: &lt;month>
 * tense past: was were
 * past-endings: ed
 * not-past: bed red
 * </pre>
 *
 * A phrase names one of the meanings of {@link DateMeaning}, then its arguments; its templates are separated by
 * {@code |}. A line that begins with {@code #} is a comment.
 */
final class DatePhrases {

    private static final Pattern SPACES = Pattern.compile(" +");

    private static final Pattern BARS = Pattern.compile("\\|");

    private static final String ENGLISH = "en";

    /** The languages with phrases of their own; those that write without spaces have none. */
    private static final Map<String, DatePhrases> ALL = Stream.of(ENGLISH, "de", "fr", "es", "ru")
            .collect(Collectors.toMap(tag -> tag, tag -> new DatePhrases(tag + ".txt")));

    private static final String ORDINAL_DOT = ".";

    private final Map<PhraseSlot, Map<String, Integer>> classes = new EnumMap<>(PhraseSlot.class);
    private final Set<String> suffixes = new HashSet<>();
    private final Map<ClauseTense, Set<String>> tenses = new EnumMap<>(ClauseTense.class);
    private final List<String> pastEndings = new ArrayList<>();
    private boolean dayFirst;
    private final Set<String> notPast = new HashSet<>();
    private final List<PhraseTemplate> templates = new ArrayList<>();

    /** The templates that a word begins, itself or as a member of a class. */
    private final Map<String, List<PhraseTemplate>> byWord = new HashMap<>();

    private final List<PhraseTemplate> byNumber;

    private DatePhrases(String file) {
        for (String line : lines(file)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                read(line);
            }
        }
        templates.forEach(this::index);
        byNumber = templates.stream().filter(DatePhrases::beginsWithNumber).toList();
    }

    /** Returns the phrases of a language; those of English for one without, so that dates in digits are read in each. */
    static DatePhrases of(String language) {
        DatePhrases phrases = ALL.getOrDefault(language, ALL.get(ENGLISH));
        if (phrases == null) {
            throw new IllegalStateException("English has no date phrases; put them into the jar");
        }
        return phrases;
    }

    private void read(String line) {
        int colon = line.indexOf(':');
        String[] head = SPACES.split(line.substring(0, colon));
        String rest = line.substring(colon + 1).strip();
        switch (head[0]) {
            case "words" -> addWords(head, rest);
            case "suffix" -> suffixes.addAll(Arrays.asList(SPACES.split(rest)));
            case "tense" ->
                tenses.computeIfAbsent(ClauseTense.valueOf(LetterCase.upper(head[1])), unused -> new HashSet<>())
                        .addAll(Arrays.asList(SPACES.split(rest)));
            case "day-first" -> dayFirst = true;
            case "past-endings" -> pastEndings.addAll(Arrays.asList(SPACES.split(rest)));
            case "not-past" -> notPast.addAll(Arrays.asList(SPACES.split(rest)));
            case "phrase", "inner" -> addPhrase(head, rest);
            default ->
                throw new IllegalArgumentException(
                        "a line of dates begins with '" + head[0]
                                + "'; begin it with words, suffix, day-first, tense, past-endings, not-past, phrase, inner or #");
        }
    }

    private void addWords(String[] head, String words) {
        PhraseSlot slot = PhraseSlot.valueOf(LetterCase.upper(head[1]));
        int value = slot == PhraseSlot.UNIT
                ? CalendarUnit.valueOf(LetterCase.upper(head[2])).ordinal()
                : Integer.parseInt(head[2]);
        for (String word : SPACES.split(words)) {
            classes.computeIfAbsent(slot, unused -> new HashMap<>()).put(word, value);
        }
    }

    private void addPhrase(String[] head, String patterns) {
        DateMeaning meaning = DateMeaning.ALL.get(head[1]);
        if (meaning == null) {
            throw new IllegalArgumentException("a date phrase has the meaning '" + head[1] + "'; use one of "
                    + DateMeaning.ALL.keySet().stream().sorted().toList());
        }
        List<String> arguments = List.of(head).subList(2, head.length);
        for (String pattern : BARS.split(patterns)) {
            templates.addAll(PhraseTemplate.of(pattern, meaning, arguments, head[0].equals("inner")));
        }
    }

    private void index(PhraseTemplate template) {
        PhraseTemplate.Element first = template.elements().get(0);
        Set<String> words = first.slot() == null
                ? Set.of(first.word())
                : classes.getOrDefault(first.slot(), Map.of()).keySet();
        words.forEach(word ->
                byWord.computeIfAbsent(word, unused -> new ArrayList<>()).add(template));
    }

    private static boolean beginsWithNumber(PhraseTemplate template) {
        PhraseSlot slot = template.elements().get(0).slot();
        return slot == PhraseSlot.DAY || slot == PhraseSlot.YEAR || slot == PhraseSlot.NUMBER;
    }

    /** Returns the phrases that may begin with a token. */
    List<PhraseTemplate> beginningWith(DateToken token) {
        return token.isNumber() ? byNumber : byWord.getOrDefault(token.word(), List.of());
    }

    /** Returns the value of a token in a slot, or null if it does not fill the slot. */
    @Nullable
    Integer value(PhraseSlot slot, DateToken token) {
        if (token.isNumber()) {
            return slot.takes(token) ? token.number() : null;
        }
        return classes.getOrDefault(slot, Map.of()).get(token.word());
    }

    /** Returns the tense of a clause; a word of the future decides: "we agreed that we will meet". */
    ClauseTense tense(List<DateToken> clause) {
        Set<String> future = tenses.getOrDefault(ClauseTense.FUTURE, Set.of());
        Set<String> past = tenses.getOrDefault(ClauseTense.PAST, Set.of());
        ClauseTense tense = ClauseTense.UNKNOWN;
        for (DateToken token : clause) {
            if (future.contains(token.word())) {
                return ClauseTense.FUTURE;
            }
            boolean isPast = tense == ClauseTense.PAST
                    || past.contains(token.word())
                    || hasPastEnding(token.word()) && !notPast.contains(token.word());
            tense = isPast ? ClauseTense.PAST : tense;
        }
        return tense;
    }

    /** Each word of a message comes here, so nothing is allocated. */
    private boolean hasPastEnding(String word) {
        for (int i = 0; i < pastEndings.size(); i++) {
            if (word.endsWith(pastEndings.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a full stop behind a number makes it an ordinal: "3. Mai". */
    boolean hasOrdinalDot() {
        return suffixes.contains(ORDINAL_DOT);
    }

    /** Returns whether a day in digits precedes its month in all countries of the language; not in English. */
    boolean hasDayFirst() {
        return dayFirst;
    }

    /** Returns whether letters behind a number make it an ordinal. */
    boolean isSuffix(String letters) {
        return suffixes.contains(letters);
    }

    private static List<String> lines(String file) {
        try (InputStream vocabulary = DatePhrases.class.getResourceAsStream(file)) {
            if (vocabulary == null) {
                throw new FileNotFoundException("the date phrases " + file + " are not in the jar");
            }
            return new String(vocabulary.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
