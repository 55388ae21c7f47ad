package dev.daybook.internal.scoring;

import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.model.Message;
import dev.daybook.query.Query;
import java.time.Instant;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RecallConfidenceTest {

    private static final Offset<Double> ROUNDING = Offset.offset(1e-9);

    private static final Message BOUGHT = user("I bought a violet kayak.").withName("Mira");
    private static final Message ASKED = user("Where from?").withName("Tomas");

    private static RecallConfidence of(ScopeIndex scopeIndex, String question) {
        return RecallConfidence.of(scopeIndex, Query.of(question), Instant.EPOCH);
    }

    @Test
    void coverage_is_the_share_of_the_terms_in_one_message() {
        ScopeIndex scopeIndex = RowFixture.session(user("violet kayak"), user("gravel"), user("violet"));

        assertThat(of(scopeIndex, "violet kayak").coverage()).isEqualTo(1, ROUNDING);
        assertThat(of(scopeIndex, "violet kayak gravel").coverage())
                .as("no message has all three")
                .isEqualTo(2 / 3.0, ROUNDING);
        assertThat(of(scopeIndex, "violet lantern").coverage()).isEqualTo(1 / 2.0, ROUNDING);
        assertThat(of(scopeIndex, "who is it?").coverage()).as("no term").isZero();
        assertThat(of(RowFixture.session(), "violet").coverage())
                .as("an empty scope")
                .isZero();
    }

    @Test
    void a_term_in_a_message_and_in_a_passage_of_it_counts_once() {
        String passage = "violet ".repeat(10) + "gravel ".repeat(200);

        assertThat(of(RowFixture.session(user(passage)), "violet lantern").coverage())
                .isEqualTo(1 / 2.0, ROUNDING);
    }

    @Test
    void a_replaced_message_covers_nothing() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("e", "s", "violet kayak")
                .put("e", "s", "gravel")
                .put("other", "s", "violet")
                .scopeIndex();

        assertThat(of(scopeIndex, "violet kayak").coverage()).isEqualTo(1 / 2.0, ROUNDING);
    }

    @Test
    void a_question_that_names_the_person_who_said_it_has_more_confidence() {
        ScopeIndex scopeIndex = RowFixture.session(BOUGHT, ASKED);

        RecallConfidence right = of(scopeIndex, "Did Mira buy a violet kayak?");
        RecallConfidence wrong = of(scopeIndex, "Did Tomas buy a violet kayak?");

        assertThat(right.agreement()).isPositive();
        assertThat(wrong.agreement()).isNegative();
        assertThat(right.value()).isGreaterThan(wrong.value());
    }

    @Test
    void a_question_that_names_no_speaker_or_several_does_not_depend_on_who_said_it() {
        ScopeIndex scopeIndex = RowFixture.session(BOUGHT, ASKED);

        assertThat(of(scopeIndex, "violet kayak").agreement()).isZero();
        assertThat(of(scopeIndex, "Did Mira and Tomas buy a violet kayak?").agreement())
                .isZero();
    }

    @Test
    void confidence_lies_between_0_and_1_and_rises_with_both_signals() {
        assertThat(new RecallConfidence(0, -1).value()).isBetween(0.0, 0.01);
        assertThat(new RecallConfidence(1, 1).value()).isBetween(0.99, 1.0);
        assertThat(new RecallConfidence(1, 0).value()).isGreaterThan(new RecallConfidence(0, 0).value());
    }
}
