package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file was written by the SqliteMemory of jeevesagent 0.9.7. */
class ImportJeevesSqliteTest {

    @TempDir
    Path temporary;

    private ForeignMemory jeeves;

    @BeforeEach
    void take() {
        jeeves = ForeignMemory.sample(temporary, "jeevesagent-sqlite", "jeevesagent.db");
    }

    @Test
    void episodes_facts_and_blocks_go_to_the_users_that_they_are_of() {
        assertThat(jeeves.take().err()).isEqualTo("Imported: 9 new, 0 unchanged, 0 changed, 0 bad rows.\n");
        assertThat(jeeves.exported())
                .anyMatch(line -> line.contains("\"id\":\"ep_garden\",\"user\":\"ada\",\"session\":\"garden\","
                        + "\"occurredAt\":\"2026-05-04T08:30:00.123456Z\""))
                .anyMatch(line -> line.contains("\"id\":\"ep_nobody\",\"user\":null"))
                .anyMatch(line -> line.contains("\"fact_porto\"")
                        && line.contains(
                                "\"validUntil\":\"2026-05-03T08:30:00Z\",\"recordedAt\":\"2026-05-01T08:35:00Z\"")
                        && line.contains("\"sources\":[{\"kind\":\"episode\",\"id\":\"ep_garden\"}]"));
        assertThat(jeeves.shell().run("blocks", "show", "--user", "ada").out()).isEqualTo("""
                        <persona>
                        I am a patient gardener.
                        </persona>
                        <rules>
                        Answer in one sentence. Ask before you assume.
                        </rules>
                        """);
        assertThat(jeeves.shell()
                        .run("recall", "violin strings", "--user", "bob")
                        .out())
                .contains("My violin needs new strings.");
    }

    @Test
    void a_second_import_writes_nothing_and_the_file_is_never_touched() {
        Map<String, String> before = jeeves.files();

        jeeves.assertThatASecondTimeWritesNothing(9);

        assertThat(jeeves.files()).isEqualTo(before);
    }

    @Test
    void rows_that_are_not_understood_are_named_and_the_others_go_on() throws Exception {
        Path file = Files.copy(Path.of(jeeves.from()), temporary.resolve("odd.db"));
        ForeignDatabase.change(
                file,
                "UPDATE episodes SET occurred_at = 'yesterday' WHERE id = 'ep_ferry'",
                "UPDATE episodes SET user_id = '  ' WHERE id = 'ep_violin'",
                "UPDATE facts SET confidence = 2 WHERE id = 'fact_violin'",
                "UPDATE facts SET sources = '{}' WHERE id = 'fact_porto'",
                "UPDATE facts SET valid_from = 1e300 WHERE id = 'fact_lisbon'");

        Run run = new ForeignMemory(jeeves.shell(), "jeevesagent-sqlite", file.toString()).take();

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith(
                                        "episode 'ep_ferry': field 'occurred_at' is the text 'yesterday'; a time in"),
                        line -> assertThat(line).startsWith("episode 'ep_violin': user is blank"),
                        line -> assertThat(line).startsWith("fact 'fact_porto': field 'sources' is an object"),
                        line -> assertThat(line).startsWith("fact 'fact_lisbon': field 'valid_from' is 1.0E300"),
                        line -> assertThat(line).startsWith("fact 'fact_violin': confidence is 2.0"),
                        line -> assertThat(line).isEqualTo("Imported: 4 new, 0 unchanged, 0 changed, 5 bad rows."));
    }

    @Test
    void a_file_without_users_is_imported_into_the_anonymous_scope() throws Exception {
        Path file = temporary.resolve("early.db");
        ForeignDatabase.change(
                file,
                "CREATE TABLE episodes (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, occurred_at REAL NOT NULL,"
                        + " input TEXT NOT NULL, output TEXT NOT NULL, embedding BLOB)",
                "INSERT INTO episodes VALUES ('e1', 's', 1778000000.5, 'Rain again.', '', x'00')");

        ForeignMemory early = new ForeignMemory(jeeves.shell(), "jeevesagent-sqlite", file.toString());

        assertThat(early.take().exit()).isEqualTo(ExitCode.DONE);
        assertThat(early.exported()).anyMatch(line -> line.contains("\"e1\",\"user\":null,\"session\":\"s\""));
    }

    @Test
    void an_sqlite_file_of_something_else_is_reported() {
        Path other = ForeignMemory.sample("haema").resolve("latest.sqlite3");

        Run run = new ForeignMemory(jeeves.shell(), "jeevesagent-sqlite", other.toString()).take();

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("has no table 'episodes' of jeevesagent's SqliteMemory");
        assertThat(temporary.resolve("memory")).doesNotExist();
    }
}
