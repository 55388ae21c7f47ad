package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MasterKeyVariablesTest {

    private static final String FIRST = key(1);
    private static final String SECOND = key(2);

    @TempDir
    Path temporary;

    private static String key(int seed) {
        byte[] bytes = new byte[32];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i + seed);
        }
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Returns a shell over one folder with some variables and their values. */
    private TestShell shell(String... variables) {
        TestShell shell = new TestShell(temporary.resolve("data"));
        for (int i = 0; i < variables.length; i += 2) {
            shell.variable(variables[i], variables[i + 1]);
        }
        return shell;
    }

    private void remember() {
        assertThat(shell("DAYBOOK_MASTER_KEY", FIRST)
                        .run("remember", "The ferry leaves at nine.")
                        .exit())
                .isZero();
    }

    private static void assertReads(TestShell shell) {
        assertThat(shell.run("recall", "ferry").out()).contains("nine");
    }

    @Test
    void a_folder_is_read_with_its_master_key_alone() {
        remember();

        Run without = shell().run("recall", "ferry");
        assertThat(without.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(without.err()).contains("are wrapped by the master key", "give that key");
        assertThat(shell("DAYBOOK_MASTER_KEY", SECOND).run("recall", "ferry").exit())
                .isEqualTo(ExitCode.FAILED);
        assertReads(shell("DAYBOOK_MASTER_KEY", FIRST));
        assertThat(shell("DAYBOOK_MASTER_KEY", FIRST).run("doctor").out()).contains("master key");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_key_comes_from_a_variable_a_file_or_a_command() throws IOException {
        remember();
        Path file = Files.writeString(temporary.resolve("key"), FIRST + "\n");

        assertReads(shell("DAYBOOK_MASTER_KEY_FILE", file.toString()));
        assertReads(shell("DAYBOOK_MASTER_KEY_COMMAND", "cat '" + file + "'"));
    }

    @Test
    void a_rotation_needs_both_keys_once() {
        remember();

        assertReads(shell("DAYBOOK_MASTER_KEY", SECOND, "DAYBOOK_PREVIOUS_MASTER_KEY", FIRST));
        assertReads(shell("DAYBOOK_MASTER_KEY", SECOND));
        assertThat(shell("DAYBOOK_MASTER_KEY", FIRST).run("recall", "ferry").exit())
                .isEqualTo(ExitCode.FAILED);
    }

    @Test
    void a_backup_has_a_key_of_its_own() {
        remember();
        String backup = temporary.resolve("backup.db").toString();
        assertThat(shell("DAYBOOK_MASTER_KEY", FIRST, "DAYBOOK_BACKUP_KEY", SECOND)
                        .run("backup", backup)
                        .exit())
                .isZero();

        assertThat(shell("DAYBOOK_MASTER_KEY", FIRST)
                        .run("restore", backup, "--replace")
                        .exit())
                .isEqualTo(ExitCode.FAILED);
        assertThat(shell("DAYBOOK_MASTER_KEY", FIRST, "DAYBOOK_BACKUP_KEY", SECOND)
                        .run("restore", backup, "--replace")
                        .exit())
                .isZero();
        assertReads(shell("DAYBOOK_MASTER_KEY", FIRST));

        Run inClear = shell("DAYBOOK_BACKUP_KEY", SECOND).run("restore", backup, "--replace");
        assertThat(inClear.exit()).isZero();
        assertThat(inClear.err()).contains("its encryption keys are in clear: set DAYBOOK_MASTER_KEY");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "secret", "c2VjcmV0", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="})
    void a_value_that_is_no_key_is_refused_without_its_text(String value) {
        Run refused = shell("DAYBOOK_MASTER_KEY", value).run("remember", "x");

        assertThat(refused.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(refused.err()).contains("DAYBOOK_MASTER_KEY gives no master key; give 32 random bytes as base64");
        assertThat(refused.err().contains("secret") || refused.err().contains("c2Vj"))
                .isFalse();
        assertThat(temporary.resolve("data")).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void what_gives_no_key_is_named_with_its_variable() {
        assertRefused("set one of them", "DAYBOOK_MASTER_KEY", FIRST, "DAYBOOK_MASTER_KEY_FILE", "f");
        assertRefused("set the key that replaces it", "DAYBOOK_PREVIOUS_MASTER_KEY", FIRST);
        assertRefused(
                "cannot be read",
                "DAYBOOK_MASTER_KEY_FILE",
                temporary.resolve("missing").toString());
        assertRefused("failed with exit code 3", "DAYBOOK_MASTER_KEY_COMMAND", "echo " + FIRST + "; exit 3");
        assertRefused("gives no master key", "DAYBOOK_MASTER_KEY_COMMAND", "true");
    }

    private void assertRefused(String reason, String... variables) {
        Run refused = shell(variables).run("remember", "x");
        assertThat(refused.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(refused.err()).contains(variables[0], reason).doesNotContain(FIRST);
        assertThat(temporary.resolve("data")).doesNotExist();
    }
}
