package dev.daybook.server.http;

import static dev.daybook.access.AccessRight.READ;
import static dev.daybook.access.AccessRight.WRITE;
import static dev.daybook.server.http.ScriptedUpstream.EVENTS;
import static dev.daybook.server.http.ScriptedUpstream.JSON;
import static dev.daybook.server.http.ScriptedUpstream.events;
import static dev.daybook.server.http.ScriptedUpstream.piece;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.outcome.Turn;
import dev.daybook.server.config.ProxySettings;
import dev.daybook.server.http.TestServer.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls through the proxy, and failures of the upstream, of the memory and of the client. */
@Timeout(60)
class ProxyOverHttpTest {

    private static final String CHAT = "/proxy/v1/chat/completions";
    private static final String HI = "{\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";

    @TempDir
    Path folder;

    private LeavingStore store;
    private final ScriptedUpstream upstream = new ScriptedUpstream();
    private TestServer server;
    private String key;

    @BeforeEach
    void start() {
        server = serve(ServeOptions.loopback(0, false).with(settings("upstream-secret", 4)));
        key = server.keyOf("ada", READ, WRITE);
    }

    private TestServer serve(ServeOptions options) {
        store = new LeavingStore("no disk for Zanzibar");
        return TestServer.closedOver(Daybook.builder(store).noEmbedder(), folder, options);
    }

    private ProxySettings settings(String upstreamKey, int calls) {
        return new ProxySettings(upstream.address(), upstreamKey, Duration.ofMillis(600), calls, 2_000);
    }

    @AfterEach
    void stop() {
        upstream.close();
        server.close();
    }

    private Answer call(String body, String... headers) {
        return server.post(
                CHAT,
                body,
                Stream.concat(Stream.of(bearer(key)), Stream.of(headers)).toArray(String[]::new));
    }

    private List<Message> turns() {
        return server.daybook.space("default").user("ada").session("default").turns(100).stream()
                .map(Turn::message)
                .toList();
    }

    private Episode only() {
        Turn turn = server.daybook
                .space("default")
                .user("ada")
                .session("default")
                .turns(1)
                .get(0);
        return server.daybook
                .space("default")
                .user("ada")
                .find(Episode.class, turn.episode())
                .orElseThrow();
    }

    private static void eventually(Runnable assertion) throws InterruptedException {
        for (long end = System.nanoTime() + 10_000_000_000L; ; Thread.sleep(5)) {
            try {
                assertion.run();
                return;
            } catch (AssertionError e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }

    @Test
    void images_recordings_and_files_of_a_question_are_parts_and_their_bytes_are_not_kept()
            throws InterruptedException {
        upstream.then(200, JSON, "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"A boat.\"}}]}");

        call("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"What?\"},"
                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"https://x.example/b.png\",\"detail\":\"low\"}},"
                + "{\"type\":\"input_audio\",\"input_audio\":{\"data\":\"AAAA\",\"format\":\"wav\"}},"
                + "{\"type\":\"file\",\"file\":{\"filename\":\"log.pdf\",\"file_data\":\"data:application/pdf;base64,AAAA\"}},"
                + "{\"type\":\"input_image\",\"image_url\":\"data:image/png;base64,AAAA\"}]}]}");

        eventually(() -> assertThat(turns()).hasSize(2));
        Message question = turns().get(0);
        assertThat(question.text()).isEqualTo("What?");
        assertThat(question.parts())
                .extracting(part -> part.type() + " " + part.mediaType() + " " + part.uri() + " " + part.size())
                .containsExactly(
                        "IMAGE null https://x.example/b.png null",
                        "AUDIO audio/wav null 3",
                        "FILE application/pdf null 3",
                        "IMAGE image/png null 3");
        assertThat(question.shownText()).isEqualTo("What? [image] [audio] [file: log.pdf] [image]");
        assertThat(upstream.last().body()).contains("data:image/png;base64,AAAA");
    }

    @Test
    void an_answer_is_passed_on_byte_for_byte_with_its_headers() {
        String odd = "{ \"choices\" : [\n {\"message\":{\"role\":\"assistant\",\"content\":\"A\\u00e9\",\"x\":1e2}},"
                + "{\"message\":{\"role\":\"assistant\",\"content\":\"B\"}}], \"usage\":{\"total_tokens\":7} }\n\n";
        upstream.then(200, JSON + "; charset=utf-8", odd, "x-request-id", "req_1", "Set-Cookie", "a=b");

        Answer answer = call(HI, "OpenAI-Organization", "org", "Daybook-Session", "default", "Cookie", "c=d");

        assertThat(answer.body()).isEqualTo(odd);
        assertThat(answer.header("Content-Type")).isEqualTo(JSON + ";charset=utf-8");
        assertThat(answer.header("x-request-id")).isEqualTo("req_1");
        assertThat(answer.header("Content-Length")).isEqualTo(String.valueOf(odd.length()));
        assertThat(answer.headers()).doesNotContainKey("set-cookie");
        assertThat(upstream.last().header("Openai-organization")).isEqualTo("org");
        assertThat(upstream.last().header("Authorization")).isEqualTo("Bearer upstream-secret");
        assertThat(upstream.last().headers()).doesNotContainKeys("Daybook-session", "Cookie");
        assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("Aé"));
    }

    @Test
    void errors_of_the_upstream_are_passed_on_and_leave_no_answer() {
        upstream.then(
                        429,
                        JSON,
                        "{\"error\":{\"message\":\"slow down\"}}",
                        "Retry-After",
                        "7",
                        "x-should-retry",
                        "true")
                .then(400, JSON, "{\"error\":{\"code\":\"context_length_exceeded\"}}")
                .then(404, JSON, "{\"error\":{\"code\":\"model_not_found\"}}")
                .then(200, "text/html", "<html>Welcome</html>")
                .then(200, JSON, "{\"choices\":[]}")
                .streams("{\"error\":{\"message\":\"overloaded\"}}", "no json", "[1]");

        Answer limited = call(HI);
        assertThat(limited.status()).isEqualTo(429);
        assertThat(limited.header("Retry-After")).isEqualTo("7");
        assertThat(limited.body()).isEqualTo("{\"error\":{\"message\":\"slow down\"}}");
        assertThat(call(HI).status()).isEqualTo(400);
        assertThat(call(HI).body()).isEqualTo("{\"error\":{\"code\":\"model_not_found\"}}");
        assertThat(call(HI).body()).isEqualTo("<html>Welcome</html>");
        assertThat(call(HI).body()).isEqualTo("{\"choices\":[]}");
        assertThat(call(HI).body()).contains("overloaded", "data: no json");

        assertThat(turns()).containsExactly(Message.user("Hi"));
        assertThat(only().isUnanswered()).isTrue();
    }

    @Test
    void events_are_passed_on_as_they_arrive_and_the_last_after_the_exchange_is_written() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        upstream.then(exchange -> {
            exchange.getResponseHeaders().set("Content-Type", EVENTS);
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            out.write(events(piece("Hel")).getBytes(StandardCharsets.UTF_8));
            out.flush();
            read.await();
            out.write(events(piece("lo!"), ScriptedUpstream.STOP).getBytes(StandardCharsets.UTF_8));
            out.flush();
            upstream.closed.await();
        });
        try (Socket socket = send(HI)) {
            InputStream in = socket.getInputStream();
            assertThat(until(in, "Hel\"}}]}\n\n")).contains("Content-Type: text/event-stream", "Daybook-Write: ok");
            assertThat(turns()).containsExactly(Message.user("Hi"));
            read.countDown();

            until(in, "stop\"}]}\n\n");
            assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("Hello!"));
        }
    }

    /** Sends a request as it goes over the wire, to see each byte of the answer. */
    private Socket send(String body) throws Exception {
        Socket socket = new Socket("127.0.0.1", server.server.port());
        socket.getOutputStream()
                .write(("POST " + CHAT + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key
                                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                + body)
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String until(InputStream in, String end) throws Exception {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int next = in.read();
            assertThat(next).as("the end of %s", text).isNotNegative();
            text.append((char) next);
        }
        return text.toString();
    }

    @Test
    void an_upstream_that_hangs_or_breaks_off_is_a_problem_that_clients_repeat() {
        upstream.then(exchange -> upstream.closed.await())
                .then(exchange -> exchange.close())
                .breaksOffAfter(JSON, "{\"choices\":[{\"message\":");

        Answer hanging = call(HI);
        assertThat(hanging.status()).isEqualTo(504);
        assertThat((String) hanging.at("detail")).contains("no answer within", "proxy.timeout");
        assertThat(call(HI).status()).isEqualTo(502);
        assertThat(call(HI).status()).isEqualTo(502);

        assertThat(turns()).containsExactly(Message.user("Hi"));
        assertThat(only().isUnanswered()).isTrue();
    }

    @Test
    void a_failure_of_tls_is_told_from_an_upstream_that_is_away() throws Exception {
        server.close();
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread speaker = new Thread(() -> {
                try (Socket client = plain.accept()) {
                    assertThat(client.getInputStream().read()).isPositive();
                    client.getOutputStream().write("no TLS is spoken here".getBytes(StandardCharsets.UTF_8));
                    client.getInputStream().readAllBytes();
                } catch (IOException gone) {
                    // The client has what it needs.
                }
            });
            speaker.start();
            URI address = URI.create("https://127.0.0.1:" + plain.getLocalPort() + "/v1");
            server = serve(ServeOptions.loopback(0, true)
                    .with(new ProxySettings(address, null, Duration.ofSeconds(30), 4, 2_000)));

            Answer answer = server.post(CHAT, HI);

            assertThat(answer.status()).isEqualTo(502);
            assertThat((String) answer.at("detail"))
                    .isEqualTo("the TLS connection to the upstream failed; try again, or check its certificate and"
                            + " proxy.upstream");
            speaker.join();
        }
    }

    @Test
    void a_stream_that_breaks_off_or_falls_silent_breaks_off_here_too_and_leaves_no_answer() {
        upstream.breaksOffAfter(EVENTS, events(piece("In the"), piece(" mid"))).then(exchange -> {
            ScriptedUpstream.begin(exchange, EVENTS, events(piece("And")));
            upstream.closed.await();
        });

        assertThatThrownBy(() -> call(HI)).isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> call(HI)).isInstanceOf(UncheckedIOException.class);
        assertThat(turns()).containsExactly(Message.user("Hi"));
        assertThat(only().isUnanswered()).isTrue();
    }

    @Test
    void a_stream_that_ends_without_saying_so_is_kept_with_a_mark() {
        // The last line of the second has no end.
        upstream.then(200, EVENTS, events(piece("In the"), piece(" mid")))
                .then(200, EVENTS, "data: " + piece("At the end"))
                .says("Hello!");

        assertThat(call(HI).body()).isEqualTo(events(piece("In the"), piece(" mid")));
        assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("In the mid"));
        assertThat(only().metadata()).containsEntry("chat.brokenOff", true);

        call(HI);
        assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("At the end"));
        assertThat(only().isBrokenOff()).isTrue();

        // The repetition takes its place, without the mark.
        call(HI);
        assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("Hello!"));
        assertThat(only().isBrokenOff()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r", "\r\n"})
    void events_of_several_lines_and_a_byte_order_mark_are_read_whatever_ends_their_lines(String lineEnd) {
        String several = piece("Once").replace(",", ",\ndata: ");
        String last = ScriptedUpstream.STOP.replace("}]}", "}\ndata:]}");
        upstream.then(200, EVENTS, ("\uFEFF" + events(several, piece(" upon"), last)).replace("\n", lineEnd))
                .then(200, JSON, "\uFEFF{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"Hello!\"}}]}");

        call(HI);
        assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("Once upon"));
        assertThat(only().isBrokenOff()).isFalse();

        call(HI, "X-Stainless-Retry-Count", "1");
        assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("Hello!"));
    }

    @Test
    void a_stream_that_is_done_without_a_reason_is_complete_before_that_is_passed_on() throws Exception {
        upstream.then(exchange -> {
            ScriptedUpstream.begin(exchange, EVENTS, events(piece("Hello!"), "[DONE]"));
            upstream.closed.await();
        });
        try (Socket socket = send(HI)) {
            until(socket.getInputStream(), "[DONE]");

            assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("Hello!"));
            assertThat(only().isBrokenOff()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: {\"error\":{\"message\":\"out of memory\"}}",
                "error: {\"code\":500}",
                "event: error\ndata: {\"message\":\"out of memory\"}"
            })
    void a_stream_that_is_done_after_an_error_is_kept_with_a_mark(String error) {
        upstream.then(200, EVENTS, events(piece("In the")) + error + "\n\ndata: [DONE]\n\n");

        call(HI);

        assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("In the"));
        assertThat(only().isBrokenOff()).isTrue();
    }

    @Test
    void an_event_without_fields_keeps_no_later_one_from_being_read() {
        upstream.then(200, EVENTS, (events("{}", piece("Once"), ScriptedUpstream.STOP)).replace("\n\n", "\n"));

        call(HI);

        assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("Once"));
        assertThat(only().isBrokenOff()).isFalse();
    }

    @Test
    void a_response_that_ends_without_saying_so_is_kept_with_a_mark() {
        upstream.then(200, EVENTS, events("{\"type\":\"response.output_text.delta\",\"delta\":\"In the mid\"}"));

        server.post("/proxy/v1/responses", "{\"input\":\"Hi\"}", bearer(key));

        assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("In the mid"));
        assertThat(only().isBrokenOff()).isTrue();
    }

    @Test
    void what_came_until_the_client_left_is_kept_with_a_mark_and_the_upstream_is_left() throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        upstream.then(exchange -> {
            OutputStream out = ScriptedUpstream.begin(exchange, EVENTS, events(piece("First")));
            try {
                for (int i = 0; ; i++) {
                    out.write(events(piece(" " + i)).getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    Thread.sleep(5);
                }
            } finally {
                left.countDown();
            }
        });
        try (Socket socket = send(HI)) {
            until(socket.getInputStream(), "First");
        }
        left.await();

        eventually(() -> assertThat(turns()).hasSize(2));
        assertThat(turns().get(1).text()).startsWith("First 0");
        assertThat(only().metadata()).containsEntry("chat.brokenOff", true);

        // The repetition takes its place, without the mark.
        upstream.says("Hello!");
        call(HI);
        assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("Hello!"));
        assertThat(only().metadata()).doesNotContainKey("chat.brokenOff");
    }

    @Test
    void a_failing_memory_fails_no_call_and_says_so() {
        List<LogRecord> log = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                log.add(entry);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.daybook.server");
        logger.addHandler(handler);
        try {
            upstream.says("Hello!").says("Hello again!");
            store.setAway(true);
            Answer answer = call(HI);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).contains("Hello!");
            assertThat(answer.header("Daybook-Read")).isEqualTo("failed");
            assertThat(answer.header("Daybook-Write")).isEqualTo("failed");
            assertThat(log)
                    .extracting(LogRecord::getMessage)
                    .anySatisfy(line -> assertThat(line).contains("proxied call, which goes on", "unavailable"))
                    .noneMatch(line -> line.contains("Zanzibar") || line.contains("Hi"));
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void a_question_that_could_not_be_written_is_written_with_its_answer() {
        upstream.then(exchange -> {
            store.setAway(false);
            byte[] bytes = "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"Hello!\"}}]}"
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        });
        store.setAway(true);

        Answer answer = call(HI);

        assertThat(answer.header("Daybook-Write")).isEqualTo("ok");
        assertThat(turns()).containsExactly(Message.user("Hi"), Message.assistant("Hello!"));
    }

    @Test
    void the_models_are_listed_by_the_upstream() {
        upstream.then(200, JSON, "{\"data\":[]}").then(401, JSON, "{}");

        Answer models = server.get("/proxy/v1/models?after=m", bearer(key));
        assertThat(models.body()).isEqualTo("{\"data\":[]}");
        assertThat(upstream.last().target()).isEqualTo("/v1/models?after=m");
        assertThat(server.get("/proxy/v1/models", bearer(key)).status()).isEqualTo(401);
        assertThat(server.get("/proxy/v1/models").status()).isEqualTo(401);
        assertThat(upstream.requests).hasSize(2);
    }

    @Test
    void a_query_that_no_address_can_have_is_refused_without_the_address_of_the_upstream() throws Exception {
        String answer =
                RawCall.withoutBody(server, "GET", "/proxy/v1/models?after=a|b", "Authorization: Bearer " + key);

        assertThat(answer).startsWith("HTTP/1.1 400").contains("percent-encode it");
        assertThat(answer).doesNotContain(upstream.address().getAuthority());
        assertThat(upstream.requests).isEmpty();
    }

    @Test
    void headers_that_a_connection_names_as_its_own_are_not_passed_on() throws Exception {
        upstream.then(200, JSON, "{\"data\":[]}", "Connection", "X-Hop", "X-Hop", "there", "X-End", "model");

        String answer = RawCall.withoutBody(
                server,
                "GET",
                "/proxy/v1/models",
                "Authorization: Bearer " + key,
                "Connection: keep-alive, x-hop",
                "X-Hop: here",
                "X-End: caller");

        assertThat(upstream.last().header("X-end")).isEqualTo("caller");
        assertThat(upstream.last().headers()).doesNotContainKey("X-hop");
        assertThat(answer).containsIgnoringCase("x-end: model").doesNotContainIgnoringCase("x-hop:");
    }

    @Test
    void a_request_with_a_number_of_any_size_has_memory_and_keeps_the_number() {
        upstream.says("Hello!").says("Hello!");
        String numbers =
                "{\"seed\":18446744073709551615,\"most\":1E+400,\"least\":1e-400,\"price\":1.10,\"messages\":[{\"role\":\"user\",\"content\":";

        call(numbers + "\"I live in Lisbon.\"}]}", "Daybook-Session", "monday");
        assertThat(call(numbers + "\"Where do I live?\"}]}").header("Daybook-Read"))
                .isEqualTo("ok");

        assertThat(upstream.last().body())
                .contains("Lisbon")
                .startsWith("{\"seed\":18446744073709551615,\"most\":1E+400,\"least\":1e-400,\"price\":1.10,");
        assertThat(turns()).containsExactly(Message.user("Where do I live?"), Message.assistant("Hello!"));
    }

    @Test
    void a_caller_may_bring_its_own_key_of_the_upstream() {
        upstream.says("Hello!").says("Hello!");
        call(HI, "Daybook-Upstream-Authorization", "Bearer own");
        assertThat(upstream.last().header("Authorization")).isEqualTo("Bearer own");

        // Where no key of the server is needed, a client changes nothing but its address.
        server.close();
        server = serve(ServeOptions.loopback(0, true).with(settings(null, 4)));
        server.post(CHAT, HI, "Authorization", "Bearer sk-own");
        assertThat(upstream.last().header("Authorization")).isEqualTo("Bearer sk-own");
        assertThat(server.daybook
                        .space("default")
                        .anonymous()
                        .session("default")
                        .turns(9))
                .hasSize(2);
    }

    @Test
    void calls_that_wait_for_a_model_are_limited_and_hold_up_no_other_call() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch waiting = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            upstream.then(exchange -> {
                waiting.countDown();
                answer.await();
                exchange.sendResponseHeaders(204, -1);
            });
        }
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            sockets.add(send(HI));
        }
        waiting.await();

        // Three quarters of four: a key has never all of them.
        Answer refused = call(HI);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat((String) refused.at("detail")).contains("concurrent proxied calls");
        assertThat(server.post(TestServer.ADA + "/recall", "{\"query\":\"Hi\"}", bearer(key))
                        .status())
                .isEqualTo(200);

        answer.countDown();
        for (Socket socket : sockets) {
            until(socket.getInputStream(), "HTTP/1.1 204");
            socket.close();
        }
        upstream.says("Hello!");
        eventually(() -> assertThat(call(HI).status()).isEqualTo(200));
    }

    @Test
    void a_body_that_is_too_large_is_refused_before_it_is_read() {
        server.close();
        ServeOptions small = new ServeOptions("127.0.0.1", 0, false, List.of(), List.of(), 1_000, 0);
        server = serve(small.with(settings("k", 4)));

        assertThat(call(HI.replace("Hi", "x".repeat(2_000))).status()).isEqualTo(413);
        assertThat(upstream.requests).isEmpty();
    }

    @Test
    void a_call_needs_a_key_and_an_admitted_origin_and_a_server_with_an_upstream() {
        assertThat(server.post(CHAT, HI).status()).isEqualTo(401);
        assertThat(call(HI, "Origin", "https://evil.example").status()).isEqualTo(403);
        assertThat(server.get(CHAT, bearer(key)).status()).isEqualTo(405);
        assertThat(server.post("/proxy/v1/embeddings", HI, bearer(key)).status())
                .isEqualTo(404);

        server.close();
        server = serve(ServeOptions.loopback(0, false));
        assertThat(call(HI).status()).isEqualTo(404);
        assertThat(upstream.requests).isEmpty();
    }
}
