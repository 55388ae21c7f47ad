package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.spi.LanguageModel;
import dev.daybook.testkit.ScriptedModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is derived, on the command line. */
class ConsolidateTest {

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void remember() {
        shell = new TestShell(temporary.resolve("memory"));
        shell.run("remember", "I live in Porto.", "--user", "ada", "--session", "s1");
        shell.run("remember", "A heron stood by the lake.", "--user", "bob", "--session", "s1");
    }

    private Run ada(String... words) {
        String[] all = new String[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--user";
        all[words.length + 1] = "ada";
        return shell.run(all);
    }

    @Test
    void due_work_is_derived_once_and_reported() {
        Run run = ada("consolidate");

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.out().lines())
                .anyMatch(line -> line.startsWith("facts: done"))
                .anyMatch(line -> line.startsWith("gist s1: done"));
        assertThat(ada("facts", "list").out()).contains("user lives in Porto");
        assertThat(ada("summaries", "get", "--session", "s1").out()).contains("Porto");
        assertThat(shell.run("summaries", "list", "--user", "bob").out()).isEmpty();
        Run again = ada("consolidate");
        assertThat(again.exit()).isEqualTo(ExitCode.DONE);
        assertThat(again.out()).isEmpty();
        assertThat(again.err()).contains("Nothing is due in user ada.");
    }

    @Test
    void all_scopes_of_a_space_are_done_if_asked_for() {
        assertThat(shell.run("consolidate", "--all-scopes").out()).contains("user ada", "user bob");
        assertThat(shell.run("summaries", "get", "--user", "bob", "--session", "s1")
                        .out())
                .contains("heron");
    }

    @Test
    void rejected_statements_are_listed_with_the_reason_and_what_is_missing() {
        LanguageModel model = ScriptedModel.answering(
                "{\"statements\":[{\"s\":\"The user lives in Lisbon.\",\"about\":\"user\",\"from\":[1]}]}");
        try (Daybook daybook = Daybook.builder(temporary.resolve("memory"))
                .languageModel(model)
                .background(false)
                .open()) {
            daybook.user("ada").consolidate();
        }

        assertThat(ada("facts", "rejected").out()).contains("Z  The user lives in Lisbon. [name: Lisbon]");
        assertThat(ada("facts", "rejected", "--json").list("rejected").get(0))
                .containsEntry("sentence", "The user lives in Lisbon.")
                .containsEntry("reason", "name");
        assertThat(shell.run("facts", "rejected", "--user", "bob").err())
                .contains("No rejected statements in user bob.");
    }

    @Test
    void an_operation_is_undone_and_the_undo_too() {
        List<Map<String, Object>> outcomes = ada("consolidate", "--json").list("outcomes");
        Map<String, Object> facts = outcomes.get(0);
        assertThat(facts).containsEntry("derivation", "facts").containsEntry("result", "done");

        Run undone = ada("undo", String.valueOf(facts.get("operation")), "--json");

        assertThat(undone.exit()).isEqualTo(ExitCode.DONE);
        assertThat(ada("facts", "list").out()).isEmpty();
        assertThat(ada("export").out()).doesNotContain("lives_in");
        ada("undo", String.valueOf(undone.json().get("operation")));
        assertThat(ada("facts", "list").out()).contains("user lives in Porto");
    }

    @Test
    void an_operation_that_is_none_is_refused() {
        Run run = ada("undo", "op_nothing");

        assertThat(run.exit()).isNotEqualTo(ExitCode.DONE);
        assertThat(run.err()).contains("op_nothing").doesNotContain("Exception");
        assertThat(ada("undo").exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }
}
