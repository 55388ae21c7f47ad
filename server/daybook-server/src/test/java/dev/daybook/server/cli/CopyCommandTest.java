package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.local.InMemoryStore;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyCommandTest {

    @TempDir
    Path temporary;

    private final String address = "held://host/" + UUID.randomUUID();
    private TestShell shell;
    private TestShell other;
    private String from;
    private String to;

    @BeforeEach
    void remember() {
        shell = new TestShell(temporary.resolve("memory"));
        other = new TestShell(temporary.resolve("other"));
        from = shell.folder().toString();
        to = other.folder().toString();
        shell.run("remember", "The ferry leaves at nine.", "--user", "ada");
        shell.run("remember", "The inn is full.", "--shared");
        shell.variable("DAYBOOK_STORE_PASSWORD", HeldStores.PASSWORD);
    }

    private Run copy(String source, String target, String... more) {
        String[] words = new String[more.length + 5];
        System.arraycopy(new String[] {"copy", "--from", source, "--to", target}, 0, words, 0, 5);
        System.arraycopy(more, 0, words, 5, more.length);
        return shell.runAsIs(words);
    }

    @Test
    void a_folder_is_copied_and_each_scope_is_listed_with_its_hash() {
        Run run = copy(from, to);

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out().lines())
                .hasSize(2)
                .anyMatch(line -> line.matches(
                        "default user:ada: entries 1, versions 1, states \\d+, audit entries 1, sha256 [0-9a-f]{64}"));
        assertThat(run.err()).isEqualTo("Copied 2 scopes; both stores hold the same.\n");
        assertThat(other.run("recall", "ferry", "--user", "ada").out()).contains("nine");
    }

    @Test
    void the_answer_is_one_json_document() {
        Run run = copy(from, to, "--json");

        assertThat(run.json()).containsEntry("equal", true);
        assertThat(run.list("scopes")).hasSize(2).allSatisfy(scope -> {
            assertThat(scope).containsEntry("entries", 1L).containsEntry("equal", true);
            assertThat((String) scope.get("sha256")).hasSize(64);
        });
        assertThat(run.err()).isEmpty();
    }

    @Test
    void a_folder_moves_to_a_server_and_back_with_equal_hashes() {
        Run there = copy(from, address);
        Run back = copy(address, to);

        assertThat(there.exit()).as(there.err()).isZero();
        assertThat(back.exit()).as(back.err()).isZero();
        assertThat(back.out().lines().toList())
                .containsExactlyInAnyOrderElementsOf(there.out().lines().toList());
    }

    @Test
    void a_store_in_clear_is_copied_into_an_encrypted_one_and_back_with_equal_hashes() {
        String encrypted = "held://host/" + UUID.randomUUID();
        copy(from, address);
        shell.variable("DAYBOOK_MASTER_KEY", "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=");
        Run there = copy(address, encrypted);
        Run back = copy(encrypted, to);

        assertThat(there.exit()).as(there.err()).isZero();
        assertThat(back.exit()).as(back.err()).isZero();
        assertThat(back.out().lines().toList())
                .containsExactlyInAnyOrderElementsOf(there.out().lines().toList());
        assertThat(HeldStores.at(encrypted).scopes(null, 10).items())
                .isNotEmpty()
                .noneMatch(scope -> scope.code().contains("ada"));
    }

    private static long revisions(String address) {
        InMemoryStore database = HeldStores.at(address);
        return database.scopes(null, 10).items().stream()
                .mapToLong(scope -> database.head(scope).revision())
                .sum();
    }

    @Test
    void the_source_of_a_copy_keeps_its_key_and_its_rows() {
        String encrypted = "held://host/" + UUID.randomUUID();
        shell.variable("DAYBOOK_MASTER_KEY", "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=");
        assertThat(copy(from, encrypted).exit()).isZero();
        long before = revisions(encrypted);

        shell.variable("DAYBOOK_MASTER_KEY", "AAIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=");
        shell.variable("DAYBOOK_PREVIOUS_MASTER_KEY", "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=");
        Run copied = copy(encrypted, to);

        assertThat(copied.exit()).as(copied.err()).isZero();
        assertThat(revisions(encrypted)).isEqualTo(before);
        String empty = "held://host/" + UUID.randomUUID();
        copy(empty, "held://host/" + UUID.randomUUID());
        assertThat(revisions(empty)).isZero();
    }

    @Test
    void a_copy_that_stopped_refuses_other_commands_and_goes_on_when_it_is_run_again() {
        HeldStores.AWAY.put(URI.create(address), true);
        Run stopped = copy(from, address);
        Run early = shell.run("recall", "ferry", "--store", address);
        HeldStores.AWAY.remove(URI.create(address));

        assertThat(stopped.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(stopped.err()).contains("the server is away");
        assertThat(early.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(early.err()).contains("the store holds an unfinished copy of " + from);
        assertThat(copy(from, address).exit()).isZero();
    }

    @Test
    void a_target_in_use_is_refused() {
        other.run("remember", "mine");

        Run run = copy(from, to);

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("the target is not empty");
        assertThat(other.run("recall", "mine").out()).contains("mine");
        assertThat(other.run("recall", "ferry", "--user", "ada").out()).doesNotContain("nine");
    }

    @Test
    void a_missing_source_and_the_same_store_twice_are_refused_and_nothing_is_made() {
        Run missing = copy(temporary.resolve("nowhere").toString(), to);

        assertThat(missing.exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(temporary.resolve("nowhere")).doesNotExist();
        assertThat(other.folder()).doesNotExist();
        assertThat(copy(from, from + "/.").err()).contains("the same store");
        Run within = copy(from, from + "/backup");
        assertThat(within.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(within.err()).contains("one of --from and --to lies in the other");
        assertThat(Path.of(from, "backup")).doesNotExist();
        assertThat(shell.runAsIs("copy", "--from", from).exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void passwords_of_source_and_target_are_told_apart() {
        shell.variable("DAYBOOK_STORE_PASSWORD", "hunter-wrong");
        assertThat(copy(from, address).err()).contains("refused the password").doesNotContain("hunter");

        shell.variable("DAYBOOK_TO_PASSWORD", HeldStores.PASSWORD);

        Map<String, Object> answer = copy(from, address, "--json").json();
        assertThat(answer).containsEntry("equal", true);
    }
}
