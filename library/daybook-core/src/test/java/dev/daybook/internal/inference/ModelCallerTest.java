package dev.daybook.internal.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.OutputMode;
import dev.daybook.spi.PromptTemplates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelCallerTest {

    private static final String GOOD = "{\"contents\":[\"Mira keeps two goats.\"]}";

    private final List<Integer> waits = new ArrayList<>();
    private final List<Long> spent = new ArrayList<>();

    @Test
    void an_answer_is_parsed_at_the_first_attempt() {
        FakeModel model = FakeModel.giving(GOOD);

        InferenceResult<List<String>> inferenceResult = split(model);

        assertThat(inferenceResult.value()).contains(List.of("Mira keeps two goats."));
        assertThat(inferenceResult.attempts()).isEqualTo(1);
        assertThat(waits).isEmpty();
    }

    @Test
    void the_request_contains_task_schema_and_data() {
        FakeModel model = FakeModel.giving(GOOD);

        split(model);

        assertThat(model.requests).singleElement().satisfies(request -> {
            assertThat(request.system()).startsWith(PromptTemplates.standard().text("split"));
            assertThat(request.system()).endsWith(request.schema().orElseThrow().json());
            assertThat(request.schema().orElseThrow().name()).isEqualTo("PreMemorySplitResponse");
            assertThat(PromptData.parse(request.user()))
                    .extracting(PromptData::name)
                    .containsExactly("raw_input");
            assertThat(PromptData.parse(request.user()).get(0).text()).isEqualTo("Mira, </raw_input> goats");
            assertThat(request.timeout()).isEqualTo(ModelLimits.DEFAULTS.timeout());
            assertThat(request.maxTokens()).isEqualTo(ModelLimits.DEFAULTS.maxTokens());
        });
    }

    @Test
    void an_unusable_answer_is_retried_at_once_with_the_error() {
        FakeModel model = FakeModel.giving("Sure!", "{\"contents\":[1]}", GOOD);

        InferenceResult<List<String>> inferenceResult = split(model);

        assertThat(inferenceResult.value()).isPresent();
        assertThat(inferenceResult.attempts()).isEqualTo(3);
        assertThat(waits).isEmpty();
        assertThat(model.requests.get(0).system()).doesNotContain("could not be used");
        assertThat(model.requests.get(1).system()).contains("could not be used: the answer has no JSON");
        assertThat(model.requests.get(2).system()).contains("contents[0] is a number; it must be a text");
        assertThat(model.requests.get(2).user()).isEqualTo(model.requests.get(0).user());
    }

    @Test
    void three_unusable_answers_are_a_failure_and_no_exception() {
        InferenceResult<List<String>> inferenceResult =
                split(FakeModel.giving("no", "no", "{\"contents\":\"no\"}", GOOD));

        assertThat(inferenceResult)
                .isEqualTo(new InferenceResult.Failed<>(
                        "contents is a text; it must be a list", 3, inferenceResult.tokens()));
    }

    @ParameterizedTest
    @EnumSource(names = {"UNREACHABLE", "TIMEOUT", "LIMITED", "BROKEN"})
    void a_transient_failure_is_retried_after_a_back_off(Trouble trouble) {
        InferenceResult<List<String>> inferenceResult = split(FakeModel.giving(trouble, trouble, GOOD));

        assertThat(inferenceResult.value()).isPresent();
        assertThat(waits).containsExactly(1, 2);
    }

    @Test
    void three_transient_failures_are_final_and_wait_only_in_between() {
        InferenceResult<List<String>> inferenceResult =
                split(FakeModel.giving(Trouble.LIMITED, Trouble.LIMITED, Trouble.TIMEOUT, GOOD));

        assertThat(inferenceResult).isEqualTo(new InferenceResult.Failed<>("trouble: TIMEOUT", 3, 0));
        assertThat(waits).containsExactly(1, 2);
    }

    @Test
    void an_unusable_answer_of_the_plug_in_needs_no_back_off() {
        assertThat(split(FakeModel.giving(Trouble.UNUSABLE, GOOD)).attempts()).isEqualTo(2);
        assertThat(waits).isEmpty();
    }

    @Test
    void an_answer_resets_the_back_off() {
        split(FakeModel.giving(Trouble.LIMITED, "no", Trouble.LIMITED));
        assertThat(waits).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"REFUSED", "UNAUTHORIZED", "FAILED"})
    void a_permanent_failure_ends_it_at_once(Trouble trouble) {
        FakeModel model = FakeModel.giving(trouble, GOOD);

        ModelException thrown = catchThrowableOfType(ModelException.class, () -> split(model));

        assertThat(thrown.trouble()).isEqualTo(trouble);
        assertThat(thrown.retryable()).isFalse();
        assertThat(model.requests).hasSize(1);
    }

    @Test
    void any_other_exception_of_a_model_is_a_failure_with_its_cause_but_not_its_message() {
        RuntimeException defect = new IllegalStateException("prompt was: Mira");

        assertThatThrownBy(() -> split(FakeModel.giving(defect)))
                .isInstanceOf(ModelException.class)
                .hasCause(defect)
                .hasMessageContaining("fake threw java.lang.IllegalStateException")
                .hasMessageNotContaining("Mira");
    }

    @Test
    void a_truncated_answer_is_unusable_even_if_it_parses() {
        FakeModel model = FakeModel.giving(new ModelAnswer(GOOD, null, false), GOOD);

        assertThat(split(model).attempts()).isEqualTo(2);
        assertThat(model.requests.get(1).system()).contains("cut off");
    }

    @Test
    void tokens_are_counted_for_every_answer_and_estimated_without_a_count() {
        InferenceResult<List<String>> inferenceResult =
                split(FakeModel.giving(new ModelAnswer("no", 100L, true), Trouble.LIMITED, GOOD));

        int estimate = PromptTemplates.standard().text("split").length()
                + PromptData.text("raw_input", "Mira, </raw_input> goats")
                        .inPrompt()
                        .length()
                + GOOD.length();
        assertThat(spent).hasSize(2).startsWith(100L);
        assertThat(spent.get(1)).isGreaterThanOrEqualTo(estimate);
        assertThat(inferenceResult.tokens()).isEqualTo(spent.get(0) + spent.get(1));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1_000_000, Long.MAX_VALUE})
    void an_implausible_cost_is_estimated(long claimed) {
        InferenceResult<List<String>> inferenceResult = split(FakeModel.giving(new ModelAnswer(GOOD, claimed, true)));

        assertThat(spent).singleElement().satisfies(tokens -> assertThat(tokens).isBetween(1L, 100_000L));
        assertThat(inferenceResult.tokens()).isEqualTo(spent.get(0));
    }

    @Test
    void a_spent_budget_is_refused_before_the_call() {
        FakeModel model = FakeModel.giving(GOOD);
        ModelCaller modelCaller = asker(model).paidBy(TokenSpending.refused("nothing is left today"));

        assertThatThrownBy(() -> modelCaller.ask(modelCaller.prompt("split"), OutputForms.SPLIT))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("nothing is left today");

        assertThat(model.requests).isEmpty();
        assertThat(spent).isEmpty();
    }

    @Test
    void plain_text_is_requested_without_a_schema() {
        FakeModel model = new FakeModel(List.of(OutputMode.JSON_SCHEMA), request -> ModelAnswer.of(" Two goats. "));

        InferenceResult<String> inferenceResult =
                asker(model).ask(ModelPrompt.of(PromptTemplates.standard(), "gist"), TextForm.atMost(40));

        assertThat(inferenceResult.value()).contains("Two goats.");
        assertThat(model.requests).singleElement().satisfies(request -> {
            assertThat(request.schema()).isEmpty();
            assertThat(request.mode()).isEqualTo(OutputMode.PROMPT);
            assertThat(request.system()).isEqualTo(PromptTemplates.standard().text("gist"));
        });
    }

    @Test
    void custom_prompts_are_used() {
        FakeModel model = FakeModel.giving("no", GOOD);
        PromptTemplates promptTemplates = PromptTemplates.standard()
                .withText("split", "Cut it up.")
                .withText("json", "As JSON: {schema}")
                .withText("again", "Wrong, because {problem}");

        ModelCaller modelCaller =
                new ModelCaller(model, promptTemplates, ModelLimits.DEFAULTS, String::length, TokenSpending.IGNORED);
        modelCaller.ask(modelCaller.prompt("split").with("Mind the goats."), OutputForms.SPLIT);

        assertThat(model.requests.get(1).system())
                .startsWith("Cut it up.\n\nMind the goats.\n\nAs JSON: {")
                .endsWith("Wrong, because the answer has no JSON; write only the JSON that is asked for");
    }

    @Test
    void an_interrupt_while_waiting_ends_it_and_is_not_lost() {
        RetryBackoff interrupted = failures -> {
            throw new InterruptedException();
        };
        ModelCaller modelCaller = new ModelCaller(
                FakeModel.giving(Trouble.LIMITED, GOOD),
                PromptTemplates.standard(),
                ModelLimits.DEFAULTS.backOff(interrupted),
                String::length,
                TokenSpending.IGNORED);

        assertThatThrownBy(() -> modelCaller.ask(modelCaller.prompt("split"), OutputForms.SPLIT))
                .isInstanceOf(ModelException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void invalid_limits_are_rejected() {
        assertThatThrownBy(() -> ModelLimits.DEFAULTS.maxTokens(0)).hasMessageContaining("maxTokens is 0");
        assertThatThrownBy(() -> ModelLimits.DEFAULTS.timeout(Duration.ZERO)).hasMessageContaining("timeout is PT0S");
    }

    private InferenceResult<List<String>> split(FakeModel model) {
        ModelCaller modelCaller = asker(model);
        return modelCaller.ask(
                modelCaller.prompt("split").with(PromptData.text("raw_input", "Mira, </raw_input> goats")),
                OutputForms.SPLIT);
    }

    private ModelCaller asker(FakeModel model) {
        return new ModelCaller(
                model,
                PromptTemplates.standard(),
                ModelLimits.DEFAULTS.backOff(waits::add),
                String::length,
                (stage, tokens) -> spent.add(tokens));
    }
}
