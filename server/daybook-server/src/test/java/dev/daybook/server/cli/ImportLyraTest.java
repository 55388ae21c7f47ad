package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lyra is not published. Its tables are made here as its {@code memory.py} declares them: exchanges, sessions and
 * summaries with these columns, and one index.
 */
class ImportLyraTest {

    private static final String[] SCHEMA = {
        "CREATE TABLE exchanges (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL,"
                + " content TEXT NOT NULL, embedding BLOB NOT NULL, created_at TEXT NOT NULL)",
        "CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, created_at TEXT NOT NULL)",
        "CREATE TABLE summaries (session_id TEXT PRIMARY KEY, content TEXT NOT NULL, embedding BLOB NOT NULL,"
                + " last_exchange_id INTEGER NOT NULL, created_at TEXT NOT NULL)",
        "CREATE INDEX exchanges_session ON exchanges (session_id, created_at)"
    };

    @TempDir
    Path temporary;

    private ForeignMemory lyra;

    @BeforeEach
    void make() throws Exception {
        Path file = temporary.resolve("lyra.db");
        lyra = new ForeignMemory(new TestShell(temporary.resolve("memory")), "lyra", file.toString());
        ForeignDatabase.change(file, SCHEMA);
        ForeignDatabase.change(
                file,
                exchange(1, "pots", "user", "Shall I fire the kiln today?", "2026-06-15T09:00:00.5+00:00"),
                exchange(2, "pots", "assistant", "Wait for dry weather.", "2026-06-15T09:00:01+00:00"),
                exchange(4, "beans", "user", "The beans are up.", "2026-06-15T09:00:02+00:00"),
                exchange(5, "pots", "user", "It is dry now.", "2026-06-15T09:00:03+00:00"),
                "INSERT INTO sessions VALUES ('pots', 'Pottery', '2026-06-15T09:00:00+00:00')",
                "INSERT INTO sessions VALUES ('empty', NULL, '2026-06-16T09:00:00+00:00')",
                "INSERT INTO summaries VALUES ('pots', 'The kiln waits for dry weather.', x'', 2,"
                        + " '2026-06-15T10:00:00+00:00')");
    }

    private static String exchange(int id, String session, String role, String content, String time) {
        return "INSERT INTO exchanges VALUES (" + id + ", '" + session + "', '" + role + "', '" + content + "', x'', '"
                + time + "')";
    }

    @Test
    void the_session_without_a_name_becomes_one_with_a_name() throws Exception {
        ForeignDatabase.change(
                temporary.resolve("lyra.db"),
                exchange(6, "", "user", "The glaze has cracked.", "2026-06-15T09:00:04+00:00"),
                "INSERT INTO sessions VALUES ('', 'Glazes', '2026-06-15T09:00:00+00:00')",
                "INSERT INTO summaries VALUES ('', 'A cracked glaze.', x'', 6, '2026-06-15T10:00:00+00:00')");

        assertThat(lyra.take("--user", "li").err()).contains("0 bad rows.");
        assertThat(lyra.shell()
                        .run("history", "--session", "(no session)", "--user", "li")
                        .out())
                .contains("The glaze has cracked.");
        assertThat(lyra.exported())
                .anyMatch(line -> line.contains("\"kind\":\"summary\"") && line.contains("A cracked glaze."));
    }

    @Test
    void exchanges_keep_their_numbers_and_their_order() {
        assertThat(lyra.take("--user", "li").err()).isEqualTo("Imported: 5 new, 0 unchanged, 0 changed, 0 bad rows.\n");
        assertThat(lyra.exported())
                .filteredOn(line -> line.startsWith("{\"kind\":\"episode\""))
                .extracting(line -> line.substring(0, line.indexOf(",\"messages\"")))
                .containsExactly(
                        "{\"kind\":\"episode\",\"id\":\"1\",\"user\":\"li\",\"session\":\"pots\","
                                + "\"occurredAt\":\"2026-06-15T09:00:00.5Z\"",
                        "{\"kind\":\"episode\",\"id\":\"2\",\"user\":\"li\",\"session\":\"pots\","
                                + "\"occurredAt\":\"2026-06-15T09:00:01Z\"",
                        "{\"kind\":\"episode\",\"id\":\"4\",\"user\":\"li\",\"session\":\"beans\","
                                + "\"occurredAt\":\"2026-06-15T09:00:02Z\"",
                        "{\"kind\":\"episode\",\"id\":\"5\",\"user\":\"li\",\"session\":\"pots\","
                                + "\"occurredAt\":\"2026-06-15T09:00:03Z\"");
        assertThat(lyra.shell()
                        .run("history", "--session", "pots", "--user", "li")
                        .out())
                .contains("Shall I fire the kiln today?", "Wait for dry weather.", "It is dry now.");
    }

    @Test
    void sessions_have_their_names_also_those_in_which_nothing_was_said() {
        lyra.take();

        assertThat(lyra.shell().run("sessions").out())
                .contains("Pottery")
                .contains("empty")
                .contains("beans");
    }

    @Test
    void sessions_keep_when_they_were_made() {
        lyra.take();
        String lines = lyra.shell().run("export").out();

        assertThat(lines.lines())
                .contains(
                        "{\"kind\":\"session\",\"id\":\"pots\",\"user\":null,\"name\":\"Pottery\","
                                + "\"created\":\"2026-06-15T09:00:00Z\"}",
                        "{\"kind\":\"session\",\"id\":\"empty\",\"user\":null,\"created\":\"2026-06-16T09:00:00Z\"}");
        TestShell other = new TestShell(temporary.resolve("other"));
        other.input(lines).run("import", "-");
        assertThat(other.run("export").out()).isEqualTo(lines);
    }

    @Test
    void times_without_an_offset_are_those_of_the_zone_that_is_named_and_counted() throws Exception {
        ForeignDatabase.change(
                temporary.resolve("lyra.db"), exchange(6, "beans", "user", "Rain at last.", "2026-07-01 09:00:00"));

        assertThat(lyra.take("--zone", "Europe/Lisbon").err())
                .isEqualTo("Imported: 6 new, 0 unchanged, 0 changed, 0 bad rows;"
                        + " 1 time without an offset, read as Europe/Lisbon.\n");
        assertThat(lyra.exported()).anyMatch(line -> line.contains("\"occurredAt\":\"2026-07-01T09:00:00+01:00\""));
    }

    @Test
    void a_summary_covers_its_messages_and_later_ones_are_pending() {
        lyra.take();

        assertThat(lyra.shell().run("summaries", "get", "--session", "pots").out())
                .contains("The kiln waits for dry weather.");
        assertThat(lyra.shell().run("summaries", "pending", "--session", "pots").out())
                .isEqualTo("1\n");
        assertThat(lyra.exported())
                .anyMatch(line -> line.contains(
                        "\"covers\":[{\"kind\":\"episode\",\"id\":\"1\"}," + "{\"kind\":\"episode\",\"id\":\"2\"}]"));
    }

    @Test
    void a_second_import_writes_nothing_and_the_file_is_never_touched() {
        Map<String, String> before = lyra.files();

        lyra.assertThatASecondTimeWritesNothing(5);

        assertThat(lyra.files()).isEqualTo(before);
    }

    @Test
    void a_later_import_writes_only_later_additions() throws Exception {
        lyra.take();
        ForeignDatabase.change(
                Path.of(lyra.from()),
                exchange(6, "pots", "assistant", "Then light it.", "2026-06-15T09:00:04+00:00"),
                "UPDATE summaries SET content = 'The kiln is lit.', last_exchange_id = 6,"
                        + " created_at = '2026-06-15T11:00:00+00:00'");

        assertThat(lyra.take().err()).isEqualTo("Imported: 1 new, 4 unchanged, 1 changed, 0 bad rows.\n");
        assertThat(lyra.shell().run("summaries", "pending", "--session", "pots").out())
                .isEqualTo("0\n");
    }

    @Test
    void rows_that_are_not_understood_are_named_and_a_summary_stands_for_the_others() throws Exception {
        ForeignDatabase.change(
                Path.of(lyra.from()),
                "UPDATE exchanges SET created_at = 'yesterday' WHERE id = 2",
                "INSERT INTO summaries VALUES ('beans', 'They grow.', x'', 'all', '2026-06-15T10:00:00+00:00')");

        Run run = lyra.take();

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("exchange '2': field 'created_at' is 'yesterday'; use ISO 8601"),
                        line -> assertThat(line)
                                .startsWith("summary 'beans': field 'last_exchange_id' is the text 'all'"),
                        line -> assertThat(line).isEqualTo("Imported: 4 new, 0 unchanged, 0 changed, 2 bad rows."));
        assertThat(lyra.exported()).anyMatch(line -> line.contains("\"covers\":[{\"kind\":\"episode\",\"id\":\"1\"}]"));
    }
}
