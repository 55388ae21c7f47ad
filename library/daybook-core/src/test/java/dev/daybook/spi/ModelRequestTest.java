package dev.daybook.spi;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ModelRequestTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

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
