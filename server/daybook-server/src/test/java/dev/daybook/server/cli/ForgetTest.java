package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForgetTest {

    private static final String SECRET = "The spare key hangs behind the third flower pot on the left.";

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void fill() {
        shell = new TestShell(temporary.resolve("memory"));
        shell.run("remember", SECRET, "--user", "ada", "--session", "keys", "--at", "2026-01-01T00:00:00Z");
        shell.run(
                "remember",
                "The postman whistles Verdi.",
                "--user",
                "ada",
                "--session",
                "post",
                "--at",
                "2026-03-01T00:00:00Z");
        shell.run(
                "remember",
                "Nobody told me anything.",
                "--user",
                "bob",
                "--session",
                "keys",
                "--at",
                "2026-01-01T00:00:00Z");
    }

    @Test
    void a_legal_hold_refuses_a_forget_with_its_reason() {
        shell.run("remember", "The ferry leaves at nine.");
        assertThat(shell.run("settings", "legalHold=case 17").out()).isEqualTo("legalHold=case 17\n");

        Run refused = shell.run("forget", "--all", "--yes");

        assertThat(refused.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err()).contains("legal hold (case 17)", "none on the command line");
        assertThat(shell.run("settings", "legalHold=").err()).contains("for no hold, none on the command line");
        assertThat(shell.run("recall", "ferry").out()).contains("nine");
    }

    @Test
    void a_session_goes_and_nothing_else_does() {
        Run run = shell.run("forget", "--session", "keys", "--user", "ada", "--yes");

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).startsWith("Forgot 1 episode of user ada.\nThe bytes are gone from the files.");
        assertThat(shell.run("export", "--all-scopes").out())
                .doesNotContain("spare key")
                .contains("Verdi")
                .contains("Nobody told me");
    }

    @Test
    void one_entry_goes_by_its_kind_and_id_with_what_is_derived_from_it_and_nothing_else_does() {
        shell.run("remember", "The shed key is red.", "--user", "ada", "--id", "e1");
        shell.run("remember", "The shed is green.", "--user", "ada", "--id", "e2");
        shell.run("remember", "Bob has a shed.", "--user", "bob", "--id", "e1");

        assertThat(shell.run("forget", "--kind", "episode", "--id", "e1", "--user", "ada", "--dry-run")
                        .out())
                .isEqualTo("Would forget 1 episode of user ada.\n");
        Run run = shell.run("forget", "--kind", "episode", "--id", "e1", "--user", "ada", "--yes", "--prove");

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).startsWith("Forgot 1 episode of user ada.\nThe bytes are gone from the files.");
        assertThat(shell.run("export", "--all-scopes").out())
                .doesNotContain("shed key")
                .contains("The shed is green.", "Bob has a shed.", "spare key");
    }

    @Test
    void several_entries_go_by_their_ids_and_none_if_one_is_not_there() {
        for (String id : List.of("e1", "e2", "e3")) {
            shell.run("remember", "Shed " + id + " is green.", "--user", "ada", "--id", id);
        }

        Run wrong = shell.run(
                "forget", "--kind", "episode", "--id", "e1", "--id", "e9", "--id", "e3", "--user", "ada", "--yes");
        assertThat(wrong.exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(wrong.err()).contains("episode 'e9' is not in user ada");
        assertThat(shell.run("export", "--user", "ada").out()).contains("Shed e1", "Shed e2", "Shed e3");

        Run run = shell.run("forget", "--kind", "episode", "--id", "e1", "--id", "e3", "--user", "ada", "--yes");
        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).startsWith("Forgot 2 episodes of user ada.\n");
        assertThat(shell.run("export", "--user", "ada").out())
                .contains("Shed e2", "spare key")
                .doesNotContain("Shed e1", "Shed e3");
    }

    @Test
    void a_flag_with_an_empty_value_is_wrong_usage_and_forgets_nothing() {
        for (String flag : List.of("--dry-run=", "--dry-run= ", "--dry-run=maybe")) {
            Run run = shell.run("forget", "--all", "--user", "ada", flag, "--yes");

            assertThat(run.exit()).as(flag).isEqualTo(ExitCode.WRONG_USAGE);
            assertThat(run.err()).contains("--dry-run");
        }
        assertThat(shell.run("forget", "--all", "--user", "ada", "--dry-run=true", "--yes")
                        .exit())
                .isEqualTo(ExitCode.DONE);
        assertThat(shell.run("export", "--user", "ada").out()).contains("spare key", "Verdi");
    }

    @Test
    void a_value_that_is_the_name_of_an_option_is_a_value_and_never_the_option() {
        for (String selection : List.of("--kind=episode --id=--all", "--session=--all", "--before=--all", "-- --all")) {
            Run run = shell.run(("forget --user=ada --yes " + selection).split(" "));

            assertThat(run.out()).isIn("", "Nothing to forget in user ada.\n");
        }
        assertThat(shell.run("export", "--user", "ada").out()).contains("spare key", "Verdi");
    }

    @Test
    void an_entry_that_is_not_there_is_named_and_half_a_selection_is_wrong_usage() {
        Run missing = shell.run("forget", "--kind", "fact", "--id", "f1", "--user", "ada", "--yes");
        assertThat(missing.exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(missing.err()).contains("fact 'f1' is not in user ada");

        shell.run("remember", "The gate squeaks.", "--user", "ada", "--id", "e3");
        shell.run("quarantine", "--kind", "episode", "--id", "e3", "--user", "ada", "--yes");
        assertThat(shell.run("forget", "--kind", "episode", "--id", "e3", "--user", "ada", "--yes")
                        .exit())
                .isEqualTo(ExitCode.DONE);

        assertWrong("--kind and --id belong together", "--id", "e1");
        assertWrong("--kind and --id belong together", "--kind", "episode");
        assertWrong("--id selects entries", "--kind", "episode", "--id", "e1", "--session", "keys");
        assertWrong("--id selects entries", "--kind", "episode", "--id", "e1", "--before", "2027-01-01");
        assertWrong("--id selects entries", "--kind", "episode", "--id", "e1", "--all");
        assertWrong("kind is 'thing'", "--kind", "thing", "--id", "e1");
        assertThat(shell.run("export", "--user", "ada").out()).contains("spare key", "Verdi");
    }

    private void assertWrong(String message, String... selection) {
        Run run = shell.run(Stream.concat(Stream.of("forget", "--user", "ada", "--yes"), Stream.of(selection))
                .toArray(String[]::new));
        assertThat(run.err()).contains(message);
        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void a_forget_before_a_time_erases_strictly_earlier_entries() {
        shell.run("forget", "--before", "2026-03-01T01:00:00+01:00", "--user", "ada", "--yes");

        assertThat(shell.run("export", "--user", "ada").out())
                .doesNotContain("spare key")
                .contains("Verdi");
    }

    @Test
    void entries_of_a_session_before_a_time_are_erased_with_proof_and_the_rest_stays() {
        shell.run(
                "remember",
                "The lock was changed.",
                "--user",
                "ada",
                "--session",
                "keys",
                "--at",
                "2026-02-01T00:00:00Z");
        String[] forget = {"forget", "--session", "keys", "--before", "2026-02-01T00:00:00Z", "--user", "ada", "--json"
        };

        Run dry = shell.run(and(forget, "--dry-run"));
        assertThat(dry.json()).containsEntry("counts", Map.of("episode", 1L)).containsEntry("dryRun", true);
        Run run = shell.run(and(forget, "--yes", "--prove"));

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.json()).containsEntry("counts", Map.of("episode", 1L));
        assertThat((Map<?, ?>) run.json().get("proof")).extracting("found").isEqualTo(0L);
        assertThat(shell.run("export", "--user", "ada").out())
                .doesNotContain("spare key")
                .contains("The lock was changed.")
                .contains("Verdi");
    }

    @Test
    void all_of_a_scope_and_a_part_of_it_exclude_each_other() {
        for (String[] part : new String[][] {{"--session", "keys"}, {"--before", "2026-02-01T00:00:00Z"}}) {
            assertThat(shell.run(and(part, "forget", "--all", "--yes")).exit()).isEqualTo(ExitCode.WRONG_USAGE);
        }
        assertThat(shell.run("forget", "--yes").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("export", "--all-scopes").out()).contains("spare key");
    }

    private static String[] and(String[] some, String... more) {
        return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void all_of_a_scope_goes_and_other_scopes_stay() {
        shell.run("forget", "--all", "--user", "ada", "--yes");

        assertThat(shell.run("export", "--user", "ada").out()).isEmpty();
        assertThat(shell.run("export", "--user", "bob").out()).contains("Nobody told me");
    }

    @Test
    void without_yes_and_without_a_terminal_nothing_goes_and_the_exit_code_is_two() {
        Run run = shell.run("forget", "--all", "--user", "ada");

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err()).contains("--yes");
        assertThat(shell.run("export", "--user", "ada").out()).contains("spare key");
    }

    @Test
    void on_a_terminal_it_previews_the_erasure_and_asks() {
        TestShell terminal = shell.terminal(80);

        Run no = terminal.input("no\n").run("forget", "--all", "--user", "ada");
        assertThat(no.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(no.err()).contains("This forgets 2 episodes of user ada.").contains("Nothing was forgotten.");
        assertThat(shell.run("export", "--user", "ada").out()).contains("spare key");

        assertThat(terminal.input("yes\n")
                        .run("forget", "--all", "--user", "ada")
                        .exit())
                .isEqualTo(ExitCode.DONE);
        assertThat(shell.run("export", "--user", "ada").out()).isEmpty();
    }

    @Test
    void a_forgotten_text_is_refused_if_the_space_is_set_so() throws IOException {
        shell.run("settings", "refuseForgotten=true");
        Path certificate = temporary.resolve("certificate.json");
        String export = shell.run("export", "--user", "ada").out();
        Run run = shell.run(
                "forget",
                "--session",
                "keys",
                "--user",
                "ada",
                "--yes",
                "--prove",
                "--certificate",
                certificate.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).contains("Kept 1 keyed hash of forgotten texts").contains("refuseForgotten");
        assertThat(Files.readString(certificate)).contains("\"keptHashes\":1");
        Run refused = shell.run("remember", SECRET, "--user", "ada");
        assertThat(refused.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err())
                .contains("messages[0]", "forgotten", "refuseForgotten")
                .doesNotContain("flower");
        Run imported = shell.input(export).run("import", "-");
        assertThat(imported.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(imported.err())
                .contains("line 1", "messages[0] of the episode")
                .doesNotContain("line 2");
        assertThat(shell.run("export", "--all-scopes").out())
                .doesNotContain("flower")
                .contains("Verdi");
        assertThat(shell.run("doctor").exit()).isEqualTo(ExitCode.DONE);
        assertThat(shell.run("verify-erasure").exit()).isEqualTo(ExitCode.DONE);

        shell.run("settings", "refuseForgotten=false");
        assertThat(shell.run("remember", SECRET, "--user", "ada").exit()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void a_restored_backup_refuses_as_before_and_an_export_has_no_hash() {
        shell.run("settings", "refuseForgotten=true");
        shell.run("forget", "--all", "--user", "ada", "--yes");
        assertThat(shell.run("export", "--all-scopes").out()).doesNotContain("refused/");
        Path backup = temporary.resolve("backup");
        assertThat(shell.run("backup", backup.toString()).exit()).isEqualTo(ExitCode.DONE);
        TestShell restored = new TestShell(temporary.resolve("restored"));
        assertThat(restored.run("restore", backup.toString()).exit()).isEqualTo(ExitCode.DONE);

        assertThat(restored.run("remember", SECRET, "--user", "ada").err()).contains("forgotten");
        assertThat(restored.run("remember", SECRET, "--user", "bob").exit()).isEqualTo(ExitCode.DONE);
        assertThat(restored.run("rebuild").exit()).isEqualTo(ExitCode.DONE);
        assertThat(restored.run("remember", SECRET, "--user", "ada").err()).contains("forgotten");
    }

    @Test
    void a_dry_run_tells_and_changes_nothing() {
        Run run = shell.run("forget", "--session", "keys", "--user", "ada", "--dry-run", "--json");

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.json()).containsEntry("counts", Map.of("episode", 1L)).containsEntry("dryRun", true);
        assertThat(shell.run("export", "--user", "ada").out()).contains("spare key");
    }

    @Test
    void forgetting_a_missing_entry_succeeds() {
        Run run = shell.run("forget", "--session", "nope", "--user", "ada", "--yes", "--prove");

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).isEqualToNormalizingNewlines("Nothing to forget in user ada.\n");
        assertThat(run.err()).doesNotContain("bytes");
    }

    @Test
    void the_proof_finds_the_text_before_and_not_after() {
        Run run = shell.run("forget", "--session", "keys", "--user", "ada", "--yes", "--prove", "--json");

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.json()).containsEntry("bytes", "gone");
        assertThat((Map<?, ?>) run.json().get("proof")).satisfies(proof -> {
            assertThat(proof.get("texts")).isEqualTo(1L);
            assertThat(proof.get("searched")).isEqualTo(1L);
            assertThat(proof.get("foundBefore")).isEqualTo(1L);
            assertThat(proof.get("found")).isEqualTo(0L);
            assertThat(proof.get("operation")).isEqualTo(run.json().get("operation"));
            assertThat((Long) proof.get("bytes")).isGreaterThan(4_096);
        });
    }

    @Test
    void a_copy_of_a_forgotten_text_in_the_folder_is_found_in_each_encoding_and_its_file_named() throws IOException {
        for (var encoding : new java.nio.charset.Charset[] {
            StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE
        }) {
            shell.run("remember", SECRET, "--user", "ada", "--session", "keys");
            Path left = shell.folder().resolve("left-" + encoding.name());
            // Half a text is enough: pages break where they like.
            Files.write(left, ("x" + SECRET.substring(0, 40)).getBytes(encoding));

            Run run = shell.run("forget", "--session", "keys", "--user", "ada", "--yes", "--prove");

            assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
            assertThat(run.out()).contains("after:  found 1").contains(left.toString());
            Files.delete(left);
        }
    }

    @Test
    void short_texts_and_those_of_other_users_are_reported() {
        shell.run("remember", "Good night!", "--user", "ada", "--session", "keys");
        shell.run("remember", "Nobody told me anything.", "--user", "ada", "--session", "keys");

        Run run = shell.run("forget", "--session", "keys", "--user", "ada", "--yes", "--prove");

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.out())
                .contains("2 of 3 forgotten texts searched")
                .contains("shorter than 12 characters: 1")
                .contains("NOT SEARCHED: 1 texts of entries that stay");
    }

    @Test
    void a_short_text_that_lies_in_a_file_is_found() throws IOException {
        shell.run("remember", "PIN is 4711", "--user", "ada", "--session", "pin");
        Files.writeString(shell.folder().resolve("notes.txt"), "first line\nPIN is 4711\n");

        Run run = shell.run("forget", "--session", "pin", "--user", "ada", "--yes", "--prove");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("after:  found 1").contains("notes.txt").contains("NOT PROVED");
    }

    @Test
    void an_export_of_a_text_with_quotes_and_line_ends_is_found() throws IOException {
        shell.run("remember", "He said \"no\"\n\"I am\" HIV+\nCafé", "--user", "ada", "--session", "quoted");
        Path export = temporary.resolve("export.jsonl");
        Files.writeString(export, shell.run("export", "--user", "ada").out());

        Run run = shell.run(
                "forget", "--session", "quoted", "--user", "ada", "--yes", "--prove", "--also", export.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("export.jsonl");
    }

    @Test
    void the_data_folder_may_be_named_by_a_link() throws IOException {
        Files.writeString(shell.folder().resolve("copy.txt"), SECRET);
        TestShell linked = new TestShell(Files.createSymbolicLink(temporary.resolve("link"), shell.folder()));

        Run run = linked.run("forget", "--session", "keys", "--user", "ada", "--yes", "--prove");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out()).contains("copy.txt");
    }
}
