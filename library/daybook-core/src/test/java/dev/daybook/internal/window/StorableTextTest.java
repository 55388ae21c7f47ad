package dev.daybook.internal.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.SizeLimits;
import dev.daybook.query.Query;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StorableTextTest {

    private static final String PARTY = "\uD83C\uDF89";

    @Test
    void a_text_without_a_fault_stays_the_same_object() {
        String text = "party " + PARTY;

        assertThat(StorableText.of(text)).isSameAs(text);
        assertThat(StorableText.question(text)).isSameAs(text);
    }

    @Test
    void half_a_character_is_replaced_wherever_it_stands() {
        assertThat(StorableText.of("\uDF89a" + PARTY + "b\uD83C")).isEqualTo("\uFFFDa" + PARTY + "b\uFFFD");
        assertThat(StorableText.of("\uD83C\uD83C\uDF89")).isEqualTo("\uFFFD" + PARTY);
    }

    @Test
    void a_text_that_is_too_long_is_cut_between_characters_and_says_so() {
        String text = PARTY.repeat(SizeLimits.MESSAGE_TEXT);
        String stored = StorableText.of("x" + text);

        assertThat(stored.length()).isBetween(SizeLimits.MESSAGE_TEXT - 1, SizeLimits.MESSAGE_TEXT);
        assertThat(stored).startsWith("x" + PARTY).endsWith(PARTY + " [cut here: the text has 4,000,001 characters]");
        assertThat(NewEpisode.of(Message.tool(stored)).messages()).hasSize(1);
    }

    @Test
    void a_question_that_is_too_long_keeps_its_beginning_and_its_end() {
        String question = "begin " + PARTY.repeat(SizeLimits.QUESTION) + " end";

        assertThat(Query.of(StorableText.question(question)).text())
                .startsWith("begin ")
                .endsWith(" end");
    }

    @Test
    void a_name_has_no_control_characters_and_is_cut() {
        Message named = Message.tool("").withName(StorableText.name("a\nb" + PARTY.repeat(600)));

        assertThat(NewEpisode.of(named).messages().get(0).name()).startsWith("a b" + PARTY);
    }

    @Test
    void messages_that_are_too_long_together_fit_into_one_episode() {
        Message long1 = Message.user("x".repeat(SizeLimits.MESSAGE_TEXT));
        List<Message> fitting = StorableText.fitting(Collections.nCopies(3, long1));

        assertThat(NewEpisode.of(fitting).messages())
                .hasSize(3)
                .allSatisfy(message -> assertThat(message.text()).contains("[cut here: "));
    }
}
