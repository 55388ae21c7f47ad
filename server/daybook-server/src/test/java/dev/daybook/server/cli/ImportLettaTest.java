package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agent files of Letta, in both of their shapes. */
class ImportLettaTest {

    private static final String AGENTS = """
            {"agents": [{"name": "Keeper", "memory_blocks": [], "tools": [], "tool_ids": ["tool-0"], "block_ids": ["block-0"],
              "system": "Be kind.", "agent_type": "memgpt_agent", "id": "agent-0", "in_context_message_ids": [], "messages": [
               {"role": "system", "content": [{"type": "text", "text": "Be kind."}], "id": "message-0", "created_at": "2025-05-01T08:00:00+00:00"},
               {"role": "user", "content": [{"type": "text", "text": "{\\"type\\": \\"login\\", \\"last_login\\": \\"Never\\"}"}],
                "id": "message-1", "created_at": "2025-05-01T08:00:01+00:00"},
               {"role": "user", "content": [{"type": "text", "text": "{\\"type\\": \\"user_message\\", \\"message\\": \\"When does it ring?\\", \\"name\\": \\"Ada\\"}"}],
                "id": "message-2", "created_at": "2025-05-01T08:00:02.5+00:00"},
               {"role": "assistant", "model": "m1", "content": [{"type": "text", "text": "I should say it."}], "id": "message-3",
                "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "send_message", "arguments": "{\\"message\\": \\"At nine.\\"}"}}],
                "created_at": "2025-05-01T08:00:03+00:00"},
               {"role": "tool", "content": [{"type": "text", "text": "{\\"status\\": \\"OK\\", \\"message\\": \\"None\\"}"}], "id": "message-4",
                "tool_call_id": "c1", "tool_returns": [], "created_at": "2025-05-01T08:00:03+00:00"},
               {"role": "user", "content": "And later?", "id": "message-5", "created_at": "2025-05-01T08:00:04+00:00"},
               {"role": "assistant", "content": [{"type": "omitted_reasoning"}, {"type": "text", "text": "Let me look."}], "id": "message-6",
                "tool_calls": [{"id": "c2", "type": "function", "function": {"name": "clock", "arguments": "{}"}}],
                "created_at": "2025-05-01T08:00:05+00:00"},
               {"role": "tool", "content": [{"type": "text", "text": "x"}], "name": "clock", "tool_call_id": "c2", "id": "message-7",
                "tool_returns": [{"tool_call_id": "c2", "status": "success", "func_response": "{\\"status\\": \\"OK\\", \\"message\\": \\"At ten.\\"}"}],
                "created_at": "2025-05-01T08:00:06+00:00"},
               {"role": "approval", "content": [], "approve": true, "id": "message-8", "created_at": "2025-05-01T08:00:07+00:00"}],
              "files_agents": [], "group_ids": []}],
             "groups": [], "blocks": [{"value": "Ada rings bells.", "label": "human", "id": "block-0"}, {"value": "", "label": "plan", "id": "block-1"}],
             "files": [{"file_name": "x.txt", "content": "x"}], "sources": [], "tools": [{"id": "tool-0", "name": "clock"}], "mcp_servers": []}
            """;

    @TempDir
    Path temporary;

    @Test
    void an_agent_is_a_session_and_its_blocks_are_blocks() throws IOException {
        ForeignMemory agents = file("keeper.af", AGENTS);

        Run run = agents.take();

        assertThat(run.err())
                .isEqualTo(
                        "Imported: 3 new, 0 unchanged, 0 changed, 0 bad rows; left out: settings of agents (1), system"
                                + " prompts (1), events of the program (1), thoughts of the model (2), results of send_message (1),"
                                + " approvals of tool calls (1), empty blocks (1), files (1), tools (1).\n");
        assertThat(agents.shell().texts("Keeper"))
                .containsExactly(
                        "user: When does it ring?",
                        "assistant: At nine.",
                        "user: And later?",
                        "assistant: Let me look.",
                        "tool: At ten.");
        assertThat(agents.exported())
                .anyMatch(line ->
                        line.contains("\"name\":\"Ada\"") && line.contains("\"occurredAt\":\"2025-05-01T08:00:02.5Z\""))
                .anyMatch(line -> line.contains("\"content\":\"Ada rings bells.\"")
                        && line.contains("\"updatedAt\":\"2025-05-01T08:00:07Z\""));
    }

    @Test
    void the_numbers_of_a_later_export_do_not_matter() throws IOException {
        file("keeper.af", AGENTS).take();
        ForeignMemory later = file("keeper.af", AGENTS.replace("message-", "message-1"));

        assertThat(later.take().err()).contains("0 new, 3 unchanged, 0 changed");
    }

    @Test
    void an_earlier_file_is_the_agent_itself() throws IOException {
        ForeignMemory agent = file("bell.af", """
                {"agent_type": "memgpt_agent", "core_memory": [{"created_at": "2025-04-01T08:00:00", "label": "human", "limit": 5000,
                  "updated_at": "2025-04-02T08:00:00", "value": "Bo rows."}], "created_at": "2025-04-01T08:00:00", "llm_config": {},
                 "messages": [{"content": [{"type": "text", "text": "Ring it."}], "created_at": "2025-04-03T08:00:00", "role": "user", "tool_calls": null}],
                 "name": "Bell", "system": "Be kind.", "tools": [], "version": "0.6.47"}
                """);

        Run run = agent.take();

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(agent.shell().texts("bell.af")).containsExactly("user: Ring it.");
        assertThat(agent.shell().run("sessions").out()).contains("Bell");
        assertThat(agent.exported())
                .anyMatch(line -> line.contains("\"content\":\"Bo rows.\"")
                        && line.contains("\"updatedAt\":\"2025-04-02T08:00:00Z\""));
        agent.assertThatASecondTimeWritesNothing(2);
    }

    @Test
    void a_second_block_of_a_name_is_reported_and_the_first_stays() throws IOException {
        ForeignMemory agents = file(
                "two.af",
                AGENTS.replace("{\"value\": \"\", \"label\": \"plan\"", "{\"value\": \"Bo.\", \"label\": \"human\""));

        assertThat(agents.take().err()).contains("block 'human': the block occurs twice; only the first is imported");
        assertThat(agents.exported())
                .anyMatch(line -> line.contains("Ada rings bells."))
                .noneMatch(line -> line.contains("Bo."));
    }

    private ForeignMemory file(String name, String json) throws IOException {
        Path file = Files.writeString(temporary.resolve(name), json);
        return new ForeignMemory(new TestShell(temporary.resolve("memory")), "letta", file.toString());
    }
}
