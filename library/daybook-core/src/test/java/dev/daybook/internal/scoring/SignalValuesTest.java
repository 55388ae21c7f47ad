package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.recall.AllocatedBytes;
import dev.daybook.model.Embedding;
import dev.daybook.model.Message;
import dev.daybook.query.Query.By;
import java.util.BitSet;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SignalValuesTest {

    private static final int EPISODES = 3_000;

    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        for (int bit : set) {
            bits.set(bit);
        }
        return bits;
    }

    private static double[] added(SignalValues values, double weight) {
        double[] totals = {1, 1, 1, 1};
        values.addTo(totals, weight);
        return totals;
    }

    @Test
    void every_form_adds_its_weighted_values() {
        SignalValues marked = new SignalValues.Marked(bits(0, 3), 4);
        SignalValues few = new SignalValues.Few(Map.of(1, 0.5), 4);
        SignalValues dense = new SignalValues.Dense(new double[] {0, 1, 2, 3});

        assertThat(added(marked, -0.5)).containsExactly(0.5, 1, 1, 0.5);
        assertThat(added(few, 2)).containsExactly(1, 2, 1, 1);
        assertThat(added(dense, 2)).containsExactly(1, 3, 5, 7);
    }

    @Test
    void every_form_has_a_value_for_each_message() {
        SignalValues marked = new SignalValues.Marked(bits(0, 3), 4);
        SignalValues few = new SignalValues.Few(Map.of(1, 0.5), 4);

        assertThat(marked.toArray()).containsExactly(1, 0, 0, 1);
        assertThat(new double[] {marked.at(0), marked.at(1)}).containsExactly(1, 0);
        assertThat(few.toArray()).containsExactly(0, 0.5, 0, 0);
        assertThat(new double[] {few.at(0), few.at(1)}).containsExactly(0, 0.5);
    }

    @Test
    void a_message_without_a_session_has_no_value_of_one() {
        ScopeIndex scopeIndex =
                new RowFixture().put("a", "s", "One.").put("b", null, "Two.").scopeIndex();
        SignalValues bySession = new SignalValues.BySession(scopeIndex, new double[] {0.75});

        assertThat(bySession.toArray()).containsExactly(0.75, 0);
        assertThat(new double[] {bySession.at(0), bySession.at(1)}).containsExactly(0.75, 0);
    }

    /** One more array of doubles in a search would exceed it. */
    @Test
    void a_hybrid_search_takes_at_most_ninety_bytes_a_message() {
        Random random = new Random(3);
        RowFixture rowFixture = new RowFixture();
        for (int i = 0; i < EPISODES; i++) {
            rowFixture
                    .put(
                            "e" + i,
                            "s" + i / 20,
                            Message.user("I always sail the red boat, number " + random.nextInt(50) + "."),
                            Message.assistant("The boat sails well."))
                    .vectors("e" + i, Embedding.of(random.nextFloat(), random.nextFloat(), 1));
        }
        ScopeIndex scopeIndex = rowFixture.scopeIndex();
        AnalyzedQuery question = AnalyzedQuery.of("Which red boat do I sail?", Embedding.of(1, 0, 0));
        HybridScoring.score(scopeIndex, By.BEST, question);

        long taken = AllocatedBytes.by(() -> HybridScoring.score(scopeIndex, By.BEST, question));

        assertThat(taken / scopeIndex.messageCount()).isBetween(50L, 90L);
    }
}
