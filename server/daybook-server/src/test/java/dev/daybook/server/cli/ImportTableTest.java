package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables with a message in each row: CSV, JSONL and JSON arrays, by a map of their columns. */
class ImportTableTest {

    private static final String MAP =
            "--map=id=no,session=thread,role=sender,name=who,text=body,time=at,metadata=channel+stars";

    private static final String CSV = """
            no,thread,sender,who,body,at,channel,stars
            1,t1,human,Ada,"Is the ""Heron"" open,
            today?",2026-01-01 10:00:00,web,
            2,t1,bot,,Until five.,2026-01-01T10:00:05Z,web,5
            3,t2,human,Bob,Thanks.,1767263999,mail,
            """;

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    @Test
    void rows_of_csv_become_turns_of_their_sessions() throws IOException {
        String file = file("calls.csv", CSV);

        Run run = shell.run("import", MAP, file);

        assertThat(run.err())
                .isEqualTo("Imported: 2 new, 0 unchanged, 0 changed, 0 bad rows; 1 time without an offset, read as"
                        + " UTC.\n");
        assertThat(session("t1"))
                .containsExactly("user Ada: Is the \"Heron\" open,\ntoday?", "assistant null: Until five.");
        assertThat(shell.run("export").out())
                .contains("\"occurredAt\":\"2026-01-01T10:00:00Z\"")
                .contains("\"metadata\":{\"channel\":\"web\"}")
                .contains("\"occurredAt\":\"2026-01-01T10:39:59Z\"");
        assertThat(shell.run("import", MAP, file).err()).contains("0 new, 2 unchanged, 0 changed");
    }

    @Test
    void columns_of_media_and_captions_become_parts() throws IOException {
        String file = file("photos.csv", """
                body,file,about
                Look!,https://x.example/a/heron.jpg?w=2,A heron
                ,memo.mp3,
                Nothing,,
                Bytes,"data:image/png;base64,AAAA",
                """);

        Run run = shell.run("import", "--map", "text=body,media=file,caption=about", file);

        assertThat(run.err()).startsWith("Imported: 1 new").doesNotContain("without text");
        assertThat(shell.run("export").out())
                .contains(
                        "\"text\":\"Look!\",\"parts\":[{\"type\":\"image\",\"mediaType\":\"image/jpeg\","
                                + "\"uri\":\"https://x.example/a/heron.jpg?w=2\",\"name\":\"heron.jpg\",\"caption\":\"A heron\"}]",
                        "\"text\":\"\",\"parts\":[{\"type\":\"audio\",\"mediaType\":\"audio/mpeg\",\"name\":\"memo.mp3\"}]",
                        "\"text\":\"Nothing\"},",
                        "\"parts\":[{\"type\":\"image\",\"mediaType\":\"image/png\",\"size\":3,")
                .doesNotContain("AAAA");
        assertThat(shell.run("recall", "heron").out()).contains("[image: heron.jpg: A heron]");
        assertThat(shell.run("import", "--map", "text=body,media=photo", file).err())
                .contains("--map names the columns photo, which the table does not have");
    }

    @Test
    void a_dry_run_shows_the_first_rows_as_they_would_be_stored() throws IOException {
        Run run = shell.run("import", MAP, "--dry-run", file("calls.csv", CSV));

        assertThat(run.out().lines().toList())
                .hasSize(2)
                .allMatch(line -> line.startsWith("{\"kind\":\"episode\",\"id\":\"ep_"))
                .anyMatch(line -> line.contains("\"name\":\"Ada\"") && line.contains("\"session\":\"t1\""));
        assertThat(run.err()).startsWith("Would import: 2 new");
        assertThat(shell.run("import", MAP, "--dry-run", "--json", file("calls.csv", CSV))
                        .list("preview"))
                .hasSize(2)
                .allMatch(line -> line.get("kind").equals("episode"));
    }

    @Test
    void objects_of_json_are_rows_too_and_a_point_names_a_field_of_a_column() throws IOException {
        String lines = file("calls.jsonl", "{\"from\": {\"role\": \"user\"}, \"say\": \"Hi\", \"n\": 7}\n");
        String array = file("calls.json", "[{\"from\": {\"role\": \"agent\"}, \"say\": \"Ho\", \"n\": 8}]");

        for (String file : new String[] {lines, array}) {
            Run run = shell.run("import", "--map", "text=say,role=from.role,metadata=n", file);
            assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        }

        assertThat(session("calls.jsonl")).containsExactly("user null: Hi");
        assertThat(session("calls.json")).containsExactly("agent null: Ho");
        assertThat(shell.run("export").out()).contains("\"metadata\":{\"n\":7}");
    }

    @Test
    void semicolons_tabs_and_times_of_a_given_format_are_read() throws IOException {
        String file = file("calls.csv", "\uFEFFsay;at\n\"a;b\";03/02/2026 08:30\n\nc;31/31/2026 08:30\n");

        Run run = shell.run(
                "import",
                "--map",
                "text=say,time=at",
                "--time-format",
                "dd/MM/yyyy HH:mm",
                "--zone",
                "Europe/Paris",
                file);

        assertThat(run.err()).contains("1 time unreadable");
        assertThat(session("calls.csv")).containsExactly("user null: a;b", "user null: c");
        assertThat(shell.run("export").out()).contains("\"occurredAt\":\"2026-02-03T08:30:00+01:00\"");

        shell.run("import", "--map", "text=say", file("tabs.tsv", "say\tat\nx, y\t1\n"));
        assertThat(session("tabs.tsv")).containsExactly("user null: x, y");
    }

    @Test
    void torn_rows_and_rows_with_other_fields_are_named_and_the_others_go_on() throws IOException {
        String file = file("calls.csv", "say,at\na,b,c\nd,2026-01-01\n,x\n\"e,2026-01-02\nf,g");

        Run run = shell.run("import", "--map", "text=say,time=at", file);

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err().lines())
                .anyMatch(line -> line.startsWith("row 1: the row has 3 fields, but the header has 2"))
                .anyMatch(line -> line.startsWith("row 4: the file ends inside a quoted field"))
                .anyMatch(line -> line.startsWith("Imported: 1 new") && line.contains("rows without text (1)"));
    }

    @Test
    void a_map_that_does_not_fit_is_wrong_usage_and_creates_no_memory() throws IOException {
        String file = file("calls.csv", CSV);

        assertThat(shell.run("import", "--map", "text=words", file).err())
                .contains("--map names the columns words, which the table does not have; its columns are no, thread,");
        assertThat(shell.run("import", "--map", "text=.,time=words,metadata=words+no", file)
                        .err())
                .contains("--map names the columns ., words, which the table does not have");
        assertThat(shell.run("import", "--map", "role=sender", file).err())
                .contains("--map has no column for the text");
        assertThat(shell.run("import", "--map", "text=body,mood=x", file).err()).contains("--map has the part 'mood'");
        assertThat(shell.run("import", "--map", "text=body,role", file).err())
                .contains("--map has 'role'; give a part and its column, such as text=COLUMN");
        assertThat(shell.run("import", "--map", "text=body,text=at", file).err())
                .contains("--map has the part 'text' twice, for the columns 'body' and 'at'; give it once");
        assertThat(shell.run("import", "--map", "text=body,time=at", "--map", "time=no", file)
                        .err())
                .contains("--map has the part 'time' twice");
        assertThat(shell.run("import", "--map", "text=body", "--time-format", "{", file)
                        .err())
                .contains("--time-format is '{'");
        assertThat(shell.run("import", "--from", "table", file).err()).contains("--from table needs --map");
        assertThat(shell.run("import", "--from", "lyra", "--map", "text=body", file)
                        .err())
                .contains("--map is given with --from lyra");
        assertThat(shell.folder()).doesNotExist();
    }

    private List<String> session(String id) {
        return shell.run("history", "--session", id, "--json").list("messages").stream()
                .map(message -> message.get("role") + " " + message.get("name") + ": " + message.get("text"))
                .toList();
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(temporary.resolve(name), text).toString();
    }
}
