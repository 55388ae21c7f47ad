package dev.daybook.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScriptedModelTest {

    private static final ModelRequest REQUEST =
            new ModelRequest("system", "user", OutputMode.PROMPT, null, 1, Duration.ofSeconds(1));

    @Test
    void it_answers_in_turn_and_keeps_the_requests() {
        ScriptedModel model = ScriptedModel.answering("one").then(new ModelAnswer("two", 3L, false));

        assertThat(model.answer(REQUEST).text()).isEqualTo("one");
        assertThat(model.left()).isEqualTo(1);
        assertThat(model.answer(REQUEST)).isEqualTo(new ModelAnswer("two", 3L, false));
        assertThat(model.requests()).containsExactly(REQUEST, REQUEST);
    }

    @Test
    void it_fails_as_it_was_told_to() {
        RuntimeException defect = new IllegalStateException();
        ScriptedModel model =
                ScriptedModel.answering().thenFail(Trouble.LIMITED).thenThrow(defect);

        assertThat(catchThrowableOfType(ModelException.class, () -> model.answer(REQUEST)))
                .matches(ModelException::retryable);
        assertThatThrownBy(() -> model.answer(REQUEST)).isSameAs(defect);
    }

    @Test
    void at_the_end_of_the_script_it_fails_for_good() {
        assertThat(catchThrowableOfType(
                        ModelException.class, () -> ScriptedModel.answering().answer(REQUEST)))
                .hasMessageContaining("the script is at its end")
                .matches(thrown -> !thrown.retryable());
    }

    @Test
    void it_hangs_until_it_is_interrupted() {
        ScriptedModel model = ScriptedModel.answering().thenHang();

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> model.answer(REQUEST)).isInstanceOf(ModelException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void it_is_asked_by_prompt_unless_it_says_otherwise() {
        ScriptedModel model = ScriptedModel.answering();
        assertThat(model.modes()).containsExactly(OutputMode.PROMPT);

        model.modes(OutputMode.JSON_SCHEMA, OutputMode.PROMPT);
        assertThat(model.modes()).containsExactly(OutputMode.JSON_SCHEMA, OutputMode.PROMPT);
    }
}
