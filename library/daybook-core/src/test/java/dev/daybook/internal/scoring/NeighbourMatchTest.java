package dev.daybook.internal.scoring;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.model.Message;
import org.junit.jupiter.api.Test;

class NeighbourMatchTest {

    private static final Message HIVES = user("I keep bees.");
    private static final Message PRAISE = assistant("Bees are a joy.");
    private static final Message HOW_MANY = assistant("How many hives?");
    private static final Message SEVEN = user("Seven.");

    /** Returns the support of each message if one message alone has a word score, of 1. */
    private static double[] from(int message, ScopeIndex scopeIndex) {
        return support(message, scopeIndex).values();
    }

    private static ScoreSignal support(int message, ScopeIndex scopeIndex) {
        double[] values = new double[scopeIndex.messageCount()];
        values[message] = 1;
        return NeighbourMatch.support(scopeIndex, new ScoreSignal("words", values, at -> "word of " + at));
    }

    private static ScopeIndex people(String... texts) {
        Message[] messages = new Message[texts.length];
        for (int i = 0; i < texts.length; i++) {
            messages[i] = user(texts[i]).withName(i % 2 == 0 ? "Mira" : "Tomas");
        }
        return RowFixture.session(messages);
    }

    @Test
    void between_people_the_turns_around_a_match_are_supported_up_to_two_away() {
        ScopeIndex scopeIndex = people("One.", "Two.", "Three.", "Four.", "Five.", "Six.");

        assertThat(from(2, scopeIndex)).containsExactly(0.1, 0.2, 0, 0.25, 0.1, 0);
    }

    @Test
    void between_people_an_answer_is_supported_most_by_its_question() {
        ScopeIndex scopeIndex = people("One.", "Two.", "Three?", "Four.", "Five.", "Six.");

        assertThat(from(2, scopeIndex)).containsExactly(0.1, 0.2, 0, 0.85, 0.1, 0);
    }

    @Test
    void the_parts_of_several_neighbours_add_up() {
        ScopeIndex scopeIndex = people("One.", "Two?", "Three.", "Four.", "Five.");
        ScoreSignal words = new ScoreSignal("words", new double[] {1, 10, 0, 100, 1_000}, at -> "");

        assertThat(NeighbourMatch.support(scopeIndex, words).values()[2]).isEqualTo(0.1 + 8.5 + 20 + 100);
    }

    @Test
    void a_reply_of_an_assistant_supports_the_turn_it_answers() {
        ScopeIndex scopeIndex = RowFixture.session(HIVES, PRAISE, SEVEN, PRAISE);

        assertThat(from(1, scopeIndex)).containsExactly(0.7, 0, 0, 0);
    }

    @Test
    void a_turn_supports_the_reply_of_an_assistant_a_little() {
        ScopeIndex scopeIndex = RowFixture.session(HIVES, PRAISE, SEVEN, PRAISE);

        assertThat(from(0, scopeIndex)).containsExactly(0, 0.15, 0, 0);
        assertThat(from(2, scopeIndex)).containsExactly(0, 0, 0, 0.15);
    }

    @Test
    void a_question_of_an_assistant_supports_its_answer() {
        assertThat(from(1, RowFixture.session(HIVES, HOW_MANY, SEVEN))).containsExactly(0.7, 0, 0.2);
    }

    @Test
    void the_turn_before_an_assistants_question_supports_the_answer() {
        assertThat(from(0, RowFixture.session(HIVES, HOW_MANY, SEVEN))).containsExactly(0, 0.15, 0.3);
    }

    @Test
    void an_answer_to_an_assistant_supports_nothing_before_it() {
        assertThat(from(2, RowFixture.session(HIVES, HOW_MANY, SEVEN))).containsExactly(0, 0, 0);
    }

    @Test
    void an_assistant_that_goes_on_does_not_support_itself() {
        assertThat(from(0, RowFixture.session(PRAISE, HOW_MANY, PRAISE))).containsExactly(0, 0, 0);
    }

    @Test
    void a_user_of_two_turns_has_the_reply_to_the_second_for_both() {
        assertThat(from(2, RowFixture.session(HIVES, SEVEN, PRAISE))).containsExactly(0.1, 0.7, 0);
    }

    @Test
    void no_support_crosses_from_one_session_to_another() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("a", "s", "One?")
                .put("b", "t", "Two.")
                .put("c", "s", "Three.")
                .scopeIndex();

        assertThat(from(0, scopeIndex)).containsExactly(0, 0, 0.85);
    }

    @Test
    void a_session_continues_across_its_episodes() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("a", "s", "One.", "Two?")
                .put("b", "s", "Three.", "Four.")
                .scopeIndex();

        assertThat(from(1, scopeIndex)).containsExactly(0.2, 0, 0.85, 0.1);
    }

    @Test
    void entries_without_a_session_are_sessions_of_their_own() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("a", null, "One.", "Two?")
                .put("b", null, "Three.", "Four.")
                .scopeIndex();

        assertThat(from(1, scopeIndex)).containsExactly(0.2, 0, 0, 0);
        assertThat(from(2, scopeIndex)).containsExactly(0, 0, 0, 0.25);
    }

    @Test
    void a_turn_that_is_written_again_keeps_its_place() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("a", "s", "One.")
                .put("b", "s", "Two.")
                .put("c", "s", "Three.")
                .put("a", "s", "One?")
                .scopeIndex();
        int again = RowFixture.message(scopeIndex, "a");
        double[] got = from(again, scopeIndex);

        assertThat(again).isEqualTo(3);
        assertThat(got).containsExactly(0, 0.85, 0.1, 0);
        // The old version neither gives nor gets support.
        assertThat(from(1, scopeIndex)).containsExactly(0, 0, 0.25, 0.2);
        assertThat(from(0, scopeIndex)).containsOnly(0);
    }

    @Test
    void the_detail_names_the_strongest_neighbour_and_its_words() {
        ScopeIndex scopeIndex = people("One.", "Two.", "Three.", "Four.", "Five.");
        ScoreSignal support = support(2, scopeIndex);

        assertThat(support.name()).isEqualTo("neighbours");
        assertThat(support.detail().apply(0)).isEqualTo("two turns after: word of 2");
        assertThat(support.detail().apply(1)).isEqualTo("the turn after: word of 2");
        assertThat(support.detail().apply(3)).isEqualTo("the turn before: word of 2");
        assertThat(support.detail().apply(4)).isEqualTo("two turns before: word of 2");
        assertThat(support.detail().apply(2)).isEmpty();
        ScoreSignal words = new ScoreSignal("words", new double[] {0, 3, 0, 3.5, 0}, at -> "word of " + at);
        assertThat(NeighbourMatch.support(scopeIndex, words).detail().apply(2)).isEqualTo("the turn before: word of 1");
    }
}
