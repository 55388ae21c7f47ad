package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages and episodes of Zep Cloud and Graphiti, in each of their shapes. */
class ImportZepTest {

    @TempDir
    Path temporary;

    @Test
    void messages_of_a_thread_are_turns_of_a_session_named_by_the_file() throws IOException {
        ForeignMemory page = file("thread-1.json", """
                {"messages": [{"uuid": "m1", "content": "Ring it.", "name": "Ada", "role": "user", "created_at": "2025-05-01T08:00:00Z", "metadata": {"stars": 5, "tags": ["a", "b"]}},
                  {"uuid": "m2", "content": "It rings.", "role": "assistant", "created_at": "2025-05-01T08:00:01Z"},
                  {"uuid": "m3", "content": "Be kind.", "role": "system", "created_at": "2025-05-01T08:00:02Z"}], "row_count": 3, "total_count": 3}
                """);

        Run run = page.take();

        assertThat(run.err())
                .isEqualTo("Imported: 1 new, 0 unchanged, 0 changed, 0 bad rows; left out: system prompts (1).\n");
        assertThat(page.shell().texts("thread-1.json")).containsExactly("user: Ring it.", "assistant: It rings.");
        assertThat(page.exported())
                .anyMatch(line -> line.contains("\"name\":\"Ada\"")
                        && line.contains("\"metadata\":{\"stars\":5,\"tags\":\"a\\nb\"}"));
        page.assertThatASecondTimeWritesNothing(1);
    }

    @Test
    void the_fields_of_each_version_name_thread_speaker_and_time() throws IOException {
        ForeignMemory pages = file("pages.jsonl", """
                {"session_id": "v2", "messages": [{"uuid": "a", "content": "Two.", "role": "Ada", "role_type": "user", "created_at": "2025-05-02T08:00:00Z"}]}
                {"episodes": [{"uuid": "b", "content": "Three.", "source": "message", "role": "Bo", "role_type": "assistant", "thread_id": "v3", "created_at": "2025-05-03T08:00:00Z"}]}
                {"items": [{"uuid": "c", "content": "Four.", "source": "message", "role": "user", "role_name": "Cy", "thread_uuid": "v4", "reference_time": "2025-05-04T08:00:00Z", "created_at": "2026-01-01T00:00:00Z"}], "next_cursor": null}
                """);

        assertThat(pages.take().err()).startsWith("Imported: 3 new");
        assertThat(pages.exported())
                .anyMatch(line -> line.contains("\"session\":\"v2\"")
                        && line.contains("{\"role\":\"user\",\"name\":\"Ada\",\"text\":\"Two.\"}"))
                .anyMatch(line -> line.contains("\"session\":\"v3\"")
                        && line.contains("{\"role\":\"assistant\",\"name\":\"Bo\",\"text\":\"Three.\"}"))
                .anyMatch(line -> line.contains("\"session\":\"v4\"")
                        && line.contains("{\"role\":\"user\",\"name\":\"Cy\",\"text\":\"Four.\"}")
                        && line.contains("\"occurredAt\":\"2025-05-04T08:00:00Z\""));
    }

    @Test
    void episodic_nodes_of_graphiti_are_read_by_their_source() throws IOException {
        ForeignMemory nodes = file("nodes.json", """
                [{"uuid": "e1", "name": "n", "group_id": "g", "labels": [], "created_at": "2025-06-01T08:00:00Z", "source": "message",
                  "source_description": "chat", "content": "Ada(user): It is\\nlate: nine.\\nassistant: Noted.", "valid_at": "2025-05-01T08:00:00Z", "entity_edges": []},
                 {"uuid": "e2", "name": "n", "group_id": "g", "created_at": "2025-06-01T08:00:00Z", "source": "message", "content": "Bo: Hi.", "valid_at": "2025-05-01T09:00:00Z"},
                 {"uuid": "e3", "name": "n", "group_id": "h", "created_at": "2025-06-01T08:00:00Z", "source": "json", "content": "{\\"bell\\": 1}", "valid_at": "2025-05-02T08:00:00Z"},
                 {"type": "node", "labels": ["Episodic"], "properties": {"uuid": "e4", "group_id": "h", "source": "text", "content": "A text.", "valid_at": "2025-05-03T08:00:00Z"}},
                 {"uuid": "f1", "name": "RINGS", "fact": "Ada rings.", "group_id": "h", "created_at": "2025-06-01T08:00:00Z"}]
                """);

        assertThat(nodes.take().err())
                .startsWith("Imported: 4 new")
                .endsWith("left out: nodes and edges of the graph (1).\n");
        assertThat(nodes.shell().texts("g"))
                .containsExactly("user: It is\nlate: nine.", "assistant: Noted.", "user: Hi.");
        assertThat(nodes.shell().texts("h")).containsExactly("user: {\"bell\": 1}", "user: A text.");
        assertThat(nodes.exported())
                .anyMatch(line ->
                        line.contains("\"name\":\"Ada\"") && line.contains("\"occurredAt\":\"2025-05-01T08:00:00Z\""))
                .anyMatch(line -> line.contains("{\"role\":\"user\",\"name\":\"Bo\",\"text\":\"Hi.\"}"));
    }

    @Test
    void a_list_that_begins_with_the_newest_pairs_no_answer_with_a_later_question() throws IOException {
        ForeignMemory newest = file("newest.json", """
                [{"uuid": "m2", "content": "Two?", "role": "user", "created_at": "2025-05-01T08:02:00Z"},
                 {"uuid": "m1", "content": "It is one.", "role": "assistant", "created_at": "2025-05-01T08:01:00Z"}]
                """);

        Run run = newest.take();

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).startsWith("Imported: 2 new");
    }

    private ForeignMemory file(String name, String json) throws IOException {
        Path file = Files.writeString(temporary.resolve(name), json);
        return new ForeignMemory(new TestShell(temporary.resolve("memory")), "zep", file.toString());
    }
}
