package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuarantineTest {

    private static final String[] BY_CRAWLER = {"quarantine", "--user", "ada", "--writer", "crawler"};

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void fill() throws IOException {
        shell = new TestShell(temporary.resolve("memory"));
        Path lines = temporary.resolve("lines.jsonl");
        Files.writeString(lines, """
                {"kind":"episode","id":"e1","user":"ada","session":"s1","messages":[{"role":"user","text":"The heron is grey."}]}
                {"kind":"episode","id":"p1","user":"ada","session":"s1","messages":[{"role":"tool","text":"The heron is for sale."}],\
                "origin":{"source":"tool","writer":"crawler"}}
                """);
        assertThat(shell.run("import", lines.toString()).exit()).isZero();
    }

    private Run run(String[] command, String... more) {
        String[] all = new String[command.length + more.length];
        System.arraycopy(command, 0, all, 0, command.length);
        System.arraycopy(more, 0, all, command.length, more.length);
        return shell.run(all);
    }

    private String exported() {
        return shell.run("export", "--user", "ada").out();
    }

    @Test
    void entries_of_a_writer_are_quarantined_listed_shown_and_released() {
        Run put = run(BY_CRAWLER, "--yes", "--json");

        assertThat(put.exit()).isEqualTo(ExitCode.DONE);
        assertThat(put.json())
                .containsEntry("counts", Map.of("episode", 1L))
                .containsEntry("derived", Map.of())
                .containsEntry("dryRun", false);
        String operation = String.valueOf(put.json().get("operation"));
        assertThat(exported()).contains("grey").doesNotContain("sale");
        assertThat(shell.run("recall", "heron", "--user", "ada").out()).doesNotContain("sale");
        assertThat(shell.run("quarantine", "list", "--user", "ada").out())
                .startsWith(operation)
                .contains("1 episode");
        assertThat(shell.run("quarantine", "show", operation, "--user", "ada").out())
                .startsWith("episode p1")
                .contains("for sale");
        assertThat(shell.run("quarantine", "show", operation, "--user", "ada", "--json")
                        .json()
                        .get("entries"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("kind", "episode")
                .containsEntry("id", "p1");

        Run released = shell.run("quarantine", "release", operation, "--user", "ada");
        assertThat(released.out()).startsWith("Released 1 episode.");
        assertThat(exported()).contains("sale");
        assertThat(shell.run("quarantine", "list", "--user", "ada", "--json").json())
                .containsEntry("quarantine", List.of());
        assertThat(shell.run("quarantine", "release", operation, "--user", "ada")
                        .exit())
                .isEqualTo(ExitCode.NOT_FOUND);
    }

    @Test
    void without_yes_and_without_a_terminal_nothing_goes_and_the_exit_code_is_two() {
        Run run = run(BY_CRAWLER);

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("--yes");
        assertThat(exported()).contains("sale");
    }

    @Test
    void on_a_terminal_it_previews_the_erasure_and_asks() {
        TestShell terminal = shell.terminal(80);

        Run no = terminal.input("no\n").run(BY_CRAWLER);
        assertThat(no.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(no.err()).contains("This hides 1 episode of user ada").contains("Nothing was put");
        assertThat(exported()).contains("sale");

        assertThat(terminal.input("yes\n").run(BY_CRAWLER).exit()).isEqualTo(ExitCode.DONE);
        assertThat(exported()).doesNotContain("sale");
    }

    @Test
    void a_dry_run_tells_and_changes_nothing() {
        Run run = run(BY_CRAWLER, "--since", "2000-01-01T00:00:00Z", "--origin", "tool", "--dry-run");

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).startsWith("Would hide 1 episode of user ada");
        assertThat(run(BY_CRAWLER, "--since", "2999-01-01T00:00:00Z", "--dry-run")
                        .out())
                .startsWith("No matching entries");
        assertThat(exported()).contains("sale");
    }

    @Test
    void one_entry_goes_by_its_kind_and_id() {
        shell.run("quarantine", "--user", "ada", "--kind", "episode", "--id", "e1", "--yes");

        assertThat(exported()).contains("sale").doesNotContain("grey");
    }

    @Test
    void entries_forgotten_in_quarantine_are_proved_erased_and_quarantined_ones_prove_nothing() {
        shell.run("remember", "The heron is for sale.", "--user", "bob", "--session", "s1");
        run(BY_CRAWLER, "--yes");

        Run bob = shell.run("forget", "--all", "--user", "bob", "--yes", "--prove", "--json");
        assertThat(bob.exit()).as(bob.out()).isEqualTo(ExitCode.DONE);
        assertThat(proof(bob)).containsEntry("texts", 1L).containsEntry("searched", 0L);

        Run ada = shell.run("forget", "--session", "s1", "--user", "ada", "--yes", "--prove", "--json");
        assertThat(ada.exit()).as(ada.out()).isEqualTo(ExitCode.DONE);
        assertThat(proof(ada))
                .containsEntry("texts", 2L)
                .containsEntry("searched", 2L)
                .containsEntry("foundBefore", 2L)
                .containsEntry("found", 0L);
    }

    private static Map<String, Object> proof(Run run) {
        Map<String, Object> proof = new HashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(run.json().get("proof")))
                .forEach((name, value) -> proof.put(String.valueOf(name), value));
        return proof;
    }

    @Test
    void it_requires_a_selection_and_half_an_entry_is_none() {
        assertThat(shell.run("quarantine", "--user", "ada", "--yes").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run(BY_CRAWLER, "--kind", "fact", "--yes").err()).contains("--id");
        assertThat(run(BY_CRAWLER, "--origin", "ghost", "--yes").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run(BY_CRAWLER, "--since", "yesterday", "--yes").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(exported()).contains("sale");
    }
}
