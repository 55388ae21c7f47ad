package dev.daybook.bench.quality.confidence;

import dev.daybook.Memory;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.util.List;
import java.util.Locale;

/** A candidate for the confidence of a recall: higher, if the answer is rather there. */
enum ConfidenceSignal {
    /** The score of the best hit; hybrid scores are in standard deviations of the scope. */
    BEST_SCORE((memory, question, probes) -> score(memory, question, By.BEST, 0)),
    /** The distance of the best hit from the tenth. */
    MARGIN((memory, question, probes) ->
            score(memory, question, By.BEST, 0) - score(memory, question, By.BEST, ConfidenceSignal.TENTH)),
    /** BM25 of the best hit for each word of the question. */
    WORDS_OF_QUESTION((memory, question, probes) ->
            score(memory, question, By.WORDS, 0) / Math.max(1, question.split(" ").length)),
    /** The best hit beside those of questions that belong to no conversation, in standard deviations of these. */
    ABOVE_PROBES(
            (memory, question, probes) -> (score(memory, question, By.BEST, 0) - probes.mean()) / probes.deviation()),
    /** The fitted confidence that {@code minimumConfidence} compares. */
    MINIMUM_CONFIDENCE(
            (memory, question, probes) -> StatedConfidence.of(memory, question).value()),
    /** The highest cosine. */
    COSINE((memory, question, probes) -> score(memory, question, By.MEANING, 0));

    private interface Formula {
        double of(Memory memory, String question, ProbeScores probes);
    }

    private static final int TENTH = 9;

    @SuppressWarnings("ImmutableEnumChecker") // each formula is a lambda without state
    private final Formula formula;

    ConfidenceSignal(Formula formula) {
        this.formula = formula;
    }

    double of(Memory memory, String question, ProbeScores probes) {
        return formula.of(memory, question, probes);
    }

    boolean needsVectors() {
        return this == COSINE;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The score of a hit by its index; 0 if there are not so many. */
    static double score(Memory memory, String question, By by, int index) {
        List<Hit> hits = memory.recall(Query.of(question).by(by).limit(index + 1));
        return hits.size() > index ? hits.get(index).score() : 0;
    }

    /** The best scores of self-made questions in one scope: what a question gets there that nothing answers. */
    record ProbeScores(double mean, double deviation) {

        private static final List<String> QUESTIONS = List.of(
                "Which voltage does the transformer of the tram depot have?",
                "Who refereed the curling final in Riga?",
                "How deep is the trench beside the lighthouse?",
                "What did the harbour pilot say about the fog horn?",
                "When does the bakery on Mill Lane close?",
                "Why was the accordion tuned a half tone lower?",
                "Which moth eats the leaves of the quince?",
                "How many pages does the third volume have?",
                "What is the password of the greenhouse router?",
                "Who painted the ceiling of the customs house?",
                "When did the comet pass the constellation?",
                "Where did the beekeeper lose her ring?");

        static ProbeScores of(Memory memory) {
            double[] scores = QUESTIONS.stream()
                    .mapToDouble(question -> score(memory, question, By.BEST, 0))
                    .toArray();
            double mean = 0;
            for (double score : scores) {
                mean += score / scores.length;
            }
            double variance = 0;
            for (double score : scores) {
                variance += (score - mean) * (score - mean) / scores.length;
            }
            // Equal scores of all probes give no scale.
            return new ProbeScores(mean, variance == 0 ? 1 : Math.sqrt(variance));
        }
    }
}
