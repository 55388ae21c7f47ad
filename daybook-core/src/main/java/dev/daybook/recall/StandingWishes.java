package dev.daybook.recall;

import dev.daybook.words.English;
import java.util.List;

/**
 * Detects standing instructions of a user to an assistant: "Always give the price in euros", "I prefer the train". An
 * instruction applies to every answer in its field, including answers to questions that share little more than a
 * subject with it.
 */
final class StandingWishes {

    /** Words that introduce a lasting instruction. "Want" and "like" are too common. */
    private static final List<String> WORDS = English.terms("always never prefer");

    private StandingWishes() {}

    /**
     * Scores 1 for each message of a user to an assistant that contains one of the words.
     *
     * @param users 1 for each message of a user to an assistant
     */
    static Signal of(Partition partition, Signal users) {
        List<Term> instructionTerms = WORDS.stream()
                .flatMap(word -> Term.of(partition, word).stream())
                .toList();
        double[] values = new double[partition.messageCount()];
        for (Term term : instructionTerms) {
            Postings postings = term.postings();
            for (int i = 0; i < postings.size(); i++) {
                int message = partition.messageOfUnit(postings.unit(i));
                values[message] = users.values()[message];
            }
        }
        return new Signal("standing wish", values, message -> Term.shared(instructionTerms, message));
    }
}
