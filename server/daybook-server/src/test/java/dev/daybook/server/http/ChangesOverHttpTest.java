package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.query.Selection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ChangesOverHttpTest {

    @TempDir
    Path folder;

    /** An event of a stream. */
    private record ReadEvent(String id, String name, Map<String, @Nullable Object> data) {

        @Nullable
        Object entry(String field) {
            return ((Map<?, ?>) Objects.requireNonNull(data.get("entry"))).get(field);
        }
    }

    /** A reader of a stream as an EventSource is. */
    private static final class EventReader implements AutoCloseable {

        private final BufferedReader lines;

        EventReader(TestServer server, String path, String... headers) throws Exception {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(server.uri(path)).header("Accept", "text/event-stream");
            if (headers.length > 0) {
                request.headers(headers);
            }
            HttpResponse<InputStream> response =
                    HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
            lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        }

        /** Returns the next event; null at the end of the stream. */
        @Nullable
        ReadEvent next() throws Exception {
            String id = "";
            String name = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    return new ReadEvent(id, name, PlainJson.readObject(line.substring(6)));
                }
            }
            return null;
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }

    private static NewEpisode episode(String id, String text) {
        return NewEpisode.of(Message.user(text)).id(id).session("s1");
    }

    private TestServer server() {
        return TestServer.over(Daybook.builder(new InMemoryStore()).noEmbedder().open(), folder);
    }

    @Test
    void changes_are_read_in_pages_from_a_cursor() {
        try (TestServer server = server()) {
            server.post(ADA + "/episodes", "{\"id\":\"e1\",\"input\":\"I saw a heron.\"}");
            server.post(
                    ADA + "/facts", "{\"id\":\"f1\",\"subject\":\"user\",\"predicate\":\"likes\",\"object\":\"tea\"}");

            TestServer.Answer first = server.get(ADA + "/changes?limit=1");
            assertThat(first.list("changes"))
                    .singleElement()
                    .satisfies(change -> assertThat(change).containsEntry("change", "written"));
            assertThat(first.at("more")).isEqualTo(true);
            TestServer.Answer second = server.get(ADA + "/changes?since=" + first.at("next"));
            assertThat(second.body()).contains("\"f1\"").doesNotContain("heron");
            assertThat(second.at("more")).isEqualTo(false);

            server.delete(ADA + "/episodes/e1");
            TestServer.Answer third = server.get(ADA + "/changes?since=" + second.at("next"));
            assertThat(third.list("changes")).singleElement().satisfies(change -> {
                assertThat(change)
                        .containsEntry("change", "erased")
                        .containsEntry("action", "forget")
                        .containsEntry("counts", Map.of("episode", 1L))
                        .containsEntry("complete", true)
                        .containsEntry(
                                "ids",
                                List.of(Map.of(
                                        "kind",
                                        "episode",
                                        "idHash",
                                        first.list("changes").get(0).get("idHash"))));
            });
            assertThat(third.body()).doesNotContain("\"e1\"").doesNotContain("heron");
        }
    }

    @Test
    void a_wrong_cursor_and_a_wrong_limit_are_named() {
        try (TestServer server = server()) {
            Object bobs = server.get("/v1/spaces/default/users/bob/changes").at("next");

            for (String wrong : List.of("since=" + bobs, "since=rubbish", "limit=0", "limit=1001", "after=x")) {
                TestServer.Answer answer = server.get(ADA + "/changes?" + wrong);
                assertThat(answer.status()).as(wrong).isEqualTo(400);
                assertThat(answer.body()).contains(wrong.substring(0, 5));
            }
            TestServer.Answer stream =
                    server.get(ADA + "/changes", "Accept", "text/event-stream", "Last-Event-ID", bobs.toString());
            assertThat(stream.status()).isEqualTo(400);
            assertThat(stream.header("Content-Type")).startsWith("application/problem+json");
        }
    }

    @Test
    void a_cursor_of_a_later_state_than_the_store_has_is_gone() {
        Object next;
        try (TestServer server = server()) {
            server.post(ADA + "/episodes", "{\"id\":\"e1\",\"input\":\"I saw a heron.\"}");
            next = server.get(ADA + "/changes").at("next");
        }
        try (TestServer empty = server()) {
            TestServer.Answer answer = empty.get(ADA + "/changes?since=" + next);
            assertThat(answer.status()).isEqualTo(410);
            assertThat(answer.at("code")).isEqualTo("gone");
        }
    }

    @Test
    void a_key_reads_the_changes_of_its_scope_only() throws Exception {
        try (TestServer server = TestServer.closed(folder)) {
            String[] bob = bearer(server.keyOf("bob", AccessRight.READ));

            assertThat(server.get(ADA + "/changes", bob).status()).isEqualTo(404);
            assertThat(server.get("/v1/spaces/default/users/bob/changes", bob).status())
                    .isEqualTo(200);
            assertThat(server.get(ADA + "/changes", "Accept", "text/event-stream")
                            .status())
                    .isEqualTo(401);
            String[] writer = bearer(server.keyOf("ada", AccessRight.WRITE));
            assertThat(server.get(ADA + "/changes", writer).status()).isIn(403, 404);
        }
    }

    @Test
    void a_stream_sends_what_is_there_and_what_comes() throws Exception {
        try (TestServer server = server();
                EventReader events = startedWith(server)) {
            Memory ada = server.daybook.user("ada");
            ReadEvent first = events.next();
            assertThat(first.name()).isEqualTo("written");
            assertThat(first.entry("id")).isEqualTo("e1");

            ada.remember(episode("e2", "A crane came."));
            ReadEvent second = events.next();
            assertThat(second.entry("id")).isEqualTo("e2");

            ada.forget(Selection.episode("e1"));
            ReadEvent third = events.next();
            assertThat(third.name()).isEqualTo("erased");
            assertThat(third.data().toString())
                    .doesNotContain("heron")
                    .contains(String.valueOf(first.data().get("idHash")));

            try (EventReader again = new EventReader(server, ADA + "/changes", "Last-Event-ID", first.id())) {
                assertThat(again.next().name()).isEqualTo("erased");
                assertThat(again.next().entry("id")).isEqualTo("e2");
            }
            try (EventReader again = new EventReader(server, ADA + "/changes?since=" + second.id())) {
                assertThat(again.next().id()).isEqualTo(third.id());
            }
        }
    }

    private static EventReader startedWith(TestServer server) throws Exception {
        server.daybook.user("ada").remember(episode("e1", "I saw a heron."));
        return new EventReader(server, ADA + "/changes");
    }

    @Test
    void a_stream_goes_on_at_another_server_over_the_same_store() throws Exception {
        LocalDaybook daybook = Daybook.builder(new InMemoryStore()).noEmbedder().open();
        try (TestServer one = TestServer.over(daybook, folder);
                TestServer other = TestServer.over(daybook, folder)) {
            String last;
            try (EventReader events = startedWith(one)) {
                last = events.next().id();
            }
            daybook.user("ada").remember(episode("e2", "A crane came."));

            try (EventReader events = new EventReader(other, ADA + "/changes", "Last-Event-ID", last)) {
                assertThat(events.next().entry("id")).isEqualTo("e2");
            }
        }
    }

    @Test
    void a_stop_of_the_server_ends_a_stream_cleanly() throws Exception {
        TestServer server = server();
        try (EventReader events = startedWith(server)) {
            events.next();
            long begin = System.nanoTime();
            server.close();

            // A broken connection would be an exception.
            assertThat(events.next()).isNull();
            assertThat(System.nanoTime() - begin).isLessThan(5_000_000_000L);
        }
    }

    @Test
    void a_slow_reader_loses_nothing_holds_up_no_writer_and_gets_no_text_that_was_erased_meanwhile() throws Exception {
        try (TestServer server = server()) {
            Memory ada = server.daybook.user("ada");
            String large = "heron ".repeat(3_000);
            for (int batch = 0; batch < 20; batch++) {
                int first = batch * 50;
                ada.remember(IntStream.range(first, first + 50)
                        .mapToObj(i -> episode("e" + i, large + "number " + i))
                        .toList());
            }
            try (EventReader events = new EventReader(server, ADA + "/changes")) {
                events.next();
                // 18 MB are more than the buffers of both ends hold.
                Thread.sleep(2_500);
                ada.remember(episode("last", "A crane came."));
                ada.forget(Selection.episode("e999"));

                List<Object> seen = new ArrayList<>();
                List<String> names = new ArrayList<>();
                for (ReadEvent event = events.next(); !seen.contains("last"); ) {
                    names.add(event.name());
                    if (event.name().equals("written")) {
                        seen.add(event.entry("id"));
                    }
                    if (!seen.contains("last")) {
                        event = events.next();
                    }
                }
                assertThat(seen).doesNotHaveDuplicates().hasSize(999).doesNotContain("e999");
                assertThat(names).contains("erased");
            }
        }
    }

    @Test
    void a_stream_whose_key_has_ended_ends() throws Exception {
        try (TestServer server = TestServer.closed(folder)) {
            server.daybook.user("ada").remember(episode("e1", "I saw a heron."));
            try (EventReader events =
                    new EventReader(server, ADA + "/changes", bearer(server.key("default", AccessRight.READ)))) {
                events.next();
                server.keys.all().forEach(key -> server.keys.revoke(key.id()));
                server.daybook.user("ada").remember(episode("e2", "A crane came."));

                ReadEvent last = events.next();
                assertThat(last == null || events.next() == null).isTrue();
            }
        }
    }
}
