package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of messages as the APIs of OpenAI take them, in each of their shapes. */
class ImportMessageListsTest {

    private static final String LIST = """
            [{"role": "system", "content": "Be kind."},
             {"role": "user", "content": [{"type": "text", "text": "What is this?"},
               {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]},
             {"role": "assistant", "content": null, "tool_calls": [
               {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{\\"deep\\":true}"}}]},
             {"role": "tool", "tool_call_id": "c1", "content": "a lamp"},
             {"role": "assistant", "content": "A lamp."},
             {"role": "user", "content": "Thanks."},
             {"role": "assistant", "content": "Welcome."}]
            """;

    @TempDir
    Path temporary;

    @Test
    void a_list_is_a_session_named_by_its_file() throws IOException {
        ForeignMemory lists = file("lamp.json", LIST);

        Run run = lists.take();

        assertThat(run.err())
                .isEqualTo("Imported: 2 new, 0 unchanged, 0 changed, 0 bad rows; 2 times missing, set to the time of"
                        + " the import; left out: system prompts (1).\n");
        assertThat(lists.shell().texts("lamp.json"))
                .containsExactly(
                        "user: What is this?",
                        "assistant: ",
                        "tool: a lamp",
                        "assistant: A lamp.",
                        "user: Thanks.",
                        "assistant: Welcome.");
        assertThat(lists.exported())
                .anyMatch(line -> line.contains("\"parts\":[{\"type\":\"image\",\"mediaType\":\"image/png\",\"size\":3,"
                        + "\"sha256\":\"709e80c88487a2411e1ee4dfb9f22a861492d20c4765150c0c794abd70f8147c\"}]"))
                .noneMatch(line -> line.contains("AAAA"));
        lists.assertThatASecondTimeWritesNothing(2);
    }

    @Test
    void a_line_or_an_object_with_messages_is_a_session_with_its_id_title_and_time() throws IOException {
        ForeignMemory lines = file("calls.jsonl", """
                {"id": "s1", "title": "Tea", "created_at": 1767225600, "messages": [{"role": "user", "content": "Tea?"}, {"role": "assistant", "content": "Green."}]}
                {"messages": [{"role": "user", "content": "Milk?", "timestamp": "2026-01-02T08:00:00Z"}]}
                [{"role": "user", "content": "Sugar?"}]
                {"custom_id": "b1", "body": {"input": [{"role": "user", "content": "Honey?"}, {"type": "function_call", "call_id": "c", "name": "shelf", "arguments": "{}"}, {"type": "function_call_output", "call_id": "c", "output": "none"}]}}
                """);

        Run run = lines.take();

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(lines.shell().texts("s1")).containsExactly("user: Tea?", "assistant: Green.");
        assertThat(lines.shell().texts("calls.jsonl 2")).containsExactly("user: Milk?");
        assertThat(lines.shell().texts("calls.jsonl 3")).containsExactly("user: Sugar?");
        assertThat(lines.shell().texts("b1")).containsExactly("user: Honey?", "assistant: ", "tool: none");
        assertThat(lines.exported())
                .anyMatch(line -> line.contains("Tea?") && line.contains("\"occurredAt\":\"2026-01-01T00:00:00Z\""))
                .anyMatch(line -> line.contains("Milk?") && line.contains("\"occurredAt\":\"2026-01-02T08:00:00Z\""));
        lines.assertThatASecondTimeWritesNothing(4);
    }

    @Test
    void a_list_of_lists_has_a_session_for_each() throws IOException {
        ForeignMemory lists = file(
                "two.json", "[[{\"role\":\"user\",\"content\":\"One\"}],[{\"role\":\"user\",\"content\":\"Two\"}]]");

        assertThat(lists.take().err()).contains("2 new");
        assertThat(lists.shell().texts("two.json")).containsExactly("user: One");
        assertThat(lists.shell().texts("two.json 2")).containsExactly("user: Two");
    }

    @Test
    void half_surrogates_are_replaced_and_messages_without_a_role_are_named() throws IOException {
        ForeignMemory lists = file(
                "odd.json",
                "{\"messages\": [{\"role\": \"user\", \"content\": \"Half \\ud83d\"},"
                        + "{\"type\": \"message\", \"content\": \"x\"}, {\"role\": \"user\", \"content\": 7}]}");

        Run run = lists.take();

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("message 2: field 'messages[1].role' is missing")
                .contains("message 3: field 'content' is 7; use a text or an array of blocks")
                .contains("1 new");
        assertThat(lists.shell().texts("odd.json 1")).containsExactly("user: Half \uFFFD");
    }

    private ForeignMemory file(String name, String text) throws IOException {
        Path file = Files.writeString(temporary.resolve(name), text);
        return new ForeignMemory(new TestShell(temporary.resolve("memory")), "openai", file.toString());
    }
}
