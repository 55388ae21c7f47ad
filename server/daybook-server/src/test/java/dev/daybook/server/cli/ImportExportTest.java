package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportExportTest {

    private static final String LINES = """
            {"kind":"settings","secrets":"redact"}
            {"kind":"session","id":"s1","user":"ada","name":"Tea"}
            {"id":"e1","user":"ada","session":"s1","occurredAt":"2026-05-08T13:56:00+02:00","messages":[{"role":"user","text":"Tea?"}]}
            {"id":"e1","user":null,"session":"s1","occurredAt":"2026-05-08T13:57:00Z","input":"Coffee?","output":"No."}
            {"id":"e1","shared":true,"occurredAt":"2026-05-08T13:58:00Z","messages":[{"role":"user","text":"Rest."}],"metadata":{"a":1,"b":1.5}}

            {"occurredAt":"2026-05-08T13:59:00Z","input":"ok"}
            {"occurredAt":"2026-05-08T13:59:00Z","input":"ok"}
            """;

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    @Test
    void lines_go_to_their_scopes_and_those_without_to_that_of_the_command_line() {
        Run run = shell.input(LINES).run("import", "-", "--user", "bob");

        assertThat(run)
                .isEqualTo(new Run(ExitCode.DONE, "", "Imported: 5 new, 0 unchanged, 0 changed, 0 bad lines.\n"));
        assertThat(episodes("--user", "ada")).isEqualTo(1L);
        assertThat(episodes("--anonymous")).isEqualTo(1L);
        assertThat(episodes("--shared")).isEqualTo(1L);
        assertThat(episodes("--user", "bob")).isEqualTo(2L);
        assertThat(shell.run("sessions", "--user", "ada").out()).contains("Tea");
        assertThat(shell.run("settings").out()).startsWith("secrets=redact\n");
    }

    @Test
    void importing_again_changes_nothing() {
        shell.input(LINES).run("import", "-", "--user", "bob");
        String before = shell.run("export", "--all-scopes").out();

        Run again = shell.run("import", "-", "--user", "bob", "--json");

        assertThat(again.json())
                .containsEntry("lines", 7L)
                .containsEntry("new", 0L)
                .containsEntry("unchanged", 5L)
                .containsEntry("changed", 0L)
                .containsEntry("bad", 0L);
        assertThat(shell.run("export", "--all-scopes").out()).isEqualTo(before);
    }

    @Test
    void other_content_under_a_known_id_is_told_as_changed() {
        shell.input("{\"id\":\"e1\",\"input\":\"one\"}\n").run("import", "-");

        assertThat(shell.input("{\"id\":\"e1\",\"input\":\"two\"}\n{\"id\":\"e1\",\"input\":\"three\"}\n")
                        .run("import", "-")
                        .err())
                .contains("0 new, 0 unchanged, 2 changed");
        assertThat(shell.run("recall", "x", "--by", "newest", "--json").list("hits"))
                .extracting(hit -> hit.get("text"))
                .isEqualTo(List.of("user: three"));
    }

    @Test
    void a_space_that_is_exported_and_imported_is_exported_the_same() {
        shell.input(LINES).run("import", "-", "--user", "bob");
        String exported = shell.run("export", "--all-scopes").out();
        TestShell other = new TestShell(temporary.resolve("other")).input(exported);

        Run imported = other.run("import", "-", "--user", "eve", "--session", "elsewhere");

        assertThat(imported.exit()).isEqualTo(ExitCode.DONE);
        assertThat(other.run("export", "--all-scopes").out()).isEqualTo(exported);
    }

    @Test
    void tool_calls_are_exported_on_their_messages_and_imported_again() {
        String said = "\"messages\":[{\"role\":\"assistant\",\"text\":\"\",\"toolCalls\":"
                + "[{\"id\":\"c1\",\"name\":\"weather\",\"arguments\":\"{}\"}]},"
                + "{\"role\":\"tool\",\"text\":\"sunny\",\"toolCallId\":\"c1\"}],"
                + "\"toolCalls\":[{\"name\":\"bell\",\"arguments\":\"\"}]";
        shell.input("{\"id\":\"e1\",\"occurredAt\":\"2026-05-08T13:57:00Z\"," + said + "}\n")
                .run("import", "-");
        String exported = shell.run("export").out();
        TestShell other = new TestShell(temporary.resolve("other")).input(exported);

        other.run("import", "-");

        assertThat(exported).contains(said);
        assertThat(other.run("export").out()).isEqualTo(exported);
        assertThat(other.run("import", "-").err()).contains("0 new, 1 unchanged, 0 changed");
    }

    @Test
    void an_export_says_when_it_was_made_beside_its_lines() {
        shell.input(LINES).run("import", "-", "--user", "bob");
        OffsetDateTime before = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);

        Run run = shell.run("export", "--user", "bob");
        Run document = shell.run("export", "--user", "bob", "--json");

        assertThat(run.err()).containsPattern(", as of \\d{4}-\\d\\d-\\d\\dT[0-9:]+Z\\.");
        assertThat(run.out()).doesNotContain("exportedAt");
        assertThat(OffsetDateTime.parse(String.valueOf(document.json().get("exportedAt"))))
                .isAfterOrEqualTo(before);
    }

    @Test
    void an_import_that_does_not_name_the_bank_or_privacy_leaves_both_as_they_are() {
        shell.run("bank", "on");
        shell.input("{\"kind\":\"session\",\"id\":\"s1\",\"user\":\"ada\",\"private\":true}\n")
                .run("import", "-");

        shell.input(LINES).run("import", "-", "--user", "bob");

        assertThat(shell.run("settings").out()).startsWith("secrets=redact\nbank.enabled=true\n");
        assertThat(shell.run("sessions", "--user", "ada").out()).contains("Tea").contains("private");
        assertThat(shell.run("sessions", "--user", "ada", "--json").list("sessions"))
                .singleElement()
                .satisfies(session -> assertThat(session).containsEntry("private", true));
    }

    @Test
    void a_private_session_without_a_name_is_exported_and_imported() {
        shell.input("{\"kind\":\"session\",\"id\":\"s1\",\"private\":true}\n").run("import", "-");
        shell.run("remember", "Tea?", "--session", "s1");
        String exported = shell.run("export").out();
        TestShell other = new TestShell(temporary.resolve("other")).input(exported);

        other.run("import", "-");

        assertThat(exported.lines()).hasSize(2).anyMatch(line -> line.contains("\"private\":true"));
        assertThat(other.run("export").out()).isEqualTo(exported);
    }

    @Test
    void export_gives_the_chosen_scope_alone() {
        shell.input(LINES).run("import", "-", "--user", "bob");

        Run run = shell.run("export", "--user", "ada");

        assertThat(run.out().lines())
                .hasSize(2)
                .allMatch(line -> line.contains("\"user\":\"ada\""))
                .anyMatch(line -> line.contains("\"occurredAt\":\"2026-05-08T13:56:00+02:00\""));
        assertThat(run.err()).startsWith("Exported 2 lines, as of ");
        assertThat(shell.run("export", "--user", "ada", "--json").list("lines")).hasSize(2);
    }

    @Test
    void a_bad_line_is_named_and_the_others_go_on() {
        Run run = shell.input("""
                {"id":"e1","input":"one"}
                {"id":"e2","input":"two","occurredAt":"2026-05-08T13:56:00"}
                {"id":"e3","input":
                {"id":"e4","input":"four"}
                """).run("import", "-");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("line 2: field 'occurredAt' is '2026-05-08T13:56:00'; use"),
                        line -> assertThat(line).startsWith("line 3: not JSON"),
                        line -> assertThat(line).isEqualTo("Imported: 2 new, 0 unchanged, 0 changed, 2 bad lines."));
        assertThat(episodes("--anonymous")).isEqualTo(2L);
    }

    @Test
    void a_line_that_the_memory_refuses_is_named_and_the_rest_of_its_batch_goes_on() {
        shell.run("settings", "secrets=reject");

        Run run = shell.input("""
                {"id":"e1","input":"one"}
                {"id":"e2","input":"my key is AKIAIOSFODNN7EXAMPLE"}
                {"id":"e3","input":"three"}
                """).run("import", "-", "--json");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.json()).containsEntry("new", 2L).containsEntry("bad", 1L);
        assertThat(run.list("problems"))
                .singleElement()
                .satisfies(problem -> assertThat(problem).containsEntry("line", 2L));
    }

    @Test
    void lines_that_are_not_utf8_are_named_and_a_byte_order_mark_is_not_in_the_way() throws IOException {
        Path file = temporary.resolve("lines.jsonl");
        byte[] good = "\uFEFF{\"input\":\"one\"}\r\n".getBytes(StandardCharsets.UTF_8);
        Files.write(file, good);
        Files.write(file, new byte[] {'{', (byte) 0xc3, '}', '\n'}, java.nio.file.StandardOpenOption.APPEND);

        Run run = shell.run("import", file.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).startsWith("line 2: it is not UTF-8").contains("1 new");
    }

    @Test
    void many_lines_of_many_users_all_arrive() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 2_500; i++) {
            lines.append("{\"user\":\"u")
                    .append(i % 2)
                    .append("\",\"input\":\"line ")
                    .append(i)
                    .append("\"}\n");
        }

        Run run = shell.input(lines.toString()).run("import", "-");

        assertThat(run.err()).contains("2500 new, 0 unchanged, 0 changed, 0 bad lines");
        assertThat(episodes("--user", "u0")).isEqualTo(1_250L);
        assertThat(shell.run("import", "-").err()).contains("0 new, 2500 unchanged");
    }

    @Test
    void a_missing_file_is_not_found_and_a_folder_is_wrong_usage() {
        assertThat(shell.run("import", temporary.resolve("nope").toString()).exit())
                .isEqualTo(ExitCode.NOT_FOUND);
        assertThat(shell.run("import", temporary.toString()).exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }

    private Object episodes(String... scope) {
        String[] words = new String[scope.length + 2];
        words[0] = "profile";
        words[1] = "--json";
        System.arraycopy(scope, 0, words, 2, scope.length);
        return ((Map<?, ?>) shell.run(words).json().get("counts")).get("episode");
    }
}
