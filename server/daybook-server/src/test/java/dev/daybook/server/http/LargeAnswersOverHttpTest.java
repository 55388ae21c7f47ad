package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.server.admission.ServerLimits;
import dev.daybook.server.http.TestServer.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Answers that are large, or too many at once. */
@Timeout(120)
class LargeAnswersOverHttpTest {

    private static final String RECALL = ADA + "/recall";
    private static final String STREAM = "application/json, text/event-stream";
    private static final long MEGABYTE = 1 << 20;

    /** Of 64 MB of heap a key may take 12 for bodies and answers, and a page two. */
    private static final ServerLimits LIMITS = new ServerLimits(64 * MEGABYTE, Duration.ofMinutes(10), 1);

    /** Each takes 1.2 MB to read. */
    private static final int CHARACTERS = 400_000;

    @TempDir
    Path folder;

    private static void remember(TestServer testServer, int episodes) {
        Memory memory = testServer.daybook.space("default").user("ada");
        for (int i = 0; i < episodes; i++) {
            memory.remember(NewEpisode.of(List.of(Message.user("ferry " + i + " left ".repeat(CHARACTERS / 6))))
                    .id("e" + i));
        }
    }

    @Test
    void a_page_of_large_episodes_ends_early_and_its_cursor_goes_on() {
        try (TestServer testServer = TestServer.within(LIMITS, folder)) {
            remember(testServer, 12);
            String[] key = bearer(testServer.key("default", AccessRight.READ));
            List<Object> ids = new ArrayList<>();
            int pages = 0;
            Object cursor = "";
            while (cursor != null) {
                String next = cursor.equals("") ? "" : "&cursor=" + cursor;
                Answer page = testServer.get(ADA + "/episodes?limit=12" + next, key);
                assertThat(page.status()).isEqualTo(200);
                page.list("episodes").forEach(each -> ids.add(each.get("id")));
                cursor = page.at("cursor");
                pages++;
            }

            assertThat(ids).hasSize(12).doesNotHaveDuplicates();
            assertThat(pages).isGreaterThan(1);
        }
    }

    @Test
    void a_page_of_small_episodes_is_full() {
        try (TestServer testServer = TestServer.within(LIMITS, folder)) {
            Memory memory = testServer.daybook.space("default").user("ada");
            for (int i = 0; i < 60; i++) {
                memory.session("trip").remember(Message.user("ferry " + i));
            }
            String[] key = bearer(testServer.key("default", AccessRight.READ));

            assertThat(testServer.get(ADA + "/episodes", key).list("episodes")).hasSize(50);
        }
    }

    @Test
    void an_answer_that_can_never_fit_is_too_large_and_a_smaller_one_is_given() {
        try (TestServer testServer = TestServer.within(LIMITS, folder)) {
            remember(testServer, 12);
            String[] key = bearer(testServer.key("default", AccessRight.READ));

            Answer refused = testServer.post(RECALL, "{\"query\":\"ferry\",\"limit\":12}", key);
            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.at("code")).isEqualTo("too_large");
            assertThat((String) refused.at("detail")).contains("limit");

            assertThat(testServer
                            .post(RECALL, "{\"query\":\"ferry\",\"limit\":2}", key)
                            .list("hits"))
                    .hasSize(2);
        }
    }

    @Test
    void answers_that_do_not_fit_beside_calls_under_way_are_refused_until_these_end() throws Exception {
        try (TestServer testServer = TestServer.within(LIMITS, folder);
                RawCalls held = new RawCalls()) {
            remember(testServer, 5);
            String greedy = testServer.key("default", AccessRight.WRITE);
            String[] reader = bearer(testServer.key("default", AccessRight.READ));
            for (int i = 0; i < 3; i++) {
                RawCall call = held.add(new RawCall(testServer))
                        .send(RawCall.head(
                                testServer,
                                ADA + "/episodes",
                                "Authorization: Bearer " + greedy,
                                "Content-Length: " + MEGABYTE,
                                "Expect: 100-continue"));
                assertThat(call.head()).startsWith("HTTP/1.1 100");
            }
            String recall = "{\"query\":\"ferry\",\"limit\":5}";

            Answer refused = testServer.post(RECALL, recall, reader);
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("retry-after")).isEqualTo("1");
            assertThat(testServer
                            .post(RECALL, "{\"query\":\"ferry\",\"limit\":1}", reader)
                            .status())
                    .isEqualTo(200);

            held.get(0).close();
            held.get(1).close();
            while (testServer.post(RECALL, recall, reader).status() == 429) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void the_heap_of_an_answer_is_free_after_it() {
        try (TestServer testServer = TestServer.within(LIMITS, folder)) {
            remember(testServer, 5);
            String[] key = bearer(testServer.key("default", AccessRight.READ));
            for (int i = 0; i < 20; i++) {
                assertThat(testServer
                                .post(RECALL, "{\"query\":\"ferry\",\"limit\":5}", key)
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void an_erasure_reads_more_than_an_answer_may_hold() {
        try (TestServer testServer = TestServer.within(LIMITS, folder)) {
            remember(testServer, 12);
            String[] key = bearer(testServer.key("default", AccessRight.FORGET));

            Answer forgotten = testServer.post(ADA + "/forget", "{\"all\":true}", key);

            assertThat(forgotten.status()).isEqualTo(200);
            assertThat(forgotten.at("counts")).isEqualTo(Map.of("episode", 12L));
        }
    }

    @Test
    void a_tool_of_mcp_refuses_an_answer_that_can_never_fit() {
        try (TestServer testServer = TestServer.within(LIMITS, folder)) {
            remember(testServer, 3);
            String[] key = bearer(testServer.keyOf("ada", AccessRight.READ));
            String session = testServer
                    .post("/mcp", INITIALIZE, headers(key, "Accept", STREAM))
                    .header("mcp-session-id");

            assertThat(tool(testServer, key, session, 3)).containsEntry("isError", true);
            assertThat(tool(testServer, key, session, 1)).containsEntry("isError", false);
        }
    }

    private static String[] headers(String[] some, String... more) {
        return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
    }

    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";

    @SuppressWarnings("unchecked") // the keys of parsed objects are strings
    private static Map<String, @Nullable Object> tool(TestServer testServer, String[] key, String session, int limit) {
        String call =
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"recall\",\"arguments\":"
                        + "{\"query\":\"ferry\",\"limit\":" + limit + "}}}";
        String body = testServer
                .post("/mcp", call, headers(key, "Accept", STREAM, "Mcp-Session-Id", session))
                .body();
        String data = body.lines()
                .filter(line -> line.startsWith("data:"))
                .findFirst()
                .orElseThrow()
                .substring("data:".length());
        return (Map<String, @Nullable Object>)
                PlainJson.readObject(data.strip()).get("result");
    }
}
