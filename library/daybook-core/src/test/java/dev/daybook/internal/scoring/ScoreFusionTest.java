package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.outcome.ScoreReason;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ScoreFusionTest {

    private static final Offset<Double> EXACT = within(1e-9);

    private static ScoreFusion fusion(int messages) {
        return new ScoreFusion(scopeIndex(messages));
    }

    private static ScopeIndex scopeIndex(int messages) {
        return new RowFixture()
                .put(
                        "e",
                        "s",
                        IntStream.range(0, messages).mapToObj(i -> "Text.").toArray(String[]::new))
                .scopeIndex();
    }

    private static ScoreSignal signal(String name, double... values) {
        return new ScoreSignal(name, values, message -> name + " at " + message);
    }

    private static BitSet all(int messages) {
        BitSet all = new BitSet();
        all.set(0, messages);
        return all;
    }

    @Test
    void signals_of_a_kind_are_normalised_by_the_deviation_of_their_sum() {
        ScoreFusion fusion = fusion(2);
        fusion.addTogether(3, List.of(signal("words", 1, 0), signal("neighbours", 4, 1)));
        MessageScores scores = fusion.join();

        // The sums are 5 and 1: two from their mean each.
        assertThat(scores.values()).containsExactly(new double[] {7.5, 1.5}, EXACT);
        assertThat(scores.reasons(0))
                .containsExactly(
                        new ScoreReason("neighbours", 6, "neighbours at 0"),
                        new ScoreReason("words", 1.5, "words at 0"));
        assertThat(scores.reasons(1)).extracting(ScoreReason::signal).containsExactly("neighbours");
    }

    @Test
    void the_scale_of_a_signal_does_not_matter() {
        ScoreSignal words = signal("words", 0.5, 0, 2, 7);
        ScoreSignal meaning = signal("meaning", 0.5, 0.25, -0.3, 0);

        assertThat(joined(signal("words", 500, 0, 2_000, 7_000), signal("meaning", 0.005, 0.0025, -0.003, 0)))
                .containsExactly(joined(words, meaning), EXACT);
    }

    private static double[] joined(ScoreSignal words, ScoreSignal meaning) {
        ScoreFusion fusion = fusion(4);
        fusion.addTogether(1, List.of(words));
        fusion.addStandardised(0.7, meaning, all(4));
        return fusion.join().values();
    }

    @Test
    void a_standardised_signal_counts_by_its_z_score() {
        ScoreFusion fusion = fusion(3);
        fusion.addStandardised(0.5, signal("meaning", 0.9, 0.1, 0.5), all(3));

        double deviation = Math.sqrt((0.16 + 0.16) / 3);
        assertThat(fusion.join().values())
                .containsExactly(new double[] {0.5 * 0.4 / deviation, -0.5 * 0.4 / deviation, 0}, EXACT);
    }

    @Test
    void two_kinds_of_signals_add_in_quadrature() {
        ScoreFusion fusion = fusion(4);
        // Deviations of 2 and 1 about means of 2 and 0.
        fusion.addTogether(2, List.of(signal("words", 3, 3, 0, 0), signal("neighbours", 1, 1, 0, 0)));
        fusion.addInQuadrature(3, signal("meaning", 0.4, 0.2, 0.4, 0.2), all(4));
        MessageScores scores = fusion.join();

        assertThat(scores.values())
                .as("the diagonal of 4 and 3; 4 less 3; 3 alone; -3 alone")
                .containsExactly(new double[] {5, 1, 3, -3}, within(1e-6));
        assertThat(scores.reasons(0)).extracting(ScoreReason::signal).containsExactly("words", "meaning", "neighbours");
        assertThat(scores.reasons(0).stream().mapToDouble(ScoreReason::contribution))
                .usingElementComparator((one, other) -> Math.abs(one - other) < 1e-6 ? 0 : Double.compare(one, other))
                .containsExactly(3 * 4 / 5.0, 3 * 3 / 5.0, 1 * 4 / 5.0);
        assertThat(scores.reasons(1).stream()
                        .mapToDouble(ScoreReason::contribution)
                        .sum())
                .isCloseTo(1, within(1e-6));
    }

    @Test
    void a_message_without_a_value_keeps_its_score_in_quadrature() {
        BitSet present = all(3);
        present.clear(0);
        ScoreFusion fusion = fusion(3);
        fusion.addTogether(1, List.of(signal("words", 3, 0, 3)));
        double words = fusion.join().values()[0];
        fusion.addInQuadrature(1, signal("meaning", 0, 0.8, 0.6), present);

        assertThat(fusion.join().values()[0]).isCloseTo(words, EXACT);
        assertThat(fusion.join().eligible()).isEqualTo(all(3));
    }

    @Test
    void a_message_without_a_value_counts_as_the_mean() {
        BitSet present = all(3);
        present.clear(1);
        ScoreFusion fusion = fusion(3);
        fusion.addStandardised(1, signal("meaning", 0.8, 0, 0.6), present);
        MessageScores scores = fusion.join();

        assertThat(scores.values()).containsExactly(new double[] {1, 0, -1}, EXACT);
        assertThat(scores.eligible()).isEqualTo(present);
    }

    @Test
    void a_boost_moves_hits_but_makes_none() {
        ScoreFusion fusion = fusion(3);
        fusion.addTogether(1, List.of(signal("words", 0, 3, 3)));
        fusion.addBoost(2, signal("speaker", 1, 1, 0));
        MessageScores scores = fusion.join();

        assertThat(scores.eligible().stream()).containsExactly(1, 2);
        assertThat(scores.values()[1] - scores.values()[2]).isCloseTo(2, EXACT);
    }

    @Test
    void equal_values_cause_no_division_by_zero() {
        ScoreFusion one = fusion(1);
        one.addTogether(1, List.of(signal("words", 3)));
        one.addStandardised(1, signal("meaning", 0.7), all(1));
        assertThat(one.join().values()).containsExactly(new double[] {1}, EXACT);

        ScoreFusion three = fusion(3);
        three.addTogether(0.5, List.of(signal("words", 0.1, 0.1, 0.1)));
        three.addStandardised(1, signal("meaning", 0.1, 0.1, 0.1), all(3));
        assertThat(three.join().values()).containsExactly(new double[] {0.5, 0.5, 0.5}, within(1e-6));
        assertThat(three.join().eligible()).isEqualTo(all(3));
    }

    @Test
    void noise_among_messages_that_all_match_is_not_blown_up() {
        ScoreFusion fusion = fusion(2);
        fusion.addTogether(1, List.of(signal("words", 1, 1), signal("conversation", 3, 2.9)));

        // The mean is 3.95, of which a quarter divides the sums.
        assertThat(fusion.join().values()).containsExactly(new double[] {16 / 3.95, 15.6 / 3.95}, EXACT);
    }

    @Test
    void where_nothing_matches_there_is_no_hit() {
        ScoreFusion fusion = fusion(2);
        fusion.addTogether(1, List.of(signal("words", 0, 0)));
        fusion.addStandardised(1, signal("meaning", 0, 0), new BitSet());
        MessageScores scores = fusion.join();

        assertThat(scores.eligible().isEmpty()).isTrue();
        assertThat(scores.values()).containsOnly(0);
        assertThat(scores.reasons(0)).isEmpty();
    }

    @Test
    void a_replaced_message_is_no_hit_and_does_not_count_in_the_deviation() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("a", "s", "Old.")
                .put("b", "s", "Text.")
                .put("a", "s", "New.")
                .scopeIndex();
        ScoreFusion fusion = new ScoreFusion(scopeIndex);
        fusion.addTogether(1, List.of(signal("words", 900, 3, 1)));
        fusion.addStandardised(1, signal("meaning", -900, 0.3, 0.1), all(3));
        MessageScores scores = fusion.join();

        assertThat(scores.eligible().stream()).containsExactly(1, 2);
        assertThat(scores.values()[1]).isCloseTo(3 + 1, EXACT);
        assertThat(scores.values()[2]).isCloseTo(1 - 1, EXACT);
    }
}
