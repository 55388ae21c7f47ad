package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.ToolCall;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.server.paths.PathIds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EpisodesOverHttpTest {

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

    @Test
    void a_forgotten_text_is_refused_with_a_code_of_its_own_and_writes_nothing() {
        String episode = "{\"session\":\"s1\",\"input\":\"The heron nests by the mill.\"}";
        String again = "[{\"input\":\"It rains on the mill.\"}," + episode + "]";
        assertThat(testServer
                        .put("/v1/spaces/default/settings", "{\"refuseForgotten\":true}")
                        .json())
                .containsEntry("refuseForgotten", true);
        testServer.post(ADA + "/episodes", episode);
        assertThat(testServer.post(ADA + "/forget", "{\"session\":\"s1\"}").json())
                .containsEntry("keptHashes", 1L);

        for (Answer refused :
                List.of(testServer.post(ADA + "/episodes", episode), testServer.post(ADA + "/episodes", again))) {
            assertThat(refused.status()).as(refused.body()).isEqualTo(422);
            assertThat(refused.json()).containsEntry("code", "forgotten");
            assertThat(refused.body())
                    .contains("messages[0]", "refuseForgotten")
                    .doesNotContain("nests");
        }
        assertThat(testServer.daybook.user("ada").archive().exportAll()).isEmpty();

        testServer.put("/v1/spaces/default/settings", "{\"refuseForgotten\":false}");
        assertThat(testServer.post(ADA + "/episodes", episode).status()).isEqualTo(201);
    }

    @Test
    void several_episodes_are_forgotten_by_one_call() {
        for (String id : List.of("e1", "e2", "e3")) {
            testServer.post(ADA + "/episodes", "{\"id\":\"" + id + "\",\"input\":\"The heron nests by the mill.\"}");
        }
        String ids = "\"kind\":\"episode\",\"ids\":[\"e3\",\"e1\",\"e1\",\"e9\"]";

        Answer preview = testServer.post(ADA + "/forget", "{" + ids + ",\"dryRun\":true,\"entries\":true}");
        assertThat(preview.json()).containsEntry("counts", Map.of("episode", 2L));
        assertThat(preview.body()).contains("\"e1\"", "\"e3\"").doesNotContain("\"e2\"", "\"e9\"");
        assertThat(testServer.post(ADA + "/forget", "{" + ids + "}").json())
                .containsEntry("counts", Map.of("episode", 2L))
                .hasEntrySatisfying(
                        "operation", operation -> assertThat((String) operation).startsWith("op_"));
        assertThat(testServer.daybook.user("ada").archive().exportAll())
                .extracting(Entry::id)
                .containsExactly("e2");
    }

    @Test
    void a_forget_with_wrong_ids_forgets_nothing() {
        testServer.post(ADA + "/episodes", "{\"id\":\"e1\",\"input\":\"The heron nests by the mill.\"}");
        String tooMany = IntStream.rangeClosed(1, 1_001)
                .mapToObj(i -> "\"e" + i + "\"")
                .collect(Collectors.joining(",", "{\"kind\":\"episode\",\"ids\":[", "]}"));

        for (String path : List.of("/forget", "/quarantine")) {
            for (String ids : List.of(
                    "{\"kind\":\"episode\",\"ids\":[]}",
                    "{\"ids\":[\"e1\"]}",
                    "{\"kind\":\"episode\",\"id\":\"e1\",\"ids\":[\"e1\"]}",
                    "{\"kind\":\"episode\",\"ids\":[\"e1\",7]}",
                    "{\"kind\":\"episode\",\"ids\":[\"e1\"],\"all\":true}",
                    tooMany)) {
                assertThat(testServer.post(ADA + path, ids).status()).as(ids).isEqualTo(400);
            }
        }
        assertThat(testServer.post(ADA + "/forget", tooMany).at("detail"))
                .isEqualTo("ids has 1,001 different ids; give 1 to 1,000 in one selection");
        assertThat(testServer.get(ADA + "/episodes/e1").status()).isEqualTo(200);
    }

    @Test
    void a_written_entry_is_found_by_keyword_search() {
        Answer written = testServer.post(
                ADA + "/episodes",
                "{\"id\":\"e1\",\"session\":\"s1\",\"messages\":[{\"role\":\"user\",\"text\":\"The heron nests by the mill.\"}]}");
        assertThat(written.status()).isEqualTo(201);
        assertThat(written.json())
                .containsEntry("id", "e1")
                .containsEntry("position", 1L)
                .containsEntry("words", "done");

        Answer found = testServer.post(ADA + "/recall", "{\"query\":\"where is the heron?\"}");

        assertThat(found.status()).isEqualTo(200);
        assertThat(found.list("hits"))
                .singleElement()
                .satisfies(hit -> assertThat(hit)
                        .containsEntry("id", "e1")
                        .containsEntry("session", "s1")
                        .containsKeys("score", "text", "occurredAt", "sources", "why"));
    }

    @Test
    void tool_calls_are_taken_and_given_on_their_messages() {
        String messages = "\"messages\":[{\"role\":\"assistant\",\"text\":\"\",\"toolCalls\":"
                + "[{\"id\":\"c1\",\"name\":\"weather\",\"arguments\":\"{\\\"place\\\":\\\"Porto\\\"}\"},{\"name\":\"clock\"}]},"
                + "{\"role\":\"tool\",\"text\":\"sunny\",\"toolCallId\":\"c1\"}]";
        String body = "{\"id\":\"e1\",\"session\":\"s1\"," + messages + ",\"toolCalls\":[{\"name\":\"bell\"}]}";
        Answer written = testServer.post(ADA + "/episodes", body);
        assertThat(written.status()).isEqualTo(201);
        assertThat(testServer.post(ADA + "/episodes", body).at("revision")).isEqualTo(written.at("revision"));

        List<Message> expected = List.of(
                Message.assistant("")
                        .withToolCalls(
                                ToolCall.of("c1", "weather", "{\"place\":\"Porto\"}"),
                                new ToolCall(null, "clock", "", null)),
                Message.toolResult("c1", "sunny"));
        assertThat(testServer
                        .daybook
                        .user("ada")
                        .find(Episode.class, "e1")
                        .orElseThrow()
                        .messages())
                .isEqualTo(expected);
        String given = messages.replace("\"clock\"", "\"clock\",\"arguments\":\"\"");
        assertThat(testServer.get(ADA + "/episodes/e1").body())
                .contains(given)
                .contains("],\"toolCalls\":[{\"name\":\"bell\",\"arguments\":\"\"}]");
        assertThat(testServer.get(ADA + "/sessions/s1/messages").list("messages"))
                .satisfiesExactly(
                        call -> assertThat(call).containsKey("toolCalls").containsEntry("index", 0L),
                        answer -> assertThat(answer)
                                .containsEntry("toolCallId", "c1")
                                .doesNotContainKey("toolCalls"));
    }

    @Test
    void an_unknown_field_of_a_call_on_a_message_is_refused_by_its_path() {
        Answer refused = testServer.post(
                ADA + "/episodes",
                "{\"messages\":[{\"role\":\"assistant\",\"text\":\"\",\"toolCalls\":[{\"name\":\"bell\",\"args\":1}]}]}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.at("detail").toString()).contains("messages[0].toolCalls[0].args");
    }

    @Test
    void a_list_is_one_batch_and_answers_a_list() {
        Answer written =
                testServer.post(ADA + "/episodes", "[{\"input\":\"one\"},{\"input\":\"two\",\"output\":\"three\"}]");

        assertThat(written.status()).isEqualTo(201);
        assertThat(written.body()).startsWith("[{").endsWith("}]");
        assertThat(testServer.daybook.user("ada").archive().profile().counts().values())
                .containsExactly(2L);
    }

    @Test
    void a_batch_of_which_one_is_wrong_writes_nothing() {
        Answer refused =
                testServer.post(ADA + "/episodes", "[{\"input\":\"one\"},{\"input\":\"two\",\"outputs\":\"\"}]");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.at("detail").toString()).contains("episodes[1].outputs");
        assertThat(testServer.daybook.user("ada").archive().profile().counts()).isEmpty();
    }

    @Test
    void a_part_that_is_none_is_refused_by_its_place_and_nothing_is_written() {
        String episode =
                "{\"id\":\"e9\",\"messages\":[{\"role\":\"user\",\"text\":\"Look\",\"parts\":[{\"type\":\"image\"},%s]}]}";

        for (String part : List.of(
                "{\"type\":\"image\",\"uri\":\"data:image/png;base64,AAAA\"}",
                "{\"type\":\"image\",\"sha256\":\"x\"}",
                "{\"type\":\"image\",\"size\":-1}",
                "{\"type\":\"image\",\"mediaType\":\"png\"}",
                "{\"type\":\"image\",\"url\":\"x\"}",
                "{\"type\":\"hologram\"}",
                "{}")) {
            Answer refused = testServer.post(ADA + "/episodes", String.format(episode, part));

            assertThat(refused.status()).as(part).isEqualTo(400);
            assertThat(refused.at("detail").toString()).contains("messages[0].parts[1]");
        }
        assertThat(testServer.get(ADA + "/episodes/e9").status()).isEqualTo(404);
    }

    @Test
    void more_than_a_thousand_are_refused() {
        String many = "[" + "{\"input\":\"x\"},".repeat(1_000) + "{\"input\":\"x\"}]";

        Answer refused = testServer.post(ADA + "/episodes", many);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.at("detail").toString()).contains("1001").contains("1000");
    }

    @Test
    void a_body_cannot_name_another_user() {
        Answer refused = testServer.post(ADA + "/episodes", "{\"input\":\"x\",\"user\":\"bob\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.at("detail").toString()).contains("'user'");
    }

    @Test
    void pages_go_through_all_episodes_newest_first_and_name_none_twice() {
        // Many of one time, so that the place in the scope must part them.
        for (int i = 0; i < 25; i++) {
            testServer.post(
                    ADA + "/episodes",
                    "{\"id\":\"e" + i + "\",\"occurredAt\":\"2026-03-0" + (1 + i / 10)
                            + "T10:00:00+01:00\",\"input\":\"x\"}");
        }
        List<@Nullable Object> seen = new ArrayList<>();
        Object cursor = null;
        do {
            Answer page = testServer.get(ADA + "/episodes?limit=4" + (cursor == null ? "" : "&cursor=" + cursor));
            assertThat(page.status()).isEqualTo(200);
            page.list("episodes").forEach(episode -> seen.add(episode.get("id")));
            cursor = page.at("cursor");
        } while (cursor != null);

        List<@Nullable Object> expected = new ArrayList<>();
        for (int day = 2; day >= 0; day--) {
            for (int i = 10 * day; i < Math.min(25, 10 * day + 10); i++) {
                expected.add("e" + i);
            }
        }
        assertThat(seen).isEqualTo(expected);
    }

    @Test
    void a_page_obeys_session_and_time() {
        testServer.post(
                ADA + "/episodes",
                "{\"id\":\"a\",\"session\":\"s\",\"occurredAt\":\"2026-03-01T10:00:00Z\",\"input\":\"x\"}");
        testServer.post(
                ADA + "/episodes",
                "{\"id\":\"b\",\"session\":\"s\",\"occurredAt\":\"2026-03-03T10:00:00Z\",\"input\":\"x\"}");
        testServer.post(
                ADA + "/episodes",
                "{\"id\":\"c\",\"session\":\"t\",\"occurredAt\":\"2026-03-02T10:00:00Z\",\"input\":\"x\"}");

        assertThat(ids(testServer.get(ADA + "/episodes?session=s&to=2026-03-02T00:00:00Z")))
                .containsExactly("a");
        assertThat(ids(testServer.get(ADA + "/episodes?from=2026-03-02T00:00:00Z")))
                .containsExactly("b", "c");
    }

    @Test
    void a_single_episode_is_read_and_forgotten() {
        testServer.post(
                ADA + "/episodes", "{\"id\":\"e1\",\"input\":\"in\",\"output\":\"out\",\"metadata\":{\"n\":1}}");

        assertThat(testServer.get(ADA + "/episodes/e1").json())
                .containsEntry("id", "e1")
                .containsEntry("metadata", Map.of("n", 1L));
        assertThat(testServer.delete(ADA + "/episodes/e1").json()).containsEntry("counts", Map.of("episode", 1L));
        assertThat(testServer.get(ADA + "/episodes/e1").status()).isEqualTo(404);
        assertThat(testServer.delete(ADA + "/episodes/e1").status()).isEqualTo(404);
    }

    @Test
    void an_id_that_is_no_path_is_written_in_base64() {
        String id = "a/b ü";
        String user =
                "~" + Base64.getUrlEncoder().withoutPadding().encodeToString("x/../y".getBytes(StandardCharsets.UTF_8));
        testServer
                .daybook
                .user("x/../y")
                .remember(NewEpisode.of(Message.user("hm")).id(id));

        Answer found = testServer.get("/v1/spaces/default/users/" + user + "/episodes/" + PathIds.write(id));

        assertThat(found.status()).isEqualTo(200);
        assertThat(found.at("id")).isEqualTo(id);
        assertThat(testServer.get("/v1/spaces/default/users/a%2Fb/episodes").status())
                .isEqualTo(400);
        assertThat(testServer.get("/v1/spaces/default/users/~***/episodes").status())
                .isEqualTo(400);
    }

    @Test
    void a_query_is_filtered_by_metadata() {
        testServer.post(
                ADA + "/episodes", "{\"id\":\"a\",\"input\":\"tea\",\"metadata\":{\"topic\":\"home\",\"n\":1}}");
        testServer.post(ADA + "/episodes", "{\"id\":\"b\",\"input\":\"tea\",\"metadata\":{\"topic\":\"work\"}}");

        assertThat(hits("{\"equal\":{\"topic\":\"home\"}}")).containsExactly("a");
        assertThat(hits("{\"oneOf\":{\"topic\":[\"work\",\"x\"]}}")).containsExactly("b");
        assertThat(hits("{\"not\":{\"present\":\"n\"}}")).containsExactly("b");
        assertThat(hits("{\"any\":[{\"present\":\"n\"},{\"equal\":{\"topic\":\"work\"}}]}"))
                .containsExactlyInAnyOrder("a", "b");
        assertThat(hits("{\"all\":[{\"present\":\"n\"},{\"equal\":{\"topic\":\"work\"}}]}"))
                .isEmpty();
    }

    @Test
    void a_query_is_filtered_by_ranges_of_metadata() {
        testServer.post(
                ADA + "/episodes",
                "{\"id\":\"a\",\"input\":\"tea\",\"metadata\":{\"n\":1,\"due\":\"2026-03-01T09:00:00Z\"}}");
        testServer.post(
                ADA + "/episodes",
                "{\"id\":\"b\",\"input\":\"tea\",\"metadata\":{\"n\":2.5,\"due\":\"2026-03-02T09:00:00+09:00\"}}");

        assertThat(hits("{\"atLeast\":{\"n\":2.5}}")).containsExactly("b");
        assertThat(hits("{\"atMost\":{\"n\":1}}")).containsExactly("a");
        assertThat(hits("{\"greaterThan\":{\"n\":1}}")).containsExactly("b");
        assertThat(hits("{\"lessThan\":{\"n\":2.5}}")).containsExactly("a");
        assertThat(hits("{\"between\":{\"n\":[1,2]}}")).containsExactly("a");
        assertThat(hits("{\"atLeast\":{\"due\":\"2026-03-01T09:00:01Z\"}}")).containsExactly("b");
        assertThat(hits("{\"lessThan\":{\"due\":\"2026-03-02T00:00:00Z\",\"n\":2}}"))
                .containsExactly("a");
    }

    @Test
    void a_bound_that_is_none_is_refused_by_the_name_it_is_of() {
        for (String filter : List.of(
                "{\"atLeast\":{\"due\":\"tomorrow\"}}",
                "{\"atMost\":{\"due\":true}}",
                "{\"between\":{\"due\":[1]}}",
                "{\"between\":{\"due\":[1,\"2026-03-01T09:00:00Z\"]}}")) {
            Answer refused = testServer.post(ADA + "/recall", "{\"query\":\"x\",\"filter\":" + filter + "}");
            assertThat(refused.status()).as(filter).isEqualTo(400);
            assertThat(refused.at("detail").toString()).as(filter).contains("due", "; give ");
        }
    }

    @Test
    void a_recall_finds_the_facts_that_were_true_at_a_time() {
        testServer.post(
                ADA + "/facts",
                "{\"id\":\"f1\",\"subject\":\"ada\",\"predicate\":\"lives_in\",\"object\":\"Paris\",\"validFrom\":\"2026-01-01T00:00:00Z\"}");
        testServer.post(
                ADA + "/facts",
                "{\"id\":\"f2\",\"subject\":\"ada\",\"predicate\":\"lives_in\",\"object\":\"Tokyo\",\"validFrom\":\"2026-02-01T00:00:00Z\"}");
        String asked = "{\"query\":\"where does ada live\",\"kinds\":[\"fact\"],\"by\":\"newest\"";

        assertThat(testServer.post(ADA + "/recall", asked + "}").list("hits")).hasSize(2);
        assertThat(testServer
                        .post(ADA + "/recall", asked + ",\"validAt\":\"2026-01-15T00:00:00Z\"}")
                        .list("hits"))
                .singleElement()
                .satisfies(hit -> assertThat(hit).containsEntry("id", "f1"));
        String context =
                "{\"prompt\":\"where does ada live?\",\"kinds\":[\"fact\"],\"validAt\":\"2026-01-15T00:00:00Z\"}";
        assertThat(testServer.post(ADA + "/context", context).at("text").toString())
                .contains("Paris")
                .doesNotContain("Tokyo");
    }

    @Test
    void a_filter_that_is_none_is_refused_with_those_there_are() {
        for (String filter :
                List.of("{\"$ne\":\"x\"}", "[]", "{\"equal\":{\"a\":null}}", "{\"all\":{}}", "{}", "\"x\"")) {
            Answer refused = testServer.post(ADA + "/recall", "{\"query\":\"x\",\"filter\":" + filter + "}");
            assertThat(refused.status()).as(filter).isEqualTo(400);
            assertThat(refused.at("detail").toString()).as(filter).contains("filter");
        }
    }

    @Test
    void a_fact_that_was_said_three_hundred_turns_ago_is_in_the_context_of_the_unnamed_session() {
        testServer.post(
                ADA + "/episodes", "{\"session\":\"default\",\"input\":\"My daughter Mia is allergic to peanuts.\"}");
        testServer.post(
                ADA + "/episodes",
                IntStream.range(0, 300)
                        .mapToObj(i -> "{\"session\":\"default\",\"metadata\":{\"even\":" + (i % 2 == 0)
                                + "},\"input\":\"Turn " + i
                                + " is about the weather, which stays mild and a little cloudy.\"}")
                        .collect(Collectors.joining(",", "[", "]")));
        String asked = "{\"prompt\":\"What is Mia allergic to?\"";

        assertThat(testServer.post(ADA + "/context", asked + "}").at("text").toString())
                .contains("peanuts", "Turn 299");
        assertThat(testServer
                        .post(ADA + "/context", asked + ",\"recent\":\"none\",\"kinds\":[\"episode\"]}")
                        .at("text")
                        .toString())
                .contains("peanuts")
                .doesNotContain("so far");
        assertThat(testServer
                        .post(ADA + "/context", asked + ",\"recent\":1,\"validAt\":\"2026-05-08T13:56:00Z\"}")
                        .at("text")
                        .toString())
                .contains("peanuts", "(quoted):\n> user: Turn 299");
        assertThat(testServer
                        .post(ADA + "/context", asked + ",\"filter\":{\"equal\":{\"even\":true}}}")
                        .at("text")
                        .toString())
                .contains("Turn 298")
                .doesNotContain("peanuts", "Turn 299");
        for (String wrong :
                List.of("\"recent\":\"some\"", "\"recent\":true", "\"kinds\":[\"thought\"]", "\"validAt\":7")) {
            Answer refused = testServer.post(ADA + "/context", asked + "," + wrong + "}");
            assertThat(refused.status()).isEqualTo(400);
        }
    }

    @Test
    void the_context_has_a_text_and_lists_its_sources() {
        testServer.post(ADA + "/episodes", "{\"session\":\"s1\",\"input\":\"My violin is a Stainer.\"}");

        Answer context = testServer.post(
                ADA + "/context", "{\"session\":\"s2\",\"prompt\":\"Which violin?\",\"maxTokens\":300}");

        assertThat(context.status()).isEqualTo(200);
        assertThat(context.at("text").toString()).contains("Stainer");
        assertThat(context.list("sections")).isNotEmpty();
        assertThat((Long) context.at("tokens")).isPositive().isLessThanOrEqualTo(300);
        assertThat(context.at("leftOut")).isNotNull();
    }

    private List<@Nullable Object> hits(String filter) {
        Answer found = testServer.post(ADA + "/recall", "{\"query\":\"tea\",\"filter\":" + filter + "}");
        assertThat(found.status()).as(found.body()).isEqualTo(200);
        return found.list("hits").stream()
                .<@Nullable Object>map(hit -> hit.get("id"))
                .toList();
    }

    private static List<@Nullable Object> ids(Answer page) {
        return page.list("episodes").stream()
                .<@Nullable Object>map(episode -> episode.get("id"))
                .toList();
    }
}
