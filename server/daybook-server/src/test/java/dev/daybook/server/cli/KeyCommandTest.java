package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands about the grants of a key. */
class KeyCommandTest {

    @TempDir
    Path folder;

    private TestShell shell;
    private String id;

    @BeforeEach
    void create() {
        shell = new TestShell(folder);
        id = shell.run("key", "create", "--user", "ada", "--rights", "read")
                .out()
                .split("_")[1];
    }

    private Object grants() {
        Run list = shell.run("key", "list", "--json");
        return PlainJson.write(PlainJson.readObject(list.out()).get("keys"));
    }

    @Test
    void a_key_gets_grants_in_other_scopes_and_loses_them() {
        assertThat(shell.run("key", "grant", id, "--space", "lab", "--rights", "read,write")
                        .exit())
                .isEqualTo(ExitCode.DONE);
        assertThat(shell.run("key", "grant", id, "--user", "ada", "--agent", "planner", "--rights", "write")
                        .exit())
                .isEqualTo(ExitCode.DONE);

        assertThat(grants().toString())
                .contains("{\"scope\":\"spaces/default/users/ada\",\"rights\":[\"read\"]}")
                .contains("{\"scope\":\"spaces/lab\",\"rights\":[\"read\",\"write\"]}")
                .contains("{\"scope\":\"spaces/default/users/ada/agents/planner\",\"rights\":[\"write\"]}");
        assertThat(shell.run("key", "list").out())
                .contains("user ada  read; space lab  read,write; agent planner of user ada  write");
        assertThat(shell.run("key", "withdraw", id, "--space", "lab").exit()).isEqualTo(ExitCode.DONE);
        assertThat(grants().toString()).doesNotContain("lab");
        assertThat(shell.run("key", "log").out()).contains("granted  " + id, "withdrawn  " + id);
        assertThat(shell.run("key", "log").exit()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void the_withdrawal_of_the_last_grant_says_that_the_key_is_revoked() {
        Run withdrawn = shell.run("key", "withdraw", id, "--user", "ada");

        assertThat(withdrawn.exit()).isEqualTo(ExitCode.DONE);
        assertThat(withdrawn.err()).contains("the key is revoked");
        assertThat(shell.run("key", "list").out()).contains("revoked");
    }

    @Test
    void what_is_not_there_is_named() {
        assertThat(shell.run("key", "grant", "absent", "--rights", "read").exit())
                .isEqualTo(ExitCode.NOT_FOUND);
        Run none = shell.run("key", "withdraw", id, "--user", "bob");
        assertThat(none.exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(none.err()).contains("spaces/default/users/bob");
        assertThat(shell.run("key", "grant", id, "--user", "bob", "--rights", "own")
                        .exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("key", "grant", id, "--user", "bob").exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }
}
