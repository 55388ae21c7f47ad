package dev.daybook.internal.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.spi.OutputMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutputNegotiationTest {

    private final OutputNegotiation negotiation = new OutputNegotiation(List.of(OutputMode.values()));
    private final Map<OutputMode, Object> behaviour = new EnumMap<>(OutputMode.class);
    private final List<OutputMode> asked = new ArrayList<>();

    OutputNegotiationTest() {
        for (OutputMode mode : OutputMode.values()) {
            behaviour.put(mode, "ok");
        }
    }

    @Test
    void the_best_mode_is_used_and_kept() {
        assertThat(ask().mode()).isEqualTo(OutputMode.JSON_SCHEMA);
        assertThat(ask().mode()).isEqualTo(OutputMode.JSON_SCHEMA);
        assertThat(asked).hasSize(2);
    }

    @Test
    void a_refused_schema_is_replaced_by_a_simpler_mode_for_good() {
        behaviour.put(OutputMode.JSON_SCHEMA, Trouble.REFUSED);
        behaviour.put(OutputMode.JSON_OBJECT, Trouble.REFUSED);

        assertThat(ask().mode()).isEqualTo(OutputMode.PROMPT);
        ask();

        assertThat(asked)
                .containsExactly(OutputMode.JSON_SCHEMA, OutputMode.JSON_OBJECT, OutputMode.PROMPT, OutputMode.PROMPT);
    }

    @Test
    void a_server_that_fails_on_a_schema_is_asked_in_a_simpler_mode() {
        behaviour.put(OutputMode.JSON_SCHEMA, Trouble.BROKEN);

        assertThat(ask().mode()).isEqualTo(OutputMode.JSON_OBJECT);
    }

    @Test
    void one_server_error_does_not_rule_out_the_schema() {
        behaviour.put(OutputMode.JSON_SCHEMA, Trouble.BROKEN);
        ask();
        behaviour.put(OutputMode.JSON_SCHEMA, "ok");
        ask();
        behaviour.put(OutputMode.JSON_SCHEMA, Trouble.BROKEN);
        ask();
        behaviour.put(OutputMode.JSON_SCHEMA, "ok");

        assertThat(ask().mode()).isEqualTo(OutputMode.JSON_SCHEMA);
    }

    @Test
    void two_server_errors_in_a_row_rule_out_the_mode() {
        behaviour.put(OutputMode.JSON_SCHEMA, Trouble.BROKEN);
        ask();
        ask();
        asked.clear();
        ask();

        assertThat(asked).containsExactly(OutputMode.JSON_OBJECT);
    }

    @Test
    void a_server_that_is_down_does_not_rule_out_the_schema() {
        behaviour.replaceAll((mode, before) -> Trouble.BROKEN);
        for (int i = 0; i < 3; i++) {
            assertThat(catchThrowableOfType(ModelException.class, this::ask).retryable())
                    .isTrue();
        }
        behaviour.replaceAll((mode, before) -> "ok");

        assertThat(ask().mode()).isEqualTo(OutputMode.JSON_SCHEMA);
    }

    @Test
    void a_request_refused_in_every_mode_is_refused() {
        behaviour.replaceAll((mode, before) -> Trouble.REFUSED);

        assertThat(catchThrowableOfType(ModelException.class, this::ask).trouble())
                .isEqualTo(Trouble.REFUSED);
    }

    @Test
    void other_failures_do_not_change_the_mode() {
        behaviour.put(OutputMode.JSON_SCHEMA, Trouble.LIMITED);

        assertThat(catchThrowableOfType(ModelException.class, this::ask).trouble())
                .isEqualTo(Trouble.LIMITED);
        assertThat(asked).containsExactly(OutputMode.JSON_SCHEMA);
    }

    @Test
    void a_model_without_modes_is_asked_by_the_prompt() {
        assertThat(new OutputNegotiation(List.of())
                        .ask(mode -> FakeModel.given("ok"))
                        .mode())
                .isEqualTo(OutputMode.PROMPT);
    }

    private OutputNegotiation.Reply ask() {
        return negotiation.ask(mode -> {
            asked.add(mode);
            return FakeModel.given(behaviour.get(mode));
        });
    }
}
