package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Episode;
import dev.daybook.server.config.ProxySettings;
import dev.daybook.server.mcp.AgentOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bodies in another encoding than UTF-8, at every door. */
class EncodingsOverHttpTest {

    private static final String JSON = "application/json";

    private final HttpClient client = HttpClient.newHttpClient();
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private TestServer server;

    @BeforeEach
    void start(@TempDir Path folder) {
        ServeOptions options = new ServeOptions(
                "127.0.0.1", 0, true, List.of(), List.of(), 100_000, 0, AgentOptions.NONE, true, true, null);
        server = TestServer.with(
                folder,
                options.with(new ProxySettings(upstream.address(), "secret", Duration.ofSeconds(30), 4, 2_000)));
    }

    @AfterEach
    void stop() {
        upstream.close();
        server.close();
    }

    /** A call of each door with a body of JSON. */
    private enum Door {
        REST(ADA + "/episodes", "{\"input\":\"the café\"}"),
        MEM0("/mem0/v3/memories/add/", "{\"messages\":\"the café\",\"user_id\":\"ada\",\"infer\":false}"),
        MCP(
                "/mcp",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                        + "\"capabilities\":{},\"clientInfo\":{\"name\":\"café\",\"version\":\"1\"}}}"),
        PROXY("/proxy/v1/chat/completions", "{\"messages\":[{\"role\":\"user\",\"content\":\"the café\"}]}");

        private final String path;
        private final String body;

        Door(String path, String body) {
            this.path = path;
            this.body = body;
        }
    }

    private HttpResponse<String> send(String path, byte[] body, String... headers) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.uri(path))
                .headers(Stream.concat(Stream.of("Accept", "application/json, text/event-stream"), Stream.of(headers))
                        .toArray(String[]::new))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private void assertRefused(HttpResponse<String> answer, String message) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(answer.body()).contains(message);
        assertThat(upstream.requests).isEmpty();
        assertThat(server.daybook.user("ada").sessions()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Door.class)
    void another_charset_is_refused_by_the_header_that_names_it(Door door) throws Exception {
        assertRefused(
                send(door.path, door.body.getBytes(ISO_8859_1), "Content-Type", JSON + "; charset=ISO-8859-1"),
                "the header 'Content-Type' has the charset 'iso-8859-1'; send the body in UTF-8");
        assertRefused(
                send(door.path, door.body.getBytes(UTF_16), "Content-Type", JSON + ";charset=\"utf-16\""),
                "the header 'Content-Type' has the charset 'utf-16'; send the body in UTF-8");
    }

    @ParameterizedTest
    @EnumSource(Door.class)
    void a_compressed_body_is_refused_by_its_header(Door door) throws Exception {
        assertRefused(
                send(door.path, zipped(door.body), "Content-Type", JSON, "Content-Encoding", "gzip"),
                "the header 'Content-Encoding' is 'gzip'; send the body as it is");
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(Door.class)
    void utf8_is_read_with_its_charset_and_with_a_byte_order_mark(Door door) throws Exception {
        upstream.says("Good.").says("Good.");

        assertThat(send(door.path, door.body.getBytes(UTF_8), "Content-Type", JSON + "; charset=UTF-8")
                        .statusCode())
                .isBetween(200, 201);
        HttpResponse<String> marked = send(
                door.path,
                ("\uFEFF" + door.body).getBytes(UTF_8),
                "Content-Type",
                JSON,
                "Content-Encoding",
                "identity");

        assertThat(marked.statusCode()).as(marked.body()).isBetween(200, 201);
        assertThat(upstream.requests).noneMatch(request -> request.body().startsWith("\uFEFF"));
    }

    @Test
    void a_body_in_ascii_is_the_same_in_each_charset_of_one_byte() throws Exception {
        HttpResponse<String> answer = send(
                ADA + "/episodes",
                "{\"id\":\"x\",\"input\":\"tea\"}".getBytes(UTF_8),
                "Content-Type",
                JSON + "; charset=iso-8859-1");

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(server.daybook.user("ada").find(Episode.class, "x")).isPresent();
    }

    @Test
    void lines_in_another_encoding_are_refused_before_any_is_imported() throws Exception {
        String line = "{\"id\":\"x\",\"messages\":[{\"role\":\"user\",\"text\":\"the café\"}]}\n";

        assertRefused(
                send(ADA + "/import", zipped(line), "Content-Type", PlainJson.LINES_TYPE, "Content-Encoding", "gzip"),
                "the header 'Content-Encoding' is 'gzip'");
        assertRefused(
                send(
                        ADA + "/import",
                        line.getBytes(ISO_8859_1),
                        "Content-Type",
                        PlainJson.LINES_TYPE + "; charset=latin1"),
                "the header 'Content-Type' has the charset 'latin1'");
    }
}
