package dev.daybook.internal.extract;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Message;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleInputTest {

    private static final int MAX = RuleInput.MAX_CHARACTERS;

    @Test
    void an_episode_within_the_limit_is_read_in_full() {
        List<Message> messages = List.of(user("a".repeat(MAX - 1)), assistant("b"));

        assertThat(RuleInput.of(messages)).isEqualTo(messages);
    }

    @Test
    void the_messages_of_an_episode_share_the_limit() {
        String rain = "It rains. ".repeat(MAX / 20);
        Message second = new Message(Message.USER, "Ada", "Ok. " + rain, List.of(), "call-1");

        List<Message> read = RuleInput.of(List.of(user(rain), second, user("It is never read.")));

        assertThat(read)
                .containsExactly(
                        user(rain),
                        new Message(
                                Message.USER, "Ada", "Ok. " + rain.substring(0, MAX / 2 - 11), List.of(), "call-1"));
    }

    @Test
    void a_long_text_ends_with_a_sentence_because_half_of_one_may_state_something_else() {
        String rain = "It rains. ".repeat(MAX / 10 - 2);

        assertThat(RuleInput.of(rain + "I live in York with nobody else at all."))
                .isEqualTo(rain.strip());
    }

    @Test
    void a_text_without_sentences_ends_between_two_characters() {
        String emoji = "a" + "\ud83d\ude00".repeat(MAX);

        String read = RuleInput.of(emoji);

        assertThat(read).hasSize(MAX - 1).endsWith("\ude00");
    }
}
