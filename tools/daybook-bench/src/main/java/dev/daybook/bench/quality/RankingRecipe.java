package dev.daybook.bench.quality;

import dev.daybook.model.Kind;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A way to rank the turns of a conversation for a question, through the public API of the memory. */
enum RankingRecipe {
    /** Recall as it is. */
    DAYBOOK {
        @Override
        List<DataTurn> rank(RememberedConversation remembered, String question, int top) {
            return recall(remembered, Query.of(question), top);
        }
    },
    /** BM25 alone. */
    WORDS {
        @Override
        List<DataTurn> rank(RememberedConversation remembered, String question, int top) {
            return recall(remembered, Query.of(question).by(By.WORDS), top);
        }
    },
    /** Cosine of the vectors alone. */
    MEANING {
        @Override
        List<DataTurn> rank(RememberedConversation remembered, String question, int top) {
            return recall(remembered, Query.of(question).by(By.MEANING), top);
        }
    },
    /**
     * Reciprocal rank fusion of the two: the sum of 1 / (60 + rank). From Cormack, Clarke and Büttcher, "Reciprocal Rank
     * Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009, with their constant.
     */
    RANK_FUSION {
        @Override
        List<DataTurn> rank(RememberedConversation remembered, String question, int top) {
            return fused(
                    List.of(
                            WORDS.rank(remembered, question, FUSED_DEPTH),
                            MEANING.rank(remembered, question, FUSED_DEPTH)),
                    top);
        }
    };

    static final int FUSION_CONSTANT = 60;

    /** The depth to which each list is read: below it the sum no longer changes the first fifty. */
    private static final int FUSED_DEPTH = 1_000;

    abstract List<DataTurn> rank(RememberedConversation remembered, String question, int top);

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    boolean needsVectors() {
        return this == MEANING || this == RANK_FUSION;
    }

    static <T> List<T> fused(List<List<T>> lists, int top) {
        Map<T, Double> sums = new LinkedHashMap<>();
        for (List<T> list : lists) {
            for (int i = 0; i < list.size(); i++) {
                sums.merge(list.get(i), 1.0 / (FUSION_CONSTANT + i + 1), Double::sum);
            }
        }
        return sums.entrySet().stream()
                .sorted(Map.Entry.<T, Double>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .limit(top)
                .toList();
    }

    private static List<DataTurn> recall(RememberedConversation remembered, Query query, int top) {
        return remembered.ranked(
                remembered.memory().recall(query.kinds(Kind.EPISODE).limit(top)), top);
    }
}
