package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.scoring.FirstHits.FirstHit;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstHitsTest {

    private static List<FirstHit> of(double... scores) {
        BitSet eligible = new BitSet();
        eligible.set(0, scores.length);
        return FirstHits.of(new MessageScores(scores, eligible, List.of()));
    }

    @Test
    void the_best_five_messages_weigh_by_their_lead_over_the_sixth() {
        assertThat(of(1, 2, 11, 6, 3, 8, 5, 4))
                .containsExactly(
                        new FirstHit(2, 1),
                        new FirstHit(5, 5 / 8.0),
                        new FirstHit(3, 3 / 8.0),
                        new FirstHit(6, 2 / 8.0),
                        new FirstHit(7, 1 / 8.0));
    }

    @Test
    void the_last_of_fewer_messages_is_the_one_behind_the_others() {
        assertThat(of(3, 1, 2)).containsExactly(new FirstHit(0, 1), new FirstHit(2, 0.5));
    }

    @Test
    void equal_scores_leave_no_hit_that_stands_out() {
        assertThat(of(2, 2, 2)).isEmpty();
        assertThat(of(2)).isEmpty();
        assertThat(of()).isEmpty();
    }

    @Test
    void a_message_that_is_no_hit_does_not_count() {
        BitSet eligible = new BitSet();
        eligible.set(1, 3);

        assertThat(FirstHits.of(new MessageScores(new double[] {9, 4, 2, 8}, eligible, List.of())))
                .containsExactly(new FirstHit(1, 1));
    }

    @Test
    void equal_scores_have_equal_weights() {
        assertThat(of(5, 1, 5, 1)).containsExactlyInAnyOrder(new FirstHit(0, 1), new FirstHit(2, 1));
    }
}
