package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of databases with a message in each row. */
class ImportDatabaseTest {

    private static final String SPRING_AI = "CREATE TABLE SPRING_AI_CHAT_MEMORY (conversation_id TEXT, content TEXT,"
            + " type TEXT, timestamp INTEGER, sequence_id INTEGER)";

    @TempDir
    Path temporary;

    private TestShell shell;
    private Path file;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
        file = temporary.resolve("chat.db");
    }

    @Test
    void the_chat_memory_of_spring_ai_is_imported_in_the_order_of_each_conversation() throws SQLException {
        database(
                SPRING_AI,
                "INSERT INTO SPRING_AI_CHAT_MEMORY VALUES"
                        + " ('c2','Who rings?','USER',1700000000000,0),"
                        + " ('c1','By nine.','ASSISTANT',1700000000000,1),"
                        + " ('c1','When does it ring?','USER',1700000000000,0)");

        Run run = shell.run("import", "--from", "spring-ai", "--mine", file.toString());

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).contains("Imported: 2 new");
        assertThat(shell.run("history", "--session", "c1").out())
                .containsSubsequence("2023-11-14 22:13", "When does it ring?", "By nine.");
        assertThat(shell.run("import", "--from", "spring-ai", "--mine", file.toString())
                        .err())
                .contains("Imported: 0 new, 2 unchanged");
    }

    @Test
    void any_table_is_imported_by_its_columns() throws SQLException {
        database(
                "CREATE TABLE calls (nr INTEGER PRIMARY KEY, Thread TEXT, who TEXT, body TEXT, at TEXT, stars REAL)",
                "INSERT INTO calls VALUES (2,'t','Bo','It rings.','2024-01-01 10:05:00',4.5),"
                        + " (1,'t','Ada','Ring it.','2024-01-01 10:00:00',5)");

        Run run = shell.run(
                "import",
                "--map",
                "id=nr,session=thread,name=who,text=body,time=at,metadata=stars",
                "--table",
                "calls",
                file.toString());

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(shell.run("history", "--session", "t").out())
                .containsSubsequence("2024-01-01 10:00", "Ada", "Ring it.", "Bo", "It rings.");
    }

    @Test
    void a_field_of_a_json_column_is_imported() throws SQLException {
        database(
                "CREATE TABLE store (prefix TEXT, key TEXT, value TEXT, updated_at TEXT)",
                "INSERT INTO store VALUES ('ada.memories','k1','{\"kind\":\"Memory\",\"content\":{\"text\":\"Likes tea.\"}}',"
                        + "'2024-01-01 10:00:00')");

        Run run = shell.run(
                "import",
                "--map",
                "id=key,session=prefix,text=value.content.text,time=updated_at",
                "--table",
                "store",
                file.toString());

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(shell.run("history", "--session", "ada.memories").out()).contains("2024-01-01 10:00", "Likes tea.");
    }

    @Test
    void a_wrong_table_or_column_is_refused_with_a_remedy() throws SQLException {
        database("CREATE TABLE calls (nr INTEGER PRIMARY KEY, body TEXT)");

        assertThat(error("--map", "id=nr,text=body", file.toString())).contains("--table is not given");
        assertThat(error("--map", "id=nr,text=body", "--table", "calls; DROP TABLE calls", file.toString()))
                .contains("--table is 'calls; DROP TABLE calls'");
        assertThat(error("--map", "id=nr,text=body", "--table", "rings", file.toString()))
                .contains("the table rings cannot be read", "--table");
        assertThat(error("--map", "text=body", "--table", "calls", file.toString()))
                .contains("--map has no column for the id");
        assertThat(error("--map", "id=nr,text=words", "--table", "calls", file.toString()))
                .contains("--map names the columns words", "body, nr");
        assertThat(error("--map", "id=nr,text=body", "--table", "calls", "jdbc:nosuch://host/db"))
                .contains("cannot connect", "jdbc:postgresql://HOST/DATABASE");
        assertThat(error("--from", "chatgpt", "--table", "calls", file.toString()))
                .contains("--table is given with --from chatgpt");
    }

    private String error(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "import";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Run run = shell.run(command);
        assertThat(run.exit()).isNotEqualTo(ExitCode.DONE);
        return run.err();
    }

    private void database(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
