package dev.daybook.internal.extract;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads relatives and animals that a sentence names: "my daughter Ines", "our dog is called Rex". A possessive presupposes
 * what it names, also in a question or a denial, so these hold where the sentence asserts something else.
 */
final class NamedRelatives {

    private static final int MAX_MODIFIERS = 2;

    private NamedRelatives() {}

    static List<StatementGrammar.Match> in(List<StatementWord> words, StatementGrammar grammar) {
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
        int head = begin;
        while (head < begin + MAX_MODIFIERS
                && head < words.size() - 1
                && !words.get(head).endsPart()
                && classes.longestAt(wordClass, words, head) == 0
                && classes.has("kinmodifier", words.get(head).lower())) {
            head++;
        }
        // "My daughter's name is Ines": the genitive belongs to the noun.
        int end = head + Math.max(1, classes.longestAt(wordClass, words, head));
        boolean isGenitive = classes.has(wordClass, genitiveOf(words.get(head).lower()));
        boolean isHead = isGenitive || classes.longestAt(wordClass, words, head) > 0;
        if (!isHead || end >= words.size()) {
            return;
        }
        int from = end + classes.longestAt(isGenitive ? "name is" : "is called", words, end);
        boolean mayBeNamed = isGenitive
                ? from > end
                : from > end
                        || !words.get(end - 1).endsPart()
                        || words.get(end - 1).stop() == ',';
        ObjectReading name =
                mayBeNamed && from < words.size() ? grammar.reader().nameOnly(words, from) : ObjectReading.NONE;
        boolean isApposition = from == end && words.get(end - 1).stop() == ',';
        boolean isClosed = name.isFound() && words.get(name.next() - 1).endsPart();
        if (name.isFound() && (!isApposition || isClosed)) {
            String noun = isGenitive ? genitiveOf(words.get(head).lower()) : NounPhrases.text(words, head, end);
            matches.add(new StatementGrammar.Match(
                    predicate, noun + " " + name.objects().get(0), false, FactEvidence.DIRECT));
        }
    }

    private static String genitiveOf(String word) {
        return word.endsWith("'s") ? word.substring(0, word.length() - 2) : "";
    }
}
