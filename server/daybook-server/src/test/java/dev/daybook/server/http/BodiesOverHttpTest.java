package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.admission.ServerLimits;
import dev.daybook.server.http.TestServer.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that are too slow, too large, or too many at once. */
@Timeout(120)
class BodiesOverHttpTest {

    private static final String EPISODES = ADA + "/episodes";
    private static final String TEA = "{\"input\":\"tea\"}";

    /** More than there are threads to hold. */
    private static final int MANY = 450;

    private static final Duration LONG = Duration.ofMinutes(10);
    private static final long MEGABYTE = 1 << 20;

    @TempDir
    Path folder;

    private static String authorization(String key) {
        return "Authorization: Bearer " + key;
    }

    @Test
    void slow_senders_delay_no_other_request() throws Exception {
        try (TestServer testServer = TestServer.within(new ServerLimits(1024 * MEGABYTE, LONG, 1), folder);
                RawCalls slow = new RawCalls()) {
            String key = testServer.key("default", AccessRight.WRITE);
            for (int i = 0; i < MANY; i++) {
                slow.add(new RawCall(testServer))
                        .send(RawCall.head(testServer, EPISODES, authorization(key), "Content-Length: " + TEA.length())
                                + "{");
            }

            assertThat(testServer.get("/healthz").status()).isEqualTo(200);
            assertThat(testServer.post(EPISODES, TEA, bearer(key)).status()).isEqualTo(201);

            RawCall last = slow.get(MANY - 1);
            last.send(TEA.substring(1) + "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(last.answer()).startsWith("HTTP/1.1 201").contains("HTTP/1.1 200");
        }
    }

    @Test
    void a_body_that_arrives_too_slowly_is_answered_408() throws Exception {
        try (TestServer testServer = TestServer.within(
                        new ServerLimits(1024 * MEGABYTE, Duration.ofMillis(200), 1_000_000), folder);
                RawCall slow = new RawCall(testServer)) {
            String key = testServer.key("default", AccessRight.WRITE);

            slow.send(RawCall.head(testServer, EPISODES, authorization(key), "Content-Length: 5000") + "{");

            assertThat(slow.answer())
                    .startsWith("HTTP/1.1 408")
                    .contains("application/problem+json")
                    .contains("\"code\":\"too_slow\"");
            assertThat(testServer.post(EPISODES, TEA, bearer(key)).status()).isEqualTo(201);
        }
    }

    @Test
    void an_import_that_arrives_too_slowly_is_answered_408() throws Exception {
        try (TestServer testServer =
                        TestServer.within(new ServerLimits(1024 * MEGABYTE, Duration.ofMillis(1), 1L << 40), folder);
                RawCall slow = new RawCall(testServer)) {
            String key = testServer.key("default", AccessRight.ADMIN);
            slow.send("POST " + ADA + "/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + PlainJson.LINES_TYPE
                    + "\r\n" + authorization(key) + "\r\nContent-Length: 50000\r\n\r\n");
            Thread drip = new Thread(() -> {
                try {
                    for (int i = 0; i < 50_000; i++) {
                        slow.send("\n");
                    }
                } catch (IOException e) {
                    // It was answered.
                }
            });
            drip.start();

            assertThat(slow.answer()).startsWith("HTTP/1.1 408").contains("\"code\":\"too_slow\"");
            drip.join();
        }
    }

    @Test
    void bodies_that_do_not_fit_beside_those_under_way_are_refused_and_other_keys_go_on() throws Exception {
        // Of 64 MB of heap a key may take 12 for bodies: three of a megabyte.
        try (TestServer testServer = TestServer.within(new ServerLimits(64 * MEGABYTE, LONG, 1), folder);
                RawCalls held = new RawCalls()) {
            String greedy = testServer.key("default", AccessRight.WRITE);
            String other = testServer.key("default", AccessRight.WRITE);
            for (int i = 0; i < 3; i++) {
                RawCall call = held.add(new RawCall(testServer))
                        .send(RawCall.head(
                                testServer,
                                EPISODES,
                                authorization(greedy),
                                "Content-Length: " + MEGABYTE,
                                "Expect: 100-continue"));
                // The server asks for a body after it has reserved heap for it.
                assertThat(call.head()).startsWith("HTTP/1.1 100");
            }

            Answer refused = testServer.post(EPISODES, TEA, bearer(greedy));
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.at("code")).isEqualTo("limited");
            assertThat(refused.header("retry-after")).isEqualTo("1");
            assertThat(testServer.post(EPISODES, TEA, bearer(other)).status()).isEqualTo(201);

            held.get(0).close();
            while (testServer.post(EPISODES, TEA, bearer(greedy)).status() == 429) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void a_body_that_can_never_fit_is_too_large() {
        try (TestServer testServer = TestServer.within(new ServerLimits(64 * MEGABYTE, LONG, 1), folder)) {
            String[] key = bearer(testServer.key("default", AccessRight.WRITE));

            Answer refused = testServer.post(EPISODES, "{\"input\":\"" + "a".repeat(3 << 20) + "\"}", key);

            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.at("detail").toString()).contains(" 3145728 bytes");
        }
    }

    /** A megabyte of these is thirty in maps. */
    @Test
    void a_body_that_grows_when_it_is_parsed_is_refused_before_it_is() {
        try (TestServer testServer = TestServer.within(new ServerLimits(64 * MEGABYTE, LONG, 1), folder)) {
            String[] key = bearer(testServer.key("default", AccessRight.WRITE));

            Answer refused = testServer.post(EPISODES, "[{}" + ",{}".repeat(300_000) + "]", key);

            assertThat(refused.status()).isEqualTo(413);
            assertThat(refused.at("detail").toString()).contains("heap");
            assertThat(testServer
                            .post("/mcp", "[{}" + ",{}".repeat(300_000) + "]", key)
                            .status())
                    .isEqualTo(413);
            assertThat(testServer.post(EPISODES, TEA, key).status()).isEqualTo(201);
        }
    }

    @Test
    void a_body_for_mcp_takes_its_heap_before_it_is_read() throws Exception {
        // Of 64 MB of heap a key may take 12 for bodies: one of two megabytes.
        try (TestServer testServer = TestServer.within(new ServerLimits(64 * MEGABYTE, LONG, 1), folder);
                RawCalls held = new RawCalls()) {
            String greedy = testServer.key("default", AccessRight.WRITE);
            String[] announced = {authorization(greedy), "Content-Length: " + 2 * MEGABYTE, "Expect: 100-continue"};

            RawCall admitted = held.add(new RawCall(testServer)).send(RawCall.head(testServer, "/mcp", announced));
            assertThat(admitted.head()).startsWith("HTTP/1.1 100");
            RawCall refused = held.add(new RawCall(testServer)).send(RawCall.head(testServer, "/mcp", announced));
            assertThat(refused.head()).startsWith("HTTP/1.1 429");

            String tooLarge = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + "a".repeat(4 * (int) MEGABYTE) + "\"}";
            assertThat(testServer.post("/mcp", tooLarge, bearer(greedy)).status())
                    .isEqualTo(413);
        }
    }

    @Test
    void a_body_gives_its_heap_back_whatever_becomes_of_it() throws Exception {
        // Of 64 MB of heap a key may take 12 for bodies: three of a megabyte.
        try (TestServer testServer = TestServer.within(new ServerLimits(64 * MEGABYTE, LONG, 1), folder)) {
            String key = testServer.key("default", AccessRight.WRITE);
            String large = "{\"input\":\"" + "a".repeat((int) MEGABYTE) + "\"}";
            for (int i = 0; i < 10; i++) {
                assertThat(statusOnceThereIsRoom(testServer, key, large)).isEqualTo(201);
                assertThat(statusOnceThereIsRoom(testServer, key, large + "x")).isEqualTo(400);
                String head;
                do {
                    try (RawCall left = new RawCall(testServer)) {
                        String length = "Content-Length: " + MEGABYTE;
                        left.send(
                                RawCall.head(testServer, EPISODES, authorization(key), length, "Expect: 100-continue"));
                        head = left.head();
                    }
                } while (head.startsWith("HTTP/1.1 429"));
                assertThat(head).startsWith("HTTP/1.1 100");
            }
        }
    }

    /** The heap of a call is free only after its answer was sent, so the next call may be a moment too early. */
    private static int statusOnceThereIsRoom(TestServer testServer, String key, String body) {
        int status = testServer.post(EPISODES, body, bearer(key)).status();
        while (status == 429) {
            status = testServer.post(EPISODES, body, bearer(key)).status();
        }
        return status;
    }

    @Test
    void a_body_without_a_length_is_counted_while_it_is_read() throws Exception {
        try (TestServer testServer = TestServer.within(new ServerLimits(64 * MEGABYTE, LONG, 1), folder);
                RawCall endless = new RawCall(testServer)) {
            String key = testServer.key("default", AccessRight.WRITE);
            endless.send(RawCall.head(testServer, EPISODES, authorization(key), "Transfer-Encoding: chunked"));
            String chunk = "10000\r\n" + "a".repeat(65_536) + "\r\n";
            Thread sending = new Thread(() -> {
                try {
                    while (true) {
                        endless.send(chunk);
                    }
                } catch (IOException e) {
                    // It was answered, and the connection ended.
                }
            });
            sending.start();

            sending.join();

            assertThat(testServer.post(EPISODES, TEA, bearer(key)).status()).isEqualTo(201);
            assertThat(testServer.get("/healthz").status()).isEqualTo(200);
        }
    }

    @Test
    void a_body_without_a_good_key_is_not_read() throws Exception {
        try (TestServer testServer = TestServer.closed(folder);
                RawCall nobody = new RawCall(testServer)) {
            nobody.send(RawCall.head(testServer, EPISODES, authorization("daybook_0_0"), "Content-Length: 5000"));

            assertThat(nobody.answer())
                    .startsWith("HTTP/1.1 401")
                    .containsIgnoringCase("WWW-Authenticate: Bearer")
                    .contains("\"code\":\"unauthorized\"");
        }
    }
}
