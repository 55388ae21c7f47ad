package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Scope;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands over a store on a server, named by its address. */
class StoreOptionTest {

    @TempDir
    Path temporary;

    private final String address = "held://host/" + UUID.randomUUID();
    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("data"));
    }

    private TestShell known() {
        return shell.variable("DAYBOOK_STORE_PASSWORD", HeldStores.PASSWORD);
    }

    private Run over(String store, String... command) {
        String[] words = new String[command.length + 2];
        System.arraycopy(command, 0, words, 0, command.length);
        words[command.length] = "--store";
        words[command.length + 1] = store;
        return shell.run(words);
    }

    @Test
    void a_memory_on_a_server_is_written_and_read_by_its_address_and_no_folder_is_made() {
        known();
        assertThat(over(address, "remember", "The ferry leaves at nine.", "--user", "ada")
                        .exit())
                .isZero();

        assertThat(over(address, "recall", "ferry", "--user", "ada").out()).contains("nine");
        assertThat(over(address, "doctor").exit()).isZero();
        assertThat(over(address, "spaces").out()).contains("default");
        assertThat(temporary.resolve("data")).doesNotExist();
    }

    @Test
    void the_environment_names_the_store_unless_an_option_does() {
        known().variable("DAYBOOK_STORE", address);
        assertThat(shell.runAsIs("remember", "The ferry leaves at nine.", "--embedder", "none")
                        .exit())
                .isZero();

        assertThat(shell.runAsIs("recall", "ferry", "--embedder", "none").out()).contains("nine");
        assertThat(shell.run("recall", "ferry").exit()).isEqualTo(ExitCode.NOT_FOUND);
    }

    private static final String MASTER_KEY = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=";

    @Test
    void a_master_key_encrypts_the_records_of_a_store_on_a_server() {
        TestShell other =
                new TestShell(temporary.resolve("other")).variable("DAYBOOK_STORE_PASSWORD", HeldStores.PASSWORD);
        known().variable("DAYBOOK_MASTER_KEY", MASTER_KEY);
        assertThat(over(address, "remember", "The ferry leaves at nine.", "--user", "ada")
                        .exit())
                .isZero();

        assertThat(over(address, "recall", "ferry", "--user", "ada").out()).contains("nine");
        assertThat(over(address, "doctor").out()).contains("master key", "encrypted records");
        assertThat(HeldStores.at(address).scopes(null, 10).items())
                .extracting(Scope::code)
                .isNotEmpty()
                .noneMatch(code -> code.contains("ada"));
        Run without = other.run("recall", "ferry", "--user", "ada", "--store", address);
        assertThat(without.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(without.err()).contains("wrapped by the master key");
    }

    @Test
    void a_master_key_for_a_store_in_clear_is_refused_with_the_remedy() {
        known();
        assertThat(over(address, "remember", "The ferry leaves at nine.").exit())
                .isZero();
        shell.variable("DAYBOOK_MASTER_KEY", MASTER_KEY);

        Run run = over(address, "recall", "ferry");
        assertThat(run.exit()).isNotZero();
        assertThat(run.err()).contains("contents in clear", "daybook copy");
    }

    @Test
    void the_password_is_read_from_a_file_of_one_line() throws IOException {
        Path file = Files.writeString(temporary.resolve("password"), HeldStores.PASSWORD + "\n");
        Path wrong = Files.writeString(temporary.resolve("wrong"), "two\nlines");

        assertThat(over(address, "remember", "x", "--store-password-file", file.toString())
                        .exit())
                .isZero();
        Run refused = over(address, "remember", "x", "--store-password-file", wrong.toString());

        assertThat(refused.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(refused.err()).contains("--store-password-file").doesNotContain("two");
    }

    @Test
    void a_folder_is_named_by_its_path_and_by_a_file_address() {
        Path folder = temporary.resolve("elsewhere");

        assertThat(shell.runAsIs("remember", "The ferry leaves.", "--store", folder.toString(), "--embedder", "none")
                        .exit())
                .isZero();
        Run run = shell.runAsIs("recall", "ferry", "--store", folder.toUri().toString(), "--embedder", "none");

        assertThat(run.out()).contains("leaves");
        assertThat(folder.resolve("daybook.db")).exists();
        assertThat(over(folder.toString(), "recall", "x").err()).contains("--store and --data both name a folder");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "held://ada:hunter-2-secret@host/x",
                "held://host/x?password=hunter-2-secret",
                "held://ada:hunter-2-secret@host:1,host2:1/x",
                "mysql://ada:hunter-2-secret@host/x",
                "held://ada:hunter-2-secret@host/%%%"
            })
    void a_password_in_an_address_is_refused_and_not_repeated(String store) {
        shell.variable("DAYBOOK_DEBUG", "1");

        Run run = over(store, "remember", "x");

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.out() + run.err()).contains("--store").doesNotContain("hunter");
    }

    @Test
    void an_unknown_scheme_names_the_known_ones() {
        Run run = over("mysql://host/x", "remember", "x");

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err())
                .contains("'mysql:'")
                .contains("held://HOST/NAME")
                .contains("postgres://")
                .contains("cassandra://");
    }

    @Test
    void an_unreachable_server_and_a_wrong_password_are_one_line_without_the_password() {
        shell.variable("DAYBOOK_STORE_PASSWORD", "hunter-3-wrong");

        Run refused = over(address, "remember", "x");
        Run unreachable = over("postgres://ada@127.0.0.1:1/memory", "recall", "x");
        Run incomplete = over("postgres://127.0.0.1:1/memory", "recall", "x");

        assertThat(refused.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err()).isEqualTo("daybook: the server refused the password\n");
        assertThat(unreachable.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(unreachable.err().lines()).hasSize(1);
        assertThat(unreachable.err()).contains("cannot be reached").doesNotContain("hunter");
        assertThat(incomplete.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(incomplete.err()).contains("postgres://USER@HOST:5432/DATABASE");
    }

    @Test
    void a_cluster_that_cannot_be_reached_is_one_line_without_the_password() {
        known();
        Run unreachable = over("cassandra://ada@127.0.0.1:1,127.0.0.2:1/memory", "recall", "x");
        Run incomplete = over("cassandra://127.0.0.1", "recall", "x");

        assertThat(unreachable.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(unreachable.err().lines()).hasSize(1);
        assertThat(unreachable.err()).contains("cannot be reached").doesNotContain(HeldStores.PASSWORD);
        assertThat(incomplete.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(incomplete.err()).contains("cassandra://USER@HOST:9042,HOST/KEYSPACE");
    }

    @Test
    void no_password_is_in_the_output_of_a_failure_with_its_stack() {
        known().variable("DAYBOOK_DEBUG", "1");

        Run run = over("postgres://ada@127.0.0.1:1/memory", "recall", "x");

        assertThat(run.err()).contains("at dev.daybook").doesNotContain(HeldStores.PASSWORD);
    }

    @Test
    void commands_on_files_say_that_the_store_has_none() {
        known();
        over(address, "remember", "x", "--user", "ada");

        for (Run run : new Run[] {
            over(address, "backup", temporary.resolve("b.db").toString()),
            over(address, "restore", temporary.resolve("b.db").toString()),
            over(address, "forget", "--all", "--user", "ada", "--prove", "--yes")
        }) {
            assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.WRONG_USAGE);
            assertThat(run.err()).contains("this store is on a server");
        }
        assertThat(over(address, "recall", "x", "--user", "ada").out()).contains("x");
    }
}
