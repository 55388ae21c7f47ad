package dev.daybook.internal.grammar;

import java.util.List;
import java.util.function.Predicate;

/**
 * Reads noun phrases by function words: a phrase ends at a mark, a conjunction, an adverb or a subject. A phrase with a
 * word that points outside the sentence ("it", "your", "this") is none, and neither is one that a condition restricts.
 */
final class NounPhrases {

    private static final int MAX_WORDS = 8;

    private static final int MAX_MODIFIERS = 4;

    private static final int MAX_PAIRED = 3;

    private final WordClasses classes;

    NounPhrases(WordClasses classes) {
        this.classes = classes;
    }

    /** Returns the end of the phrase that begins at an index; -1 if it is too long, empty, or means nothing alone. */
    int end(List<StatementWord> words, int begin) {
        int at = begin;
        while (at < words.size() && !isBoundary(words, at)) {
            StatementWord word = words.get(at);
            if (classes.has("deictic", word.lower()) || at - begin == MAX_WORDS) {
                return -1;
            }
            at++;
            if (word.endsPart()) {
                break;
            }
        }
        at = withPair(words, begin, at);
        return at > begin && isLeft(words, at) ? at : -1;
    }

    /** Returns the end of the words that have a property, up to a number of words or a mark. */
    static int runEnd(List<StatementWord> words, int begin, int most, Predicate<StatementWord> property) {
        int end = begin;
        while (end < words.size() && end < begin + most && property.test(words.get(end))) {
            end++;
            if (words.get(end - 1).endsPart()) {
                break;
            }
        }
        return end;
    }

    /** Returns whether the sentence or a part of it ends before an index. */
    static boolean isPartEnd(List<StatementWord> words, int end) {
        return end >= words.size() || words.get(end - 1).endsPart();
    }

    private boolean isBoundary(List<StatementWord> words, int at) {
        String word = words.get(at).lower();
        return classes.has("boundary", word) || classes.has("condition", word);
    }

    /** Returns the end of "tea and strong coffee": up to three words behind the conjunction that end the part. */
    private int withPair(List<StatementWord> words, int begin, int end) {
        boolean isJoined = end > begin
                && end + 1 < words.size()
                && words.get(end).lower().equals("and")
                && !words.get(end - 1).endsPart()
                && isGerund(words.get(begin)) == isGerund(words.get(end + 1))
                && !classes.has("verb", words.get(end + 1).lower());
        if (!isJoined) {
            return end;
        }
        int at = end + 1;
        while (at < words.size() && at <= end + MAX_PAIRED && !isBoundary(words, at)) {
            if (classes.has("deictic", words.get(at).lower())) {
                return end;
            }
            at++;
            if (words.get(at - 1).endsPart()) {
                return at;
            }
        }
        return at == words.size() && at <= end + 1 + MAX_PAIRED ? at : end;
    }

    static boolean isGerund(StatementWord word) {
        return word.lower().length() > 4 && word.lower().endsWith("ing");
    }

    /** Returns whether a relative clause restricts a phrase: "books which I can read". */
    private boolean isRestricted(List<StatementWord> words, int end) {
        return end < words.size()
                && !words.get(end - 1).endsPart()
                && (classes.has("relativepronoun", words.get(end).lower())
                        || classes.has("subject", words.get(end).lower()));
    }

    /** Returns whether what stands behind a phrase leaves its meaning: no condition, comparison, or report. */
    boolean isLeft(List<StatementWord> words, int end) {
        if (end >= words.size()) {
            return true;
        }
        String next = words.get(end).lower();
        if (words.get(end - 1).endsPart()) {
            boolean isCondition = next.equals("if") || next.equals("unless") || next.equals("until");
            return !isCondition && !isReported(words, end);
        }
        return !classes.has("condition", next) && !isReported(words, end);
    }

    /** Returns whether a report follows: "I live in Faro, I said" tells what was so at the time of the report. */
    private boolean isReported(List<StatementWord> words, int end) {
        return classes.has("reporting", words.get(end).lower())
                || end + 1 < words.size()
                        && classes.has("reporting", words.get(end + 1).lower());
    }

    /** Reads what one may like: generic, without a trailing adverb. */
    ObjectReading thing(List<StatementWord> words, int begin) {
        int end = end(words, begin);
        if (end < 0 || isDefinite(words, begin, end) || isAny("pick", words, begin, end)) {
            return ObjectReading.NONE;
        }
        int last = withoutTrailing(words, begin, end);
        boolean isWhole = last > begin
                && !classes.has("preposition", words.get(last - 1).lower())
                && !classes.has("adverb", words.get(begin).lower())
                && !classes.has("leading", words.get(begin).lower())
                && !isRestricted(words, end)
                && !isToSay(words, begin)
                && !isPassing(words, begin, last);
        return isWhole ? ObjectReading.of(text(words, begin, last), end) : ObjectReading.NONE;
    }

    private boolean isDefinite(List<StatementWord> words, int begin, int end) {
        int generic = begin + classes.longestAt("generic", words, begin);
        boolean isGeneric =
                generic == end || generic < end && words.get(generic).lower().equals("of");
        return classes.has("definite", words.get(begin).lower()) && !isGeneric;
    }

    /** "I love to think" is followed by what one thinks. */
    private boolean isToSay(List<StatementWord> words, int begin) {
        return words.get(begin).lower().equals("to")
                && begin + 1 < words.size()
                && classes.has("tosay", words.get(begin + 1).lower());
    }

    private boolean isPassing(List<StatementWord> words, int begin, int end) {
        boolean isOfOthers = begin + 1 < end
                && words.get(begin).lower().equals("being")
                && (words.get(begin + 1).lower().endsWith("ed")
                        || words.get(begin + 1).lower().endsWith("en"));
        return isOfOthers || isAny("passing", words, begin, end);
    }

    boolean isAny(String name, List<StatementWord> words, int begin, int end) {
        for (int i = begin; i < end; i++) {
            if (classes.has(name, words.get(i).lower())) {
                return true;
            }
        }
        return false;
    }

    private int withoutTrailing(List<StatementWord> words, int begin, int end) {
        for (int i = begin + 1; i < end; i++) {
            if (classes.longestAt("trailing", words, i) == end - i) {
                return i;
            }
        }
        return end;
    }

    /**
     * Reads a phrase whose noun is of a class, with its modifiers and its name: "a small black dog called Rex". Returns
     * the noun with what is before it, without an article.
     *
     * @param definite whether it may be definite: "my dog", "the cello"
     */
    ObjectReading headed(String name, List<StatementWord> words, int begin, boolean definite) {
        int from = begin;
        if (from < words.size() && classes.has("determiner", words.get(from).lower())) {
            boolean isIndefinite = classes.has("indefinite", words.get(from).lower());
            if (!isIndefinite && !definite || words.get(from).endsPart()) {
                return ObjectReading.NONE;
            }
            from++;
        } else if (from < words.size() && isParticiple(words.get(from).lower())) {
            return ObjectReading.NONE;
        }
        for (int head = from; head < words.size() && head <= from + MAX_MODIFIERS; head++) {
            int length = classes.longestAt(name, words, head);
            int end = head + length;
            boolean goesOn = length > 0 && words.get(end - 1).lower().equals("of");
            if (length > 0 && (goesOn || isHead(words, end))) {
                return isLeft(words, end) ? ObjectReading.of(text(words, from, end), end) : ObjectReading.NONE;
            }
            StatementWord word = words.get(head);
            boolean isModifier = !isBoundary(words, head)
                    && (!classes.has("preposition", word.lower()) || classes.has("number", word.lower()))
                    && !classes.has("deictic", word.lower())
                    && (!word.endsPart() || word.stop() == ',' && head + 1 < words.size());
            if (!isModifier) {
                return ObjectReading.NONE;
            }
        }
        return ObjectReading.NONE;
    }

    /** Adds what follows a noun that ends in "of": "head of logistics". */
    ObjectReading withOf(ObjectReading head, List<StatementWord> words) {
        if (!words.get(head.next() - 1).lower().equals("of")) {
            return head;
        }
        int end = end(words, head.next());
        return end < 0
                ? ObjectReading.NONE
                : ObjectReading.of(head.objects().get(0) + " " + text(words, head.next(), end), end);
    }

    /** "I have loved dogs" is no possession. */
    private boolean isParticiple(String word) {
        return word.endsWith("ed") || classes.has("nohabit", word);
    }

    /** Returns whether a noun ends its phrase, so that the next word is no noun that it modifies: "a dog sitter". */
    boolean isHead(List<StatementWord> words, int end) {
        if (isPartEnd(words, end)) {
            return true;
        }
        String next = words.get(end).lower();
        return isBoundary(words, end)
                || classes.has("preposition", next)
                || classes.has("timeword", next)
                || classes.has("subject", next)
                || classes.has("named", next)
                || words.get(end).isCapitalised()
                || next.equals("there")
                || next.equals("here")
                || next.equals("that");
    }

    static String text(List<StatementWord> words, int begin, int end) {
        return StatementWord.join(words.subList(begin, Math.max(begin, end)));
    }
}
