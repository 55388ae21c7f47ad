package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupCommandsTest {

    @TempDir
    Path temporary;

    private TestShell shell;
    private TestShell other;
    private Path copy;

    @BeforeEach
    void remember() {
        shell = new TestShell(temporary.resolve("memory"));
        other = new TestShell(temporary.resolve("other"));
        copy = temporary.resolve("copy.db");
        shell.run("remember", "The ferry leaves at nine.", "--id", "e1", "--user", "ada");
    }

    @Test
    void a_file_that_is_no_backup_is_named_as_it_was_given() throws IOException {
        Path file = Files.writeString(temporary.resolve("notes.txt"), "no database");

        Run run = new TestShell(temporary.resolve("fresh")).run("restore", file.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains(file + " is not a Daybook store").doesNotContain("restoring");
    }

    @Test
    void a_path_that_ends_in_a_slash_is_a_folder_and_is_made() {
        TestShell shell = new TestShell(temporary.resolve("of-folder"));
        shell.run("remember", "hello");
        Path folder = temporary.resolve("not/there");

        assertThat(shell.run("backup", folder + "/").exit()).isEqualTo(ExitCode.DONE);
        assertThat(shell.run("backup", temporary.resolve("copy") + "").exit()).isEqualTo(ExitCode.DONE);

        assertThat(folder.toFile().list()).singleElement().asString().matches("daybook-\\d{8}T\\d{6}Z\\.db");
        assertThat(temporary.resolve("copy")).isRegularFile();
    }

    @Test
    void a_backup_is_restored_into_another_folder() {
        Run made = shell.run("backup", copy.toString());
        assertThat(made.exit()).as(made.err()).isZero();
        assertThat(made.out().strip()).isEqualTo(copy.toString());

        Run restored = other.run("restore", copy.toString());

        assertThat(restored.exit()).as(restored.err()).isZero();
        assertThat(restored.out()).contains("ok").contains("entries");
        assertThat(restored.err()).contains("erase them again");
        assertThat(other.run("recall", "ferry", "--user", "ada").out()).contains("nine");
        assertThat(other.run("doctor").exit()).isZero();
    }

    @Test
    void a_folder_gets_a_file_named_by_the_time() throws IOException {
        Path backups = Files.createDirectory(temporary.resolve("backups"));

        Run made = shell.run("backup", backups.toString(), "--json");

        assertThat(made.exit()).as(made.err()).isZero();
        assertThat(names(backups)).singleElement().asString().matches("daybook-\\d{8}T\\d{6}Z\\.db");
        assertThat(made.json())
                .containsEntry("file", backups.resolve(names(backups).get(0)).toString());
        assertThat(made.json()).containsEntry("keys", false);
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(each -> each.getFileName().toString()).toList();
        }
    }

    @Test
    void keys_are_left_out_unless_they_are_asked_for() {
        shell.run("key", "create");
        shell.run("backup", copy.toString());
        assertThat(temporary.resolve("copy.db.keys.json")).doesNotExist();
        Path second = temporary.resolve("second.db");

        assertThat(shell.run("backup", second.toString(), "--keys").exit()).isZero();
        assertThat(other.run("restore", second.toString()).exit()).isZero();
        assertThat(other.run("key", "list").out()).isEmpty();
        assertThat(other.run("restore", second.toString(), "--keys", "--replace")
                        .exit())
                .isZero();

        assertThat(other.run("key", "list").out())
                .isEqualTo(shell.run("key", "list").out());
    }

    @Test
    void existing_entries_stay() throws IOException {
        Files.writeString(copy, "mine");
        Run refused = shell.run("backup", copy.toString());
        assertThat(refused.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(refused.err()).contains("exists already");
        assertThat(copy).hasContent("mine");

        Path good = temporary.resolve("good.db");
        shell.run("backup", good.toString());
        other.run("remember", "The kettle is blue.", "--user", "ada");
        Run kept = other.run("restore", good.toString());
        assertThat(kept.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(kept.err()).contains("--replace");
        assertThat(other.run("recall", "kettle", "--user", "ada").out()).contains("blue");
    }

    @Test
    void a_forgotten_text_is_in_no_later_backup_and_comes_back_only_with_an_earlier_one() {
        shell.run("backup", copy.toString());
        shell.run("forget", "--all", "--user", "ada", "--yes");
        Path later = temporary.resolve("later.db");
        shell.run("backup", later.toString());

        other.run("restore", later.toString());
        assertThat(other.run("recall", "ferry", "--user", "ada").out()).doesNotContain("nine");

        other.run("restore", copy.toString(), "--replace");
        assertThat(other.run("recall", "ferry", "--user", "ada").out()).contains("nine");
    }
}
