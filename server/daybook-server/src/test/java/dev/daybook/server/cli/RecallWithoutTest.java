package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecallWithoutTest {

    @TempDir
    Path temporary;

    private TestShell shell;
    private String first;

    @BeforeEach
    void remember() {
        shell = new TestShell(temporary.resolve("memory"));
        shell.run("remember", "The ferry to Capri leaves at nine.");
        shell.run("remember", "A ferry needs paint.");
        first = (String)
                shell.run("recall", "ferry Capri", "--json").list("hits").get(0).get("id");
    }

    @Test
    void the_ranks_that_differ_come_before_the_hits_without_the_entry() {
        Run run = shell.run("recall", "ferry Capri", "--without", "episode/" + first);

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .anyMatch(line -> line.equals("   1 -> none  episode " + first))
                .anyMatch(line -> line.startsWith("   2 ->    1  episode "))
                .anyMatch(line -> line.contains("paint"))
                .noneMatch(line -> line.contains("Capri"));
        assertThat(run.err()).contains("Without 1 entry, of the hits 2 have another rank:");
    }

    @Test
    void the_answer_is_one_json_document() {
        Run run = shell.run("recall", "ferry Capri", "--without", "episode/" + first, "--json");

        assertThat(run.list("leftOut"))
                .singleElement()
                .satisfies(entry -> assertThat(entry).containsEntry("id", first));
        assertThat(run.list("changes")).hasSize(2);
    }

    @Test
    void an_entry_without_its_kind_is_wrong_usage() {
        Run run = shell.run("recall", "ferry", "--without", first);

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("--without is '" + first + "'; give a kind and an id, such as episode/e1");
    }
}
