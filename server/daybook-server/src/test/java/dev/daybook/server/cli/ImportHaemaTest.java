package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The path was written by haema 0.4.0 on chromadb 1.5.9, with a scripted model that replaced one of four memories. */
class ImportHaemaTest {

    @TempDir
    Path temporary;

    private ForeignMemory haema;

    @BeforeEach
    void take() {
        haema = ForeignMemory.sample(temporary, "haema", "haema");
    }

    @Test
    void memories_become_notes_in_the_order_of_latest() {
        Run run = haema.take();

        assertThat(run.err()).isEqualTo("""
                Imported: 6 new, 0 unchanged, 0 changed, 0 bad rows.
                Imported into the space 'haema'; select it with --space.
                """);
        assertThat(haema.shell()
                        .run("notes", "latest", "--space", "haema")
                        .out()
                        .lines())
                .extracting(line -> line.substring(line.indexOf("Z  ") + 3))
                .containsExactly(
                        "Bees: three hives stand on the roof now.",
                        "Trains make me sleepy.",
                        "Breakfast is porridge with pears.");
        assertThat(haema.shell().run("recall", "hives", "--space", "haema").out())
                .contains("three hives stand");
    }

    @Test
    void an_entry_replaced_in_quarantine_does_not_come_back() {
        haema.take();

        assertThat(haema.exported("--space", "haema")).noneMatch(line -> line.contains("two hives"));
    }

    @Test
    void the_core_becomes_its_blocks() throws Exception {
        haema.take();

        assertThat(haema.shell()
                        .run("blocks", "show", "--core", "--space", "haema")
                        .out())
                .isEqualTo(Files.readString(Path.of(haema.from(), "core.md")));
    }

    @Test
    void a_second_import_writes_nothing_also_from_a_copy_and_the_path_is_never_touched() throws Exception {
        Map<String, String> before = haema.files();
        haema.assertThatASecondTimeWritesNothing(6, "--space", "haema");

        Path copy = copied();
        Files.setLastModifiedTime(copy.resolve("core.md"), FileTime.fromMillis(0));

        assertThat(new ForeignMemory(haema.shell(), "haema", copy.toString())
                        .take("--space", "haema")
                        .err())
                .isEqualTo("Imported: 0 new, 6 unchanged, 0 changed, 0 bad rows.\n");
        assertThat(haema.files()).isEqualTo(before);
    }

    @Test
    void a_user_or_the_shared_scope_may_be_named() {
        haema.take("--user", "ada");
        haema.take("--space", "club", "--shared");

        assertThat(haema.exported("--space", "haema"))
                .filteredOn(line -> line.contains("\"ada\""))
                .hasSize(6);
        assertThat(haema.exported("--space", "club"))
                .filteredOn(line -> line.contains("\"shared\""))
                .hasSize(6);
    }

    @Test
    void rows_in_only_one_of_the_two_stores_are_imported_and_rows_without_a_time_are_named() throws Exception {
        Path copy = copied();
        ForeignDatabase.change(
                copy.resolve("latest.sqlite3"),
                "DELETE FROM latest_memories WHERE document LIKE 'Trains%'",
                "INSERT INTO latest_memories VALUES ('id-1', 'Only listed.', '2026-05-01T08:00:00Z', 1777622400000, 0)");
        ForeignDatabase.change(
                copy.resolve("db/chroma.sqlite3"),
                "DELETE FROM embedding_metadata WHERE key LIKE 'timestamp%' AND id IN"
                        + " (SELECT id FROM embedding_metadata WHERE string_value LIKE 'Trains%')");

        Run run = new ForeignMemory(haema.shell(), "haema", copy.toString()).take("--space", "haema");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("field 'timestamp' is missing")
                .contains("6 new")
                .contains("1 bad row.");
        assertThat(haema.shell().run("notes", "latest", "--space", "haema").out())
                .endsWith("2026-05-01 08:00Z  Only listed.\n")
                .doesNotContain("Trains");
    }

    @Test
    void text_under_no_heading_of_the_core_is_named() throws Exception {
        Path copy = copied();
        Files.writeString(copy.resolve("core.md"), """
                Preface
                # USER
                - Keeps geese.
                # DREAMS
                - Of flying.

                # SOUL #
                - Loud.
                """);

        Run run = new ForeignMemory(haema.shell(), "haema", copy.toString()).take();

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("core.md line 1: stands under none of the headings # SOUL, # TOOLS, # RULE, # USER")
                .contains("core.md line 4: ", "core.md line 5: ")
                .contains("5 new, 0 unchanged, 0 changed, 3 bad rows");
        assertThat(haema.shell()
                        .run("blocks", "show", "--core", "--space", "copy of haema")
                        .out())
                .isEqualTo("# SOUL\n- Loud.\n\n# TOOLS\n\n# RULE\n\n# USER\n- Keeps geese.\n");
    }

    @Test
    void a_folder_of_something_else_is_reported() throws Exception {
        Run run = new ForeignMemory(haema.shell(), "haema", temporary.toString()).take();
        Files.createDirectory(temporary.resolve("db"));
        Files.copy(ForeignMemory.sample("chroma").resolve("chroma.sqlite3"), temporary.resolve("db/chroma.sqlite3"));
        Run jeevesagent = new ForeignMemory(haema.shell(), "haema", temporary.toString()).take();

        assertThat(jeevesagent.err()).contains("there is no collection 'memory' in");
        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err())
                .contains("there is no folder 'db' in")
                .contains("name the path that HAEMA's Memory was given");
        assertThat(temporary.resolve("memory")).doesNotExist();
    }

    private Path copied() throws IOException {
        Path from = Path.of(haema.from());
        Path to = temporary.resolve("copy of haema");
        try (Stream<Path> tree = Files.walk(from)) {
            tree.forEach(each -> {
                try {
                    Files.copy(each, to.resolve(from.relativize(each).toString()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return to;
    }
}
