package dev.daybook.recall;

import dev.daybook.words.English;
import java.util.List;

/**
 * What a user wants an assistant to keep to: "Always give the price in euros", "I prefer the train". It holds for each
 * answer that it can concern, also for one to a question that shares little more than a subject with it.
 */
final class StandingWishes {

    /** The words that say once what is to hold from then on. "Want" and "like" are said of anything. */
    private static final List<String> WORDS = English.terms("always never prefer");

    private StandingWishes() {}

    /**
     * 1 for each message of a user to an assistant in which one of the words stands.
     *
     * @param users which messages are said by users to assistants
     */
    static Signal of(Partition partition, Signal users) {
        List<Term> wishing = WORDS.stream()
                .flatMap(word -> Term.of(partition, word).stream())
                .toList();
        double[] values = new double[partition.messageCount()];
        for (Term term : wishing) {
            Postings postings = term.postings();
            for (int i = 0; i < postings.size(); i++) {
                int message = partition.messageOfUnit(postings.unit(i));
                values[message] = users.values()[message];
            }
        }
        return new Signal("standing wish", values, message -> Term.shared(wishing, message));
    }
}
