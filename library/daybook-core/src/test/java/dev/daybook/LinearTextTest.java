package dev.daybook;

import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.daybook.local.InMemoryStore;
import dev.daybook.query.Query;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Text of any shape costs time in proportion to its length, whatever is done with it. The texts take minutes to hours in quadratic
 * time, and seconds in linear time.
 */
class LinearTextTest {

    private static final int LONG = 500_000;
    private static final Duration FAR_ABOVE = Duration.ofMinutes(5);

    @ParameterizedTest
    @ValueSource(strings = {"\u0130", "ışĞÜİ", "\u03A3", "\u0301\u0316"})
    void a_long_text_and_a_long_question_take_no_minutes(String part) {
        String text = "a" + part.repeat(LONG / part.length());

        assertTimeoutPreemptively(FAR_ABOVE, () -> {
            try (Daybook daybook = Daybook.builder(new InMemoryStore())
                    .noEmbedder()
                    .background(false)
                    .open()) {
                Memory memory = daybook.user("ada");
                memory.session("s").remember(user(text));
                memory.recall(text.substring(0, LONG - 100_000));
                memory.session("t").context(text.substring(0, LONG / 2));
                memory.consolidate();

                assertThat(memory.recall(Query.of("zebra").by(Query.By.TEXT))).isEmpty();
                assertThat(memory.recall(Query.of(text.substring(0, 40)).by(Query.By.TEXT)))
                        .isNotEmpty();
            }
        });
    }
}
