package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.model.Embedding;
import java.util.stream.DoubleStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

public class VectorMatchTest {

    private static final Embedding QUESTION = at(1);

    /** Vectors have single precision. */
    private static final Offset<Double> EXACT = within(1e-6);

    /** Returns a vector with this cosine to the question. */
    public static Embedding at(double cosine) {
        return Embedding.of((float) cosine, (float) Math.sqrt(1 - cosine * cosine));
    }

    private static double[] messages(RowFixture rowFixture) {
        return new VectorMatch(rowFixture.scopeIndex(), QUESTION).messages().values();
    }

    @Test
    void a_message_is_supported_by_the_meaning_of_the_turns_beside_it() {
        RowFixture rowFixture =
                new RowFixture().put("e", "s", "One.", "Two.", "Three.").vectors("e", at(0.5), at(0.1), at(-0.3));

        assertThat(messages(rowFixture))
                .containsExactly(new double[] {0.5 + 0.1 * 0.1, 0.1 + 0.2 * 0.5 + 0.1 * -0.3, -0.3 + 0.2 * 0.1}, EXACT);
    }

    @Test
    void a_cosine_is_told_with_two_decimals() {
        assertThat(DoubleStream.of(0.5, -0.128, 1, -0.001, 0.999).mapToObj(VectorMatch::hundredths))
                .containsExactly("0.50", "-0.13", "1.00", "0.00", "1.00");
    }

    @Test
    void an_answer_is_supported_more_by_the_meaning_of_its_question() {
        RowFixture rowFixture = new RowFixture()
                .put("e", "s", "One?", "Two.")
                .vectors("e", at(0.5), at(0.1))
                .put("f", null, "Other.")
                .vectors("f", at(0));

        assertThat(messages(rowFixture)).containsExactly(new double[] {0.5 + 0.1 * 0.1, 0.1 + 0.4 * 0.5, 0}, EXACT);
    }

    /** An encoder by which all texts are alike must not rank a message first for its neighbours. */
    @Test
    void a_neighbour_supports_a_message_by_what_it_has_above_an_unrelated_one() {
        RowFixture rowFixture = new RowFixture()
                .put("e", "s", "One?", "Two.")
                .vectors("e", at(0.875), at(0.75))
                .put("f", null, "Other.")
                .vectors("f", at(0.5));

        assertThat(messages(rowFixture))
                .containsExactly(new double[] {0.875 + 0.1 * 0.25, 0.75 + 0.4 * 0.375, 0.5}, within(1e-3));
    }

    @Test
    void a_neighbour_without_a_vector_counts_as_unrelated() {
        RowFixture rowFixture = new RowFixture()
                .put("e", "s", "One.")
                .put("f", "s", "Two.")
                .vectors("f", at(0.75))
                .put("g", null, "Other.")
                .vectors("g", at(0.5));

        assertThat(messages(rowFixture)).containsExactly(new double[] {0, 0.75, 0.5}, EXACT);
    }

    @Test
    void messages_without_a_vector_are_neutral() {
        RowFixture rowFixture =
                new RowFixture().put("a", "s", "One.").put("b", "s", "Two.").vectors("b", at(0.5));
        ScopeIndex scopeIndex = rowFixture.scopeIndex();
        VectorMatch vectorMatch = new VectorMatch(scopeIndex, QUESTION);

        assertThat(vectorMatch.present().stream()).containsExactly(1);
        assertThat(vectorMatch.messages().values()).containsExactly(new double[] {0, 0.5}, EXACT);
        assertThat(vectorMatch.session().values()).containsExactly(new double[] {0, 0.5}, EXACT);
    }

    @Test
    void a_session_scores_the_mean_of_its_best_three_messages() {
        RowFixture rowFixture = new RowFixture()
                .put("e", "s", "One.", "Two.", "Three.")
                .vectors("e", at(0.2), at(0.9), at(-0.5))
                .put("f", "s", "Four.", "Five.")
                .vectors("f", at(0.4), at(0.1))
                .put("g", "t", "Six.", "Seven.")
                .vectors("g", at(0.3), at(0.1));
        ScoreSignal conversation = new VectorMatch(rowFixture.scopeIndex(), QUESTION).session();

        assertThat(conversation.values()).containsExactly(new double[] {0.5, 0.5, 0.5, 0.5, 0.5, 0.2, 0.2}, EXACT);
    }

    @Test
    void a_message_without_a_session_scores_by_itself() {
        RowFixture rowFixture = new RowFixture().put("e", null, "One.", "Two.").vectors("e", at(0.2), at(0.9));

        assertThat(new VectorMatch(rowFixture.scopeIndex(), QUESTION).session().values())
                .containsExactly(new double[] {0.2, 0.9}, EXACT);
    }

    @Test
    void a_new_version_does_not_keep_the_vector_of_the_old_one() {
        RowFixture rowFixture =
                new RowFixture().put("e", "s", "One.").vectors("e", at(0.9)).put("e", "s", "Two.");
        ScopeIndex scopeIndex = rowFixture.scopeIndex();
        VectorMatch vectorMatch = new VectorMatch(scopeIndex, QUESTION);

        assertThat(vectorMatch.present().get(RowFixture.message(scopeIndex, "e")))
                .isFalse();
        assertThat(scopeIndex.entryVectors().has(RowFixture.slot(scopeIndex, "e")))
                .isFalse();
    }

    @Test
    void the_signals_have_names_and_explanations() {
        RowFixture rowFixture = new RowFixture().put("e", "s", "One.", "Two.").vectors("e", at(0.6), at(0.25));
        VectorMatch vectorMatch = new VectorMatch(rowFixture.scopeIndex(), QUESTION);

        assertThat(vectorMatch.messages().name()).isEqualTo("meaning");
        assertThat(vectorMatch.messages().detail().apply(0)).isEqualTo("cosine 0.60");
        assertThat(vectorMatch.session().name()).isEqualTo("meaning of conversation");
        assertThat(vectorMatch.session().detail().apply(0)).isEqualTo("its best messages");
    }
}
