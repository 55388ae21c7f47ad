package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Session logs of coding agents: Claude Code, and Codex in its three forms. */
class ImportSessionLogsTest {

    private static final String CLAUDE_CODE = """
            {"type":"summary","summary":"Fix the gate","leafUuid":"l9"}
            {"type":"file-history-snapshot","messageId":"x","snapshot":{}}
            {"type":"user","uuid":"u0","sessionId":"s1","timestamp":"2025-10-01T08:00:00.000Z","isMeta":true,"message":{"role":"user","content":"Caveat"}}
            {"type":"user","uuid":"u1","parentUuid":null,"isSidechain":false,"cwd":"/projects/gate","sessionId":"s1","timestamp":"2025-10-01T08:00:01.000Z","message":{"role":"user","content":"Why does the gate squeak?"}}
            {"type":"assistant","uuid":"a1","parentUuid":"u1","cwd":"/projects/gate","sessionId":"s1","timestamp":"2025-10-01T08:00:02.000Z","message":{"role":"assistant","model":"claude-x","content":[{"type":"thinking","thinking":"Hm."}]}}
            {"type":"assistant","uuid":"a2","parentUuid":"a1","cwd":"/projects/gate","sessionId":"s1","timestamp":"2025-10-01T08:00:03.000Z","message":{"role":"assistant","model":"claude-x","content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file":"gate.txt"}}]}}
            {"type":"user","uuid":"u2","parentUuid":"a2","cwd":"/projects/gate","sessionId":"s1","timestamp":"2025-10-01T08:00:04.000Z","toolUseResult":{},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"The hinge is dry and old."}]}}
            {"type":"user","uuid":"u3","isSidechain":true,"sessionId":"s1","timestamp":"2025-10-01T08:00:05.000Z","message":{"role":"user","content":"Sub-agent prompt"}}
            {"type":"assistant","uuid":"a3","parentUuid":"u2","cwd":"/projects/gate","sessionId":"s1","timestamp":"2025-10-01T08:00:06.000Z","message":{"role":"assistant","model":"claude-x","content":[{"type":"text","text":"The hinge is dry."}]}}
            {"type":"user","uuid":"u4","sessionId":"s1","timestamp":"2025-10-01T08:00:07.000Z","message":{"role":"user","content":"<command-name>/clear</command-name>"}}
            {"type":"user","uuid":"u5","cwd":"/projects/gate","sessionId":"s1","timestamp":"2025-10-01T08:00:08.000Z","message":{"role":"user","content":[{"type":"text","text":"Oil it."},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}]}}
            {"type":"assistant","uuid":"torn
            """;

    private static final String CODEX = """
            {"timestamp":"2025-11-02T09:00:00.000Z","type":"session_meta","payload":{"id":"r1","timestamp":"2025-11-02T09:00:00.000Z","cwd":"/projects/gate","cli_version":"0.50.0","instructions":null}}
            {"timestamp":"2025-11-02T09:00:00.100Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x</environment_context>"}]}}
            {"timestamp":"2025-11-02T09:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Paint the gate."}]}}
            {"timestamp":"2025-11-02T09:00:01.000Z","type":"event_msg","payload":{"type":"user_message","message":"Paint the gate."}}
            {"timestamp":"2025-11-02T09:00:02.000Z","type":"response_item","payload":{"type":"reasoning","summary":[],"encrypted_content":"x"}}
            {"timestamp":"2025-11-02T09:00:03.000Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\\"command\\":[\\"ls\\"]}","call_id":"f1"}}
            {"timestamp":"2025-11-02T09:00:04.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"f1","output":"paint.txt"}}
            {"timestamp":"2025-11-02T09:00:05.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Painted green."}]}}
            """;

    private static final String EARLIER_CODEX = """
            {"id":"r2","timestamp":"2025-06-02T09:00:00.000Z","instructions":null}
            {"record_type":"state"}
            {"type":"message","id":null,"role":"user","content":[{"type":"input_text","text":"Sand the gate."}]}
            {"type":"local_shell_call","call_id":"f1","action":{"command":["ls"]}}
            {"type":"local_shell_call_output","call_id":"f1","output":"{\\"output\\":\\"sand\\"}"}
            {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Sanded."}]}
            """;

    private static final String EARLIEST_CODEX = """
            {"session": {"timestamp": "2025-04-20T09:00:00.000Z", "id": "r3", "instructions": ""},
             "items": [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hang the gate."}]},
                       {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hung."}]}]}
            """;

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    @Test
    void a_log_of_claude_code_becomes_a_session_with_its_name_tools_and_project() throws IOException {
        Path folder = Files.createDirectories(temporary.resolve("projects/-work-gate"));
        Files.writeString(folder.resolve("s1.jsonl"), CLAUDE_CODE);
        Files.writeString(folder.resolve("notes.txt"), "no log");

        Run run = shell.run(
                "import", "--from", "claude-code", temporary.resolve("projects").toString());

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("line 12: not JSON")
                .contains("Imported: 2 new, 0 unchanged, 0 changed, 1 bad row;")
                .contains("left out: lines of the program itself (2), thoughts of the model (1), messages of sub-agents"
                        + " (1), commands of the program (1).");
        assertThat(shell.texts("s1"))
                .containsExactly(
                        "user: Why does the gate squeak?",
                        "assistant: ",
                        "tool: The hinge is dry and old.",
                        "assistant: The hinge is dry.",
                        "user: Oil it.");
        assertThat(shell.run("history", "--session", "s1").out()).contains("Oil it. [image]");
        assertThat(shell.run("sessions").out()).contains("Fix the gate");
        assertThat(shell.run("export").out())
                .contains("\"metadata\":{\"model\":\"claude-x\",\"project\":\"/projects/gate\"}");
    }

    @Test
    void a_second_import_of_a_growing_log_adds_only_what_is_new() throws IOException {
        String whole = CLAUDE_CODE.substring(0, CLAUDE_CODE.indexOf("{\"type\":\"assistant\",\"uuid\":\"torn"));
        Path file = Files.writeString(temporary.resolve("s1.jsonl"), whole);
        new ForeignMemory(shell, "claude-code", file.toString()).assertThatASecondTimeWritesNothing(2);

        Files.writeString(file, whole + """
                {"type":"user","uuid":"u6","sessionId":"s1","timestamp":"2025-10-01T08:00:09.000Z","message":{"role":"user","content":"And paint it."}}
                {"type":"assistant","uuid":"a6","sessionId":"s1","timestamp":"2025-10-01T08:00:10.000Z","message":{"role":"assistant","content":[{"type":"text","text":"Painted."}]}}
                """);

        assertThat(shell.run("import", "--from", "claude-code", file.toString()).err())
                .contains("Imported: 0 new, 1 unchanged, 1 changed");
    }

    @Test
    void outputs_of_tools_are_shortened() throws IOException {
        Path file = Files.writeString(temporary.resolve("s1.jsonl"), CLAUDE_CODE);

        Run run = shell.run("import", "--from", "claude-code", "--tool-output", "9", file.toString());

        assertThat(run.err()).contains("ends of tool outputs longer than 9 characters (1)");
        assertThat(shell.run("history", "--session", "s1", "--json").list("messages"))
                .anyMatch(message -> message.get("text").equals("The hinge…"));
    }

    @Test
    void logs_of_codex_are_read_in_each_of_their_forms() throws IOException {
        Path folder = Files.createDirectories(temporary.resolve("sessions/2025/11/02"));
        Files.writeString(folder.resolve("rollout-2025-11-02T09-00-00-r1.jsonl"), CODEX);
        Files.writeString(folder.resolve("rollout-2025-06-02T09-00-00-r2.jsonl"), EARLIER_CODEX);
        Files.writeString(folder.resolve("rollout-2025-04-20-r3.json"), EARLIEST_CODEX);
        ForeignMemory codex =
                new ForeignMemory(shell, "codex", temporary.resolve("sessions").toString());

        Run run = codex.take();

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.err())
                .contains("3 new")
                .contains("left out: lines of the program itself (2), context added by the program (1), thoughts of the"
                        + " model (1)");
        assertThat(shell.texts("r1"))
                .containsExactly(
                        "user: Paint the gate.", "assistant: ", "tool: paint.txt", "assistant: Painted green.");
        assertThat(shell.texts("r2"))
                .containsExactly(
                        "user: Sand the gate.", "assistant: ", "tool: {\"output\":\"sand\"}", "assistant: Sanded.");
        assertThat(shell.texts("r3")).containsExactly("user: Hang the gate.", "assistant: Hung.");
        assertThat(codex.exported())
                .anyMatch(line -> line.contains("\"id\":\"f1\",\"name\":\"shell\"")
                        && line.contains("\"occurredAt\":\"2025-11-02T09:00:01Z\"")
                        && line.contains("\"project\":\"/projects/gate\""));
        codex.assertThatASecondTimeWritesNothing(3);
    }
}
