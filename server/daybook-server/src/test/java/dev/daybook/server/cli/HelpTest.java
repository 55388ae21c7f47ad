package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {

    @TempDir
    Path temporary;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "tour",
                "remember",
                "recall",
                "context",
                "import",
                "export",
                "spaces",
                "sessions",
                "history",
                "profile",
                "blocks",
                "blocks append",
                "facts",
                "facts add",
                "facts assess",
                "facts end",
                "facts rejected",
                "notes",
                "notes add",
                "summaries",
                "summaries set",
                "consolidate",
                "undo",
                "forget",
                "quarantine",
                "verify-erasure",
                "verify-certificate",
                "doctor",
                "rebuild",
                "bank",
                "bank add",
                "settings",
                "backup",
                "restore",
                "copy",
                "serve",
                "mcp",
                "mcp install",
                "key",
                "key create",
                "key log",
                "completion"
            })
    void every_help_fits_into_eighty_columns_and_is_had_in_two_ways(String command) {
        Run help = run((command + " --help").strip());

        assertThat(help.exit()).isEqualTo(ExitCode.DONE);
        assertThat(help.out().lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
        assertThat(run(("help " + command).strip())).isEqualTo(help);
    }

    @Test
    void help_is_as_wide_as_the_terminal_within_reason() {
        String narrow = new TestShell(temporary)
                .terminal(60)
                .runAsIs("import", "--help")
                .out();
        String wide = new TestShell(temporary)
                .terminal(200)
                .runAsIs("import", "--help")
                .out();

        assertThat(longest(narrow)).isLessThanOrEqualTo(60);
        assertThat(longest(wide)).isBetween(81, 100);
    }

    @Test
    void common_options_stand_in_a_section_of_their_own() {
        String help = run("recall --help").out();

        assertThat(help.indexOf("--explain")).isPositive().isLessThan(help.indexOf("Memory options:"));
        assertThat(help.indexOf("--data")).isGreaterThan(help.indexOf("Memory options:"));
    }

    @Test
    void session_is_shown_only_where_it_means_something_and_is_taken_everywhere() {
        assertThat(run("recall --help").out()).contains("--session");
        assertThat(run("profile --help").out()).doesNotContain("--session");
        new TestShell(temporary).run("remember", "x");
        assertThat(new TestShell(temporary).run("profile", "--session", "s").exit())
                .isEqualTo(ExitCode.DONE);
    }

    @Test
    void the_programs_of_the_launcher_are_named() {
        assertThat(run("--help").out()).contains("'eval'").contains("'replay'");
    }

    @Test
    void a_script_completes_commands_and_options_in_both_shells() {
        assertThat(run("completion bash").out())
                .contains("complete -F")
                .contains("verify-erasure")
                .contains("--limit");
        assertThat(run("completion zsh").out()).contains("bashcompinit");
        assertThat(run("completion fish").exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }

    private static int longest(String help) {
        return help.replaceAll("\u001b\\[[0-9;]*m", "")
                .lines()
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    private Run run(String words) {
        return new TestShell(temporary).runAsIs(words.split(" "));
    }
}
