package dev.daybook.internal.scoring;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.model.Trust;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpeakerMatchTest {

    private static final Set<String> NAMES = Set.of("Mira", "Mary Ann Lindt");

    private static final ScopeIndex CHAT = RowFixture.session(
            user("I bought a kayak.").withName("Mira"),
            user("Where from?").withName("Tomas"),
            user("From Ola.").withName("Mira"),
            user("She is honest.").withName("Mary Ann Lindt"),
            user("So they say."));

    @Test
    void a_name_of_any_length_and_form_needs_no_stack() {
        String odd = "a'".repeat(500_000) + "a";

        assertThat(SpeakerMatch.inFirstPerson(Set.of(odd), "What did Mira buy?"))
                .isEqualTo("What did Mira buy?");
        assertThat(SpeakerMatch.inFirstPerson(Set.of("Mira"), "I ".repeat(500_000) + "and Mira"))
                .isEqualTo("I and I");
    }

    private static ScoreSignal named(String question) {
        return SpeakerMatch.named(CHAT, AnalyzedQuery.of(question, null));
    }

    @Test
    void the_only_speaker_named_is_boosted() {
        assertThat(named("What did Mira buy?").values()).containsExactly(1, 0, 1, 0, 0);
        assertThat(named("What are tomas' questions?").values()).containsExactly(0, 1, 0, 0, 0);
        assertThat(named("Mira's boat").values()).containsExactly(1, 0, 1, 0, 0);
    }

    @Test
    void a_part_of_a_name_is_enough() {
        assertThat(named("Who does Ann trust?").values()).containsExactly(0, 0, 0, 1, 0);
    }

    @Test
    void no_speaker_is_boosted_if_none_or_several_are_named() {
        assertThat(named("Who bought a kayak?").isNone()).isTrue();
        assertThat(named("What did Mira tell Tomas?").isNone()).isTrue();
        assertThat(named("What is Ola like?").isNone())
                .as("one who is spoken of, but does not speak")
                .isTrue();
    }

    @Test
    void a_speaker_without_live_messages_is_unknown() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("e", "s", user("Hello.").withName("Mira"))
                .put("e", "s", user("Hello.").withName("Tomas"))
                .scopeIndex();

        assertThat(scopeIndex.speakers()).containsExactly("Tomas");
        assertThat(SpeakerMatch.named(scopeIndex, AnalyzedQuery.of("Mira", null))
                        .isNone())
                .isTrue();
    }

    @Test
    void the_signal_names_the_speaker() {
        assertThat(named("Mira").name()).isEqualTo("speaker");
        assertThat(named("Mira").detail().apply(0)).isEqualTo("said by Mira");
    }

    private static String inFirstPerson(String question) {
        return SpeakerMatch.inFirstPerson(NAMES, question);
    }

    @Test
    void a_question_about_a_speaker_is_rewritten_in_the_first_person() {
        assertThat(inFirstPerson("What did Mira buy?")).isEqualTo("What did I buy?");
        assertThat(inFirstPerson("Is Miranda here?")).isEqualTo("Is Miranda here?");
        assertThat(SpeakerMatch.inFirstPerson(Set.of(), "What did Mira buy?")).isEqualTo("What did Mira buy?");
    }

    @Test
    void names_are_replaced_with_their_possessives() {
        assertThat(inFirstPerson("Mira's new kayak")).isEqualTo("I new kayak");
        assertThat(inFirstPerson("Mira’s new kayak")).isEqualTo("I new kayak");
        assertThat(inFirstPerson("the kayak's colour")).isEqualTo("the kayak's colour");
    }

    @Test
    void names_are_recognised_in_any_case() {
        assertThat(inFirstPerson("where is MIRA or mira")).isEqualTo("where is I or I");
    }

    @Test
    void names_of_several_words_are_one_person() {
        assertThat(inFirstPerson("Does Mary Ann Lindt row?")).isEqualTo("Does I row?");
        assertThat(inFirstPerson("Does Lindt row?")).isEqualTo("Does I row?");
    }

    @Test
    void a_question_of_names_only_stays_as_it_is() {
        assertThat(inFirstPerson("Mira?")).isEqualTo("Mira?");
        assertThat(inFirstPerson("")).isEmpty();
    }

    @Test
    void characters_of_pattern_syntax_are_kept() {
        assertThat(inFirstPerson("Mira paid $5 \\o/ (a.b)*")).isEqualTo("I paid $5 \\o/ (a.b)*");
    }

    @Test
    void no_part_of_a_name_is_left_behind() {
        assertThat(inFirstPerson("MIRA'S kayak")).isEqualTo("I kayak");
        assertThat(SpeakerMatch.inFirstPerson(Set.of("Tomas"), "Tomas' kayak")).isEqualTo("I kayak");
        assertThat(SpeakerMatch.inFirstPerson(Set.of("O'Rell"), "What did O'Rell buy?"))
                .isEqualTo("What did I buy?");
    }

    @Test
    void messages_to_an_assistant_differ_from_messages_between_people() {
        ScopeIndex scopeIndex = RowFixture.session(
                user("Hello there."), user("I keep bees."), assistant("A joy."), user("Seven hives."));
        ScoreSignal role = SpeakerMatch.messagesToAssistants(scopeIndex);

        assertThat(role.values()).containsExactly(0, 1, 0, 1);
        assertThat(role.name()).isEqualTo("role");
        assertThat(role.detail().apply(1)).isEqualTo("said by the user");
        assertThat(SpeakerMatch.messagesToAssistants(CHAT).values()).containsOnly(0);
    }

    @Test
    void words_with_less_trust_than_a_user_are_not_said_by_the_user() {
        ScopeIndex scopeIndex = new RowFixture()
                .put("e1", "s", user("I keep bees."), assistant("A joy."))
                .trusted(Trust.ASSISTANT)
                .put("e2", "s", user("Seven hives."))
                .scopeIndex();
        ScoreSignal role = SpeakerMatch.messagesToAssistants(scopeIndex);

        assertThat(role.detail().apply(0)).isEqualTo("said by the user");
        assertThat(role.detail().apply(2)).isEqualTo("in the role of the user");
    }

    @Test
    void a_question_between_people_is_marked() {
        ScoreSignal asking = SpeakerMatch.questions(CHAT);

        assertThat(asking.values()).containsExactly(0, 1, 0, 0, 0);
        assertThat(asking.name()).isEqualTo("question");
        assertThat(asking.detail().apply(1)).isEqualTo("it asks, and states nothing");
    }

    @Test
    void no_question_in_a_session_with_an_assistant_is_marked() {
        ScopeIndex scopeIndex = RowFixture.session(user("Which bees are calm?"), assistant("How many hives?"));

        assertThat(SpeakerMatch.questions(scopeIndex).values()).containsOnly(0);
    }

    @Test
    void an_unanswered_question_to_an_assistant_is_not_marked() {
        ScopeIndex scopeIndex = RowFixture.session(assistant("Hello."), user("Which bees are calm?"));

        assertThat(SpeakerMatch.questions(scopeIndex).values()).containsOnly(0);
    }
}
