package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversations in the forms of claude.ai's export: texts only, and content blocks with parents. */
class ImportClaudeTest {

    private static final String TEXTS = """
            [{"uuid": "c1", "name": "Trip", "created_at": "2025-03-01T10:00:00.000000Z", "account": {"uuid": "x"},
              "chat_messages": [
              {"uuid": "m1", "text": "Where to?", "sender": "human", "created_at": "2025-03-01T10:00:01.000000Z",
               "attachments": [{"file_name": "plan.txt", "file_size": 9, "file_type": "txt", "extracted_content": "Day one: the coast."}],
               "files": [{"file_name": "map.png"}]},
              {"uuid": "m2", "text": "To the coast.", "sender": "assistant", "created_at": "2025-03-01T10:00:02.000000Z"}]}]
            """;

    private static final String BLOCKS = """
            [{"uuid": "c2", "name": "", "created_at": "2025-09-01T10:00:00Z", "chat_messages": [
              {"uuid": "m1", "text": "", "sender": "human", "created_at": "2025-09-01T10:00:01Z",
               "parent_message_uuid": "00000000-0000-4000-8000-000000000000",
               "content": [{"type": "text", "text": "Count the boats."}]},
              {"uuid": "m2", "text": "", "sender": "assistant", "created_at": "2025-09-01T10:00:02Z", "parent_message_uuid": "m1",
               "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Counting."},
                 {"type": "tool_use", "id": "t1", "name": "boats", "input": {"bay": "north"}},
                 {"type": "tool_result", "tool_use_id": "t1", "name": "boats", "content": [{"type": "text", "text": "seven"}]},
                 {"type": "text", "text": "Seven boats."}, {"type": "sparkle"}]},
              {"uuid": "m3", "text": "", "sender": "assistant", "created_at": "2025-09-01T10:00:03Z", "parent_message_uuid": "m1",
               "content": [{"type": "text", "text": "Eight boats."}]}]}]
            """;

    @TempDir
    Path temporary;

    @Test
    void texts_become_turns_and_the_text_of_an_attachment_is_no_word_of_the_user() throws IOException {
        ForeignMemory claude = file(TEXTS);

        Run run = claude.take("--mine");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(claude.shell().run("history", "--session", "c1", "--json").list("messages"))
                .extracting(message -> message.get("role") + " " + message.get("trust") + ": " + message.get("text"))
                .containsExactly(
                        "user user: Where to?", "tool tool: Day one: the coast.", "assistant assistant: To the coast.");
        assertThat(claude.shell().run("history", "--session", "c1").out())
                .contains("Where to? [file: map.png]", "Day one: the coast. [file: plan.txt]");
        assertThat(claude.shell().run("sessions").out()).contains("Trip");
        assertThat(claude.take("--mine").err()).contains("0 new, 1 unchanged, 0 changed");
    }

    @Test
    void blocks_become_messages_with_their_tools_and_only_the_current_branch_is_taken() throws IOException {
        ForeignMemory claude =
                file(BLOCKS.replace("\"chat_messages\"", "\"current_leaf_message_uuid\": \"m2\", \"chat_messages\""));

        Run run = claude.take();

        assertThat(run.err())
                .isEqualTo("Imported: 1 new, 0 unchanged, 0 changed, 0 bad rows; left out: messages of other branches"
                        + " (1), thoughts of the model (1), blocks of type 'sparkle' (1).\n");
        assertThat(claude.exported())
                .anyMatch(line -> line.contains("\"toolCalls\":[{\"id\":\"t1\",\"name\":\"boats\","
                                + "\"arguments\":\"{\\\"bay\\\":\\\"north\\\"}\"")
                        && line.contains("\"text\":\"seven\"")
                        && line.contains("\"toolCallId\":\"t1\"")
                        && line.contains("Seven boats."));
        claude.assertThatASecondTimeWritesNothing(1);
    }

    @Test
    void without_a_current_message_the_last_one_ends_the_branch() throws IOException {
        ForeignMemory claude = file(BLOCKS);

        claude.take();

        assertThat(claude.exported()).anyMatch(line -> line.contains("Eight boats.") && !line.contains("Seven"));
    }

    @Test
    void without_the_option_all_texts_have_the_trust_of_an_import() throws IOException {
        ForeignMemory claude = file(TEXTS);

        claude.take();

        assertThat(claude.shell().run("history", "--session", "c1", "--json").list("messages"))
                .extracting(message -> message.get("trust"))
                .containsOnly("import");
    }

    private ForeignMemory file(String text) throws IOException {
        Path file = Files.writeString(temporary.resolve("conversations.json"), text);
        return new ForeignMemory(new TestShell(temporary.resolve("memory")), "claude", file.toString());
    }
}
