package dev.daybook.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Each figure against one that was worked out by hand. */
class RankingMetricsTest {

    private static final Offset<Double> CLOSE = within(1e-9);

    private final List<String> ranked = List.of("a", "b", "c", "d", "e");

    @Test
    void recall_is_the_part_of_the_evidence_among_the_first() {
        assertThat(RankingMetrics.recall(ranked, Set.of("b", "d", "missing"), 3))
                .isEqualTo(1 / 3.0, CLOSE);
        assertThat(RankingMetrics.recall(ranked, Set.of("b", "d", "missing"), 4))
                .isEqualTo(2 / 3.0, CLOSE);
        assertThat(RankingMetrics.recall(ranked, Set.of("e"), 4)).isZero();
    }

    @Test
    void a_list_shorter_than_the_cut_is_taken_whole() {
        assertThat(RankingMetrics.recall(ranked, Set.of("e"), 50)).isEqualTo(1);
        assertThat(RankingMetrics.recall(List.of(), Set.of("e"), 50)).isZero();
    }

    @Test
    void gain_falls_with_the_logarithm_of_the_rank() {
        // (1 / log2(3) + 1 / log2(5)) / (1 / log2(2) + 1 / log2(3))
        assertThat(RankingMetrics.ndcg(ranked, Set.of("b", "d"), 10))
                .isEqualTo((0.6309297535714575 + 0.43067655807339306) / 1.6309297535714575, CLOSE);
        assertThat(RankingMetrics.ndcg(ranked, Set.of("a", "b"), 10)).isEqualTo(1, CLOSE);
    }

    @Test
    void evidence_that_is_missing_from_the_list_lowers_the_gain() {
        // The ideal has both at the top: 1 / (1 + 1 / log2(3)).
        assertThat(RankingMetrics.ndcg(ranked, Set.of("a", "missing"), 10)).isEqualTo(1 / 1.6309297535714575, CLOSE);
    }

    @Test
    void the_ideal_is_no_longer_than_the_cut() {
        assertThat(RankingMetrics.ndcg(ranked, Set.of("a", "b", "c"), 2)).isEqualTo(1, CLOSE);
    }

    @Test
    void the_reciprocal_rank_is_that_of_the_first_evidence() {
        assertThat(RankingMetrics.reciprocalRank(ranked, Set.of("c", "e"))).isEqualTo(1 / 3.0, CLOSE);
        assertThat(RankingMetrics.reciprocalRank(ranked, Set.of("missing"))).isZero();
    }

    @Test
    void a_session_counts_once_at_its_first_place() {
        assertThat(RankingMetrics.folded(List.of("s2", "s2", "s1", "s2", "s3"))).containsExactly("s2", "s1", "s3");
    }

    @Test
    void one_piece_of_evidence_is_a_hit_and_all_of_it_is_more() {
        assertThat(RankingMetrics.hit(ranked, Set.of("b", "e"), 2)).isTrue();
        assertThat(RankingMetrics.all(ranked, Set.of("b", "e"), 2)).isFalse();
        assertThat(RankingMetrics.all(ranked, Set.of("b", "e"), 5)).isTrue();
        assertThat(RankingMetrics.hit(ranked, Set.of("e"), 4)).isFalse();
    }

    @Test
    void fusion_adds_one_by_sixty_and_the_rank() {
        // b: 1/62 + 1/61, a: 1/61, c: 1/62; a wins over c by its rank.
        assertThat(RankSum.of(List.of(List.of("a", "b"), List.of("b", "c")), each -> each, 10))
                .containsExactly("b", "a", "c");
        assertThat(RankSum.of(List.of(List.of("a", "b"), List.of("b", "c")), each -> each, 1))
                .containsExactly("b");
    }
}
