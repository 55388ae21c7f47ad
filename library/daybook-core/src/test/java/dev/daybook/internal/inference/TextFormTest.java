package dev.daybook.internal.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.spi.OutputMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextFormTest {

    private final TextForm form = TextForm.atMost(40);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Two goats, a < b.",
                " \nTwo goats, a < b.\n",
                "```\nTwo goats, a < b.\n```",
                "```text\nTwo goats, a < b.```",
                "<think>Hm.\n</think>\n\nTwo goats, a &lt; b."
            })
    void the_text_is_stripped_of_its_surroundings(String answer) throws Exception {
        assertThat(form.read(answer, OutputMode.PROMPT)).isEqualTo("Two goats, a < b.");
    }

    @Test
    void an_empty_or_endless_text_is_unusable() {
        assertThatThrownBy(() -> form.read(" \n", OutputMode.PROMPT)).hasMessageContaining("empty");
        assertThatThrownBy(() -> form.read("```\n```", OutputMode.PROMPT)).hasMessageContaining("empty");
        assertThatThrownBy(() -> form.read("goat ".repeat(9), OutputMode.PROMPT))
                .hasMessageContaining("44 characters; write at most 40");
    }
}
