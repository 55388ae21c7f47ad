package dev.daybook.internal.extract;

import dev.daybook.internal.grammar.FactPredicate;
import dev.daybook.internal.grammar.StatementGrammar;
import dev.daybook.internal.grammar.StatementWord;
import dev.daybook.internal.grammar.WordClasses;
import dev.daybook.internal.words.MessageLanguage;
import dev.daybook.model.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a message of a person replaces an earlier one as the answer to a question: "I changed dentist, it's Dr.
 * Brun now" replaces "My dentist is Dr. Alba" for "Who is my dentist?".
 *
 * <p>Favours precision: a wrong answer would put a message before an older one that answers better. Both messages have to
 * be about all that is asked for: all words of the question but those that say little ("have", "use") and the name of the
 * speaker. The newer message has to
 *
 * <ul>
 *   <li>say in one sentence with these words, in a clause with one of them, that something changed ("switched", "now", "a
 *       new"), not in a question or in the scope of a condition, a wish or a report; or state the same relation of one value
 *       ({@link FactPredicate#isSingleValued}) with another object;
 *   <li>bring a value of the kind that is asked for: a name for "who", a number, a day or a month for "when";
 *   <li>name no other person to whom the thing may belong.
 * </ul>
 *
 * <p>A question about the past or a reason has no update. The words lie in {@code word-classes.txt} of a language; without
 * them nothing is an update. Not thread-safe. Decision 158.
 */
public final class StatedUpdate {

    /** A longer text is a document, and its words say little about one thing. */
    private static final int MAX_CHARACTERS = 600;

    private final List<StatementWord> words;
    private final WordClasses classes;
    private final Map<Speaker, Set<String>> topics = new HashMap<>();

    /** The words of letters and digits in the question that are no stop words of its language. */
    private final List<String> required;

    private StatedUpdate(List<StatementWord> words, WordClasses classes, MessageLanguage language) {
        this.words = words;
        this.classes = classes;
        this.required = topicWords()
                // A mark is in no term, and what is written beside it in another form.
                .filter(word -> word.chars().allMatch(Character::isLetterOrDigit)
                        && !language.terms(word).isEmpty())
                .toList();
    }

    /** Returns the test for a question; empty if no message is an update for it. */
    public static Optional<StatedUpdate> askedFor(String question) {
        if (question.isBlank() || question.length() > MAX_CHARACTERS) {
            return Optional.empty();
        }
        MessageLanguage language = MessageLanguage.of(question);
        WordClasses classes = StatementGrammar.of(language).classes();
        StatedUpdate asked = new StatedUpdate(words(question), classes, language);
        return !classes.has("askedpast") || asked.has(asked.words, "askedpast") ? Optional.empty() : Optional.of(asked);
    }

    private static List<StatementWord> words(String text) {
        return StatementWord.of(PlainStatements.straight(text));
    }

    private boolean has(List<StatementWord> words, String name) {
        return words.stream().anyMatch(word -> classes.has(name, word.lower()));
    }

    /**
     * Returns whether a message may be about all that is asked for. False only if a word of the question has no word of the same
     * beginning in the message, which costs no analysis.
     */
    private boolean mayBeAbout(Message message) {
        return required.stream()
                .allMatch(word -> hasBeginning(message.text(), word) || hasBeginning(message.speaker(), word));
    }

    /** Returns whether a word of a text has the first two letters of another; a letter beyond ASCII, whose form may change, has any. */
    private static boolean hasBeginning(String text, String word) {
        // A ligature is two letters.
        boolean isShort = word.length() == 1 || word.charAt(0) >= 0x80;
        for (int i = 0; i < text.length(); i++) {
            // Most letters end here: a recall compares each letter of its first hits.
            if (isSame(text, i, word, 0) && (i == 0 || !Character.isLetterOrDigit(text.charAt(i - 1)))) {
                boolean isWhole = isShort || text.charAt(i) >= 0x80;
                if (isWhole || i + 1 < text.length() && isSame(text, i + 1, word, 1)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isSame(String text, int at, String lower, int of) {
        char one = text.charAt(at);
        char other = lower.charAt(of);
        return one == other || one >= 0x80 || other >= 0x80 || one >= 'A' && one <= 'Z' && one - 'A' + 'a' == other;
    }

    /** Returns a message for any number of comparisons, each part of it analysed at most once; empty if it can be neither of the two. */
    public Optional<SaidText> read(Message message) {
        String text = message.text();
        return text.isBlank() || text.length() > MAX_CHARACTERS ? Optional.empty() : Optional.of(new SaidText(message));
    }

    /** The speaker of a message in a language. */
    private record Speaker(MessageLanguage language, String name) {}

    /** Returns the terms of the question but of words that say little, as a speaker's messages have them, without the speaker's name. */
    private Set<String> topic(Speaker speaker) {
        Set<String> terms = topicWords()
                .flatMap(word -> speaker.language().terms(word).stream())
                .collect(Collectors.toSet());
        speaker.language().terms(speaker.name()).forEach(terms::remove);
        return terms;
    }

    private Stream<String> topicWords() {
        return words.stream().map(StatementWord::lower).filter(word -> !classes.has("askedlight", word));
    }

    /** A message as it is compared. Not thread-safe. */
    public final class SaidText {

        private final Message message;
        private @Nullable MessageLanguage language;
        private @Nullable List<String> statements;
        private @Nullable Boolean about;
        private @Nullable List<StatedFact> facts;
        private @Nullable Boolean update;
        private @Nullable Set<String> lower;

        private SaidText(Message message) {
            this.message = message;
        }

        public Message message() {
            return message;
        }

        private MessageLanguage language() {
            MessageLanguage known = language == null ? MessageLanguage.of(message.text()) : language;
            language = known;
            return known;
        }

        private Set<String> topic() {
            return topics.computeIfAbsent(new Speaker(language(), message.speaker()), StatedUpdate.this::topic);
        }

        private List<String> statements() {
            List<String> known = statements == null ? PlainStatements.of(message.text()) : statements;
            statements = known;
            return known;
        }

        /** Returns whether the message has all that is asked for. Only such a one can be replaced. */
        public boolean isAbout() {
            boolean known = about == null ? mayBeAbout(message) && isAbout(message.text()) : about;
            about = known;
            return known;
        }

        private boolean isAbout(String text) {
            return !topic().isEmpty() && new HashSet<>(language().terms(text)).containsAll(topic());
        }

        private List<StatedFact> facts() {
            List<StatedFact> known = facts == null ? StatedFact.of(message, statements()) : facts;
            facts = known;
            return known;
        }

        private Set<String> lower() {
            Set<String> known = lower == null
                    ? words(message.text()).stream().map(StatementWord::lower).collect(Collectors.toSet())
                    : lower;
            lower = known;
            return known;
        }

        private boolean isOfTopic(StatementWord word) {
            return language().terms(word.lower()).stream().anyMatch(topic()::contains);
        }

        private List<String> sentences() {
            return statements().stream().filter(PlainStatements::isPlain).toList();
        }
    }

    /** Returns whether the later of two messages of one author replaces the earlier one as the answer. */
    public boolean replaces(SaidText newer, SaidText older) {
        return older.isAbout()
                && (newer.isAbout() && tellsChange(newer) || statesRelation(newer, older))
                && hasValue(newer, older)
                && !namesOther(newer, older);
    }

    private boolean tellsChange(SaidText newer) {
        boolean known = newer.update == null
                ? newer.sentences().stream()
                        .filter(newer::isAbout)
                        .anyMatch(sentence -> tellsChange(words(sentence), newer))
                : newer.update;
        newer.update = known;
        return known;
    }

    /** Returns whether a clause with a word of the question, or one that refers back to it, says that something changed. */
    private boolean tellsChange(List<StatementWord> sentence, SaidText newer) {
        if (!mayTellChange(sentence)) {
            return false;
        }
        boolean isAbout = false;
        for (List<StatementWord> clause : clauses(sentence)) {
            isAbout = clause.stream().anyMatch(newer::isOfTopic)
                    || isAbout && classes.has("back", clause.get(0).lower());
            // "The nurse typed my blood type into the form now" does not say what it is.
            boolean isState = !has(words, "copula") || has(clause, "copula");
            for (int i = 0; i < clause.size(); i++) {
                if (classes.longestAt("scope", clause, i) > 0) {
                    return false;
                }
                if (isAbout && isChange(clause, i, isState, newer)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether a sentence has words of a change, which costs no analysis. */
    private boolean mayTellChange(List<StatementWord> sentence) {
        return IntStream.range(0, sentence.size())
                .anyMatch(i -> classes.has("changednew", sentence.get(i).lower())
                        || classes.longestAt("changed", sentence, i) > 0
                        || classes.longestAt("changedtime", sentence, i) > 0);
    }

    private boolean isChange(List<StatementWord> clause, int at, boolean isState, SaidText newer) {
        if (at > 0 && classes.has("notchanged", clause.get(at - 1).lower())) {
            return false;
        }
        boolean isNew = classes.has("changednew", clause.get(at).lower())
                && at + 1 < clause.size()
                && newer.isOfTopic(clause.get(at + 1));
        return isNew
                || classes.longestAt("changed", clause, at) > 0
                || isState && classes.longestAt("changedtime", clause, at) > 0;
    }

    /** Returns the parts of a sentence between marks. The point behind a capitalised word may be that of a title: "Mr." */
    private static List<List<StatementWord>> clauses(List<StatementWord> sentence) {
        List<List<StatementWord>> clauses = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < sentence.size(); i++) {
            StatementWord word = sentence.get(i);
            boolean ends = word.endsPart() && !(word.stop() == '.' && word.isCapitalised());
            if (ends || i == sentence.size() - 1) {
                clauses.add(sentence.subList(begin, i + 1));
                begin = i + 1;
            }
        }
        return clauses;
    }

    /** Returns whether both state the same relation of one value with different objects: "I live in Porto". */
    private static boolean statesRelation(SaidText newer, SaidText older) {
        return older.facts().stream()
                .filter(fact -> fact.predicate().isSingleValued() && isAskedFor(fact, older))
                .anyMatch(fact -> newer.facts().stream()
                        .anyMatch(later -> later.predicate() == fact.predicate()
                                && !later.object().equalsIgnoreCase(fact.object())));
    }

    /** Returns whether a question asks for the object of a fact: its words are those of the sentence around the object. */
    private static boolean isAskedFor(StatedFact fact, SaidText said) {
        Set<String> around = new HashSet<>(said.language().terms(fact.sentence()));
        said.language().terms(fact.object()).forEach(around::remove);
        return around.containsAll(said.topic());
    }

    /** Returns whether the newer message has a value of the asked kind that neither the older one nor the question has. */
    private boolean hasValue(SaidText newer, SaidText older) {
        boolean asksName = has(words, "askedname");
        Predicate<StatementWord> value = asksName
                ? word -> word.isCapitalised() && !classes.has("first", word.lower()) && !isNumber(word)
                : has(words, "askednumber") ? this::isNumber : word -> !isCue(word);
        Set<String> known = new HashSet<>(older.lower());
        words.forEach(word -> known.add(word.lower()));
        // The first word of a sentence is capitalised, name or not.
        return newer.sentences().stream()
                .map(StatedUpdate::words)
                .flatMap(sentence -> sentence.stream().skip(asksName ? 1 : 0))
                .anyMatch(word -> value.test(word) && !known.contains(word.lower()));
    }

    private boolean isNumber(StatementWord word) {
        return word.text().chars().anyMatch(Character::isDigit)
                || Stream.of("number", "calendar", "month").anyMatch(name -> classes.has(name, word.lower()));
    }

    private boolean isCue(StatementWord word) {
        return Stream.of("changed", "changedtime", "changednew").anyMatch(name -> classes.has(name, word.lower()));
    }

    /** Returns whether the newer message speaks of a person of whom neither the older one nor the question does. */
    private boolean namesOther(SaidText newer, SaidText older) {
        Set<String> known = new HashSet<>(older.lower());
        words.forEach(word -> known.add(word.lower()));
        return newer.lower().stream().filter(word -> !known.contains(word)).anyMatch(word -> {
            String owner = word.endsWith("'s") ? word.substring(0, word.length() - 2) : word;
            return !owner.equals(word) && !known.contains(owner)
                    || classes.has("relative", owner)
                    || classes.has("otherperson", owner);
        });
    }
}
