package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementMatchTest {

    private static RowFixture talk() {
        return new RowFixture().put("e0", "s", "Yes, the second one.").put("e1", "s", "In May.");
    }

    /** Scores by number: messages 0 and 1 of the talk, then the statements. */
    private static ScoreSignal of(ScopeIndex scopeIndex, double... scores) {
        BitSet eligible = new BitSet();
        for (int message = 0; message < scores.length; message++) {
            eligible.set(message, scores[message] > 0);
        }
        return StatementMatch.of(scopeIndex, new MessageScores(scores, eligible, List.of()));
    }

    @Test
    void a_message_has_the_z_score_of_its_best_statement() {
        ScopeIndex index = talk().state("f0", "Mira bought the red kayak.", "e0")
                .state("f1", "Mira bought a boat.", "e0")
                .state("f2", "Mira sails in May.", "e1")
                .scopeIndex();

        assertThat(of(index, 0, 0, 4, 2, 0).values()[0]).isCloseTo(2 / Math.sqrt(8 / 3.0), within(1e-9));
        assertThat(of(index, 0, 0, 4, 2, 0).values()[1]).isZero();
    }

    @Test
    void a_statement_below_the_mean_leads_nowhere() {
        ScopeIndex index = talk().state("f0", "Mira bought the red kayak.", "e0")
                .state("f1", "Mira sails in May.", "e1")
                .scopeIndex();

        assertThat(of(index, 0, 0, 4, 2).values()).containsExactly(1, 0, 0, 0);
        assertThat(of(index, 0, 0, 3, 3).values()).containsOnly(0);
    }

    @Test
    void statements_of_less_than_a_tenth_of_the_messages_count_less() {
        RowFixture rows = talk();
        for (int i = 2; i < 38; i++) {
            rows.put("e" + i, "s", "It rains.");
        }
        ScopeIndex index = rows.state("f0", "Mira bought the red kayak.", "e0")
                .state("f1", "Mira sails in May.", "e1")
                .scopeIndex();
        double[] scores = new double[40];
        scores[38] = 4;
        scores[39] = 2;

        assertThat(of(index, scores).values()[0]).isEqualTo(0.5);
    }

    @Test
    void a_statement_leads_to_each_of_its_messages_and_to_none_that_is_gone() {
        ScopeIndex index = talk().state("f0", "Mira bought the red kayak in May.", "e0", "gone", "e1")
                .state("f1", "Mira sings.", "gone")
                .scopeIndex();

        assertThat(of(index, 0, 0, 4, 0).values()).containsExactly(1, 1, 0, 0);
    }

    @Test
    void a_replaced_statement_leads_nowhere_and_a_replaced_message_is_found_as_it_is_now() {
        ScopeIndex index = talk().state("f0", "Mira bought the red kayak.", "e0")
                .state("f1", "Mira sings.", "e1")
                .state("f0", "Mira sold it.", "e1")
                .put("e1", "s", "In June.")
                .scopeIndex();
        int newest = RowFixture.message(index, "e1");

        ScoreSignal signal = of(index, 0, 0, 9, 1, 4, 0);

        assertThat(signal.values()[0]).isZero();
        assertThat(signal.values()[newest]).isEqualTo(1);
    }

    @Test
    void without_statements_there_is_no_signal() {
        assertThat(of(talk().scopeIndex(), 1, 2).isNone()).isTrue();
    }
}
