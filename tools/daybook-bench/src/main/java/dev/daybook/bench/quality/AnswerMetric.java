package dev.daybook.bench.quality;

import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The figures of an answer, in the order of the table. */
enum AnswerMetric {
    RECALL_1("R@1", answer -> recall(answer, 1)),
    RECALL_5("R@5", answer -> recall(answer, 5)),
    RECALL_10("R@10", answer -> recall(answer, 10)),
    RECALL_20("R@20", answer -> recall(answer, 20)),
    NDCG_10("NDCG@10", answer -> RankingMetrics.ndcg(answer.ids(), evidence(answer), 10)),
    RECIPROCAL_RANK("MRR", answer -> RankingMetrics.reciprocalRank(answer.ids(), evidence(answer))),
    SESSION_HIT_5(
            "hit@5",
            answer ->
                    truth(RankingMetrics.hit(sessions(answer), answer.question().sessions(), 5))),
    SESSION_ALL_5(
            "all@5",
            answer ->
                    truth(RankingMetrics.all(sessions(answer), answer.question().sessions(), 5))),
    TOKENS_1000("1k", answer -> RankingMetrics.share(answer.packed().within(1_000), evidence(answer))),
    TOKENS_2000("2k", answer -> RankingMetrics.share(answer.packed().within(2_000), evidence(answer))),
    CONTEXT_1000("ctx1k", answer -> RankingMetrics.share(answer.packed().inContext(1_000), evidence(answer))),
    CONTEXT_2000("ctx2k", answer -> RankingMetrics.share(answer.packed().inContext(2_000), evidence(answer)));

    private final String heading;

    @SuppressWarnings("ImmutableEnumChecker") // each formula is a lambda without state
    private final ToDoubleFunction<RankedAnswer> formula;

    AnswerMetric(String heading, ToDoubleFunction<RankedAnswer> formula) {
        this.heading = heading;
        this.formula = formula;
    }

    String heading() {
        return heading;
    }

    /** Returns true for a metric with a token budget. */
    boolean isOfTokens() {
        return compareTo(TOKENS_1000) >= 0;
    }

    /** Between 0 and 1. */
    double of(RankedAnswer answer) {
        return formula.applyAsDouble(answer);
    }

    private static double recall(RankedAnswer answer, int k) {
        return RankingMetrics.recall(answer.ids(), evidence(answer), k);
    }

    private static Set<String> evidence(RankedAnswer answer) {
        return answer.question().evidence();
    }

    /** A turn without a session is none of any. */
    private static List<String> sessions(RankedAnswer answer) {
        return RankingMetrics.folded(answer.ranked().stream()
                .map(turn -> String.valueOf(turn.session()))
                .toList());
    }

    private static double truth(boolean value) {
        return value ? 1 : 0;
    }
}
