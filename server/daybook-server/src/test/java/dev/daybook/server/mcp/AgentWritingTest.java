package dev.daybook.server.mcp;

import static dev.daybook.server.mcp.ServedMcp.answer;
import static dev.daybook.server.mcp.ServedMcp.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Trust;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import io.modelcontextprotocol.client.McpSyncClient;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent may take back and correct, the notes and blocks that it makes, and how strictly its arguments are read. */
class AgentWritingTest {

    @TempDir
    Path folder;

    private ServedMcp served;
    private McpSyncClient client;
    private Memory ada;

    @BeforeEach
    void connect() {
        served = ServedMcp.offering(folder, new AgentOptions(true, false));
        client = served.client(served.key(ServedMcp.user("ada")));
        ada = served.memory(ServedMcp.user("ada"));
    }

    @AfterEach
    void disconnect() {
        client.close();
        served.close();
    }

    private String remembered(String text) {
        return String.valueOf(answer(client, "remember", Map.of("text", text, "session", "s1"))
                .get("id"));
    }

    @Test
    void an_agent_corrects_its_entry_by_id_in_the_same_place_and_time() {
        String id = remembered("Ada's train leaves at nine.");
        var before = ada.find(Episode.class, id).orElseThrow();

        Map<String, Object> corrected =
                answer(client, "remember", Map.of("text", "Ada's train leaves at ten.", "id", id));

        assertThat(corrected).containsEntry("id", id).containsEntry("session", "s1");
        assertThat(ada.recall(Query.of("train"))).singleElement().satisfies(hit -> {
            assertThat(hit.text()).contains("at ten");
            assertThat(hit.occurredAt()).isEqualTo(before.occurredAt());
        });
        assertThat(refusal(client, "remember", Map.of("text", "x", "id", "none")))
                .contains("no such entry");
    }

    @Test
    void a_correction_keeps_the_metadata_of_the_entry() {
        String id = ada.remember(NewEpisode.of(Message.assistant("Nine."))
                        .origin(WritingTools.AGENT)
                        .metadata(Map.of("topic", "trains")))
                .id();

        answer(client, "remember", Map.of("text", "Ten.", "id", id));

        assertThat(ada.find(Episode.class, id)).hasValueSatisfying(corrected -> {
            assertThat(corrected.messages()).containsExactly(Message.assistant("Ten."));
            assertThat(corrected.metadata()).isEqualTo(Map.of("topic", "trains"));
        });
    }

    @Test
    void an_agent_forgets_its_entry_by_id_and_nothing_else() {
        String own = remembered("Ada's train leaves at nine.");
        String other = ada.session("s1")
                .remember(Message.user("My flat is on the third floor."))
                .id();

        assertThat(refusal(client, "forget", Map.of("id", other))).contains("no agent wrote");
        assertThat(refusal(client, "remember", Map.of("text", "x", "id", other)))
                .contains("no agent wrote");
        assertThat(refusal(client, "forget", Map.of("id", "none"))).contains("no such entry");
        assertThat(refusal(client, "forget", Map.of("id", own, "session", "s1")))
                .contains("give either 'id'");
        assertThat(ServedMcp.forget(client, Map.of("id", own)).get("counts")).isEqualTo(Map.of("episode", 1));

        assertThat(ada.recall(Query.of("")))
                .singleElement()
                .satisfies(hit -> assertThat(hit.id()).isEqualTo(other));
    }

    @Test
    void a_block_that_an_agent_changed_is_erased_with_the_source_of_its_text() {
        String id =
                ada.session("s1").remember(Message.user("I moved to Lisbon.")).id();
        long version = ada.blocks()
                .remember(NewBlock.of("home", "Ada lives in Lisbon.")
                        .agentWritable(true)
                        .sources(List.of(new EntryRef(ada.scope(), Kind.EPISODE, id))))
                .revision();
        answer(
                client,
                "update_block",
                Map.of("name", "home", "content", "Ada lives in Lisbon and likes it.", "version", version));

        ada.forget(Selection.session("s1"));

        assertThat(ada.blocks().list()).isEmpty();
    }

    @Test
    void notes_are_added_found_and_taken_back() {
        ada.notes().remember(List.of("The boiler is under the stairs."));
        Map<String, Object> added = answer(client, "add_note", Map.of("text", "Ada prefers tea to coffee."));

        assertThat(added).containsEntry("durable", true);
        assertThat(answer(client, "search_notes", Map.of("query", "tea", "limit", 1))
                        .toString())
                .contains("kind=note", "prefers tea", "trust=assistant")
                .doesNotContain("boiler");
        assertThat(answer(client, "search_notes", Map.of("query", "")).toString())
                .contains("boiler", "prefers tea");
        assertThat(refusal(client, "add_note", Map.of("text", "  "))).contains("'text' is blank");
        Note tea = ada.notes().latest(0, 1).get(0);
        assertThat(tea.trust()).isEqualTo(Trust.ASSISTANT);
        assertThat(refusal(client, "remember", Map.of("text", "x", "id", String.valueOf(added.get("id")))))
                .contains("'add_note'");
        Note boiler = ada.notes().latest(1, 1).get(0);
        assertThat(refusal(client, "forget", Map.of("id", boiler.id()))).contains("no agent wrote");

        ServedMcp.forget(client, Map.of("id", tea.id()));

        assertThat(ada.notes().list()).containsExactly(boiler);
        assertThat(ada.find(Episode.class, String.valueOf(added.get("id")))).isEmpty();
    }

    @Test
    void blocks_are_made_where_that_is_allowed_and_not_without_end() {
        Map<String, Object> made = answer(client, "update_block", block("plan", "Buy seeds."));

        assertThat(made).containsEntry("agentWritable", true).containsEntry("maxLength", WritingTools.MAX_BLOCK_LENGTH);
        assertThat(ada.blocks().find("plan"))
                .hasValueSatisfying(
                        block -> assertThat(block.origin().withKey(null)).isEqualTo(WritingTools.AGENT));
        assertThat(refusal(client, "update_block", block("plan", "Buy none."))).contains("version");
        assertThat(refusal(client, "update_block", block("memories/../plan.md", "x")))
                .contains("name of a memory file");
        for (int i = 1; i < WritingTools.MAX_BLOCKS; i++) {
            answer(client, "update_block", block("more" + i, "Something."));
        }
        assertThat(refusal(client, "update_block", block("one too many", "x"))).contains("the most");
        assertThat(ada.blocks().list()).hasSize(WritingTools.MAX_BLOCKS);
    }

    private static Map<String, Object> block(String name, String content) {
        return Map.of("name", name, "content", content, "version", "0");
    }

    @Test
    void quoted_numbers_and_messages_of_chat_apis_are_parsed() {
        answer(
                client,
                "remember",
                Map.of(
                        "session",
                        "s1",
                        "messages",
                        List.of(
                                Map.of("role", "user", "content", "Which bus?"),
                                Map.of(
                                        "role",
                                        "assistant",
                                        "content",
                                        List.of(
                                                Map.of("type", "text", "text", "The seven."),
                                                Map.of("type", "text", "text", "Or the nine."))))));

        assertThat(ada.session("s1").turns(9))
                .extracting(turn -> turn.message().text())
                .containsExactly("Which bus?", "The seven.\nOr the nine.");
        assertThat((List<?>) answer(client, "recall", Map.of("query", "", "limit", "1"))
                        .get("hits"))
                .hasSize(1);
        assertThat(answer(client, "context", Map.of("prompt", "bus", "maxTokens", "0")))
                .containsEntry("text", "");
        assertThat(answer(client, "recall", Map.of("query", "bus", "minimumConfidence", "0.5")))
                .containsKey("hits");
        assertThat(answer(client, "context", Map.of("prompt", "bus", "relevanceFloor", "0")))
                .containsKey("text");
        assertThat(refusal(client, "recall", Map.of("query", "", "minimumConfidence", "high")))
                .contains("'minimumConfidence' is the text 'high'");
        assertThat(refusal(client, "recall", Map.of("query", "", "limit", "three")))
                .contains("'limit' is the text");
        assertThat(refusal(client, "recall", Map.of("query", "", "limit", "0"))).contains("use 1 to 100");
        assertThat(refusal(client, "context", Map.of("prompt", "tea", "maxTokens", -1)))
                .contains("'maxTokens' is -1; use 0 or more");
        Map<String, Object> strange = Map.of("messages", List.of(Map.of("role", "user", "content", Map.of("a", 1))));
        assertThat(refusal(client, "remember", strange)).contains("messages[0].content");
        Map<String, Object> both = Map.of("messages", List.of(Map.of("role", "user", "content", "a", "text", "b")));
        assertThat(refusal(client, "remember", both)).contains("messages[0].content");
    }

    @Test
    void a_day_is_from_where_it_begins_to_where_it_ends() {
        for (String at : List.of("2026-05-07T23:59:59Z", "2026-05-08T00:00:00Z", "2026-05-08T23:59:59Z")) {
            ada.remember(NewEpisode.of(Message.user("It is " + at)).occurredAt(OffsetDateTime.parse(at)));
        }

        assertThat(answer(client, "recall", Map.of("query", "", "from", "2026-05-08", "to", "2026-05-08"))
                        .toString())
                .contains("It is 2026-05-08T00:00:00Z", "It is 2026-05-08T23:59:59Z")
                .doesNotContain("It is 2026-05-07");
        assertThat(refusal(client, "recall", Map.of("query", "", "from", "2026-02-30")))
                .contains("'from' is");
        assertThat(ServedMcp.forget(client, Map.of("before", "2026-05-08")).get("counts"))
                .isEqualTo(Map.of("episode", 1));
        assertThat(ada.recall(Query.of(""))).hasSize(2);
    }

    @Test
    void words_that_an_agent_reports_never_read_as_the_words_of_the_user() {
        Map<String, Object> reported = Map.of("role", "user", "text", "The heron is mine.");
        answer(client, "remember", Map.of("session", "s1", "messages", List.of(reported)));

        for (String session : List.of("s1", "s2")) {
            assertThat(String.valueOf(answer(client, "context", Map.of("prompt", "heron", "session", session))
                            .get("text")))
                    .contains("\n> [trust: assistant] user: The heron is mine.");
        }
        assertThat((List<?>) answer(client, "recall", Map.of("query", "heron")).get("hits"))
                .singleElement()
                .satisfies(hit -> assertThat(hit.toString()).contains("trust=assistant"));
    }

    @Test
    void a_note_of_an_agent_has_the_agent_as_origin() {
        String id = String.valueOf(
                answer(client, "add_note", Map.of("text", "Ada prefers tea.")).get("id"));

        assertThat(ada.find(Episode.class, id))
                .hasValueSatisfying(episode -> assertThat(episode.origin().withKey(null))
                        .isEqualTo(new Origin(Origin.Source.ASSISTANT, "mcp")));
    }
}
