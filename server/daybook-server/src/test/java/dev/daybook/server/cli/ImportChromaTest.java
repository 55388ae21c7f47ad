package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder was written by jeevesagent 0.9.7 on chromadb 1.5.9, three foreign rows by chromadb alone. */
class ImportChromaTest {

    @TempDir
    Path temporary;

    private ForeignMemory chroma;

    @BeforeEach
    void take() {
        chroma = ForeignMemory.sample(temporary, "chroma", "chroma");
    }

    @Test
    void episodes_and_facts_go_to_the_users_that_they_are_of() {
        Run run = chroma.take();

        assertThat(run).isEqualTo(new Run(ExitCode.DONE, "", "Imported: 7 new, 0 unchanged, 0 changed, 0 bad rows.\n"));
        assertThat(chroma.exported())
                .contains(
                        "{\"kind\":\"episode\",\"id\":\"ep_garden\",\"user\":\"ada\",\"session\":\"garden\","
                                + "\"occurredAt\":\"2026-05-04T09:30:00.123456+01:00\",\"messages\":["
                                + "{\"role\":\"user\",\"text\":\"The fig tree has its first leaves.\"},"
                                + "{\"role\":\"assistant\",\"text\":\"How old is it?\"}],"
                                + "\"origin\":{\"source\":\"import\",\"writer\":\"jeevesagent\"},\"trust\":\"import\"}",
                        "{\"kind\":\"fact\",\"id\":\"fact_porto\",\"user\":\"ada\",\"subject\":\"Ada\","
                                + "\"predicate\":\"lives_in\",\"object\":\"Porto\",\"confidence\":0.75,"
                                + "\"validFrom\":\"2026-05-01T08:30:00Z\",\"validUntil\":\"2026-05-03T08:30:00Z\","
                                + "\"recordedAt\":\"2026-05-01T08:35:00Z\","
                                + "\"sources\":[{\"kind\":\"episode\",\"id\":\"ep_garden\"}],\"method\":\"given\","
                                + "\"origin\":{\"source\":\"import\",\"writer\":\"jeevesagent\"},\"trust\":\"import\",\"singleValued\":false}")
                .anyMatch(line -> line.contains("\"ep_nobody\",\"user\":null"))
                .anyMatch(line -> line.contains("\"ep_violin\",\"user\":\"bob\""));
    }

    @Test
    void imported_entries_are_recalled() {
        chroma.take();

        assertThat(chroma.shell().run("recall", "fig tree", "--user", "ada").out())
                .contains("The fig tree has");
        assertThat(chroma.shell()
                        .run("facts", "list", "--user", "ada", "--valid-at", "2026-05-10T00:00:00Z")
                        .out())
                .contains("Lisbon")
                .doesNotContain("Porto");
    }

    @Test
    void a_second_import_writes_nothing_and_the_folder_is_never_touched() {
        Map<String, String> before = chroma.files();

        chroma.assertThatASecondTimeWritesNothing(7);

        assertThat(chroma.files()).isEqualTo(before);
    }

    @Test
    void with_a_user_that_user_alone_is_taken() {
        assertThat(chroma.take("--user", "bob").err()).contains("2 new");
        assertThat(chroma.exported()).hasSize(3).noneMatch(line -> line.contains("ada"));
        assertThat(chroma.take("--anonymous").err()).contains("1 new");
        assertThat(chroma.take("--shared").exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void the_space_is_that_of_the_command_line() {
        chroma.take("--space", "old");

        assertThat(chroma.exported("--space", "old")).hasSize(8);
        assertThat(chroma.exported()).hasSize(1);
    }

    @Test
    void rows_that_are_not_understood_are_named_and_the_others_go_on() {
        Run run = chroma.take("--collection", "odd_rows", "--facts-collection", "jeeves_facts");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err().lines())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .startsWith("episode 'odd_user': user has the control character U+000A"),
                        line -> assertThat(line)
                                .isEqualTo("Imported: 7 new, 0 unchanged, 0 changed, 1 bad row;"
                                        + " 1 time without an offset, read as UTC; 1 time missing, set to 1970."));
        assertThat(chroma.take("--collection", "odd_rows", "--json").list("problems"))
                .singleElement()
                .satisfies(problem -> assertThat(problem).containsEntry("episode", "odd_user"));
        assertThat(chroma.exported())
                .anyMatch(line ->
                        line.contains("\"odd_naive\"") && line.contains("\"occurredAt\":\"2026-05-08T09:00:00Z\""));
        assertThat(chroma.exported())
                .anyMatch(line -> line.contains("\"odd_fine\",\"user\":\"ada\",\"session\":null,"
                        + "\"occurredAt\":\"2026-05-08T08:30:00+01:00\""))
                .anyMatch(line -> line.contains("A note of another program.")
                        && line.contains("\"metadata\":{\"page\":7,\"read\":true,\"score\":0.5}"))
                .noneMatch(line -> line.contains("This is gone."));
    }

    @Test
    void queued_rows_are_read_as_chroma_reads_them() throws Exception {
        Path folder = copied();
        // As if Chroma had been killed after it queued the last writes and before it put them into its tables.
        ForeignDatabase.change(
                folder.resolve("chroma.sqlite3"),
                "UPDATE max_seq_id SET seq_id = 1 WHERE segment_id ="
                        + " (SELECT segment_id FROM embeddings WHERE embedding_id = 'ep_garden')",
                "DELETE FROM embedding_metadata WHERE id ="
                        + " (SELECT id FROM embeddings WHERE embedding_id = 'ep_violin')",
                "DELETE FROM embeddings WHERE embedding_id = 'ep_violin'",
                "INSERT INTO embeddings_queue (operation, topic, id) SELECT 3, topic, 'ep_ferry'"
                        + " FROM embeddings_queue WHERE id = 'ep_ferry'");

        Run run = new ForeignMemory(chroma.shell(), "chroma", folder.toString()).take();

        assertThat(run.err()).contains("6 new");
        assertThat(chroma.exported())
                .anyMatch(line -> line.contains("\"ep_violin\",\"user\":\"bob\",\"session\":\"music\""))
                .noneMatch(line -> line.contains("\"id\":\"ep_ferry\",\"user\""));
    }

    @Test
    void collections_of_another_tenant_are_not_read() throws Exception {
        Path folder = copied();
        ForeignDatabase.change(
                folder.resolve("chroma.sqlite3"),
                "INSERT INTO tenants (id) VALUES ('other')",
                "INSERT INTO databases (id, name, tenant_id) VALUES ('d-2', 'default_database', 'other')",
                "UPDATE collections SET database_id = 'd-2' WHERE name = 'jeeves_facts'");

        assertThat(new ForeignMemory(chroma.shell(), "chroma", folder.toString())
                        .take()
                        .err())
                .contains("4 new");
    }

    @Test
    void a_folder_of_something_else_and_a_collection_that_is_not_there_are_reported_and_make_no_data_folder() {
        Run missing = chroma.take("--collection", "nothing");
        Run facts = chroma.take("--facts-collection", "nothing");
        Run folder = new ForeignMemory(chroma.shell(), "chroma", temporary.toString()).take();
        Run gone = new ForeignMemory(
                        chroma.shell(), "chroma", temporary.resolve("gone").toString())
                .take();

        assertThat(missing.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(missing.err())
                .contains("no collection 'nothing'")
                .contains("jeeves_episodes, jeeves_facts, odd_rows; name one with --collection");
        assertThat(facts.err()).contains("name one with --facts-collection");
        assertThat(folder.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(folder.err()).contains("no chroma.sqlite3 in").contains("name the data folder of Chroma");
        assertThat(gone.exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(temporary.resolve("memory")).doesNotExist();
    }

    @Test
    void options_of_another_format_and_an_unknown_format_are_wrong_usage() {
        assertThat(chroma.take("--project", "1").err()).contains("--project is given with --from chroma");
        assertThat(chroma.take("--session", "s").err())
                .contains("--session is given, but the sessions come from --from chroma");
        assertThat(new ForeignMemory(chroma.shell(), "jsonl", chroma.from())
                        .take("--collection", "x")
                        .err())
                .contains("--collection is given with --from jsonl; it is an option of --from chroma");
        assertThat(new ForeignMemory(chroma.shell(), "nonsense", chroma.from())
                        .take()
                        .err())
                .contains(
                        "--from is 'nonsense'; use jsonl, chatgpt, claude, claude-code, codex, letta, zep, openai, whatsapp, mbox, spring-ai, table, mem0, chroma, jeevesagent-sqlite, lyra, haema, restai, mcp-memory");
        assertThat(new ForeignMemory(chroma.shell(), "lyra", chroma.from())
                        .take()
                        .err())
                .contains("is a folder; --from lyra reads a file");
        assertThat(temporary.resolve("memory")).doesNotExist();
    }

    private Path copied() throws IOException {
        Path folder = Files.createDirectory(temporary.resolve("chroma"));
        Files.copy(Path.of(chroma.from(), "chroma.sqlite3"), folder.resolve("chroma.sqlite3"));
        return folder;
    }
}
