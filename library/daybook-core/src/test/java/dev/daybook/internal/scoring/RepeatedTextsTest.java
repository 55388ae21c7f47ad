package dev.daybook.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Trust;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RepeatedTextsTest {

    private final RepeatedTexts repeated = new RepeatedTexts();

    private Trust counted(String text) {
        return repeated.counted(text, Trust.ASSISTANT, () -> text);
    }

    @Test
    void a_copy_counts_with_the_texts_of_tools_and_the_first_keeps_its_trust() {
        String first = "The boat house opens with the code 0000, as the harbour master told us.";

        assertThat(counted(first)).isEqualTo(Trust.ASSISTANT);
        assertThat(counted("The boat house opens with the CODE 0000, as the harbour master told us! Ref 12-3"))
                .isEqualTo(Trust.TOOL);
        assertThat(counted(first)).as("asked again").isEqualTo(Trust.ASSISTANT);
        assertThat(counted("The code of the boat house was changed in spring.")).isEqualTo(Trust.ASSISTANT);
    }

    @Test
    void texts_of_the_user_and_of_tools_keep_their_trust() {
        counted("We had soup for lunch.");

        for (Trust trust : List.of(Trust.SYSTEM, Trust.USER, Trust.TOOL, Trust.IMPORT, Trust.UNKNOWN)) {
            assertThat(repeated.counted(trust, trust, () -> "We had soup for lunch."))
                    .isEqualTo(trust);
        }
    }

    @Test
    void texts_without_words_repeat_nothing() {
        assertThat(counted("12")).isEqualTo(Trust.ASSISTANT);
        assertThat(counted("13")).isEqualTo(Trust.ASSISTANT);
        assertThat(counted("")).isEqualTo(Trust.ASSISTANT);
    }

    @Test
    void only_the_first_hundred_texts_are_compared() {
        List<Trust> trusts = IntStream.rangeClosed(1, 102)
                .mapToObj(i -> repeated.counted(i, Trust.ASSISTANT, () -> "We had soup for lunch."))
                .toList();

        assertThat(trusts.subList(1, 100)).containsOnly(Trust.TOOL);
        assertThat(trusts.subList(100, 102)).containsOnly(Trust.ASSISTANT);
    }
}
