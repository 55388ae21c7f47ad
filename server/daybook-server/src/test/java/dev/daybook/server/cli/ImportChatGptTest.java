package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversations in the form of ChatGPT's export: a tree of nodes with a current one. */
class ImportChatGptTest {

    private static final String TREE = """
            [{"id": "c1", "conversation_id": "c1", "title": "Garden plans", "create_time": 1767225600.25,
              "update_time": 1767225700.0, "current_node": "a2", "mapping": {
              "root": {"id": "root", "message": null, "parent": null, "children": ["s1"]},
              "s1": {"id": "s1", "parent": "root", "children": ["i1"], "message": {"id": "s1", "author": {"role": "system"},
                "content": {"content_type": "text", "parts": ["You garden."]}, "weight": 0.0, "recipient": "all"}},
              "i1": {"id": "i1", "parent": "s1", "children": ["u1"], "message": {"id": "i1", "author": {"role": "user"},
                "content": {"content_type": "user_editable_context", "user_profile": "x", "user_instructions": "y"},
                "metadata": {"is_visually_hidden_from_conversation": true}, "recipient": "all"}},
              "u1": {"id": "u1", "parent": "i1", "children": ["t1", "a9"], "message": {"id": "u1", "author": {"role": "user"},
                "create_time": 1767225601.5, "content": {"content_type": "multimodal_text", "parts": [
                  {"content_type": "image_asset_pointer", "asset_pointer": "sediment://file_77", "width": 8, "height": 8},
                  {"content_type": "audio_transcription", "text": "Is this a fern?"}]},
                "metadata": {"attachments": [{"id": "file_77", "name": "leaf.png"}, {"id": "file_78", "name": "beds.csv"}]},
                "recipient": "all"}},
              "t1": {"id": "t1", "parent": "u1", "children": ["p1"], "message": {"id": "t1", "author": {"role": "assistant"},
                "content": {"content_type": "thoughts", "thoughts": [{"summary": "Fern", "content": "Hm."}]}, "recipient": "all"}},
              "p1": {"id": "p1", "parent": "t1", "children": ["r1"], "message": {"id": "p1", "author": {"role": "assistant"},
                "content": {"content_type": "code", "language": "python", "text": "look()"}, "recipient": "python",
                "create_time": 1767225602}},
              "r1": {"id": "r1", "parent": "p1", "children": ["a1"], "message": {"id": "r1",
                "author": {"role": "tool", "name": "python"}, "content": {"content_type": "execution_output", "text": "fern"},
                "recipient": "all", "create_time": 1767225603}},
              "a1": {"id": "a1", "parent": "r1", "children": ["u2"], "message": {"id": "a1", "author": {"role": "assistant"},
                "content": {"content_type": "text", "parts": ["It is a fern\\ue200cite\\ue202turn0search0\\ue201."]},
                "recipient": "all", "create_time": 1767225604, "metadata": {"model_slug": "gpt-5"}}},
              "a9": {"id": "a9", "parent": "u1", "children": [], "message": {"id": "a9", "author": {"role": "assistant"},
                "content": {"content_type": "text", "parts": ["It is moss."]}, "recipient": "all"}},
              "u2": {"id": "u2", "parent": "a1", "children": ["a2"], "message": {"id": "u2", "author": {"role": "user"},
                "content": {"content_type": "text", "parts": ["Thanks."]}, "recipient": "all", "create_time": null}},
              "a2": {"id": "a2", "parent": "u2", "children": [], "message": {"id": "a2", "author": {"role": "assistant"},
                "content": {"content_type": "text", "parts": ["Gladly."]}, "recipient": "all"}}}}]
            """;

    @TempDir
    Path temporary;

    private ForeignMemory chats;

    @BeforeEach
    void take() throws IOException {
        chats = file(TREE);
    }

    @Test
    void the_current_branch_becomes_a_session_with_an_episode_for_each_turn() {
        Run run = chats.take("--user", "ada");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.err())
                .isEqualTo("Imported: 2 new, 0 unchanged, 0 changed, 0 bad rows; 1 time missing, taken from the entry"
                        + " before; left out: messages of other branches (1), system prompts (1), custom instructions"
                        + " (1), thoughts of the model (1).\n");
        assertThat(messages("--user", "ada"))
                .extracting(message -> message.get("role") + ": " + message.get("text"))
                .containsExactly(
                        "user: Is this a fern?",
                        "assistant: ",
                        "tool: fern",
                        "assistant: It is a fern.",
                        "user: Thanks.",
                        "assistant: Gladly.");
        assertThat(chats.shell().run("sessions", "--user", "ada").out()).contains("Garden plans");
    }

    @Test
    void images_recordings_and_attachments_are_parts_of_their_message() throws IOException {
        ForeignMemory memos = file(TREE.replace(
                        "{\"content_type\": \"audio_transcription\"",
                        "{\"content_type\": \"real_time_user_audio_video_asset_pointer\", \"audio_asset_pointer\":"
                                + " {\"asset_pointer\": \"sediment://file_79\", \"size_bytes\": 7}},"
                                + " {\"content_type\": \"audio_transcription\"")
                .replace(
                        "\"name\": \"leaf.png\"",
                        "\"name\": \"leaf.png\", \"size\": 12, \"mime_type\": \"image/png\""));
        memos.take();

        assertThat(memos.exported())
                .anyMatch(line -> line.contains(
                        "\"text\":\"Is this a fern?\",\"parts\":[{\"type\":\"image\",\"mediaType\":\"image/png\","
                                + "\"uri\":\"sediment://file_77\",\"name\":\"leaf.png\",\"size\":12},"
                                + "{\"type\":\"audio\",\"uri\":\"sediment://file_79\",\"size\":7},"
                                + "{\"type\":\"file\",\"uri\":\"file_78\",\"name\":\"beds.csv\"}]"));
        assertThat(memos.shell().run("recall", "leaf.png").out())
                .contains("[image: leaf.png] [audio] [file: beds.csv]");
    }

    @Test
    void an_image_without_a_text_is_a_message() throws IOException {
        ForeignMemory image = file(TREE.replace("\"text\": \"Is this a fern?\"", "\"text\": \"\""));

        assertThat(image.take().err()).contains("2 new").doesNotContain("without text");
    }

    @Test
    void calls_of_tools_times_and_the_model_are_kept() {
        chats.take();

        assertThat(chats.exported())
                .anyMatch(line -> line.contains("\"occurredAt\":\"2026-01-01T00:00:01.5Z\"")
                        && line.contains("\"toolCalls\":[{\"id\":\"p1\",\"name\":\"python\",\"arguments\":\"look()\"")
                        && line.contains("\"toolCallId\":\"p1\"")
                        && line.contains("\"model\":\"gpt-5\"")
                        && line.contains("\"trust\":\"import\""))
                .anyMatch(line -> line.contains("Thanks.") && line.contains("\"occurredAt\":\"2026-01-01T00:00:04Z\""));
    }

    @Test
    void all_branches_are_imported_on_request_each_message_once() {
        Run run = chats.take("--all-branches");

        assertThat(run.err()).contains("3 new").doesNotContain("other branches");
        assertThat(messages())
                .extracting(message -> message.get("text"))
                .containsOnlyOnce("It is moss.", "It is a fern.", "Thanks.");
    }

    @Test
    void a_second_import_writes_nothing_and_a_later_export_adds_the_new_turns() throws IOException {
        chats.assertThatASecondTimeWritesNothing(2);
        String later = TREE.replace("\"current_node\": \"a2\"", "\"current_node\": \"u3\"")
                .replace("\"a2\": {\"id\"", """
                        "u3": {"id": "u3", "parent": "a2", "children": [], "message": {"id": "u3", "author": {"role": "user"},
                          "content": {"content_type": "text", "parts": ["One more."]}, "recipient": "all"}}, "a2": {"id\"""");

        assertThat(file(later).take().err()).contains("1 new, 2 unchanged, 0 changed");
    }

    @Test
    void cycles_and_lost_parents_are_reported_and_the_rest_is_imported() throws IOException {
        Run cycle =
                file(TREE.replace("\"parent\": \"root\"", "\"parent\": \"u1\"")).take();
        Run lost =
                file(TREE.replace("\"parent\": \"i1\"", "\"parent\": \"gone\"")).take();
        Run endless = file(conversation("{\"a\": {\"parent\": \"b\"}, \"b\": {\"parent\": \"a\"}}"))
                .take();

        assertThat(cycle.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(cycle.err())
                .contains("session 'c1': the messages form a cycle at 'u1'")
                .contains("2 new");
        assertThat(lost.err())
                .contains("session 'c1': the parent 'gone' of a message is missing")
                .contains("2 unchanged");
        assertThat(endless.err()).contains("the messages form a cycle, and none is the last");
    }

    @Test
    void seconds_and_milliseconds_are_told_apart_and_times_in_the_future_are_not_believed() throws IOException {
        String later = TREE.replace("1767225601.5", "1767225601500");

        Run run = file(later).take();

        assertThat(chats.exported()).anyMatch(line -> line.contains("\"occurredAt\":\"2026-01-01T00:00:01.5Z\""));
        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(file(TREE.replace("1767225602}", "99999999999}")).take().err())
                .contains("1 time in the future");
    }

    @Test
    void a_repeated_conversation_and_a_broken_one_are_named_and_the_others_go_on() throws IOException {
        String one = TREE.strip().substring(1, TREE.strip().length() - 1);
        Run run = file("[" + one + ", " + one + ", {\"mapping\": {}}, {\"mapping\": 7}, "
                        + one.replace("\"c1\"", "\"c2\"") + "]")
                .take();

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("session 'c1': the session occurs twice")
                .contains("conversation 3: field 'id' is missing")
                .contains("conversation 4: field 'id' is missing")
                .contains("4 new");
    }

    @Test
    void a_truncated_file_keeps_its_whole_conversations() throws IOException {
        String one = TREE.strip().substring(0, TREE.strip().length() - 1);

        Run run = file(one + "," + one.substring(1, 900)).take();

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("conversation 2: the file ends inside it")
                .contains("2 new");
    }

    private static String conversation(String mapping) {
        return "[{\"id\": \"c\", \"title\": \"T\", \"mapping\": " + mapping + "}]";
    }

    private List<Map<String, Object>> messages(String... options) {
        List<String> history = List.of("history", "--session", "c1", "--json", "--limit", "100");
        return chats.shell().run(ForeignMemory.words(history, options)).list("messages");
    }

    private ForeignMemory file(String text) throws IOException {
        Path file = Files.writeString(temporary.resolve("conversations.json"), text);
        return new ForeignMemory(new TestShell(temporary.resolve("memory")), "chatgpt", file.toString());
    }
}
