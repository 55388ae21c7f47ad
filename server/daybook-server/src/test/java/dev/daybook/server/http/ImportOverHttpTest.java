package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Message;
import dev.daybook.model.Space;
import dev.daybook.query.Query;
import dev.daybook.server.admission.HeapBudget;
import dev.daybook.server.admission.ServerLimits;
import dev.daybook.server.http.TestServer.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ImportOverHttpTest {

    private static final String SHARED = "/v1/spaces/default/shared";

    @TempDir
    Path folder;

    private static Answer imported(TestServer testServer, String scope, String lines) {
        return testServer.post(scope + "/import", lines, "Content-Type", PlainJson.LINES_TYPE);
    }

    @Test
    void an_export_is_imported_completely_and_once() {
        String export;
        try (TestServer testServer = TestServer.open(folder)) {
            testServer.put(ADA + "/sessions/s1", "{\"name\":\"First\"}");
            for (int i = 0; i < 1_200; i++) {
                testServer.daybook.user("ada").session("s1").remember(Message.user("line " + i));
            }
            testServer.put(ADA + "/blocks/persona", "{\"content\":\"Answers briefly.\"}");
            export = testServer.get(ADA + "/export").body();
        }
        try (TestServer testServer = TestServer.open(folder)) {
            Answer first = imported(testServer, ADA, export);
            Answer second = imported(testServer, ADA, export);

            assertThat(first.status()).isEqualTo(200);
            assertThat(first.json()).containsEntry("lines", 1_202L).containsEntry("new", 1_201L);
            assertThat(second.json())
                    .containsEntry("new", 0L)
                    .containsEntry("changed", 0L)
                    .containsEntry("unchanged", 1_201L);
            assertThat(testServer.get(ADA + "/export").body()).isEqualTo(export);
        }
    }

    @Test
    void a_bad_line_is_named_and_the_others_go_in() {
        try (TestServer testServer = TestServer.open(folder)) {
            Answer answer = imported(testServer, ADA, """
                    {"id":"e1","input":"tea"}
                    {"id":"e2","input":7}
                    no JSON

                    {"id":"e3","input":"coffee"}""");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json()).containsEntry("new", 2L).containsEntry("bad", 2L);
            assertThat(answer.list("problems").stream()
                            .map(problem -> problem.get("line"))
                            .toList())
                    .isEqualTo(List.of(2L, 3L));
            assertThat(String.valueOf(answer.list("problems").get(0).get("detail")))
                    .contains("input");
            assertThat(testServer.get(ADA + "/episodes/e3").status()).isEqualTo(200);
        }
    }

    @Test
    void a_line_of_another_scope_is_refused() {
        try (TestServer testServer = TestServer.open(folder)) {
            Answer answer = imported(testServer, ADA, """
                    {"user":"bob","input":"tea"}
                    {"user":null,"input":"tea"}
                    {"shared":true,"kind":"note","text":"tea"}
                    {"kind":"session","id":"s","user":"bob"}
                    {"kind":"settings","secrets":"reject"}
                    {"user":"ada","input":"tea"}
                    """);

            assertThat(answer.json()).containsEntry("new", 1L).containsEntry("bad", 5L);
            assertThat(testServer.daybook.user("bob").recall(Query.of("tea"))).isEmpty();
            assertThat(testServer.daybook.space(Space.DEFAULT.id()).anonymous().recall(Query.of("tea")))
                    .isEmpty();
            assertThat(testServer.daybook.space(Space.DEFAULT.id()).shared().recall(Query.of("tea")))
                    .isEmpty();
            assertThat(testServer.daybook.user("bob").sessions()).isEmpty();
        }
    }

    @Test
    void the_settings_of_the_space_come_with_the_shared_scope() {
        try (TestServer testServer = TestServer.open(folder)) {
            assertThat(imported(testServer, SHARED, "{\"kind\":\"settings\",\"secrets\":\"reject\"}")
                            .json())
                    .containsEntry("bad", 0L);

            assertThat(testServer.get("/v1/spaces/default/settings").json()).containsEntry("secrets", "reject");
        }
    }

    @Test
    void the_whole_may_be_larger_than_a_body_and_a_line_may_not() {
        ServeOptions options = new ServeOptions(ServeOptions.DEFAULT_HOST, 0, true, List.of(), List.of(), 2_000, 0);
        String lines = IntStream.range(0, 100)
                .mapToObj(i -> "{\"id\":\"e" + i + "\",\"input\":\"" + "tea ".repeat(i == 40 ? 600 : 10) + "\"}")
                .collect(Collectors.joining("\n"));
        try (TestServer testServer = TestServer.with(folder, options)) {
            Answer answer = imported(testServer, ADA, lines);

            assertThat(answer.json()).containsEntry("new", 99L).containsEntry("bad", 1L);
            assertThat(answer.list("problems"))
                    .first()
                    .satisfies(problem -> assertThat(problem).containsEntry("line", 41L));
        }
    }

    @Test
    void it_wants_lines_by_name_and_the_right_admin() {
        try (TestServer testServer = TestServer.closed(folder)) {
            String line = "{\"input\":\"tea\"}";
            String admin = testServer.key("default", AccessRight.ADMIN);
            String type = PlainJson.LINES_TYPE;

            assertThat(testServer
                            .post(ADA + "/import", line, "Content-Type", type)
                            .status())
                    .isEqualTo(401);
            assertThat(status(testServer, testServer.keyOf("ada", AccessRight.READ, AccessRight.WRITE), type))
                    .isEqualTo(403);
            assertThat(status(testServer, testServer.keyOf("bob", AccessRight.ADMIN), type))
                    .isEqualTo(404);
            assertThat(status(testServer, admin, "text/plain")).isEqualTo(400);
            assertThat(testServer.daybook.user("ada").sessions()).isEmpty();
            assertThat(testServer.daybook.user("ada").archive().profile().counts())
                    .isEqualTo(Map.of());

            assertThat(status(testServer, admin, type)).isEqualTo(200);
        }
    }

    private static int status(TestServer testServer, String key, String type) {
        String[] authorization = bearer(key);
        return testServer
                .post(ADA + "/import", "{\"input\":\"tea\"}", authorization[0], authorization[1], "Content-Type", type)
                .status();
    }

    @Test
    void a_line_takes_of_the_budget_while_it_arrives() throws Exception {
        ServerLimits small = new ServerLimits(16 << 20, Duration.ofSeconds(30), 1);
        try (TestServer testServer = TestServer.within(small, folder)) {
            String key = testServer.key("default", AccessRight.ADMIN, AccessRight.WRITE);
            RawCall line = unfinishedLine(testServer, key);

            // A body that fits alone does not fit beside an unfinished line.
            String body = "{\"id\":\"e2\",\"input\":\"" + "b".repeat(5_000) + "\"}";
            Answer answer = testServer.post(ADA + "/episodes", body, bearer(key));
            while (answer.status() == 201) {
                if (line.isAnswered()) {
                    // A body held the budget when the line needed it, so the import was refused.
                    line.close();
                    line = unfinishedLine(testServer, key);
                }
                answer = testServer.post(ADA + "/episodes", body, bearer(key));
            }

            assertThat(answer.status()).isEqualTo(429);
            line.close();
        }
    }

    /** Begins an import of one line that takes almost the budget of a key, and does not end it. */
    private static RawCall unfinishedLine(TestServer testServer, String key) throws IOException {
        long most = new HeapBudget(16 << 20).largestBody();
        return new RawCall(testServer)
                .send("POST " + ADA + "/import HTTP/1.1\r\nHost: 127.0.0.1:" + testServer.server.port()
                        + "\r\nContent-Type: " + PlainJson.LINES_TYPE + "\r\nAuthorization: Bearer " + key
                        + "\r\nContent-Length: 10000000\r\n\r\n")
                .send("{\"id\":\"e1\",\"input\":\"" + "a".repeat((int) most - 1_000));
    }

    @Test
    void lines_that_do_not_fit_together_are_written_one_after_the_other() {
        ServerLimits small = new ServerLimits(16 << 20, Duration.ofSeconds(30), 1);
        try (TestServer testServer = TestServer.within(small, folder)) {
            String key = testServer.key("default", AccessRight.ADMIN);
            int most = (int) new HeapBudget(16 << 20).largestBody();
            String lines = IntStream.range(0, 4)
                    .mapToObj(i -> "{\"id\":\"e" + i + "\",\"input\":\"" + "tea ".repeat(most * 2 / 3 / 4) + "\"}")
                    .collect(Collectors.joining("\n"));
            String[] authorization = bearer(key);

            Answer answer = testServer.post(
                    ADA + "/import", lines, authorization[0], authorization[1], "Content-Type", PlainJson.LINES_TYPE);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json()).containsEntry("new", 4L).containsEntry("bad", 0L);
        }
    }

    @Test
    void a_client_that_leaves_in_the_middle_is_no_failure_of_the_server() throws Exception {
        try (TestServer testServer = TestServer.open(folder)) {
            try (RawCall call = new RawCall(testServer)) {
                call.send("POST " + ADA + "/import HTTP/1.1\r\nHost: 127.0.0.1:" + testServer.server.port()
                        + "\r\nContent-Type: " + PlainJson.LINES_TYPE + "\r\nContent-Length: 10000\r\n\r\n");
                call.send("{\"id\":\"e1\",\"input\":\"tea\"}\n");
            }
            String counted = "daybook_failures_total";
            while (!testServer.get("/metrics").body().contains(counted)) {
                Thread.onSpinWait();
            }

            assertThat(testServer.get("/metrics").body())
                    .contains(counted + "{reason=\"invalid\"}")
                    .doesNotContain(counted + "{reason=\"failed\"}");
        }
    }
}
