package dev.daybook.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelRequestTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void the_data_can_be_read_without_their_frame() {
        String user = PromptData.list("new_contents", List.of("a < b")).inPrompt();
        ModelRequest request = new ModelRequest("", user, OutputMode.PROMPT, null, 1, SECOND);

        assertThat(request.blocks())
                .singleElement()
                .satisfies(block -> assertThat(block.items()).containsExactly("a < b"));
    }

    @Test
    void an_impossible_query_is_refused() {
        assertThatThrownBy(() -> new ModelRequest("", "", OutputMode.JSON_OBJECT, null, 1, SECOND))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("JSON_OBJECT");
        assertThatThrownBy(() -> new ModelRequest("", "", OutputMode.PROMPT, null, 0, SECOND))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxTokens is 0");
        assertThatThrownBy(() -> new ModelRequest("", "", OutputMode.PROMPT, null, 1, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout is PT0S");
        assertThatThrownBy(() -> new ModelAnswer("", -1L, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tokens is -1");
    }
}
