package dev.daybook.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ScriptedModelServerTest {

    private static final String PATH = "/v1/chat/completions";
    private static final String GOOD = "{\"contents\":[\"two\\ngoats\"]}";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ScriptedModelServer server = ScriptedModelServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void it_listens_on_this_machine_only() {
        assertThat(URI.create(server.address().toString()).getHost()).isEqualTo("127.0.0.1");
    }

    @Test
    void it_answers_in_the_shape_of_openai() throws Exception {
        server.then(GOOD);

        HttpResponse<String> response = post(PATH, "{}");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body())
                .contains("\"content\":\"{\\\"contents\\\":[\\\"two\\\\ngoats\\\"]}\"")
                .contains("\"finish_reason\":\"stop\"")
                .contains("\"total_tokens\":12");
        assertThat(server.requests()).containsExactly("{}");
    }

    @Test
    void it_answers_in_the_shape_of_ollama() throws Exception {
        server.then("x");

        assertThat(post("/api/chat", "{}").body())
                .contains("\"message\":{\"role\":\"assistant\",\"content\":\"x\"}")
                .contains("\"done_reason\":\"stop\"");
    }

    @Test
    void it_has_every_fault_there_is() throws Exception {
        server.thenBadJson(GOOD)
                .thenTruncated(GOOD)
                .thenTruncatedSilently(GOOD)
                .thenRawControlCharacters(GOOD)
                .thenLeakedExample("{\"contents\":[\"bakery\"]}", GOOD)
                .thenRepetition("goat ")
                .thenEmpty()
                .thenGarbled();

        assertThat(post(PATH, "{}").body()).contains("\\\"contents\\\" [");
        assertThat(post(PATH, "{}").body()).contains("{\\\"contents\\\":[\"").contains("\"length\"");
        assertThat(post(PATH, "{}").body()).contains("{\\\"contents\\\":[\"").contains("\"stop\"");
        assertThat(post(PATH, "{}").body()).contains("two\\u000agoats");
        assertThat(post(PATH, "{}").body()).contains("bakery").contains("goats");
        assertThat(post(PATH, "{}").body()).contains("goat ".repeat(200)).contains("\"length\"");
        assertThat(post(PATH, "{}").body()).contains("\"content\":\"\"");
        assertThat(post(PATH, "{}").body()).startsWith("<html>");
    }

    @Test
    void it_says_when_to_come_back() throws Exception {
        server.thenLimited(Duration.ofSeconds(2)).thenStatus(503);

        HttpResponse<String> limited = post(PATH, "{}");
        assertThat(limited.statusCode()).isEqualTo(429);
        assertThat(limited.headers().firstValue("Retry-After")).contains("2");
        assertThat(post(PATH, "{}").statusCode()).isEqualTo(503);
        assertThat(post(PATH, "{}").statusCode()).as("end of the script").isEqualTo(500);
    }

    @Test
    void a_refused_schema_takes_nothing_from_the_script() throws Exception {
        server.refusingSchema(500).refusingJsonObject(400).then(GOOD);

        assertThat(post(PATH, "{\"response_format\" : {\"type\" : \"json_schema\"}}")
                        .statusCode())
                .isEqualTo(500);
        assertThat(post("/api/chat", "{\"format\":{}}").statusCode()).isEqualTo(500);
        assertThat(post(PATH, "{\"response_format\":{\"type\":\"json_object\"}}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(post("/api/chat", "{\"format\":\"json\"}").statusCode()).isEqualTo(400);
        assertThat(post(PATH, "{\"content\":\"{\\\"type\\\":\\\"json_schema\\\"}\"}")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void it_hangs_is_slow_and_breaks_off() throws Exception {
        server.thenHang().thenSlowly(Duration.ofMillis(1), "late").thenBreakOff();

        assertThatThrownBy(() -> post(PATH, "{}", Duration.ofMillis(300))).isInstanceOf(HttpTimeoutException.class);
        assertThat(post(PATH, "{}").body()).contains("late");
        assertThatThrownBy(() -> post(PATH, "{}")).isInstanceOf(IOException.class);
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return post(path, body, Duration.ofSeconds(30));
    }

    private HttpResponse<String> post(String path, String body, Duration timeout)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .timeout(timeout)
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
