package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpCommandTest {

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void shell() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    @Test
    void the_user_is_that_of_the_environment_where_no_option_names_a_scope() {
        String lines = """
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
                {"jsonrpc":"2.0","method":"notifications/initialized"}
                {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"remember","arguments":{"text":"The lamp is green."}}}
                """;

        shell.variable("DAYBOOK_USER", "ada").input(lines);
        assertThat(shell.run("mcp").out()).contains("\"durable\":true", "\"session\":\"mcp-");
        assertThat(shell.run("mcp", "--user", "bob", "--session", "chat").out()).contains("\"session\":\"chat\"");

        assertThat(shell.run("recall", "lamp", "--user", "ada", "--json").list("hits"))
                .hasSize(1);
        assertThat(shell.run("recall", "lamp", "--user", "bob", "--json").list("hits"))
                .hasSize(1);
        assertThat(shell.run("recall", "lamp", "--json").list("hits")).isEmpty();
    }
}
