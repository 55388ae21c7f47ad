package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataTurn;
import dev.daybook.model.Kind;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.util.List;
import java.util.Locale;

/** A way to rank the turns of a conversation for a question, through the public API of the memory. */
enum RankingRecipe {
    /** Recall as it is. */
    DAYBOOK((remembered, question, top) -> recall(remembered, Query.of(question), top)),
    /** BM25 alone. */
    WORDS((remembered, question, top) -> recall(remembered, Query.of(question).by(By.WORDS), top)),
    /** Cosine of the vectors alone. */
    MEANING((remembered, question, top) -> recall(remembered, Query.of(question).by(By.MEANING), top)),
    /** Reciprocal rank fusion of these two. */
    RANK_FUSION((remembered, question, top) -> RankSum.of(
            List.of(
                    WORDS.rank(remembered, question, RankingRecipe.FUSED_DEPTH),
                    MEANING.rank(remembered, question, RankingRecipe.FUSED_DEPTH)),
            DataTurn::id,
            top));

    private interface Ranking {
        List<DataTurn> rank(RememberedConversation remembered, String question, int top);
    }

    /** The depth to which each list is read: below it the sum no longer changes the first fifty. */
    private static final int FUSED_DEPTH = 1_000;

    @SuppressWarnings("ImmutableEnumChecker") // each ranking is a lambda without state
    private final Ranking ranking;

    RankingRecipe(Ranking ranking) {
        this.ranking = ranking;
    }

    List<DataTurn> rank(RememberedConversation remembered, String question, int top) {
        return ranking.rank(remembered, question, top);
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    boolean needsVectors() {
        return this == MEANING || this == RANK_FUSION;
    }

    private static List<DataTurn> recall(RememberedConversation remembered, Query query, int top) {
        return remembered.ranked(
                remembered.memory().recall(query.kinds(Kind.EPISODE).limit(top)), top);
    }
}
