package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.TermPostings;
import dev.daybook.internal.words.MessageLanguage;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Detects standing instructions of a user to an assistant: "Always give the price in euros", "I prefer the train". An
 * instruction applies to every answer in its field, including answers to questions that share little more than a
 * subject with it.
 */
final class StandingInstructions {

    private StandingInstructions() {}

    /**
     * Scores 1 for each message of a user to an assistant that contains one of the words, in any language of the scope. One with less trust than a user,
     * such as a page that was written under the role of the user, is no instruction.
     *
     * @param users 1 for each message of a user to an assistant
     */
    static ScoreSignal of(ScopeIndex scopeIndex, ScoreSignal users) {
        Set<String> words = new LinkedHashSet<>();
        for (MessageLanguage language : scopeIndex.languages().languages()) {
            words.addAll(language.standingInstructions());
        }
        List<IndexedTerm> instructionTerms = IndexedTerm.all(scopeIndex, words);
        if (instructionTerms.isEmpty()) {
            return ScoreSignal.none("standing instruction");
        }
        BitSet instructions = new BitSet();
        for (IndexedTerm term : instructionTerms) {
            TermPostings postings = term.postings();
            for (int i = 0; i < postings.size(); i++) {
                int message = scopeIndex.messageOfUnit(postings.unit(i));
                if (!scopeIndex.isLowTrust(message) && users.at(message) > 0) {
                    instructions.set(message);
                }
            }
        }
        return new ScoreSignal(
                "standing instruction",
                new SignalValues.Marked(instructions, scopeIndex.messageCount()),
                message -> IndexedTerm.shared(instructionTerms, message));
    }
}
