package dev.daybook.internal.grammar;

import java.util.ArrayList;
import java.util.List;

/**
 * A clause that its speaker asserts.
 *
 * @param words those of the sentence
 * @param begin the index of its first word
 * @param ended whether it says that something no longer holds; the words say then what held: "I no longer live in
 *     Lisbon" is "I live in Lisbon"
 */
public record StatementClause(List<StatementWord> words, int begin, boolean ended) {

    private static final int MAX_OPENINGS = 4;

    private static final int MAX_ENDED = 12;

    private static final String STRONG_STOPS = ";.!…—–-";

    /**
     * Returns the clauses of a sentence. One begins at the start, behind a mark or a conjunction, and behind words that
     * open a statement. A clause in the scope of a condition, a wish, a doubt or another's words is not asserted, up to the next
     * "but", dash or semicolon.
     */
    public static List<StatementClause> of(List<StatementWord> words, WordClasses classes) {
        List<StatementClause> clauses = new ArrayList<>();
        boolean inScope = false;
        for (int i = 0; i < words.size(); i++) {
            boolean isStart = i == 0
                    || words.get(i - 1).endsPart()
                    || classes.has("conjunction", words.get(i - 1).lower());
            if (i > 0
                    && (STRONG_STOPS.indexOf(words.get(i - 1).stop()) >= 0
                            || words.get(i - 1).lower().equals("but"))) {
                inScope = false;
            }
            if (isStart && !inScope) {
                add(words, i, classes, clauses);
            }
            inScope |= classes.longestAt("scope", words, i) > 0 && !isOwnReport(words, i)
                    || words.get(i).endsPart() && words.get(i).lower().equals("quit");
        }
        return clauses;
    }

    /** "As I told you" repeats a statement. */
    private static boolean isOwnReport(List<StatementWord> words, int i) {
        return i > 1
                && words.get(i - 1).lower().equals("i")
                && words.get(i - 2).lower().equals("as");
    }

    private static void add(List<StatementWord> words, int begin, WordClasses classes, List<StatementClause> clauses) {
        int at = begin;
        for (int i = 0; i <= MAX_OPENINGS && at < words.size(); i++) {
            clauses.add(affirmed(words, at, classes));
            int opening = classes.longestAt("opening", words, at);
            if (opening == 0) {
                break;
            }
            at += opening;
        }
        if (begin == 0 || isOfSpeaker(words, begin, classes)) {
            addWithSubject(words, begin, classes, clauses);
        }
    }

    /** Returns whether the last subject before a clause is the speaker, whom a joined verb shares. */
    private static boolean isOfSpeaker(List<StatementWord> words, int begin, WordClasses classes) {
        for (int i = begin - 1; i >= 0; i--) {
            String word = words.get(i).lower();
            if (classes.has("subject", word)) {
                return word.equals("i") || word.equals("we");
            }
        }
        return false;
    }

    /** Adds "I", "I am" or "I have" to a sentence that leaves it out: "Just moved to Lisbon". */
    private static void addWithSubject(
            List<StatementWord> words, int begin, WordClasses classes, List<StatementClause> clauses) {
        int verb = begin;
        while (verb < words.size() - 1
                && verb < begin + 2
                && classes.has("adverb", words.get(verb).lower())) {
            verb++;
        }
        String first = words.get(verb).lower();
        boolean isJoined = begin > 0 && classes.has("coordinated", first);
        String subject = isJoined || classes.has("without i", first)
                ? "I"
                : classes.has("without am", first) ? "I am" : classes.has("without have", first) ? "I have" : "";
        if (!subject.isEmpty()) {
            List<StatementWord> whole = new ArrayList<>(StatementWord.of(subject));
            whole.addAll(words.subList(begin, words.size()));
            clauses.add(affirmed(whole, 0, classes));
        }
    }

    private static StatementClause affirmed(List<StatementWord> words, int begin, WordClasses classes) {
        if (!classes.has("first", words.get(begin).lower()) || begin + 2 >= words.size()) {
            return new StatementClause(words, begin, false);
        }
        String second = words.get(begin + 1).lower();
        String third = words.get(begin + 2).lower();
        int no = second.equals("no") ? begin + 1 : begin + 2;
        if (no + 2 < words.size()
                && words.get(no).lower().equals("no")
                && words.get(no + 1).lower().equals("longer")) {
            return without(words, begin, no, no + 2, words.size());
        }
        if (second.equals("used") && third.equals("to") && begin + 3 < words.size()) {
            boolean isBe = words.get(begin + 3).lower().equals("be");
            StatementClause rest = without(words, begin, begin + 1, begin + 3, words.size());
            return isBe ? rest.withAm() : rest;
        }
        boolean isDenied = (second.equals("do") || second.equals("am") || second.equals("are")) && third.equals("not");
        int end = isDenied ? endOfDenial(words, begin) : -1;
        return end < 0
                ? new StatementClause(words, begin, false)
                : without(words, begin, second.equals("do") ? begin + 1 : begin + 2, begin + 3, end);
    }

    /** Returns the index of "any more" in the same part of a sentence; -1 if it is not there. */
    private static int endOfDenial(List<StatementWord> words, int begin) {
        for (int i = begin + 3; i < words.size() && i < begin + MAX_ENDED; i++) {
            String word = words.get(i).lower();
            boolean isMore = word.equals("any")
                    && i + 1 < words.size()
                    && (words.get(i + 1).lower().equals("more")
                            || words.get(i + 1).lower().equals("longer"));
            if (word.equals("anymore") || isMore) {
                return i;
            }
            if (words.get(i).endsPart()) {
                return -1;
            }
        }
        return -1;
    }

    private static StatementClause without(List<StatementWord> words, int begin, int from, int to, int end) {
        List<StatementWord> rest = new ArrayList<>(words.subList(begin, from));
        rest.addAll(words.subList(to, end));
        return new StatementClause(end < words.size() ? StatementWord.closed(rest) : rest, 0, true);
    }

    private StatementClause withAm() {
        List<StatementWord> rest = new ArrayList<>(words);
        rest.set(1, new StatementWord("am", "am", StatementWord.NO_STOP));
        return new StatementClause(rest, 0, true);
    }
}
