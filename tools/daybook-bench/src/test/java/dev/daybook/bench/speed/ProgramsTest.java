package dev.daybook.bench.speed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Smoke tests of the programs in a small size; their figures are not checked. The pom gives the sizes. */
class ProgramsTest {

    @TempDir
    Path folder;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void recall_is_measured_alone_and_beside_others() {
        RecallSpeed.run(folder, out);

        assertThat(output())
                .contains("# Java ", "alone, round 1 of 2 (5 questions): p50 ", "beside 1 others, round 2 of 2");
    }

    @Test
    void a_first_recall_is_measured_twice() {
        ColdOpen.fill(folder, out);
        ColdOpen.measure(folder, out);

        assertThat(output()).containsPattern("open \\d+ ms, first scope of the process \\d+ ms, second scope \\d+ ms");
    }

    @Test
    void images_are_measured_without_those_of_the_warm_up() throws Exception {
        ImageMemory.fill(folder.toString(), out);
        ImageMemory.measure(folder.toString(), out);

        assertThat(output()).contains("3 images of 20 exchanges: ", " an exchange; first recall p50 ");
    }

    @Test
    void writes_are_shared_among_the_threads() throws Exception {
        DurableWrites.fill(folder, 150, out);
        DurableWrites.write(folder, 11, 4, out);

        assertThat(output()).contains("11 writes by 4 threads, ");
    }

    @Test
    void concurrent_users_get_correct_answers() throws Exception {
        assertThat(ManyUsers.run(folder, out)).isZero();

        assertThat(output()).contains("12 operations, 0 wrong answers", "done: heap used ");
    }

    @Test
    void writes_are_timed_with_the_embedder_idle_and_busy() {
        WriteLatency.run(folder, out);

        assertThat(output()).contains("round 2 of 2 (3 writes each): idle p50 ", "; busy p50 ");
    }

    @Test
    void the_embedder_is_timed_beside_the_bare_runtime() throws Exception {
        EmbeddingSpeed.run(out);

        assertThat(output()).contains("8 words: embedder ", "128 words: embedder ");
    }

    @Test
    void stores_are_timed_in_turns() {
        StoreLatency.run(List.of(folder.toString()), out);

        assertThat(output()).contains("folder, round 2 of 2: write p50 ", "; recall p50 ", "; history p50 ");
    }

    private String output() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
