package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memories of mem0: an answer, a server and the file of the history. */
class ImportMem0Test {

    private static final String ANSWER = """
            {"results": [
              {"id": "a1", "memory": "Prefers the aisle.", "user_id": "ada", "created_at": "2024-05-01T08:00:00-07:00",
               "updated_at": null, "metadata": {"category": "travel"}},
              {"id": "b1", "memory": "Rings bells.", "user_id": "bo", "created_at": "2024-05-02T08:00:00+00:00"},
              {"id": "b2", "user_id": "bo", "created_at": "2024-05-02T08:00:00+00:00"}
            ]}
            """;

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    @Test
    void each_memory_becomes_a_note_of_its_user() throws IOException {
        Path file = Files.writeString(temporary.resolve("mem0.json"), ANSWER);

        Run run = shell.run("import", "--from", "mem0", file.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("memory 'b2': field 'memory' is missing")
                .contains("Imported: 2 new", "metadata of memories (1)");
        assertThat(shell.run("notes", "latest", "--user", "ada").out())
                .contains("Prefers the aisle.")
                .doesNotContain("bells");
        assertThat(shell.run("notes", "latest", "--user", "bo").out()).contains("Rings bells.");
        assertThat(shell.run("import", "--from", "mem0", file.toString()).err())
                .contains("Imported: 0 new, 2 unchanged");
    }

    @Test
    void a_server_is_asked_for_the_memories_of_a_user() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/memories", call -> {
            boolean isOfBo = "user_id=bo".equals(call.getRequestURI().getQuery());
            byte[] body = (isOfBo ? "[{\"id\":\"b1\",\"memory\":\"Rings bells.\",\"user_id\":\"bo\"}]" : "{}")
                    .getBytes(StandardCharsets.UTF_8);
            call.sendResponseHeaders(isOfBo ? 200 : 400, body.length);
            call.getResponseBody().write(body);
            call.close();
        });
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort();

            assertThat(shell.run("import", "--from", "mem0", "--user", "bo", address)
                            .err())
                    .contains("Imported: 1 new");
            assertThat(shell.run("notes", "latest", "--user", "bo").out()).contains("Rings bells.");
            assertThat(shell.run("import", "--from", "mem0", address).err())
                    .contains("answered GET /memories with 400", "--user");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void the_history_gives_the_last_text_of_each_memory_that_is_not_deleted() throws SQLException {
        Path file = temporary.resolve("history.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT,"
                            + " event TEXT, created_at DATETIME, updated_at DATETIME, is_deleted INTEGER)");
            statement.execute("INSERT INTO history VALUES"
                    + " ('1','m1',NULL,'Likes tea.','ADD','2024-05-01T08:00:00+00:00',NULL,0),"
                    + " ('2','m2',NULL,'Likes rain.','ADD','2024-05-01T08:00:00+00:00',NULL,0),"
                    + " ('3','m1','Likes tea.','Likes green tea.','UPDATE','2024-05-01T08:00:00+00:00','2024-05-03T08:00:00+00:00',0),"
                    + " ('4','m2','Likes rain.',NULL,'DELETE',NULL,NULL,1)");
        }

        Run run = shell.run("import", "--from", "mem0", "--user", "ada", file.toString());

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(shell.run("notes", "latest", "--user", "ada").out())
                .contains("Likes green tea.")
                .doesNotContain("Likes tea.", "rain");
    }

    @Test
    void another_file_is_refused_with_a_remedy() throws IOException {
        Path file = Files.writeString(temporary.resolve("other.json"), "{\"messages\": []}");

        assertThat(shell.run("import", "--from", "mem0", file.toString()).err())
                .contains("is not the memories of mem0", "GET /memories");
    }
}
