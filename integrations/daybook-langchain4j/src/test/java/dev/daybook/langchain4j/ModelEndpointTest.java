package dev.daybook.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;
import dev.daybook.spi.JsonSchema;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import dev.daybook.testkit.ScriptedModelServer;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The real clients of LangChain4j against a server that misbehaves. */
@Timeout(120)
class ModelEndpointTest {

    private static final JsonSchema SCHEMA = new JsonSchema(
            "GoatResponse",
            "{\"type\":\"object\",\"properties\":{\"goats\":{\"type\":[\"string\",\"null\"],\"maxLength\":9}},"
                    + "\"required\":[\"goats\"],\"additionalProperties\":false}");

    private final ScriptedModelServer server = ScriptedModelServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void an_answer_comes_with_its_cost() {
        server.then("two");

        assertThat(openAi().answer(text())).isEqualTo(new ModelAnswer("two", 12L, 7L, true));
        assertThat(openAi().name()).isEqualTo("goat-1");
    }

    @Test
    void plain_text_is_requested_without_a_format() {
        server.then("two");
        openAi().answer(text());

        assertThat(request())
                .contains(
                        "\"model\":\"goat-1\"", "\"content\":\"Count.\"", "\"content\":\"<goats>\\nB & A\\n</goats>\"")
                .contains("\"max_tokens\":50")
                .doesNotContain("json_");
    }

    @Test
    void a_schema_is_sent_with_its_name_and_its_bounds_and_not_as_strict() {
        server.then("{}");
        openAi().answer(json(OutputMode.JSON_SCHEMA));

        assertThat(request())
                .contains("\"type\":\"json_schema\"", "\"name\":\"GoatResponse\"", "\"strict\":false")
                .contains("\"maxLength\":9", "\"additionalProperties\":false", "[ \"string\",\"null\" ]");
    }

    @Test
    void a_json_object_is_requested_without_a_schema() {
        server.then("{}");
        openAi().answer(json(OutputMode.JSON_OBJECT));

        assertThat(request()).contains("\"type\":\"json_object\"").doesNotContain("json_schema");
    }

    @Test
    void a_truncated_answer_is_recognised() {
        server.thenTruncated("{\"goats\":\"two\"}").thenRepetition("goat ").thenEmpty();

        assertThat(openAi().answer(text()).complete()).isFalse();
        assertThat(openAi().answer(text()).complete()).isFalse();
        assertThat(openAi().answer(text())).isEqualTo(new ModelAnswer("", 12L, 7L, true));
    }

    @ParameterizedTest
    @CsvSource({
        "400, REFUSED",
        "401, UNAUTHORIZED",
        "403, UNAUTHORIZED",
        "404, FAILED",
        "408, TIMEOUT",
        "413, REFUSED",
        "422, REFUSED",
        "429, LIMITED",
        "500, BROKEN",
        "503, BROKEN"
    })
    void every_status_maps_to_its_kind_of_failure_without_a_retry(int status, Trouble trouble) {
        server.thenStatus(status).thenStatus(status);

        assertThat(trouble(openAi())).isEqualTo(trouble);
        assertThat(server.requests()).hasSize(1);
        assertThat(trouble(ollama())).isEqualTo(trouble);
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void the_message_does_not_quote_the_server() {
        server.thenStatus(400);

        assertThatThrownBy(() -> openAi().answer(text()))
                .isInstanceOf(ModelException.class)
                .hasMessage("goat-1 (HTTP 400) rejected the request; see the cause")
                .hasStackTraceContaining("scripted 400");
    }

    @Test
    void a_rate_limit_is_not_waited_for_here() {
        server.thenLimited(Duration.ofHours(1));

        assertThat(trouble(openAi())).isEqualTo(Trouble.LIMITED);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void a_server_that_hangs_is_abandoned_after_the_timeout() {
        server.thenHang().thenHang();

        assertThat(trouble(endpoint().withTimeout(Duration.ofMillis(300)).languageModel()))
                .isEqualTo(Trouble.TIMEOUT);
        assertThat(trouble(ModelEndpoint.ollama(server.address(), "goat-1")
                        .withTimeout(Duration.ofMillis(300))
                        .languageModel()))
                .isEqualTo(Trouble.TIMEOUT);
    }

    @Test
    void a_slow_server_is_waited_for() {
        server.thenSlowly(Duration.ofMillis(200), "two");

        assertThat(openAi().answer(text()).text()).isEqualTo("two");
    }

    @Test
    void an_unreachable_server_and_a_broken_connection_are_transient_failures() {
        server.thenBreakOff();
        assertThat(trouble(openAi())).isEqualTo(Trouble.UNREACHABLE);

        LanguageModel gone = openAi();
        server.close();
        assertThat(trouble(gone)).isEqualTo(Trouble.UNREACHABLE);
    }

    @Test
    void a_server_with_another_protocol_is_unusable() {
        server.thenGarbled();

        assertThat(trouble(openAi())).isEqualTo(Trouble.UNUSABLE);
    }

    @Test
    void ollama_is_called_by_its_own_protocol() {
        server.then("two").then("{}").then("{}").thenTruncated("goats");

        assertThat(ollama().answer(text())).isEqualTo(new ModelAnswer("two", 12L, 7L, true));
        ollama().answer(json(OutputMode.JSON_SCHEMA));
        assertThat(request()).contains("\"format\":{", "\"maxLength\":9").contains("\"num_predict\":50");
        ollama().answer(json(OutputMode.JSON_OBJECT));
        assertThat(request()).contains("\"format\":\"json\"");
        assertThat(ollama().answer(text()).complete()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-5-mini", "o3", "openai/gpt-5.1"})
    void reasoning_models_get_the_limit_by_its_new_name_at_once(String model) {
        server.then("two").refusingParameter("max_tokens");

        ModelEndpoint.openAi(server.address(), model).languageModel().answer(text());

        assertThat(server.requests()).hasSize(1);
        assertThat(request()).contains("\"max_completion_tokens\":50");
    }

    @Test
    void a_refused_name_of_the_limit_is_replaced_and_remembered() {
        server.then("two").then("three").refusingParameter("max_tokens");
        LanguageModel model = openAi();

        assertThat(model.answer(text()).text()).isEqualTo("two");
        assertThat(model.answer(text()).text()).isEqualTo("three");
        assertThat(server.requests()).hasSize(3);
        assertThat(request()).contains("\"max_completion_tokens\":50").doesNotContain("\"max_tokens\"");
    }

    @Test
    void a_server_that_knows_only_the_old_name_gets_it() {
        server.then("two").refusingParameter("max_completion_tokens");

        ModelEndpoint.openAi(server.address(), "gpt-5-mini").languageModel().answer(text());

        assertThat(request()).contains("\"max_tokens\":50").doesNotContain("max_completion_tokens");
    }

    @Test
    void a_limit_that_is_refused_by_both_names_is_a_failure() {
        server.refusingParameter("max_tokens").refusingParameter("max_completion_tokens");

        assertThat(trouble(openAi())).isEqualTo(Trouble.REFUSED);
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void a_refused_temperature_of_the_model_is_replaced_by_the_only_one() {
        LanguageModel model = LangChain4jModel.of(
                "goat-1",
                OpenAiChatModel.builder()
                        .baseUrl(server.address().toString())
                        .modelName("goat-1")
                        .temperature(0.2)
                        .maxRetries(0)
                        .build());
        server.thenRefused("Unsupported value: 'temperature' does not support 0.2")
                .then("two");

        assertThat(model.answer(text()).text()).isEqualTo("two");
        assertThat(request()).contains("\"temperature\":1.0");
    }

    @Test
    void the_key_is_sent_and_never_shown() {
        ModelEndpoint endpoint = endpoint().withApiKey("hush");

        assertThat(endpoint.toString()).doesNotContain("hush").contains("goat-1");
        server.then("two");
        endpoint.languageModel().answer(text());
        assertThat(server.authorizations()).containsExactly("Bearer hush");
    }

    @Test
    void a_key_with_a_line_end_is_refused_and_not_shown() {
        ModelEndpoint endpoint = ModelEndpoint.openAi(URI.create("http://localhost"), "small");

        assertThatThrownBy(() -> endpoint.withApiKey("sk-secret\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("apiKey", "U+000A", "line end")
                .hasMessageNotContaining("secret");
    }

    @Test
    void an_invalid_endpoint_is_rejected() {
        assertThatThrownBy(() -> ModelEndpoint.openAi(URI.create("localhost:8080"), "goat-1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("baseUrl");
        for (String behind : List.of("?api-version=2024-10-21", "?", "#v1")) {
            assertThatThrownBy(() ->
                            ModelEndpoint.openAi(URI.create("https://goat.openai.azure.com/openai" + behind), "g"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("baseUrl has a query or a fragment")
                    .hasMessageNotContaining("goat");
        }
        assertThatThrownBy(() -> ModelEndpoint.ollama(server.address(), " "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("model is blank");
        assertThatThrownBy(() -> endpoint().withTimeout(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout is PT0S");
    }

    private ModelEndpoint endpoint() {
        return ModelEndpoint.openAi(server.address().resolve("/v1"), "goat-1");
    }

    private LanguageModel openAi() {
        return endpoint().languageModel();
    }

    private LanguageModel ollama() {
        return ModelEndpoint.ollama(server.address(), "goat-1").languageModel();
    }

    /** Returns the last request without whitespace. */
    private String request() {
        String last = server.requests().get(server.requests().size() - 1);
        return last.replaceAll("\\s*\\n\\s*", "").replace("\" : ", "\":").replace("\", \"", "\",\"");
    }

    private static Trouble trouble(LanguageModel model) {
        return catchThrowableOfType(ModelException.class, () -> model.answer(text()))
                .trouble();
    }

    private static ModelRequest text() {
        return request(OutputMode.PROMPT, null);
    }

    private static ModelRequest json(OutputMode mode) {
        return request(mode, SCHEMA);
    }

    private static ModelRequest request(OutputMode mode, @Nullable JsonSchema schema) {
        return new ModelRequest("Count.", "<goats>\nB & A\n</goats>", mode, schema, 50, Duration.ofSeconds(30));
    }
}
