package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.ScoreReason;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntryScoresTest {

    private static final ScopeIndex PARTITION = new RowFixture()
            .put("a", "s", "One.", "Two.", "Three.")
            .put("b", "s", "Four.", "Five.")
            .put("c", "s", "Six.")
            .scopeIndex();

    private static EntryScores of(BitSet eligible, double... values) {
        ScoreSignal signal = new ScoreSignal("words", values, message -> "at " + message);
        return EntryScores.ofMessages(PARTITION, new MessageScores(values, eligible, List.of(signal.times(1))));
    }

    private static BitSet eligible(int... messages) {
        BitSet eligible = new BitSet();
        for (int message : messages) {
            eligible.set(message);
        }
        return eligible;
    }

    @Test
    void an_entry_has_the_score_of_its_best_message() {
        EntryScores scores = of(eligible(0, 1, 2, 3, 4), 1, 3, 2, 0.5, 0.25, 9);

        assertThat(scores.values()).containsExactly(3, 0.5, 0);
        assertThat(scores.eligible().stream()).containsExactly(0, 1);
    }

    @Test
    void a_message_that_is_no_hit_does_not_lift_its_entry() {
        assertThat(of(eligible(0, 3), 1, 3, 2, 0.5, 0.25, 9).values()).containsExactly(1, 0.5, 0);
    }

    @Test
    void a_hit_may_have_a_negative_score() {
        EntryScores scores = of(eligible(3, 4), 0, 0, 0, -2, -1, 0);

        assertThat(scores.values()[1]).isEqualTo(-1);
        assertThat(scores.eligible().stream()).containsExactly(1);
    }

    @Test
    void the_messages_of_a_hit_come_best_first_and_the_best_explains_it() {
        EntryScores scores = of(eligible(0, 1, 2), 1, 3, 2, 0, 0, 0);

        assertThat(scores.messages().apply(0))
                .containsExactly(new Hit.MessageScore(1, 3), new Hit.MessageScore(2, 2), new Hit.MessageScore(0, 1));
        assertThat(scores.why().apply(0)).containsExactly(new ScoreReason("words", 3, "at 1"));
    }

    @Test
    void without_a_question_all_live_entries_score_the_same() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("a", "s", "Old.")
                .put("b", "s", "Text.")
                .put("a", "s", "New.")
                .scopeIndex();
        EntryScores scores = EntryScores.alike(scopeIndex);

        assertThat(scores.eligible().stream()).containsExactly(1, 2);
        assertThat(scores.values()).containsOnly(0);
        assertThat(scores.why().apply(1)).isEmpty();
        assertThat(scores.messages().apply(1)).isEmpty();
    }
}
