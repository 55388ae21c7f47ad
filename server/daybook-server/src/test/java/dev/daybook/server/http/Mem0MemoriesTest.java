package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.daybook.Daybook;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Trust;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.testkit.ScriptedModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The memories of mem0: added, found, listed, updated and deleted. */
class Mem0MemoriesTest extends Mem0Fixture {

    @Test
    void messages_that_are_added_without_inference_are_memories_as_they_are() {
        Answer added = post(
                ADD,
                "{'messages':[{'role':'user','content':'Same.'},{'role':'user','content':'Same.'},"
                        + "{'role':'assistant','content':[{'type':'text','text':'Noted'},{'type':'text','text':'it.'}]}],"
                        + "'filters':{'user_id':'ada'},'infer':false,'timestamp':1767225600}");

        assertThat(added.list("results")).extracting("memory").containsExactly("Same.", "Same.", "Noted\nit.");
        assertThat(added.list("results")).extracting("id").doesNotHaveDuplicates();
        assertThat(added.json()).doesNotContainKey("status");
        assertThat(all("ada"))
                .hasSize(3)
                .allSatisfy(memory -> assertThat(memory).containsEntry("created_at", "2026-01-01T00:00:00Z"));
    }

    @Test
    void a_blank_message_among_others_is_no_memory_of_its_own() {
        String messages =
                "{'messages':[{'role':'user','content':'Same.'},{'role':'assistant','content':' '}],'user_id':";

        assertThat(post(ADD, messages + "'ada','infer':false}").list("results"))
                .extracting("memory")
                .containsExactly("Same.");
        assertThat(post(ADD, messages + "'bob'}").list("results")).hasSize(1);
        assertThat(all("ada")).hasSize(1);
    }

    @Test
    void media_become_references_and_an_update_of_the_text_replaces_them() {
        Answer added = post(
                ADD,
                "{'messages':[{'role':'user','content':[{'type':'text','text':'My boat'},"
                        + "{'type':'image_url','image_url':{'url':'https://x.example/boat.png'}}]},"
                        + "{'role':'user','content':{'type':'image_url','image_url':{'url':'data:image/png;base64,AAAA'}}}],"
                        + "'user_id':'ada','infer':false}");

        assertThat(added.list("results")).extracting("memory").containsExactly("My boat [image]", "[image]");
        assertThat(ada().archive().exportAll().map(Episode.class::cast))
                .flatExtracting(Episode::messages)
                .flatExtracting(Message::parts)
                .extracting(part -> part.uri() + " " + part.size())
                .containsExactlyInAnyOrder("https://x.example/boat.png null", "null 3");
        String id = String.valueOf(added.list("results").get(0).get("id"));
        put(MEMORY + id + "/", "{'text':'My ship'}");
        assertThat(server.get(MEMORY + id + "/", key).json()).containsEntry("memory", "My ship");
    }

    @Test
    void metadata_under_the_name_of_the_run_stays_beside_it() {
        post(ADD, "{'messages':'x','user_id':'ada','run_id':'r1','metadata':{'run_id':'mine'}}");

        assertThat(all("ada"))
                .singleElement()
                .satisfies(memory -> assertThat(memory)
                        .containsEntry("run_id", "r1")
                        .containsEntry("metadata", Map.of("run_id", "mine")));
    }

    @Test
    void the_text_of_a_note_shows_no_mark_of_the_library_and_cannot_be_updated() {
        ada().notes().remember(List.of("Ada prefers tea."));

        assertThat(all("ada"))
                .extracting("memory_type", "metadata")
                .containsExactlyInAnyOrder(tuple("note", Map.of()), tuple("episode", Map.of()));
        for (Map<String, @Nullable Object> memory : all("ada")) {
            assertThat(put(MEMORY + memory.get("id") + "/", "{'text':'x'}").at("detail"))
                    .asString()
                    .contains("note, an update changes nothing; delete it");
        }
    }

    @Test
    void the_end_of_a_list_may_be_a_day_which_it_includes() {
        post(ADD, "{'messages':'x','user_id':'ada','timestamp':'2026-05-08T13:56:00Z'}");

        Answer list = post(LIST, "{'user_id':'ada','start_date':'2026-05-08','end_date':'2026-05-08'}");

        assertThat(list.list("results")).hasSize(1);
    }

    @Test
    void the_links_of_a_page_keep_the_other_parameters() {
        for (String run : List.of("a b&c", "a b&c", "r2")) {
            post(ADD, "{'messages':'" + run + "','user_id':'ada','run_id':'" + run + "'}");
        }

        Answer first = server.get(MEMORY + "?user_id=ada&run_id=a+b%26c&page_size=1", key);
        Answer second = server.get(MEMORY + first.at("next"), key);

        assertThat(second.list("results")).extracting("memory").containsExactly("a b&c");
        assertThat(second.at("next")).isNull();
        assertThat(server.get(MEMORY + second.at("previous"), key).json()).isEqualTo(first.json());
    }

    @Test
    void a_memory_has_the_fields_of_mem0() {
        String id = tea();

        assertThat(server.get(MEMORY + id + "/", key).json())
                .containsEntry("id", id)
                .containsEntry("memory", "I drink green tea.")
                .containsEntry("user_id", "ada")
                .containsEntry("agent_id", "butler")
                .containsEntry("app_id", null)
                .containsEntry("run_id", "r1")
                .containsEntry("memory_type", "episode")
                .containsEntry("metadata", Map.of("topic", "drinks", "size", 3L))
                .containsKeys("created_at", "updated_at");
        assertThat(ada().sessions()).extracting("id").containsExactly("r1");
    }

    @Test
    void an_add_that_infers_stores_the_exchange_first_and_derives_later() {
        Answer added = post(
                ADD,
                "{'messages':[{'role':'user','content':'I live in Oslo.'},{'role':'assistant','content':'Nice.'}],"
                        + "'user_id':'ada','agent_id':'butler'}");

        assertThat(added.json()).containsEntry("status", "PENDING").containsKeys("event_id", "message");
        assertThat(all("ada")).extracting("memory").containsExactly("user: I live in Oslo.\nassistant: Nice.");
        ada().consolidate();
        Answer event = server.get("/mem0/v1/event/" + added.at("event_id") + "/", key);
        assertThat(event.json()).containsEntry("status", "SUCCEEDED").containsEntry("event_type", "ADD");
        assertThat(event.list("results")).hasSize(2);
        List<Map<String, @Nullable Object>> derived = post(
                        SEARCH, "{'query':'Oslo','filters':{'user_id':'ada','memory_type':'fact','agent_id':'butler'}}")
                .list("results");
        assertThat(derived)
                .singleElement()
                .satisfies(fact ->
                        assertThat(fact).containsEntry("agent_id", "butler").containsEntry("memory_type", "fact"));
    }

    @Test
    @Timeout(60)
    void an_event_is_pending_until_the_model_has_read_the_exchange(@TempDir Path other) {
        String statement = "{\"statements\":[{\"s\":\"The user lives in Oslo.\",\"about\":\"user\",\"from\":[1]}]}";
        ScriptedModel model = ScriptedModel.answering(statement, statement, statement, statement);
        try (TestServer served = TestServer.withMem0(
                Daybook.builder(new InMemoryStore()).noEmbedder().languageModel(model), other)) {
            String[] ada = token(served.keyOf("ada", ALL));
            Answer added = served.post(ADD, "{\"messages\":\"I live in Oslo.\",\"user_id\":\"ada\"}", ada);
            String event = "/mem0/v1/event/" + added.at("event_id") + "/";

            assertThat(model.requests()).isEmpty();
            assertThat(served.get(event, ada).at("status")).isEqualTo("PENDING");
            served.daybook.space("default").user("ada").consolidate();
            while (!served.get(event, ada).json().containsValue("SUCCEEDED")) {
                Thread.onSpinWait();
            }
            assertThat(served.get(event, ada).list("results"))
                    .extracting("memory")
                    .contains("The user lives in Oslo.");
        }
    }

    @Test
    void a_search_finds_memories_by_text_and_filter() {
        tea();
        post(ADD, "{'messages':'I drink coffee.','user_id':'ada','infer':false}");

        assertThat(post(SEARCH, "{'query':'drink','filters':{'user_id':'ada'},'rerank':true}")
                        .list("results"))
                .hasSize(2)
                .allSatisfy(hit -> assertThat(hit.get("score")).isInstanceOf(Double.class));
        assertThat(post(
                                SEARCH,
                                "{'query':'drink','top_k':1,'output_format':'v1.1',"
                                        + "'filters':{'AND':[{'user_id':'ada'},{'size':{'gte':3}}]}}")
                        .list("results"))
                .extracting("memory")
                .containsExactly("I drink green tea.");
        assertThat(post(SEARCH, "{'query':'drink','filters':{'user_id':'ada'},'threshold':1000}")
                        .list("results"))
                .isEmpty();
        assertThat(post("/mem0/v1/memories/search/", "{'query':'drink','user_id':'ada','limit':1}")
                        .list("results"))
                .hasSize(1);
        assertThat(post("/mem0/search", "{'query':'drink','user_id':'ada','agent_id':'butler'}")
                        .list("results"))
                .hasSize(1);
    }

    @Test
    void a_rare_match_is_found_behind_many_hits_that_fail_the_filter() {
        StringBuilder messages = new StringBuilder("{'messages':[");
        for (int i = 0; i < 200; i++) {
            messages.append("{'role':'user','content':'Tea, tea and tea.'},");
        }
        post(ADD, messages + "{'role':'user','content':'Tea.'}],'user_id':'ada','infer':false}");
        post(ADD, "{'messages':'A cup of tea after a long day of work.','user_id':'ada','run_id':'r9','infer':false}");

        assertThat(post(SEARCH, "{'query':'tea','top_k':1,'filters':{'user_id':'ada','run_id':'r9'}}")
                        .list("results"))
                .extracting("run_id")
                .containsExactly("r9");
    }

    @Test
    void a_list_has_pages_and_the_count_of_all() {
        for (int i = 0; i < 5; i++) {
            post(ADD, "{'messages':'m" + i + "','user_id':'ada','infer':false,'timestamp':" + (1767225600 + i) + "}");
        }

        Answer second = post(LIST + "?page=2&page_size=2", "{'filters':{'user_id':'ada'}}");

        assertThat(second.json())
                .containsEntry("count", 5L)
                .containsEntry("next", "?page=3&page_size=2")
                .containsEntry("previous", "?page=1&page_size=2");
        assertThat(second.list("results")).extracting("memory").containsExactly("m2", "m1");
        assertThat(post(LIST + "?page=3&page_size=2", "{'filters':{'user_id':'ada'}}")
                        .at("next"))
                .isNull();
        assertThat(post("/mem0/v2/memories/", "{'filters':{'user_id':'ada'},'start_date':'2026-01-01T00:00:03Z'}")
                        .list("results"))
                .extracting("memory")
                .containsExactly("m4", "m3");
        assertThat(server.get("/mem0/v1/memories/?user_id=ada&page_size=1", key).list("results"))
                .hasSize(1);
        assertThat(server.get("/mem0/memories?user_id=ada&top_k=3", key).list("results"))
                .hasSize(3);
    }

    @Test
    void an_update_is_a_new_version_and_the_history_has_both() {
        String id = tea();

        Answer updated =
                put(MEMORY + id + "/", "{'text':'I drink water.','metadata':{'size':4},'expiration_date':null}");
        Answer again = put("/mem0/memories/" + id, "{'metadata':{'size':5}}");

        assertThat(updated.json())
                .containsEntry("memory", "I drink water.")
                .containsEntry("metadata", Map.of("topic", "drinks", "size", 4L))
                .containsEntry("run_id", "r1")
                .containsEntry("agent_id", "butler");
        assertThat(again.json()).containsKey("message");
        Answer history = server.get(MEMORY + id + "/history/", key);
        assertThat(history.body())
                .contains("\"old_memory\":null,\"new_memory\":\"I drink green tea.\",\"event\":\"ADD\"")
                .contains(
                        "\"old_memory\":\"I drink green tea.\",\"new_memory\":\"I drink water.\",\"event\":\"UPDATE\"");
        assertThat(server.get("/mem0/memories/" + id + "/history", key).body()).isEqualTo(history.body());
        assertThat(ada().archive().profile().counts().values()).containsExactly(1L);
    }

    @Test
    void an_update_without_a_text_keeps_the_origin_of_the_text() {
        Origin page = new Origin(Origin.Source.TOOL, "crawler");
        ada().remember(NewEpisode.of(Message.assistant("The tower is open.")).origin(page));
        Object id = all("ada").get(0).get("id");

        put(MEMORY + id + "/", "{'metadata':{'topic':'towers'},'timestamp':1767225600}");
        assertThat(only().origin().agreesWith(page)).isTrue();

        put(MEMORY + id + "/", "{'text':'The tower is closed.'}");
        assertThat(only().origin().source()).isEqualTo(Origin.Source.ASSISTANT);
        assertThat(only().trust()).isEqualTo(Trust.TOOL);
        assertThat(only().metadata()).containsEntry("topic", "towers");
    }

    private Episode only() {
        return (Episode) ada().archive().exportAll().findFirst().orElseThrow();
    }

    @Test
    void a_derived_fact_is_updated_and_its_history_kept() {
        ada().remember(NewEpisode.of(Message.user("I live in Oslo.")));
        ada().consolidate();
        Object id = all("ada").stream()
                .filter(memory -> "fact".equals(memory.get("memory_type")))
                .findFirst()
                .orElseThrow()
                .get("id");

        Answer updated = put(MEMORY + id + "/", "{'text':'Ada lives in Bergen.'}");

        assertThat(updated.json())
                .containsEntry("memory", "Ada lives in Bergen.")
                .containsEntry("id", id);
        assertThat(server.get(MEMORY + id + "/history/", key).body()).contains("UPDATE", "Ada lives in Bergen.");
        assertThat(put(MEMORY + id + "/", "{'metadata':{'a':1}}").status()).isEqualTo(400);
    }

    @Test
    void a_deleted_memory_is_gone_with_its_history() {
        String id = tea();

        assertThat(server.delete(MEMORY + id + "/", key).status()).isEqualTo(200);
        assertThat(server.delete(MEMORY + id + "/", key).status()).isEqualTo(404);
        assertThat(server.get(MEMORY + id + "/", key).status()).isEqualTo(404);
        assertThat(server.get(MEMORY + id + "/history/", key).status()).isEqualTo(404);
        assertThat(all("ada")).isEmpty();
    }

    @Test
    void a_deletion_with_linked_memories_takes_the_facts_that_it_ended() {
        ada().facts().remember(NewFact.of("ada", "lives in", "Oslo").id("f1"));
        ada().facts().remember(NewFact.of("ada", "lives in", "Bergen").id("f2"));
        assertThat(all("ada")).extracting("memory").containsExactly("ada lives in Bergen");
        assertThat(post(LIST, "{'filters':{'user_id':'ada'},'latest_only':false}")
                        .at("count"))
                .isEqualTo(2L);
        Object bergen = all("ada").get(0).get("id");

        server.delete(MEMORY + bergen + "/?delete_linked=true", key);

        assertThat(all("ada")).isEmpty();
        assertThat(ada().facts().find("f1")).isEmpty();
    }

    @Test
    void a_batch_is_checked_before_its_first_change() {
        String id = tea();
        String other = tea();
        String two = "{'memories':[{'memory_id':'" + id + "','text':'x'},{'memory_id':'nope','text':'y'}]}";

        assertThat(put("/mem0/v1/batch/", two).status()).isEqualTo(404);
        assertThat(server.send(
                                "DELETE",
                                "/mem0/v1/batch/",
                                two.replace('\'', '"').replace(",\"text\":\"x\"", ""),
                                key)
                        .status())
                .isEqualTo(404);
        assertThat(all("ada"))
                .extracting("memory")
                .containsOnly("I drink green tea.")
                .hasSize(2);

        assertThat(put("/mem0/v1/batch/", "{'memories':[{'memory_id':'" + id + "','text':'x'}]}")
                        .status())
                .isEqualTo(200);
        String erased = "{\"memories\":[{\"memory_id\":\"" + other + "\"}]}";
        assertThat(server.send("DELETE", "/mem0/v1/batch/", erased, key).status())
                .isEqualTo(200);
        assertThat(all("ada")).extracting("memory").containsExactly("x");
    }

    @Test
    void entries_of_other_doors_are_memories_whatever_their_metadata() {
        ada().remember(NewEpisode.of(Message.user("Tea."))
                .session("*")
                .metadata(Map.of("agent_id", "*", "app_id", 7L)));
        ada().blocks().remember("persona", "Kind to tea.");

        assertThat(all("ada"))
                .singleElement()
                .satisfies(memory -> assertThat(memory)
                        .containsEntry("memory", "Tea.")
                        .containsEntry("run_id", "*")
                        .containsEntry("app_id", null));
        assertThat(post(SEARCH, "{'query':'tea','filters':{'user_id':'ada'}}").list("results"))
                .hasSize(1);
    }
}
