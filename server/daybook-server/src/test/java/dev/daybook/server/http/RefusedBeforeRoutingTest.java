package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.model.Episode;
import dev.daybook.server.paths.PathIds;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the HTTP library refuses by itself is told as the routes tell it. */
@Timeout(60)
class RefusedBeforeRoutingTest {

    @TempDir
    Path folder;

    private TestServer testServer;

    @BeforeEach
    void serve() {
        testServer = TestServer.open(folder);
    }

    @AfterEach
    void stop() {
        testServer.close();
    }

    private void assertProblem(String call, int status, String code) throws IOException {
        try (RawCall raw = new RawCall(testServer)) {
            String answer = raw.send(call).answer();
            assertThat(answer)
                    .startsWith("HTTP/1.1 " + status)
                    .contains("application/problem+json")
                    .contains("\"code\":\"" + code + "\"")
                    .doesNotContain("<html");
        }
    }

    private static String get(String path, String... headers) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + String.join("\r\n", headers)
                + (headers.length == 0 ? "" : "\r\n") + "\r\n";
    }

    @Test
    void bad_requests_are_problems() throws IOException {
        assertProblem("GET / HTTP/1.1\r\nno header\r\n\r\n", 400, "invalid");
        assertProblem("no HTTP\r\n\r\n", 505, "invalid");
        assertProblem(get("/%zz"), 400, "invalid");
        assertProblem(get("/v1/spaces/default/users/J%C3/profile"), 400, "invalid");
        assertProblem(get("/" + "a".repeat(40_000)), 414, "too_large");
        assertProblem(get("/healthz", "X: " + "a".repeat(40_000)), 431, "too_large");
        assertProblem(
                RawCall.head(testServer, TestServer.ADA + "/episodes", "Content-Length: 2", "Content-Length: 30")
                        + "{}",
                400,
                "invalid");
    }

    @Test
    void a_call_by_a_foreign_name_has_a_code_of_its_own() throws IOException {
        assertProblem("GET /v1/spaces HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", 403, "foreign");
    }

    @Test
    void a_port_in_use_is_named_with_the_remedy() {
        ServeOptions same = ServeOptions.loopback(testServer.server.port(), true);

        assertThatThrownBy(() -> TestServer.with(folder, same))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("port " + testServer.server.port())
                .hasMessageContaining("--port");
    }

    @Test
    void ids_in_paths_may_be_percent_encoded() {
        for (String id : new String[] {
            "J\u00fcrgen", "Ju\u0308rgen", "ada lovelace", "a+b", "50%", "a%2Fb", "a?b#c", "\u6771\u4eac"
        }) {
            String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
            String user = "/v1/spaces/default/users/";
            assertThat(testServer
                            .post(user + encoded + "/episodes", "{\"id\":\"e1\",\"input\":\"x\"}")
                            .status())
                    .as(id)
                    .isEqualTo(201);
            assertThat(testServer.daybook.user(id).find(Episode.class, "e1"))
                    .as(id)
                    .isPresent();
            assertThat(testServer.get(user + PathIds.write(id) + "/episodes/e1").status())
                    .isEqualTo(200);
        }
        assertThat(testServer
                        .get("/v1/spaces/default/users/J%C3%BCrgen/sessions/%C3%BC/summary")
                        .status())
                .isIn(200, 404);
        TestServer.Answer slash = testServer.get("/v1/spaces/default/users/a%2Fb/profile");
        assertThat(slash.status()).isEqualTo(400);
        assertThat(slash.at("detail").toString()).contains("'~'");
    }

    @Test
    void a_plus_sign_in_a_path_is_a_plus_sign() {
        testServer.post("/v1/spaces/default/users/a+b/episodes", "{\"id\":\"e1\",\"input\":\"x\"}");

        assertThat(testServer.daybook.user("a+b").find(Episode.class, "e1")).isPresent();
    }

    @Test
    void probes_are_answered_by_any_name_where_others_than_this_machine_call() {
        ServeOptions everywhere =
                new ServeOptions("0.0.0.0", 0, false, List.of(), List.of(), ServeOptions.DEFAULT_MAX_BODY, 0);
        ServeOptions here = ServeOptions.loopback(0, true);

        assertThat(OperatingRoutes.isProbe("/healthz", everywhere)).isTrue();
        assertThat(OperatingRoutes.isProbe("/readyz", everywhere)).isTrue();
        assertThat(OperatingRoutes.isProbe("/metrics", everywhere)).isFalse();
        assertThat(OperatingRoutes.isProbe("/v1/spaces", everywhere)).isFalse();
        assertThat(OperatingRoutes.isProbe("/healthz", here)).isFalse();
    }

    @Test
    void a_server_on_all_addresses_answers_probes_by_any_name_and_nothing_else() throws IOException {
        ServeOptions everywhere =
                new ServeOptions("0.0.0.0", 0, false, List.of(), List.of(), ServeOptions.DEFAULT_MAX_BODY, 0);
        try (TestServer other = TestServer.with(folder.resolve("everywhere"), everywhere)) {
            assertThat(asked(other, "/healthz")).startsWith("HTTP/1.1 200");
            assertThat(asked(other, "/readyz")).startsWith("HTTP/1.1 200");
            assertThat(asked(other, "/v1/spaces")).startsWith("HTTP/1.1 403").contains("\"code\":\"foreign\"");
        }
    }

    private static String asked(TestServer other, String path) throws IOException {
        try (RawCall raw = new RawCall(other)) {
            return raw.send("GET " + path + " HTTP/1.1\r\nHost: 10.1.2.3:7411\r\nConnection: close\r\n\r\n")
                    .answer();
        }
    }

    @Test
    void the_longest_ids_fit_into_a_path_when_they_are_percent_encoded() {
        String longest = "\uD83D\uDC39".repeat(256);
        String encoded = URLEncoder.encode(longest, StandardCharsets.UTF_8);

        assertThat(testServer
                        .put("/v1/spaces/" + encoded + "/users/" + encoded + "/sessions/" + encoded, "{\"name\":\"x\"}")
                        .status())
                .isEqualTo(200);
    }
}
