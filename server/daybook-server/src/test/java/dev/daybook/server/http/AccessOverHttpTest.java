package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.access.AccessRight;
import dev.daybook.model.Message;
import dev.daybook.model.Space;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.server.http.routes.DocumentRoutes;
import dev.daybook.server.http.routes.HttpRoute;
import dev.daybook.server.keys.ApiKey;
import dev.daybook.server.keys.KeyLimits;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessOverHttpTest {

    private static final String EPISODE = "{\"id\":\"e1\",\"input\":\"x\"}";

    @TempDir
    Path folder;

    private TestServer testServer;

    @BeforeEach
    void serve() {
        testServer = TestServer.closed(folder);
    }

    @AfterEach
    void stop() {
        testServer.close();
    }

    @Test
    void without_a_key_nothing_is_answered_but_health() {
        for (HttpRoute route : DocumentRoutes.all()) {
            route.paths().forEach(path -> {
                String here = path.replaceAll("\\{[a-z]+}", "x");
                Answer answer = testServer.send(route.method(), here, null);
                assertThat(answer.status()).as(route.method() + " " + path).isEqualTo(401);
                assertThat(answer.at("code")).isEqualTo("unauthorized");
                assertThat(answer.header("www-authenticate")).isEqualTo("Bearer");
            });
        }
        assertThat(testServer.get("/v1/events").status()).isEqualTo(401);
        assertThat(testServer.get(ADA + "/export").status()).isEqualTo(401);
        assertThat(testServer.get("/metrics").status()).isEqualTo(401);
        assertThat(testServer.get("/healthz").status()).isEqualTo(200);
        assertThat(testServer.get("/readyz").status()).isEqualTo(200);
    }

    @Test
    void a_key_opens_its_space_and_no_other() {
        String[] key = bearer(testServer.key("default", AccessRight.READ, AccessRight.WRITE));
        testServer.daybook.space("other").user("ada").session("s").remember(Message.user("x"));

        assertThat(testServer.post(ADA + "/episodes", EPISODE, key).status()).isEqualTo(201);
        Answer foreign = testServer.get("/v1/spaces/other/users/ada/profile", key);
        Answer missing = testServer.get("/v1/spaces/nowhere/users/ada/profile", key);
        assertThat(foreign.status()).isEqualTo(404);
        assertThat(foreign.body()).isEqualTo(missing.body());
        assertThat(testServer.get("/v1/spaces/other/bank", key).body()).isEqualTo(foreign.body());
        assertThat(testServer.get("/v1/spaces", key).at("spaces")).isEqualTo(List.of("default"));
    }

    @Test
    void a_key_of_one_user_opens_neither_another_nor_the_space() {
        String[] key = bearer(testServer.keyOf("ada", AccessRight.values()));

        assertThat(testServer.post(ADA + "/episodes", EPISODE, key).status()).isEqualTo(201);
        for (String path : List.of(
                "/v1/spaces/default/users/bob/profile",
                "/v1/spaces/default/anonymous/profile",
                "/v1/spaces/default/shared/profile",
                "/v1/spaces/default/settings",
                "/v1/spaces/default/scopes",
                "/v1/spaces/default/bank")) {
            assertThat(testServer.get(path, key).status()).as(path).isEqualTo(404);
        }
    }

    @Test
    void a_right_that_a_key_lacks_is_named() {
        String[] key = bearer(testServer.key("default", AccessRight.READ));

        Answer refused = testServer.post(ADA + "/episodes", EPISODE, key);

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.at("code")).isEqualTo("forbidden");
        assertThat(refused.headers()).doesNotContainKey("www-authenticate");
        assertThat(refused.at("detail").toString()).contains("'write'");
        assertThat(testServer.get(ADA + "/profile", key).status()).isEqualTo(200);
        assertThat(testServer.delete(ADA + "/episodes/e1", key).status()).isEqualTo(403);
        assertThat(testServer.put("/v1/spaces/default/settings", "{}", key).status())
                .isEqualTo(403);
    }

    @Test
    void a_revoked_key_is_refused_at_once_and_a_rotated_one_replaced() {
        testServer.key("default", AccessRight.READ);
        ApiKey key = testServer.keys.all().get(0);
        var rotated = testServer.keys.rotate(key.id(), null);
        assertThat(testServer.get(ADA + "/profile", bearer(rotated.text())).status())
                .isEqualTo(200);

        testServer.keys.revoke(rotated.key().id());

        Answer refused = testServer.get(ADA + "/profile", bearer(rotated.text()));
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.body()).doesNotContain(rotated.text());
    }

    @Test
    void the_rate_limit_of_one_key_leaves_the_others_alone() {
        String[] slow = bearer(testServer
                .keys
                .create(Space.DEFAULT, null, Set.of(AccessRight.READ), new KeyLimits(null, 1), null)
                .text());
        String[] other = bearer(testServer.key("default", AccessRight.READ));

        // At one call per second most of 50 calls in a row are refused, however slow this machine is.
        Answer refused = Stream.generate(() -> testServer.get(ADA + "/profile", slow))
                .limit(50)
                .filter(answer -> answer.status() == 429)
                .findFirst()
                .orElseThrow();

        assertThat(refused.at("detail").toString()).contains("1 calls a second");
        assertThat(refused.headers()).containsKey("retry-after");
        assertThat(Stream.generate(() -> testServer.get(ADA + "/profile", other))
                        .limit(50))
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    }

    @Test
    void a_header_that_is_no_bearer_key_is_refused() {
        for (String header : List.of("Basic YTpi", "Bearer", "Bearer ", "Bearer daybook_x_y", "x")) {
            assertThat(testServer.get(ADA + "/profile", "Authorization", header).status())
                    .as(header)
                    .isEqualTo(401);
        }
    }

    @Test
    void an_open_server_still_refuses_a_key_that_is_none() {
        try (TestServer open = TestServer.open(folder)) {
            assertThat(open.get(ADA + "/profile").status()).isEqualTo(200);
            assertThat(open.get(ADA + "/profile", bearer("daybook_x_y")).status())
                    .isEqualTo(401);
        }
    }

    @Test
    void only_a_loopback_address_is_served_without_keys() {
        assertThatThrownBy(() -> new ServeOptions("0.0.0.0", 0, true, List.of(), List.of(), 1_000, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--open");
    }

    @Test
    void a_key_that_calls_too_often_is_told_when_to_come_again_and_others_are_served() {
        ServeOptions options = new ServeOptions("127.0.0.1", 0, false, List.of(), List.of(), 1_000, 1);
        try (TestServer testServer = TestServer.with(folder, options)) {
            String[] busy = bearer(testServer.key("default", AccessRight.READ));
            String[] quiet = bearer(testServer.key("default", AccessRight.READ));
            Answer answer = testServer.get(ADA + "/profile", busy);
            assertThat(answer.status()).isEqualTo(200);
            while (answer.status() == 200) {
                answer = testServer.get(ADA + "/profile", busy);
            }

            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.at("code")).isEqualTo("limited");
            assertThat(answer.header("Retry-After")).isEqualTo("1");
            assertThat(testServer.get(ADA + "/profile", quiet).status()).isEqualTo(200);
        }
    }

    @Test
    void a_rate_below_zero_is_refused() {
        assertThatThrownBy(() -> new ServeOptions("127.0.0.1", 0, true, List.of(), List.of(), 1_000, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--rate is -1");
    }

    @Test
    void a_foreign_host_and_a_foreign_origin_are_refused() throws IOException {
        try (TestServer open = TestServer.open(folder)) {
            String port = ":" + open.server.port();
            assertThat(raw(open, "Host: evil.example" + port)).startsWith("HTTP/1.1 403");
            assertThat(raw(open, "Host: localhost" + port)).startsWith("HTTP/1.1 200");
            assertThat(raw(open, "Host: [::1]" + port)).startsWith("HTTP/1.1 200");
            assertThat(raw(open, "Host: localhost" + port, "Origin: http://evil.example"))
                    .startsWith("HTTP/1.1 403");
            assertThat(raw(open, "Host: localhost" + port, "Origin: null")).startsWith("HTTP/1.1 403");
            assertThat(raw(open, "Host: localhost" + port, "Origin: http://localhost:1"))
                    .startsWith("HTTP/1.1 403");
            assertThat(raw(open, "Host: localhost" + port, "Origin: http://localhost" + port))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void further_hosts_and_origins_can_be_allowed() throws IOException {
        ServeOptions options = new ServeOptions(
                "127.0.0.1", 0, true, List.of("Memory.example"), List.of("https://app.example"), 1_000, 0);
        try (TestServer open = TestServer.with(folder, options)) {
            assertThat(raw(open, "Host: memory.example", "Origin: https://app.example"))
                    .startsWith("HTTP/1.1 200");
            assertThat(raw(open, "Host: memory.example", "Origin: https://app.example.evil"))
                    .startsWith("HTTP/1.1 403");
        }
    }

    /** A request as it goes over the wire, because a Java client chooses its own Host. */
    private static String raw(TestServer open, String... headers) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", open.server.port())) {
            String request = "GET " + ADA + "/profile HTTP/1.1\r\n" + String.join("\r\n", headers)
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void a_server_whose_disk_is_full_says_so_and_is_ready_to_read() {
        testServer.usableBytes.set(1);

        Answer answer = testServer.get("/readyz");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.at("status").toString()).contains("disk is full");
        testServer.usableBytes.set(1L << 30);
        assertThat(testServer.get("/readyz").at("status")).isEqualTo("ready");
    }
}
