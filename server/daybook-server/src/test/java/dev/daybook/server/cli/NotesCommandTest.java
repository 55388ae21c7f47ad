package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NotesCommandTest {

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    @Test
    void texts_that_are_added_are_the_latest_notes_and_are_found() {
        Run added = shell.run("notes", "add", "Ada keeps bees.", "The tram leaves at nine.", "--user", "ada");

        assertThat(added.exit()).isEqualTo(ExitCode.DONE);
        assertThat(added.out()).isNotBlank();
        assertThat(shell.run("notes", "latest", "--user", "ada").out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("The tram leaves at nine."),
                        line -> assertThat(line).endsWith("Ada keeps bees."));
        assertThat(shell.run("notes", "latest", "--begin", "2", "--count", "1", "--user", "ada", "--json")
                        .list("notes"))
                .extracting(note -> note.get("text"))
                .isEqualTo(java.util.List.of("Ada keeps bees."));
        assertThat(shell.run("notes", "search", "bees", "--limit", "1", "--user", "ada", "--json")
                        .list("hits"))
                .singleElement()
                .satisfies(
                        hit -> assertThat(hit).containsEntry("kind", "note").containsEntry("text", "Ada keeps bees."));
        assertThat(shell.run("notes", "search", "bees", "--user", "ada").out()).contains("Ada keeps bees.");
        assertThat(shell.run("notes", "latest", "--user", "bob").out()).isEmpty();
    }

    @Test
    void a_note_that_is_due_is_listed_and_shown() {
        assertThat(shell.run("notes", "add", "Return the canoe.", "--due", "2020-01-01", "--expires", "9999-01-01")
                        .exit())
                .isEqualTo(ExitCode.DONE);
        shell.run("notes", "add", "Water the plants.", "--due", "9998-01-01");

        assertThat(shell.run("notes", "due").out())
                .contains("Return the canoe.")
                .doesNotContain("plants");
        assertThat(shell.run("notes", "due", "--until", "9998-01-02").out())
                .contains("Return the canoe.", "Water the plants.");
        assertThat(shell.run("context", "weather").out()).contains("[due 2020-01-01 00:00 Z] Return the canoe.");
        assertThat(shell.run("notes", "add", "One.", "Two.", "--due", "2020-01-01")
                        .exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void an_import_leaves_out_what_has_ended_and_says_so() {
        String ended =
                "{\"kind\":\"episode\",\"id\":\"e1\",\"user\":null,\"session\":\"s\",\"occurredAt\":\"2019-01-01T00:00:00Z\","
                        + "\"messages\":[{\"role\":\"user\",\"text\":\"The code is 4711.\"}],\"expiresAt\":\"2020-01-01T00:00:00Z\"}\n";
        TestShell other = new TestShell(temporary.resolve("other"));

        Run dry = other.input(ended).run("import", "-", "--dry-run");
        Run imported = other.input(ended).run("import", "-");

        assertThat(dry.err()).contains("Would import: 0 new", "entries that have ended (1)");
        assertThat(dry.out()).doesNotContain("4711");
        assertThat(imported.exit()).isEqualTo(ExitCode.DONE);
        assertThat(imported.err()).contains("0 new", "entries that have ended (1)");
        assertThat(other.run("export", "--all-scopes").out()).doesNotContain("4711");
    }

    @Test
    void one_text_is_read_from_stdin_and_the_receipt_says_that_its_notes_are_made() {
        assertThat(shell.input("Ada keeps bees.\n")
                        .run("notes", "add", "-", "--json")
                        .json())
                .containsEntry("derived", "done")
                .containsEntry("durable", true);
        assertThat(shell.run("notes", "latest", "--json").list("notes"))
                .extracting(note -> note.get("text"))
                .isEqualTo(java.util.List.of("Ada keeps bees."));
    }

    @Test
    void notes_are_exported_and_imported_byte_for_byte_and_are_not_made_anew() {
        shell.run("notes", "add", "Ada keeps three hives of bees by the lake.", "The tram leaves at nine.");
        shell.run("notes", "add", "Ada keeps three hives of bees by the lake");
        String exported = shell.run("export", "--all-scopes").out();
        TestShell other = new TestShell(temporary.resolve("other")).input(exported);

        assertThat(exported).contains("supersededBy");
        assertThat(other.run("import", "-").exit()).isEqualTo(ExitCode.DONE);
        assertThat(other.run("export", "--all-scopes").out()).isEqualTo(exported);
        assertThat(other.run("import", "-").err()).contains("0 new").contains("0 changed");
        String before = other.run("notes", "latest").out();
        other.run("notes", "add", "Rain on Sunday.");
        assertThat(other.run("notes", "latest").out()).hasLineCount(3).endsWith(before);
        other.run("consolidate");
        assertThat(other.run("notes", "latest").out()).hasLineCount(3).endsWith(before);
    }
}
