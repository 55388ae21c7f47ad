package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyErasureTest {

    private static final String SECRET = "The spare key hangs behind the third flower pot on the left.";
    private static final String KNOWN = "The postman whistles Verdi every Tuesday.";

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void forget() {
        shell = new TestShell(temporary.resolve("memory"));
        shell.run("remember", SECRET, "--user", "ada", "--session", "keys");
        shell.run("remember", KNOWN, "--user", "ada", "--session", "post");
        shell.run("forget", "--session", "keys", "--user", "ada", "--yes");
    }

    private Run verify(String... texts) {
        return shell.input(String.join("\n", texts)).run("verify-erasure", "--texts", "-", "--json");
    }

    private static Map<?, ?> texts(Run run) {
        return (Map<?, ?>) run.json().get("texts");
    }

    @Test
    void a_forget_is_proved() {
        Run run = shell.run("verify-erasure");

        assertThat(run.exit()).as(run.out()).isEqualTo(ExitCode.DONE);
        assertThat(run.out())
                .contains("ok    erasures: the bytes of every erasure are gone")
                .contains("ok    audit")
                .contains(
                        "ok    forgotten ids: 1 forgets on record of scopes in use, 1 ids by keyed hash, 0 of them are entries");
        assertThat(shell.run("verify-erasure", "--json").json()).containsEntry("ok", true);
    }

    @Test
    void texts_that_were_forgotten_are_searched_for_in_every_file() throws IOException {
        Run gone = verify(SECRET, "", "short");

        assertThat(gone.exit()).as(gone.out()).isEqualTo(ExitCode.DONE);
        assertThat(texts(gone).get("searched")).isEqualTo(2L);
        assertThat(texts(gone).get("shortTexts")).isEqualTo(1L);
        assertThat(texts(gone).get("found")).isEqualTo(0L);
        assertThat((Long) texts(gone).get("bytes")).isGreaterThan(4_096);

        Path left = shell.folder().resolve("left");
        Files.write(left, ("x" + SECRET.substring(0, 40)).getBytes(StandardCharsets.UTF_16LE));
        Run found = verify(SECRET);

        assertThat(found.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(found.json()).containsEntry("ok", false);
        assertThat(texts(found).get("found")).isEqualTo(1L);
        assertThat(found.out()).contains("left");
        assertThat(shell.input(SECRET).run("verify-erasure", "--texts", "-").out())
                .contains("after:  found 1")
                .contains(left.toString());
    }

    @Test
    void a_text_that_an_entry_still_says_is_not_shown_to_be_gone() {
        Run run = verify(SECRET, KNOWN);

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(texts(run).get("stillSaid")).isEqualTo(1L);
        assertThat(texts(run).get("found")).isEqualTo(0L);
        assertThat(shell.input(KNOWN).run("verify-erasure", "--texts", "-").out())
                .contains("NOT SEARCHED: 1 texts of entries that stay");
    }

    @Test
    void the_texts_can_come_from_a_file() throws IOException {
        Path file = temporary.resolve("texts.txt");
        Files.writeString(file, SECRET + "\n");

        assertThat(shell.run("verify-erasure", "--texts", file.toString()).exit())
                .isEqualTo(ExitCode.DONE);
        Run missing =
                shell.run("verify-erasure", "--texts", temporary.resolve("none").toString());
        assertThat(missing.exit()).isEqualTo(ExitCode.NOT_FOUND);
        Files.writeString(file, "\n \n");
        assertThat(shell.run("verify-erasure", "--texts", file.toString()).exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void a_folder_that_is_not_there_is_not_made() {
        TestShell elsewhere = new TestShell(temporary.resolve("nowhere"));

        assertThat(elsewhere.run("verify-erasure").exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(elsewhere.folder()).doesNotExist();
    }

    @Test
    void a_wait_has_its_bounds() {
        assertThat(shell.run("verify-erasure", "--wait", "-1").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("verify-erasure", "--wait", "90000").exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(shell.run("verify-erasure", "--wait", "0").exit()).isEqualTo(ExitCode.DONE);
    }

    private Run certified(Path certificate, String... further) {
        List<String> words = new ArrayList<>(
                List.of("verify-erasure", "--texts", "-", "--certificate", certificate.toString(), "--json"));
        words.addAll(List.of(further));
        return shell.input(SECRET).run(words.toArray(new String[0]));
    }

    @Test
    void a_certificate_names_every_searched_file_and_can_be_verified() throws IOException {
        Path log = Files.writeString(temporary.resolve("service.log"), "nothing here");
        Path certificate = temporary.resolve("certificate.json");

        assertThat(certified(certificate, "--also", log.toString()).exit()).isEqualTo(ExitCode.DONE);

        Map<String, @Nullable Object> content = PlainJson.readObject(Files.readString(certificate));
        assertThat(content).containsEntry("proved", true).containsKeys("issuedAt", "version", "findings");
        assertThat(Files.readString(certificate))
                .contains(log.toString())
                .contains("daybook.db")
                .doesNotContain("spare key");
        Run verified = shell.run("verify-certificate", certificate.toString());
        assertThat(verified.exit()).as(verified.out()).isEqualTo(ExitCode.DONE);
        String key = (String) shell.run("verify-certificate", certificate.toString(), "--json")
                .json()
                .get("publicKey");
        TestShell elsewhere = new TestShell(temporary.resolve("elsewhere"));
        assertThat(elsewhere
                        .run("verify-certificate", certificate.toString(), "--key", key)
                        .exit())
                .isEqualTo(ExitCode.DONE);
        assertThat(elsewhere.run("verify-certificate", certificate.toString()).exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void a_changed_certificate_and_one_of_another_key_are_invalid() throws IOException {
        Path certificate = temporary.resolve("certificate.json");
        certified(certificate);
        String signed = Files.readString(certificate);

        Files.writeString(certificate, signed.replace("\"found\":0", "\"found\":1"));
        Run changed = shell.run("verify-certificate", certificate.toString());
        assertThat(changed.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(changed.out()).contains("INVALID: the certificate was changed");

        Files.writeString(certificate, signed);
        Files.delete(shell.folder().resolve("certificate-key.json"));
        certified(temporary.resolve("another.json"));
        Run foreign = shell.run("verify-certificate", certificate.toString());
        assertThat(foreign.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(foreign.out()).contains("INVALID: signed with another key");

        Files.writeString(certificate, "{}");
        assertThat(shell.run("verify-certificate", certificate.toString()).exit())
                .isEqualTo(ExitCode.WRONG_USAGE);
    }

    @Test
    void a_file_that_is_no_certificate_is_named_with_a_remedy() throws IOException {
        Path file = Files.writeString(temporary.resolve("notes.txt"), "bread, milk");

        Run run = shell.run("verify-certificate", file.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(run.err())
                .contains("FILE " + file + " is no certificate: ", "name a file that 'forget --certificate'")
                .doesNotContain("bread");
    }

    @Test
    void a_text_in_an_encrypted_backup_elsewhere_is_found() throws IOException {
        Path backups = Files.createDirectory(temporary.resolve("backups"));
        shell.run("remember", SECRET, "--user", "ada", "--session", "again");
        shell.run("backup", backups.resolve("monday.db").toString());
        Run forgotten = shell.run(
                "forget",
                "--session",
                "again",
                "--user",
                "ada",
                "--yes",
                "--prove",
                "--also",
                backups.toString(),
                "--json");

        assertThat(forgotten.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(forgotten.out()).contains("decrypted records of").contains("monday.db");

        Files.delete(backups.resolve("monday.db"));
        shell.run("backup", backups.resolve("tuesday.db").toString());
        Run clean = certified(temporary.resolve("certificate.json"), "--also", backups.toString());
        assertThat(clean.exit()).as(clean.out()).isEqualTo(ExitCode.DONE);
        assertThat(texts(clean).get("decryptedBackups")).asString().contains("tuesday.db");
    }

    @Test
    void a_database_that_cannot_be_read_as_a_backup_proves_nothing() throws IOException {
        Path broken = Files.writeString(temporary.resolve("broken.db"), "SQLite format 3\0 and nothing else");

        Run run = certified(temporary.resolve("certificate.json"), "--also", broken.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.json()).containsEntry("ok", false);
        assertThat(texts(run).get("unreadableBackups")).asString().contains("broken.db");
    }

    @Test
    void a_backup_whose_beginning_was_changed_proves_nothing() throws IOException {
        Path backup = temporary.resolve("wrapped");
        shell.run("backup", backup.toString());
        byte[] bytes = Files.readAllBytes(backup);
        bytes[0] = 0;
        Files.write(backup, bytes);
        Path certificate = temporary.resolve("certificate.json");

        Run run = certified(certificate, "--also", backup.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(texts(run).get("unreadableBackups")).asString().contains("wrapped");
        assertThat(PlainJson.readObject(Files.readString(certificate))).containsEntry("proved", false);
    }

    @Test
    void a_place_named_by_a_link_is_searched_and_one_without_a_file_is_refused() throws IOException {
        Path folder = Files.createDirectory(temporary.resolve("exports"));
        Path link = Files.createSymbolicLink(temporary.resolve("link"), folder);
        Run empty = certified(temporary.resolve("empty.json"), "--also", link.toString());
        assertThat(empty.exit()).isEqualTo(ExitCode.WRONG_USAGE);
        assertThat(empty.err()).contains("holds no file");

        Files.writeString(folder.resolve("export.jsonl"), "{\"text\":\"" + SECRET + "\"}");
        Run run = certified(temporary.resolve("certificate.json"), "--also", link.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(texts(run).get("found")).isEqualTo(1L);
    }

    @Test
    void verifying_a_certificate_shows_what_it_states() throws IOException {
        Path certificate = temporary.resolve("certificate.json");
        Run forgotten = shell.run(
                "forget",
                "--session",
                "post",
                "--user",
                "ada",
                "--yes",
                "--prove",
                "--certificate",
                certificate.toString());
        assertThat(forgotten.exit()).as(forgotten.out()).isEqualTo(ExitCode.DONE);

        Run run = shell.run("verify-certificate", certificate.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.out())
                .contains("valid: unchanged", "result: proved", "issued: 20", "space: default", "scope: user:ada")
                .contains("operation: op_", "1 of 1 forgotten texts searched", "after:  found 0")
                .contains("searched places:", "daybook.db (");
    }

    @Test
    void a_valid_certificate_of_an_erasure_that_is_not_proved_fails() throws IOException {
        Files.writeString(shell.folder().resolve("copy.txt"), SECRET);
        Path certificate = temporary.resolve("certificate.json");
        certified(certificate);

        Run run = shell.run("verify-certificate", certificate.toString());

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out())
                .contains("valid: unchanged", "result: NOT PROVED", "FOUND")
                .contains("copy.txt");
        assertThat(shell.run("verify-certificate", certificate.toString(), "--json")
                        .json())
                .containsEntry("valid", true)
                .containsEntry("proved", false);
    }

    @Test
    void a_certificate_for_texts_that_were_not_there_proves_nothing() throws IOException {
        Path certificate = temporary.resolve("certificate.json");
        shell.run("forget", "--user", "nobody", "--all", "--yes", "--prove", "--certificate", certificate.toString());

        assertThat(PlainJson.readObject(Files.readString(certificate))).containsEntry("proved", false);
    }

    @Test
    void a_wrong_option_of_a_certificate_is_refused_before_anything_is_forgotten() throws IOException {
        Path there = Files.writeString(temporary.resolve("there.json"), "x");
        String none = temporary.resolve("none").toString();

        for (List<String> wrong : List.of(
                List.of("--certificate", there.toString(), "--prove"),
                List.of("--also", none, "--prove"),
                List.of("--certificate", none))) {
            List<String> words = new ArrayList<>(List.of("forget", "--session", "post", "--user", "ada", "--yes"));
            words.addAll(wrong);
            assertThat(shell.run(words.toArray(new String[0])).exit())
                    .as("%s", wrong)
                    .isIn(ExitCode.WRONG_USAGE, ExitCode.NOT_FOUND);
        }
        assertThat(shell.run("verify-erasure", "--certificate", none).exit()).isEqualTo(ExitCode.WRONG_USAGE);

        assertThat(shell.run("recall", "Verdi", "--user", "ada", "--json").list("hits"))
                .hasSize(1);
        assertThat(Files.readString(there)).isEqualTo("x");
    }
}
