package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import dev.daybook.sqlite.SqliteStore;
import dev.daybook.store.Blob;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Sidecar;
import dev.daybook.store.WriteBatch;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RebuildTest {

    @TempDir
    Path temporary;

    private TestShell shell() {
        return new TestShell(temporary.resolve("memory"));
    }

    /** Writes nonsense in the place of the words of all entries. */
    private void damage() {
        Scope ada = new Scope.User(Space.DEFAULT, "ada");
        try (SqliteStore store = SqliteStore.open(temporary.resolve("memory"))) {
            for (IndexRow row : store.rows(ada, 0, 100).items()) {
                List<Sidecar> nonsense = row.sidecars().keySet().stream()
                        .map(name -> new Sidecar(row.key(), row.contentRevision(), name, Blob.of("nonsense")))
                        .toList();
                store.write(new WriteBatch(ada, "op_" + row.key().id(), List.of(), nonsense, List.of(), null));
            }
        }
    }

    @Test
    void damaged_words_are_made_again() {
        shell().run("remember", "The ferry leaves at nine.", "--user", "ada");
        shell().run("remember", "The kettle is red.", "--user", "ada");
        String before = shell().run("recall", "ferry", "--user", "ada").out();
        damage();
        assertThat(shell().run("recall", "ferry", "--user", "ada").exit()).isEqualTo(ExitCode.FAILED);

        Run run = shell().run("rebuild");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.out())
                .isEqualToNormalizingNewlines(
                        "Checked 2 entries in 1 scope; rebuilt: the index words of 2, the vectors of 0.\n");
        assertThat(shell().run("recall", "ferry", "--user", "ada").out()).isEqualTo(before);
        assertThat(shell().run("rebuild", "--json").json())
                .containsEntry("entries", 2L)
                .containsEntry("words", 0L)
                .containsEntry("complete", true)
                .containsEntry("kept", List.of());
    }

    @Test
    void vectors_of_a_missing_embedder_are_kept_and_reported() {
        shell().runAsIs(
                        "remember",
                        "The ferry leaves at nine.",
                        "--user",
                        "ada",
                        "--data",
                        shell().folder().toString());
        shell().runAsIs(
                        "rebuild",
                        "--embedder",
                        "hash",
                        "--data",
                        shell().folder().toString());

        Run run = shell().run("rebuild");

        assertThat(run.exit()).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).contains("Vectors of the embedder hash").contains("were kept");
    }

    @Test
    void a_folder_that_is_not_there_is_not_made() {
        assertThat(shell().run("rebuild").exit()).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(shell().folder()).doesNotExist();
    }
}
