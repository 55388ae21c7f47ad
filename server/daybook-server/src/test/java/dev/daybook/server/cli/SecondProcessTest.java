package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.server.Main;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SecondProcessTest {

    @TempDir
    Path temporary;

    /** Holds a folder until its input ends. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException {
            try (Daybook open =
                    Daybook.builder(Path.of(arguments[0])).noEmbedder().open()) {
                System.out.println("open " + open.space("default").space());
                System.in.readAllBytes();
            }
        }
    }

    @Test
    void a_store_in_use_is_exit_code_three() throws Exception {
        Process holder = hold();
        try {
            for (String command : List.of(
                    "recall,x",
                    "remember,x",
                    "export",
                    "sessions",
                    "doctor",
                    "settings",
                    "import,-",
                    "forget,--all,--yes,--prove")) {
                String[] words = (command + ",--json,--lock-wait,0").split(",");

                Run run = new TestShell(temporary).run(words);

                assertThat(run.exit()).as(command).isEqualTo(ExitCode.STORE_IN_USE);
                assertThat(run.out()).as(command).isEmpty();
                assertThat(run.problem())
                        .as(command)
                        .containsEntry("code", "unavailable")
                        .containsEntry("status", 503L);
            }
        } finally {
            release(holder);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"remember,x", "recall,x", "export", "import,-"})
    void a_command_waits_until_the_store_is_let_go(String command) throws Exception {
        Process holder = hold();
        CompletableFuture<Run> waiting = CompletableFuture.supplyAsync(
                () -> new TestShell(temporary).run((command + ",--lock-wait,1m").split(",")));
        // It has met the lock by now, or meets it soon; both must end well.
        assertThat(waiting.getNow(null)).isNull();

        release(holder);

        Run run = waiting.get(60, TimeUnit.SECONDS);
        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void several_commands_that_begin_a_memory_at_once_all_write() throws Exception {
        List<CompletableFuture<Run>> writing = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String text = "number " + i;
            writing.add(CompletableFuture.supplyAsync(
                    () -> new TestShell(temporary.resolve("new")).run("remember", text, "--lock-wait", "1m"), task -> {
                        Thread thread = new Thread(task);
                        thread.start();
                    }));
        }

        for (CompletableFuture<Run> each : writing) {
            Run run = each.get(60, TimeUnit.SECONDS);
            assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        }
        assertThat(new TestShell(temporary.resolve("new"))
                        .run("history", "--session", "default", "--json")
                        .list("messages"))
                .hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1", "2h", "9999999"})
    void a_wait_is_a_number_with_a_unit(String wait) {
        Run run = new TestShell(temporary).run("recall", "x", "--lock-wait", wait);

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("--lock-wait is '" + wait + "'").contains("30s");
    }

    @Test
    void a_store_that_was_let_go_opens_again() throws Exception {
        release(hold());

        assertThat(new TestShell(temporary).run("remember", "hello").exit()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void a_command_in_a_server_that_is_killed_ends_with_a_sentence() throws Exception {
        Path errors = temporary.resolve("errors");
        Process server = mcp(temporary.resolve("server"));
        Process second = start(errors, "import", "-");
        // More than the pipe holds, so the command in the server reads it by now.
        second.outputWriter().write("\n".repeat(1 << 20));
        second.outputWriter().flush();

        server.destroyForcibly().waitFor();

        assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(second.exitValue()).isEqualTo(ExitCode.FAILED);
        assertThat(Files.readString(errors))
                .contains("daybook: the server of this folder stopped before the command ended")
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_mcp_processes_of_a_folder_go_on_when_the_first_one_ends(boolean isKilled) throws Exception {
        Process first = mcp(temporary.resolve("first"));
        Process second = mcp(temporary.resolve("second"));
        Process third = mcp(temporary.resolve("third"));
        String session = remembered(second, 2, "before");

        if (isKilled) {
            first.destroyForcibly().waitFor();
        } else {
            release(first);
        }

        assertThat(remembered(second, 3, "after")).isEqualTo(session);
        remembered(third, 2, "third");
        assertThat(tool(third, 3, "recall", "{\"query\":\"\",\"by\":\"newest\"}"))
                .contains("before", "after", "third");
        release(second);
        remembered(third, 4, "alone");
        assertThat(tool(third, 5, "recall", "{\"query\":\"\",\"by\":\"newest\"}"))
                .contains("before", "after", "third", "alone");
        release(third);
        assertThat(third.exitValue()).isEqualTo(ExitCode.DONE);
        assertThat(Files.readString(temporary.resolve("third"))).doesNotContain("\tat ");
    }

    /** Returns the session of a text that a process has remembered. */
    private static String remembered(Process process, int id, String text) throws IOException {
        String answer = tool(process, id, "remember", "{\"text\":\"" + text + "\"}");
        assertThat(answer).contains("\"durable\":true");
        return answer.replaceAll(".*\"session\":\"([^\"]+)\".*", "$1");
    }

    private static String tool(Process process, int id, String name, String arguments) throws IOException {
        process.outputWriter()
                .write("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + name
                        + "\",\"arguments\":" + arguments + "}}\n");
        process.outputWriter().flush();
        String answer = process.inputReader().readLine();
        assertThat(answer).contains("\"id\":" + id);
        return answer;
    }

    /** Starts an MCP server on the folder, and waits until it has answered a first message. */
    private Process mcp(Path errors) throws IOException {
        Process process = start(errors, "mcp");
        process.outputWriter().write("""
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
                {"jsonrpc":"2.0","method":"notifications/initialized"}
                """);
        process.outputWriter().flush();
        assertThat(process.inputReader().readLine()).contains("\"protocolVersion\"");
        return process;
    }

    private Process start(Path errors, String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of(
                "--embedder", "none", "--data", temporary.resolve("memory").toString()));
        return new JavaProgram(Main.class)
                .with(words.toArray(String[]::new))
                .redirectError(errors.toFile())
                .start();
    }

    private Process hold() throws IOException {
        Process holder = new JavaProgram(Holder.class)
                .with(temporary.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(holder.inputReader().readLine()).startsWith("open");
        return holder;
    }

    private static void release(Process holder) throws Exception {
        holder.getOutputStream().close();
        assertThat(holder.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
}
