package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows have the columns of restai's {@code project_memory_bank_entries}; times without an offset, which are UTC. */
class ImportRestaiTest {

    @TempDir
    Path temporary;

    private ForeignMemory restai;

    @BeforeEach
    void take() {
        restai = ForeignMemory.sample(temporary, "restai", "restai.json");
    }

    @Test
    void entries_go_into_the_bank_of_the_space_which_stays_off() {
        Run run = restai.take("--project", "7");

        assertThat(run.err()).isEqualTo("""
                Imported: 3 new, 0 unchanged, 0 changed, 0 bad rows.
                The bank of this space is off; 'daybook bank on' adds it to contexts.
                """);
        assertThat(restai.shell().run("bank", "list").out())
                .contains("- They chose the blue tiles.")
                .contains("2026-W12")
                .contains("2026-03-18");
        assertThat(restai.exported())
                .anyMatch(line -> line.contains("\"shared\":true,\"level\":\"session\",\"session\":\"chat-41\","
                        + "\"period\":\"2026-03-18\",\"text\":\"- They chose the blue tiles.\",\"tokens\":7,"
                        + "\"sourceCount\":4,\"lastSourceAt\":\"2026-03-18T11:00:00Z\",\"state\":\"live\","
                        + "\"createdAt\":\"2026-03-18T11:15:00.25Z\",\"updatedAt\":\"2026-03-18T11:16:00Z\""));
    }

    @Test
    void imported_entries_are_in_the_context_once_the_bank_is_on() {
        restai.take("--project", "7");
        restai.shell().run("bank", "on");

        assertThat(restai.shell()
                        .run("context", "Which tiles?", "--user", "ada")
                        .out())
                .contains("- They chose the blue tiles.");
        assertThat(restai.take("--project", "7").err()).doesNotContain("is off");
    }

    @Test
    void a_second_import_writes_nothing() throws Exception {
        Path one = temporary.resolve("one.json");
        Files.writeString(
                one, Files.readString(Path.of(restai.from())).replace("\"project_id\": 8", "\"project_id\": 7"));

        new ForeignMemory(restai.shell(), "restai", one.toString()).assertThatASecondTimeWritesNothing(4);
    }

    @Test
    void rows_of_several_projects_are_not_mixed() {
        assertThat(restai.take().err()).contains("has rows of the projects 7, 8; select one with --project");
        assertThat(restai.take("--project", "9").err()).contains("--project is '9', but ");
        assertThat(restai.take("--project", "8").err()).contains("1 new");
        assertThat(restai.take("--user", "ada", "--project", "7").err())
                .contains("the bank of restai is shared by all users");
    }

    @Test
    void rows_that_are_not_understood_are_named_and_the_others_go_on() throws Exception {
        Path odd = Files.writeString(temporary.resolve("odd.json"), """
                [{"granularity": "day", "period_key": "2026-03-01", "summary": "- Rain.", "created_at": "2026-03-02T08:00:00",
                  "updated_at": "2026-03-02T08:00:00"},
                 {"granularity": "year", "summary": "- A year.", "created_at": "2026-03-02T08:00:00",
                  "updated_at": "2026-03-02T08:00:00"},
                 {"granularity": "day", "summary": " ", "created_at": "2026-03-02T08:00:00",
                  "updated_at": "2026-03-02T08:00:00"},
                 {"granularity": "day", "summary": "- Sun.", "created_at": "soon", "updated_at": "2026-03-02T08:00:00"},
                 17]
                """);

        Run run = new ForeignMemory(restai.shell(), "restai", odd.toString()).take();

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith(
                                        "row 2: field 'granularity' is the text 'year'; use conversation, day, week"),
                        line -> assertThat(line).startsWith("row 3: field 'summary' is blank"),
                        line -> assertThat(line).startsWith("row 4: field 'created_at' is 'soon'; use ISO 8601"),
                        line -> assertThat(line).isEqualTo("row 5: the row is 17; use an object"),
                        line -> assertThat(line).isEqualTo("Imported: 1 new, 0 unchanged, 0 changed, 4 bad rows."),
                        line -> assertThat(line).startsWith("The bank of this space is off"));
    }

    @Test
    void torn_json_and_json_without_an_array_are_reported() throws Exception {
        Path torn = Files.writeString(temporary.resolve("torn.json"), "[\n{\"granularity\": \"da");
        Path object = Files.writeString(temporary.resolve("object.json"), "{}");

        assertThat(new ForeignMemory(restai.shell(), "restai", torn.toString())
                        .take()
                        .err())
                .contains("torn.json: not JSON at line 2, column 20: ");
        assertThat(new ForeignMemory(restai.shell(), "restai", object.toString())
                        .take()
                        .err())
                .contains("is an object; give the rows of the entry table as a JSON array of objects");
        assertThat(temporary.resolve("memory")).doesNotExist();
    }
}
