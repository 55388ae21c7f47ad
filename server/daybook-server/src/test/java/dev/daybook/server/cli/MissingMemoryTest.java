package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MissingMemoryTest {

    @TempDir
    Path temporary;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "recall,x",
                "context,x",
                "export",
                "spaces",
                "sessions",
                "history,--session,s",
                "profile",
                "blocks,show",
                "blocks,history,persona",
                "facts,list",
                "notes,latest",
                "notes,search,x",
                "summaries,list",
                "summaries,get,--session,s",
                "consolidate",
                "undo,op_1",
                "forget,--all,--yes",
                "quarantine,--writer,w,--yes",
                "quarantine,list",
                "verify-erasure",
                "rebuild",
                "bank,list",
                "bank,preview",
                "bank,due",
                "settings",
                "backup,copy.db"
            })
    void a_command_that_only_looks_says_that_there_is_no_memory_and_makes_none(String command) {
        Path folder = temporary.resolve("nowhere");

        Run run = new TestShell(folder).run((command + ",--json").split(","));

        assertThat(run.exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(run.out()).isEmpty();
        assertThat(run.problem()).containsEntry("code", "not_found");
        assertThat(run.problem().get("detail")).asString().startsWith("no memory in " + folder + ";");
        assertThat(folder).doesNotExist();
    }

    @Test
    void an_empty_folder_holds_no_memory_either() {
        assertThat(new TestShell(temporary).run("sessions").exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void a_folder_that_can_hold_no_memory_is_not_told_to_be_a_full_disk() {
        // A file system of the kernel: it has no size, so all of it is in use.
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")));

        Run run = new TestShell(Path.of("/proc")).run("remember", "x");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("use another folder").doesNotContain("full");
    }

    @Test
    void doctor_says_that_there_is_none_yet_and_makes_none() {
        Run run = new TestShell(temporary).run("doctor");

        assertThat(run.out()).contains("no memory in " + temporary + " yet");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void a_backup_goes_into_a_folder_that_a_file_browser_has_opened() {
        TestShell whole = new TestShell(temporary.resolve("whole"));
        whole.run("remember", "hello");
        Path copy = temporary.resolve("copy.db");
        whole.run("backup", copy.toString());
        TestShell fresh = new TestShell(temporary.resolve("fresh"));

        fresh.run("recall", "hello");

        assertThat(fresh.run("restore", copy.toString()).exit()).isEqualTo(ExitCode.DONE);
        assertThat(fresh.run("recall", "hello").out()).contains("hello");
    }
}
