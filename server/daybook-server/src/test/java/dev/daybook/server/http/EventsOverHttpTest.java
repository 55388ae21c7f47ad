package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Message;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EventsOverHttpTest {

    @TempDir
    Path folder;

    @Test
    void a_listener_gets_results_of_derived_work_without_text() throws Exception {
        try (TestServer testServer = TestServer.open(folder);
                BufferedReader lines = listen(testServer)) {
            assertThat(lines.readLine()).isEqualTo(": listening");

            testServer.daybook.user("ada").session("s1").remember(Message.user("My name is Ada Quill."));
            testServer.daybook.user("ada").consolidate();

            String data = dataOf("derived", lines);
            assertThat(PlainJson.readObject(data))
                    .containsEntry("space", "default")
                    .containsEntry("scope", "user:ada");
            assertThat(data).doesNotContain("Quill");
        }
    }

    @Test
    void a_listener_hears_nothing_of_a_scope_that_its_key_does_not_open() throws Exception {
        try (TestServer testServer = TestServer.closed(folder);
                BufferedReader lines = listen(testServer, bearer(testServer.keyOf("bob", AccessRight.READ)))) {
            assertThat(lines.readLine()).isEqualTo(": listening");

            testServer.daybook.user("ada").session("s1").remember(Message.user("My name is Ada Quill."));
            testServer.daybook.user("ada").consolidate();
            testServer.daybook.user("bob").session("s1").remember(Message.user("My name is Bob Reed."));
            testServer.daybook.user("bob").consolidate();

            assertThat(PlainJson.readObject(dataOf("remembered", lines))).containsEntry("scope", "user:bob");
            assertThat(PlainJson.readObject(dataOf("derived", lines))).containsEntry("scope", "user:bob");
        }
    }

    @Test
    void a_listener_whose_key_has_ended_hears_nothing_more() throws Exception {
        try (TestServer testServer = TestServer.closed(folder);
                BufferedReader lines = listen(testServer, bearer(testServer.key("default", AccessRight.READ)))) {
            assertThat(lines.readLine()).isEqualTo(": listening");

            testServer.keys.all().forEach(key -> testServer.keys.revoke(key.id()));
            testServer.daybook.user("ada").session("s1").remember(Message.user("My name is Ada Quill."));
            testServer.daybook.user("ada").consolidate();

            assertThat(lines.lines()).noneMatch(line -> line.startsWith("data: "));
        }
    }

    @Test
    void a_listener_gets_events_for_writes_quarantines_releases_and_forgets() throws Exception {
        try (TestServer testServer = TestServer.open(folder);
                BufferedReader lines = listen(testServer)) {
            assertThat(lines.readLine()).isEqualTo(": listening");
            String session = "{\"session\":\"s1\"}";

            testServer.post(ADA + "/episodes", "{\"id\":\"e1\",\"session\":\"s1\",\"input\":\"I am Ada Quill.\"}");
            String operation =
                    String.valueOf(testServer.post(ADA + "/quarantine", session).at("operation"));
            testServer.post(ADA + "/quarantine/" + operation + "/release", "");
            testServer.post(ADA + "/forget", session);

            String remembered = dataOf("remembered", lines);
            assertThat(PlainJson.readObject(remembered))
                    .containsEntry("scope", "user:ada")
                    .containsEntry("count", 1L)
                    .containsEntry("ids", List.of("e1"));
            assertThat(remembered).doesNotContain("Quill");
            assertThat(PlainJson.readObject(dataOf("quarantined", lines)))
                    .containsEntry("operation", operation)
                    .containsEntry("count", 1L);
            assertThat(PlainJson.readObject(dataOf("released", lines))).containsEntry("operation", operation);
            assertThat(PlainJson.readObject(dataOf("forgotten", lines)))
                    .containsEntry("space", "default")
                    .containsEntry("counts", Map.of("episode", 1L));
        }
    }

    @Test
    void one_key_cannot_take_the_places_of_all_listeners() throws Exception {
        List<BufferedReader> open = new ArrayList<>();
        try (TestServer testServer = TestServer.closed(folder)) {
            String[] greedy = bearer(testServer.key("default", AccessRight.READ));
            TestServer.Answer refused = null;
            for (int i = 0; i < 64 && refused == null; i++) {
                try {
                    open.add(listen(testServer, greedy));
                } catch (AssertionError e) {
                    refused = testServer.get("/v1/events", greedy);
                }
            }

            assertThat(refused).isNotNull();
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.at("code")).isEqualTo("limited");
            open.add(listen(testServer, bearer(testServer.key("default", AccessRight.READ))));
            assertThat(open.get(open.size() - 1).readLine()).isEqualTo(": listening");
        } finally {
            for (BufferedReader each : open) {
                each.close();
            }
        }
    }

    private static String dataOf(String event, BufferedReader lines) throws Exception {
        String last = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("data: ") && last.equals("event: " + event)) {
                return line.substring("data: ".length());
            }
            last = line;
        }
        throw new AssertionError("the stream ended without an event");
    }

    private static BufferedReader listen(TestServer testServer, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(testServer.uri("/v1/events")).timeout(Duration.ofSeconds(20));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<InputStream> response =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }
}
