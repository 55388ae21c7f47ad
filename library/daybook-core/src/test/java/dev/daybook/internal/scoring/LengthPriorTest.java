package dev.daybook.internal.scoring;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LengthPriorTest {

    private static final Offset<Double> EXACT = within(1e-9);

    private static double[] of(ScopeIndex scopeIndex) {
        return LengthPrior.of(scopeIndex).values();
    }

    @Test
    void between_people_long_messages_gain_and_short_ones_lose() {
        int date = RowFixture.DATE_WORDS;
        double mean = (3 + 1 + 2 + 3 * date) / 3.0;

        assertThat(of(RowFixture.session(user("Kayaks need paddles."), user("Lovely!"), user("Red paddles."))))
                .containsExactly(
                        new double[] {(3 + date - mean) / (3 + date + mean), (1 + date - mean) / (1 + date + mean), 0},
                        EXACT);
    }

    @Test
    void with_an_assistant_length_does_not_count() {
        assertThat(of(RowFixture.session(user("A kayak."), assistant("Kayaks are long, narrow boats."))))
                .containsOnly(0);
    }

    @Test
    void a_message_without_neighbours_scores_zero() {
        assertThat(of(new RowFixture()
                        .put("e", null, "A kayak.")
                        .put("f", null, "A long red kayak with paddles.")
                        .scopeIndex()))
                .containsOnly(0);
    }

    @Test
    void a_replaced_message_scores_zero() {
        double[] values = of(new RowFixture()
                .put("e", "s", "A red kayak with paddles.")
                .put("f", "s", "Fine boat.")
                .put("e", "s", "A kayak.")
                .scopeIndex());

        assertThat(values[0]).isZero();
        assertThat(values[2]).isNotZero();
    }

    @Test
    void the_signal_names_the_number_of_words() {
        ScoreSignal substance = LengthPrior.of(RowFixture.session(user("Kayaks need paddles."), user("Lovely!")));

        assertThat(substance.name()).isEqualTo("length");
        assertThat(substance.detail().apply(0)).isEqualTo(3 + RowFixture.DATE_WORDS + " words");
    }
}
