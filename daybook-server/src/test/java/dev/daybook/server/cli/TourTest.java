package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TourTest {

    @TempDir
    Path temporary;

    @Test
    void the_tour_passes_its_checks() {
        Path folder = temporary.resolve("tour");

        Run run = new TestShell(folder).runAsIs("tour", "--data", folder.toString(), "--embedder", "none");

        assertThat(run.out()).doesNotContain("FAIL").contains("5. Forget").contains("That was Daybook.");
        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(folder.resolve("memory")).isNotEmptyDirectory();
    }

    @Test
    void the_tour_does_not_walk_over_a_folder_with_something_in_it() {
        new TestShell(temporary).run("remember", "hello");

        Run run = new TestShell(temporary).run("tour");

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("not empty");
    }
}
