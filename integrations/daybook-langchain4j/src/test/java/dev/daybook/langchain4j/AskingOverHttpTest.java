package dev.daybook.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.inference.InferenceResult;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.inference.ModelLimits;
import dev.daybook.internal.inference.OutputForms;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.internal.inference.RetryBackoff;
import dev.daybook.internal.inference.TokenSpending;
import dev.daybook.local.ApproximateTokens;
import dev.daybook.spi.PromptTemplates;
import dev.daybook.testkit.ScriptedModelServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the path of a question from the library to the wire and back. */
@Timeout(120)
class AskingOverHttpTest {

    private static final String GOOD = "{\"contents\":[\"Mira keeps\\ntwo goats.\"]}";

    private final ScriptedModelServer server = ScriptedModelServer.start();
    private final ModelCaller modelCaller = new ModelCaller(
            ModelEndpoint.openAi(server.address().resolve("/v1"), "goat-1").languageModel(),
            PromptTemplates.standard(),
            ModelLimits.DEFAULTS.backOff(RetryBackoff.NONE).timeout(Duration.ofSeconds(5)),
            new ApproximateTokens(),
            TokenSpending.IGNORED);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void every_fault_is_survived_by_asking_again() {
        server.thenBadJson(GOOD).thenTruncatedSilently(GOOD).then(GOOD);
        assertThat(ask().attempts()).isEqualTo(3);

        server.thenTruncated(GOOD).thenRepetition(GOOD).thenRawControlCharacters(GOOD);
        assertThat(ask().value()).contains(List.of("Mira keeps\ntwo goats."));

        server.thenEmpty()
                .thenLeakedExample("{\"contents\":[\"bakery\"]}", GOOD)
                .then(GOOD);
        assertThat(ask().value()).contains(List.of("Mira keeps\ntwo goats."));

        server.thenLimited(Duration.ofSeconds(1)).thenGarbled().then(GOOD);
        assertThat(ask().value()).isPresent();
    }

    @Test
    void a_server_that_fails_on_schemas_is_used_without_them() {
        server.refusingSchema(500).then(GOOD).then(GOOD).then(GOOD);

        assertThat(ask().attempts()).isEqualTo(1);
        ask();
        ask();

        assertThat(server.requests()).hasSize(5);
        assertThat(server.requests().get(4)).contains("json_object");
    }

    @Test
    void a_server_that_accepts_no_format_is_asked_by_prompt() {
        server.refusingSchema(400).refusingJsonObject(400).then(GOOD).then(GOOD);

        assertThat(ask().attempts()).isEqualTo(1);
        ask();

        assertThat(server.requests()).hasSize(4);
    }

    @Test
    void a_server_that_is_down_is_a_failure_after_three_attempts() {
        InferenceResult<List<String>> inferenceResult = ask();

        assertThat(inferenceResult.value()).isEmpty();
        assertThat(inferenceResult.attempts()).isEqualTo(3);
    }

    private InferenceResult<List<String>> ask() {
        return modelCaller.ask(
                modelCaller.prompt("split").with(PromptData.text("raw_input", "Mira keeps\ntwo goats.")),
                OutputForms.SPLIT);
    }
}
