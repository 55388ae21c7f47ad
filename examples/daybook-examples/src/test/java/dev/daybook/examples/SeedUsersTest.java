package dev.daybook.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the migration examples, each in a process and a folder of its own. */
class SeedUsersTest {

    @TempDir
    Path folder;

    @Test
    void users_of_in_memory_memory_find_its_operations() throws Exception {
        assertThat(run(InMemoryMemoryUser.class))
                .contains("<human>\nLikes tea. Has a boat.\n</human>")
                .contains("text: user: My boat is called Heron.")
                .contains("newest: user: My boat is called Heron.")
                .contains("now: Alice lives_in Faro")
                .contains("fact: Alice lives_in Porto [confidence 1.00] (until ")
                .contains("episodes: 1");
        assertThat(folder.resolve("memory")).doesNotExist();
    }

    @Test
    void users_of_chroma_memory_find_its_operations_and_durable_blocks() throws Exception {
        assertThat(run(ChromaMemoryUser.class))
                .contains("1.00 user: My boat is called Heron.")
                .contains("fact: Alice likes tea")
                .contains("<persona>\nYou are brief.\n</persona>")
                .contains("said: Noted.")
                .contains("last seen: 2026-01-31T09:00")
                .contains("forgotten: 1");
    }

    @Test
    void users_of_lyra_find_its_operations() throws Exception {
        assertThat(run(LyraUser.class))
                .contains("boats: About boats")
                .contains("2 Where does she lie?")
                .contains("1.00 user: My boat is called Heron.")
                .contains("gist: They have a boat called Heron.")
                .contains("pending: 1")
                .contains("left: 0");
    }

    @Test
    void users_of_haema_find_its_operations() throws Exception {
        assertThat(run(HaemaUser.class))
                .contains("latest: I drink tea.", "latest: My boat is called Heron.")
                .contains("1.00 My boat is called Heron.")
                .contains("by words: I drink tea.")
                .contains("# SOUL")
                .contains("left: 0");
    }

    @Test
    void users_of_the_memory_bank_find_its_operations() throws Exception {
        assertThat(run(RestaiUser.class))
                .contains("due: beds")
                .doesNotContain("due: diary")
                .contains("entry: ", "The beans go into the north bed.")
                .contains("found: ")
                .contains("enabled: garden")
                .contains("left: 0")
                .contains("said: 2 messages");
    }

    private String run(Class<?> program) throws Exception {
        Path output = folder.resolve("output.txt");
        int exitCode = ExampleProgram.run(ExampleProgram.of(program, folder, List.of())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile()));
        String said = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(exitCode).as(said).isZero();
        return said;
    }
}
