package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.access.AccessRight;
import dev.daybook.error.ModelException;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Embedding;
import dev.daybook.model.Scope;
import dev.daybook.server.http.routes.DocumentRoutes;
import dev.daybook.server.http.routes.HttpRoute;
import dev.daybook.server.logs.LogFormat;
import dev.daybook.spi.Embedder;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.store.EntryKey;
import dev.daybook.store.StoredEntry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogsTest {

    /** Stands in every text, name and id that is sent; a space may be named, it is chosen by who runs the server. */
    private static final String SECRET = "Zanzibar";

    private static final String SPACE = "acme";

    @TempDir
    Path folder;

    /** Fails on some texts as real ones do: with the text in the message. */
    private static final class Careless implements Embedder {
        @Override
        public String name() {
            return "careless";
        }

        @Override
        public int dimensions() {
            return 4;
        }

        @Override
        public List<Embedding> embedQueries(List<String> texts) {
            throw new IllegalStateException("cannot embed " + texts);
        }

        @Override
        public List<Embedding> embedDocuments(List<String> texts) {
            throw new IllegalStateException("cannot embed " + texts);
        }
    }

    private static final class Talkative implements LanguageModel {
        @Override
        public String name() {
            return "talkative";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            throw new ModelException(ModelException.Trouble.FAILED, "cannot answer " + request);
        }
    }

    @Test
    void neither_texts_nor_keys_are_in_it_for_any_request_or_failure() throws Exception {
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        Handler handler = new StreamHandler(log, new LogFormat());
        Logger root = Logger.getLogger("");
        Level before = root.getLevel();
        handler.setLevel(Level.ALL);
        root.addHandler(handler);
        root.setLevel(Level.FINE);
        String key;
        DaybookBuilder builder =
                Daybook.builder(new InMemoryStore()).embedder(new Careless()).languageModel(new Talkative());
        try (TestServer testServer = TestServer.closedOver(builder, folder)) {
            key = testServer.key(SPACE, AccessRight.values());
            askEverything(testServer, TestServer.bearer(key));
            breakIn(testServer, key);
            // What fails behind the calls is told before this returns.
            testServer.daybook.space(SPACE).user(SECRET).consolidate();
        } finally {
            root.removeHandler(handler);
            root.setLevel(before);
        }
        handler.flush();

        String written = log.toString(StandardCharsets.UTF_8);
        assertThat(written.lines()).isNotEmpty().allSatisfy(line -> {
            Map<String, Object> object = PlainJson.readObject(line);
            assertThat(object).containsKeys("time", "level", "logger");
        });
        assertThat(written).contains("dev.daybook");
        assertThat(written).doesNotContain(SECRET).doesNotContain(key).doesNotContain("daybook_");
    }

    private static void askEverything(TestServer testServer, String[] headers) {
        String body =
                "{\"query\":\"Z\",\"prompt\":\"Z\",\"session\":\"Z\",\"text\":\"Z\",\"content\":\"Z\",\"input\":\"Z\"}";
        for (HttpRoute route : DocumentRoutes.all()) {
            // The other kinds of scope go the same way.
            route.paths().limit(1).forEach(template -> {
                String path = template.replace("{space}", SPACE).replaceAll("\\{[a-z]+}", SECRET);
                for (String sent : List.of(
                        "{\"input\":\"Z\",\"session\":\"Z\"}",
                        "{\"query\":\"Z\"}",
                        "{\"session\":\"Z\",\"prompt\":\"Z\"}",
                        "{\"content\":\"Z\"}",
                        "{\"text\":\"Z\",\"upTo\":1}",
                        "{\"contents\":[\"Z\"]}",
                        "{\"subject\":\"Z\",\"predicate\":\"Z\",\"object\":\"Z\"}",
                        "{\"operation\":\"Z\"}",
                        "{\"Z\":",
                        body)) {
                    boolean bare =
                            route.method().equals("GET") || route.method().equals("DELETE");
                    testServer.send(route.method(), path, bare ? null : sent.replace("Z", SECRET), headers);
                }
                testServer.send(route.method(), path + "?" + SECRET + "=" + SECRET, null, headers);
                testServer.send(route.method(), path, null, "Authorization", "Bearer daybook_" + SECRET);
            });
        }
    }

    /** What no client does. */
    private static void breakIn(TestServer testServer, String key) throws IOException {
        for (String said : List.of(
                "GET /" + SECRET + "%2f%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: " + SECRET + "\r\nAuthorization: Bearer " + key + "\r\n\r\n",
                "POST /v1/spaces/" + SECRET + "/users/" + SECRET + "/episodes HTTP/1.1\r\nHost: localhost\r\n"
                        + "Authorization: Bearer " + key + "\r\nContent-Length: 99\r\n\r\n{\"" + SECRET,
                SECRET + "\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + SECRET + "\r\n")) {
            try (Socket socket = new Socket("127.0.0.1", testServer.server.port())) {
                OutputStream out = socket.getOutputStream();
                out.write(said.getBytes(StandardCharsets.UTF_8));
                out.flush();
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            }
        }
    }

    /** A store of somebody else's, whose recursion has no end. */
    private static final class Endless extends ForwardingStore {
        Endless() {
            super(new InMemoryStore());
        }

        @Override
        public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
            throw new IllegalStateException(SECRET + deeper(0));
        }

        private static int deeper(int depth) {
            return depth < 0 ? 0 : deeper(depth + 1) + 1;
        }
    }

    @Test
    void an_error_that_kills_a_call_is_named_with_its_place_and_stops_no_thread() {
        List<LogRecord> records = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord each) {
                records.add(each);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger server = Logger.getLogger("dev.daybook.server");
        server.addHandler(handler);
        try (TestServer testServer =
                TestServer.closedOver(Daybook.builder(new Endless()).noEmbedder(), folder)) {
            String[] key = TestServer.bearer(testServer.key("default", AccessRight.values()));
            // More than the lane has threads.
            for (int i = 0; i < 20; i++) {
                TestServer.Answer answer = testServer.get(TestServer.ADA + "/episodes/e1", key);
                assertThat(answer.status()).as(answer.body()).isEqualTo(500);
            }
            assertThat(testServer.get(TestServer.ADA + "/profile", key).status())
                    .isEqualTo(200);
        } finally {
            server.removeHandler(handler);
        }
        assertThat(records).hasSize(20).allSatisfy(each -> {
            String line = new LogFormat().format(each);
            assertThat(line)
                    .contains("java.lang.StackOverflowError")
                    .contains("Endless.deeper")
                    .doesNotContain(SECRET);
        });
    }

    @Test
    void a_stack_trace_shows_the_start_of_a_recursion_below_its_first_frames() {
        StackTraceElement[] places = new StackTraceElement[100];
        Arrays.fill(places, new StackTraceElement("java.util.regex.Pattern$Loop", "match", "Pattern.java", 1));
        places[98] = new StackTraceElement("dev.daybook.internal.scoring.SpeakerMatch", "of", "SpeakerMatch.java", 2);
        places[99] =
                new StackTraceElement("dev.daybook.internal.recall.MemorySearch", "recall", "MemorySearch.java", 3);
        Throwable thrown = new StackOverflowError();
        thrown.setStackTrace(places);
        LogRecord log = new LogRecord(Level.SEVERE, "a POST failed");
        log.setLoggerName("dev.daybook.server");
        log.setThrown(thrown);

        assertThat(new LogFormat().format(log)).contains("SpeakerMatch.of").doesNotContain("Recaller");
    }

    @Test
    void a_log_line_has_time_level_place_and_exception_type_but_not_its_message() {
        LogRecord log = new LogRecord(Level.WARNING, "the bank of {0} failed");
        log.setLoggerName("dev.daybook.server");
        log.setParameters(new Object[] {"a space"});
        log.setThrown(new IllegalStateException("tea", new IOException("with milk")));

        String line = new LogFormat().format(log);

        assertThat(line).endsWith("}\n").doesNotContain("tea").doesNotContain("milk");
        assertThat(PlainJson.readObject(line))
                .containsEntry("level", "warning")
                .containsEntry("logger", "dev.daybook.server")
                .containsEntry("message", "the bank of a space failed")
                .containsEntry("thrown", List.of("java.lang.IllegalStateException", "java.io.IOException"));
        assertThat(PlainJson.readObject(line).get("time")).asString().matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
        assertThat(PlainJson.readObject(line).get("at")).asString().contains("LogsTest");
    }

    @Test
    void words_of_other_libraries_are_left_out() {
        LogRecord log = new LogRecord(Level.WARNING, "bad request /v1/spaces/ada");
        log.setLoggerName("org.eclipse.jetty.server");

        assertThat(PlainJson.readObject(new LogFormat().format(log)))
                .containsEntry("logger", "org.eclipse.jetty.server")
                .doesNotContainKey("message");
    }
}
