package dev.daybook.recall;

import dev.daybook.words.EnglishAnalyzer;
import java.util.List;

/**
 * Detects standing instructions of a user to an assistant: "Always give the price in euros", "I prefer the train". An
 * instruction applies to every answer in its field, including answers to questions that share little more than a
 * subject with it.
 */
final class StandingInstructions {

    /** Words that introduce a lasting instruction. "Want" and "like" are too common. */
    private static final List<String> WORDS = EnglishAnalyzer.terms("always never prefer");

    private StandingInstructions() {}

    /**
     * Scores 1 for each message of a user to an assistant that contains one of the words. One with less trust than a user,
     * such as a page that was written under the role of the user, is no instruction.
     *
     * @param users 1 for each message of a user to an assistant
     */
    static ScoreSignal of(ScopeIndex scopeIndex, ScoreSignal users) {
        List<IndexedTerm> instructionTerms = IndexedTerm.all(scopeIndex, WORDS);
        if (instructionTerms.isEmpty()) {
            return ScoreSignal.none("standing wish");
        }
        double[] values = new double[scopeIndex.messageCount()];
        for (IndexedTerm term : instructionTerms) {
            TermPostings postings = term.postings();
            for (int i = 0; i < postings.size(); i++) {
                int message = scopeIndex.messageOfUnit(postings.unit(i));
                values[message] = scopeIndex.isLowTrust(message) ? 0 : users.values()[message];
            }
        }
        return new ScoreSignal("standing wish", values, message -> IndexedTerm.shared(instructionTerms, message));
    }
}
