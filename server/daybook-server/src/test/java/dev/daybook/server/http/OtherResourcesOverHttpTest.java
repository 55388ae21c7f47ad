package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.server.http.TestServer.Answer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherResourcesOverHttpTest {

    private static final String SPACE = "/v1/spaces/default";

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
    void a_session_is_named_listed_read_and_forgotten() {
        testServer.post(ADA + "/episodes", "{\"session\":\"s1\",\"input\":\"Hello.\",\"output\":\"Good day.\"}");

        assertThat(testServer
                        .put(ADA + "/sessions/s1", "{\"name\":\"First\",\"private\":true}")
                        .json())
                .containsEntry("name", "First")
                .containsEntry("private", true)
                .containsEntry("episodes", 1L);
        assertThat(testServer.get(ADA + "/sessions").list("sessions")).hasSize(1);
        assertThat(testServer.get(ADA + "/sessions/s1/messages?limit=1").list("messages"))
                .singleElement()
                .satisfies(message -> assertThat(message).containsEntry("text", "Good day."));
        assertThat(testServer.delete(ADA + "/sessions/s1").json()).containsEntry("counts", Map.of("episode", 1L));
        assertThat(testServer.get(ADA + "/sessions").list("sessions")).isEmpty();
        assertThat(testServer.delete(ADA + "/sessions/s1").status()).isEqualTo(404);
    }

    @Test
    void forgetting_a_session_erases_what_no_list_of_sessions_shows() {
        testServer.post(ADA + "/episodes", "{\"id\":\"moved\",\"session\":\"s1\",\"input\":\"my secret lamp\"}");
        testServer.post(ADA + "/episodes", "{\"id\":\"moved\",\"session\":\"s2\",\"input\":\"my lamp\"}");
        testServer.post(ADA + "/episodes", "{\"id\":\"hidden\",\"session\":\"s3\",\"input\":\"my kettle\"}");
        testServer.post(ADA + "/quarantine", "{\"kind\":\"episode\",\"id\":\"hidden\"}");

        assertThat(testServer.delete(ADA + "/sessions/s1").at("counts")).isEqualTo(Map.of("episode", 1L));
        assertThat(testServer.delete(ADA + "/sessions/s3").at("counts")).isEqualTo(Map.of("episode", 1L));
        assertThat(testServer.delete(ADA + "/sessions/s3").status()).isEqualTo(404);
    }

    @Test
    void a_gist_says_how_much_it_does_not_stand_for() {
        for (String text : List.of("one", "two", "three")) {
            testServer.post(ADA + "/episodes", "{\"session\":\"s1\",\"input\":\"" + text + "\"}");
        }

        assertThat(testServer.get(ADA + "/sessions/s1/summary").json())
                .containsEntry("summary", null)
                .containsEntry("pending", 3L);
        assertThat(testServer
                        .put(ADA + "/sessions/s1/summary", "{\"text\":\"Numbers.\",\"upTo\":2}")
                        .json())
                .containsEntry("pending", 1L);
        assertThat(testServer.get(ADA + "/summaries").list("summaries")).hasSize(1);
        assertThat(testServer
                        .put(ADA + "/sessions/s1/summary", "{\"text\":\"x\",\"upTo\":1}")
                        .status())
                .isEqualTo(400);
        assertThat(testServer.get(ADA + "/sessions/none/summary").status()).isEqualTo(404);
    }

    @Test
    void a_gist_is_made_on_demand() {
        for (int i = 0; i < 6; i++) {
            testServer
                    .daybook
                    .user("ada")
                    .session("s1")
                    .remember(Message.user("We sail to the island of Vis on day " + i + "."));
        }

        Answer made = testServer.post(ADA + "/sessions/s1/summarize", "");

        assertThat(made.status()).isEqualTo(200);
        assertThat(made.at("pending")).isEqualTo(0L);
        assertThat(made.at("summary").toString()).contains("Vis");
    }

    @Test
    void a_block_has_its_version_as_etag_and_a_stale_one_is_refused() {
        Answer first = testServer.put(ADA + "/blocks/persona", "{\"content\":\"Kind.\"}");
        String version = first.header("etag");
        assertThat(version).matches("\"[0-9]+\"");

        Answer second =
                testServer.put(ADA + "/blocks/persona", "{\"content\":\"Kind and brief.\"}", "If-Match", version);
        assertThat(second.status()).isEqualTo(200);
        Answer stale = testServer.put(ADA + "/blocks/persona", "{\"content\":\"Rude.\"}", "If-Match", version);

        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.at("code")).isEqualTo("precondition");
        assertThat(testServer.get(ADA + "/blocks").list("blocks"))
                .singleElement()
                .satisfies(block -> assertThat(block).containsEntry("content", "Kind and brief."));
        assertThat(testServer.get(ADA + "/blocks/persona/versions").list("versions"))
                .hasSize(2);
        assertThat(testServer
                        .put(ADA + "/blocks/persona", "{\"content\":\"x\"}", "If-Match", "new")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void blocks_are_appended_to_ordered_and_removed() {
        testServer.put(ADA + "/blocks/a", "{\"content\":\"A\"}");
        testServer.post(ADA + "/blocks/b/append", "{\"text\":\"B\"}");
        testServer.post(ADA + "/blocks/b/append", "{\"text\":\"C\",\"separator\":\", \"}");
        testServer.put(ADA + "/blocks/b", "{\"content\":\"B, C!\",\"order\":0}");

        assertThat(testServer.get(ADA + "/blocks").list("blocks"))
                .extracting(block -> block.get("content"))
                .containsExactly("B, C!", "A");
        assertThat(testServer.delete(ADA + "/blocks/b").status()).isEqualTo(200);
        assertThat(testServer.delete(ADA + "/blocks/b").status()).isEqualTo(404);
        assertThat(testServer.get(ADA + "/blocks/none/versions").status()).isEqualTo(404);
    }

    @Test
    void facts_are_asserted_asked_for_by_time_and_forgotten() {
        testServer.post(
                ADA + "/facts",
                "{\"id\":\"f1\",\"subject\":\"Ada\",\"predicate\":\"lives_in\",\"object\":\"Porto\",\"validFrom\":\"2020-01-01T00:00:00Z\"}");
        Answer second = testServer.post(
                ADA + "/facts",
                "{\"id\":\"f2\",\"subject\":\"Ada\",\"predicate\":\"lives_in\",\"object\":\"Faro\",\"validFrom\":\"2024-01-01T00:00:00Z\"}");
        assertThat(second.status()).isEqualTo(201);

        assertThat(testServer.get(ADA + "/facts?validAt=2021-01-01T00:00:00Z").list("facts"))
                .extracting(fact -> fact.get("object"))
                .containsExactly("Porto");
        assertThat(testServer.get(ADA + "/facts?limit=1").list("facts")).hasSize(1);
        assertThat(testServer.delete(ADA + "/facts/f2").status()).isEqualTo(200);
        assertThat(testServer.delete(ADA + "/facts/f2").status()).isEqualTo(404);
        assertThat(testServer.get(ADA + "/facts?validAt=2025-01-01T00:00:00Z").list("facts"))
                .extracting(fact -> fact.get("object"))
                .containsExactly("Porto");
    }

    @Test
    void an_episode_or_a_fact_is_assessed_and_not_written() {
        testServer.daybook.user("ada").remember(NewEpisode.of(Message.user("I live in Porto.")));
        testServer.post(ADA + "/consolidate", "{}");
        String before = testServer.get(ADA + "/facts").body();

        assertThat(testServer
                        .post(ADA + "/assess", "{\"input\":\"I live in Faro.\"}")
                        .list("effects"))
                .singleElement()
                .satisfies(effect -> {
                    assertThat(effect).containsEntry("effect", "ends").containsEntry("text", "I live in Faro.");
                    assertThat(effect.get("stated")).asString().contains("object=Faro", "trust=user");
                    assertThat(effect.get("present")).asString().contains("object=Porto", "validFrom=", "sources=");
                });
        assertThat(testServer
                        .post(
                                ADA + "/assess",
                                "{\"fact\":{\"subject\":\"ada\",\"predicate\":\"likes\",\"object\":\"tea\"}}")
                        .list("effects"))
                .singleElement()
                .satisfies(effect ->
                        assertThat(effect).containsEntry("effect", "new").doesNotContainKey("present"));
        assertThat(testServer.get(ADA + "/facts").body()).isEqualTo(before);
    }

    @Test
    void a_wrong_assessment_is_refused() {
        String path = ADA + "/assess";

        assertThat(testServer.post(path, "{}").body()).contains("'messages' is missing");
        assertThat(testServer
                        .post(path, "{\"input\":\"Hello.\",\"trust\":\"system\"}")
                        .body())
                .contains("'trust'");
        assertThat(testServer
                        .post(path, "{\"fact\":{\"subject\":\"ada\"},\"input\":\"Hello.\"}")
                        .status())
                .isEqualTo(400);
        assertThat(testServer
                        .post(path, "{\"fact\":{\"subject\":\"ada\",\"predicate\":\"likes\"}}")
                        .body())
                .contains("object");
    }

    @Test
    void notes_are_added_alone_or_many_and_read_latest_first() {
        assertThat(testServer
                        .post(ADA + "/notes", "{\"contents\":\"The key is under the pot.\",\"wait\":true}")
                        .status())
                .isEqualTo(201);
        testServer.post(
                ADA + "/notes",
                "{\"contents\":[\"Bins go out on Monday.\",\"The boiler is from 2011.\"],\"wait\":true}");

        assertThat(testServer.get(ADA + "/notes?begin=1&count=1").list("notes"))
                .extracting(note -> note.get("text"))
                .containsExactly("The boiler is from 2011.");
        assertThat(testServer.get(ADA + "/notes").list("notes")).hasSize(3);
        assertThat(testServer.get(ADA + "/notes?begin=0").status()).isEqualTo(400);
        assertThat(testServer.post(ADA + "/notes", "{\"contents\":[\" \"]}").status())
                .isEqualTo(400);
    }

    @Test
    void a_note_has_an_end_and_a_due_time() {
        assertThat(testServer
                        .post(
                                ADA + "/notes",
                                "{\"contents\":\"Return the canoe.\",\"dueAt\":\"2020-01-01T00:00:00Z\","
                                        + "\"expiresAt\":\"9999-01-01T00:00:00Z\",\"wait\":true}")
                        .status())
                .isEqualTo(201);

        assertThat(testServer.get(ADA + "/notes?due=2020-01-01T00:00:00Z").list("notes"))
                .singleElement()
                .satisfies(note -> assertThat(note)
                        .containsEntry("dueAt", "2020-01-01T00:00:00Z")
                        .containsEntry("expiresAt", "9999-01-01T00:00:00Z"));
        assertThat(testServer.get(ADA + "/notes?due=2019-01-01T00:00:00Z").list("notes"))
                .isEmpty();
        Answer two = testServer.post(
                ADA + "/notes", "{\"contents\":[\"One.\",\"Two.\"],\"dueAt\":\"2020-01-01T00:00:00Z\"}");
        assertThat(two.status()).isEqualTo(400);
        assertThat(two.body()).contains("'dueAt' is given with 2 contents");
    }

    @Test
    void an_end_that_is_reached_is_refused_by_name() {
        String ended = ",\"expiresAt\":\"2020-01-01T00:00:00Z\"}";
        for (Answer refused : List.of(
                testServer.post(ADA + "/episodes", "{\"input\":\"Hello.\"" + ended),
                testServer.post(ADA + "/facts", "{\"subject\":\"a\",\"predicate\":\"b\",\"object\":\"c\"" + ended),
                testServer.post(ADA + "/notes", "{\"contents\":\"Hello.\"" + ended),
                testServer.put(ADA + "/blocks/mood", "{\"content\":\"Calm.\"" + ended))) {
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body()).contains("expiresAt is 2020-01-01T00:00:00Z", "give a later time");
        }
    }

    @Test
    void an_export_is_readable_by_an_import() {
        testServer.put(ADA + "/sessions/s1", "{\"name\":\"First\"}");
        for (int i = 0; i < 450; i++) {
            testServer.daybook.user("ada").session("s1").remember(Message.user("line " + i));
        }

        Answer export = testServer.get(ADA + "/export");

        assertThat(export.status()).isEqualTo(200);
        assertThat(export.body().lines()).hasSize(451).allMatch(line -> line.startsWith("{\"kind\":"));
        assertThat(testServer.get(SPACE + "/shared/export").body()).startsWith("{\"kind\":\"settings\"");
    }

    @Test
    void a_forget_is_counted_first_and_then_done() {
        testServer.post(ADA + "/episodes", "{\"session\":\"s1\",\"input\":\"x\"}");
        testServer.post(ADA + "/episodes", "{\"session\":\"s2\",\"input\":\"y\"}");

        assertThat(testServer
                        .post(ADA + "/forget", "{\"session\":\"s1\",\"dryRun\":true}")
                        .json())
                .containsEntry("dryRun", true)
                .containsEntry("counts", Map.of("episode", 1L));
        assertThat(testServer.post(ADA + "/forget", "{\"session\":\"s1\"}").json())
                .containsEntry("counts", Map.of("episode", 1L));
        assertThat(testServer.post(ADA + "/forget", "{\"all\":true}").json())
                .containsEntry("counts", Map.of("episode", 1L));
        assertThat(testServer.get(ADA + "/profile").at("counts")).isEqualTo(Map.of());
    }

    @Test
    void derived_entries_are_undone_by_their_operation() {
        testServer.daybook.user("ada").session("s1").remember(Message.user("My name is Ada Quill."));
        Answer derived = testServer.post(ADA + "/consolidate", "{}");
        Object operation = derived.list("outcomes").stream()
                .filter(outcome -> outcome.get("derivation").equals("facts"))
                .findFirst()
                .orElseThrow()
                .get("operation");
        assertThat(testServer.get(ADA + "/facts").list("facts")).isNotEmpty();

        Answer undone = testServer.post(ADA + "/undo", "{\"operation\":\"" + operation + "\"}");

        assertThat(undone.status()).as(undone.body()).isEqualTo(200);
        assertThat(testServer.get(ADA + "/facts").list("facts")).isEmpty();
        assertThat(testServer
                        .post(ADA + "/undo", "{\"operation\":\"" + operation + "\"}")
                        .status())
                .isEqualTo(410);
    }

    @Test
    void settings_change_only_named_values() {
        Answer changed = testServer.put(SPACE + "/settings", "{\"bank\":{\"enabled\":true}}");

        assertThat(changed.at("bank")).asString().contains("enabled=true").contains("maxTokens=2000");
        assertThat(testServer
                        .put(SPACE + "/settings", "{\"bank\":{\"maxTokens\":1}}")
                        .status())
                .isEqualTo(400);
        assertThat(testServer.put(SPACE + "/settings", "{\"bnk\":{}}").status()).isEqualTo(400);
        assertThat(testServer.get(SPACE + "/settings").body()).isEqualTo(changed.body());
    }

    @Test
    void the_bank_is_added_to_listed_previewed_and_cleared() {
        testServer.put(SPACE + "/settings", "{\"bank\":{\"enabled\":true}}");
        testServer.post(
                ADA + "/episodes",
                "{\"session\":\"s1\",\"occurredAt\":\"2026-01-01T10:00:00Z\",\"input\":\"The bridge opens in April.\"}");

        assertThat(testServer.get(SPACE + "/bank/due").list("chats")).hasSize(1);
        assertThat(testServer
                        .post(SPACE + "/bank/summarize", "{\"user\":\"ada\",\"session\":\"s1\"}")
                        .status())
                .isEqualTo(200);
        assertThat(testServer
                        .post(
                                SPACE + "/bank",
                                "{\"text\":\"The tower is closed.\",\"level\":\"day\",\"period\":\"2026-01-02\"}")
                        .status())
                .isEqualTo(201);
        assertThat(testServer.get(SPACE + "/bank").list("summaries")).isNotEmpty();
        assertThat(testServer
                        .get(SPACE + "/bank/preview?maxTokens=500")
                        .at("text")
                        .toString())
                .contains("tower");
        assertThat(testServer
                        .post(SPACE + "/bank/compress", "{\"maxTokens\":500}")
                        .status())
                .isEqualTo(200);
        assertThat((Long) testServer.delete(SPACE + "/bank").at("cleared")).isPositive();
        assertThat(testServer.get(SPACE + "/bank").list("summaries")).isEmpty();
    }

    @Test
    void the_bank_of_a_space_of_which_nothing_is_known_is_not_there() {
        for (String path : List.of("/bank", "/bank/preview", "/bank/due")) {
            assertThat(testServer.get("/v1/spaces/nowhere" + path).status())
                    .as(path)
                    .isEqualTo(404);
        }
        assertThat(testServer.delete("/v1/spaces/nowhere/bank").status()).isEqualTo(404);
    }

    @Test
    void spaces_and_scopes_are_listed() {
        testServer.post(ADA + "/episodes", "{\"input\":\"x\"}");
        testServer.post("/v1/spaces/lab/anonymous/episodes", "{\"input\":\"x\"}");

        assertThat(testServer.get("/v1/spaces").at("spaces")).isEqualTo(List.of("default", "lab"));
        assertThat(testServer.get(SPACE + "/scopes").at("scopes")).isEqualTo(List.of("user:ada"));
        assertThat(testServer.get(ADA + "/profile").json()).containsEntry("scope", "user:ada");
    }

    @Test
    void metrics_have_the_time_of_each_kind_of_call_and_no_content() {
        testServer.post(ADA + "/recall", "{\"query\":\"confidential question\"}");

        String metrics = testServer.get("/metrics").body();

        assertThat(metrics)
                .contains("http_server_requests_seconds_count{method=\"POST\",status=\"200\",uri=\"S/recall\"} 1")
                .doesNotContain("confidential")
                .doesNotContain("ada");
    }

    @Test
    void the_description_is_served() {
        assertThat(testServer.get("/openapi.json").json()).containsEntry("openapi", "3.1.0");
    }

    @Test
    void facts_are_found_by_a_question_and_a_time_in_the_world() {
        testServer.post(
                ADA + "/facts",
                "{\"id\":\"f1\",\"subject\":\"ada\",\"predicate\":\"lives_in\",\"object\":\"Porto\",\"validFrom\":\"2026-01-01T00:00:00Z\"}");
        testServer.post(
                ADA + "/facts",
                "{\"id\":\"f2\",\"subject\":\"ada\",\"predicate\":\"lives_in\",\"object\":\"Faro\",\"validFrom\":\"2026-02-01T00:00:00Z\"}");

        assertThat(testServer
                        .get(ADA + "/facts?query=where%20ada%20lives_in&validAt=2026-01-15T00:00:00Z")
                        .list("facts"))
                .extracting(fact -> fact.get("id"))
                .isEqualTo(List.of("f1"));
        assertThat(testServer.get(ADA + "/facts?query=ada%20lives_in").list("facts"))
                .hasSize(2);
        assertThat(testServer.get(ADA + "/facts?query=ada%20lives_in&limit=1").list("facts"))
                .hasSize(1);
        assertThat(testServer.get(ADA + "/facts?query=ada&subject=bob").list("facts"))
                .isEmpty();
    }
}
