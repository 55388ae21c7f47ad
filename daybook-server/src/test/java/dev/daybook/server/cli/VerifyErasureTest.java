package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
        assertThat(texts(gone).get("searched")).isEqualTo(1L);
        assertThat(texts(gone).get("notSearched")).isEqualTo(1L);
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
                .contains("STILL IN ENTRIES: 1");
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
}
