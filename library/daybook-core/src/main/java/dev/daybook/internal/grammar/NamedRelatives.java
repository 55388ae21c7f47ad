package dev.daybook.internal.grammar;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads relatives and animals that a sentence names: "my daughter Ines", "our dog is called Rex". A possessive presupposes
 * what it names, also in a question or a denial, so these hold where the sentence asserts something else.
 */
public final class NamedRelatives {

    private static final int MAX_MODIFIERS = 2;

    private NamedRelatives() {}

    public static List<StatementGrammar.Match> in(List<StatementWord> words, StatementGrammar grammar) {
        List<StatementGrammar.Match> matches = new ArrayList<>();
        for (int i = 0; i + 2 < words.size(); i++) {
            if (grammar.classes().has("possessive", words.get(i).lower())) {
                add(FactPredicate.HAS_FAMILY, "relative", words, i + 1, grammar, matches);
                add(FactPredicate.HAS_PET, "animal", words, i + 1, grammar, matches);
            }
        }
        return matches;
    }

    private static void add(
            FactPredicate predicate,
            String wordClass,
            List<StatementWord> words,
            int begin,
            StatementGrammar grammar,
            List<StatementGrammar.Match> matches) {
        WordClasses classes = grammar.classes();
        int head = behindModifiers(wordClass, words, begin, classes);
        String owner = genitiveOf(words.get(head).lower());
        boolean isGenitive = classes.has(wordClass, owner);
        int length = isGenitive ? 1 : classes.longestAt(wordClass, words, head);
        if (length == 0 || head + length >= words.size()) {
            return;
        }
        ObjectReading name = name(words, head + length, isGenitive, grammar);
        if (name.isFound()) {
            String noun = isGenitive ? owner : NounPhrases.text(words, head, head + length);
            String object = noun + " " + name.objects().get(0);
            matches.add(new StatementGrammar.Match(predicate, object, false, FactEvidence.DIRECT));
        }
    }

    private static int behindModifiers(String wordClass, List<StatementWord> words, int begin, WordClasses classes) {
        int head = begin;
        while (head < begin + MAX_MODIFIERS
                && head < words.size() - 1
                && !words.get(head).endsPart()
                && classes.longestAt(wordClass, words, head) == 0
                && classes.has("kinmodifier", words.get(head).lower())) {
            head++;
        }
        return head;
    }

    /** Reads the name behind a noun, behind "is called", behind "name is" after a genitive, or between two commas. */
    private static ObjectReading name(
            List<StatementWord> words, int end, boolean isGenitive, StatementGrammar grammar) {
        int from = end + grammar.classes().longestAt(isGenitive ? "name is" : "is called", words, end);
        char stop = words.get(end - 1).stop();
        boolean isIntroduced = from > end;
        boolean mayBeNamed = isIntroduced || !isGenitive && (stop == StatementWord.NO_STOP || stop == ',');
        if (!mayBeNamed || from >= words.size()) {
            return ObjectReading.NONE;
        }
        ObjectReading name = grammar.reader().nameOnly(words, from);
        boolean isOpen = !isIntroduced
                && stop == ','
                && name.isFound()
                && !words.get(name.next() - 1).endsPart();
        return isOpen ? ObjectReading.NONE : name;
    }

    private static String genitiveOf(String word) {
        return word.endsWith("'s") ? word.substring(0, word.length() - 2) : "";
    }
}
