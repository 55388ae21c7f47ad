package dev.daybook.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.replay.ReplayComparison.Compared;
import dev.daybook.replay.ReplayComparison.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios of our own, whose answers were judged by hand; and the output of the command. */
class ReplayCommandTest {

    private static final int MIN_STEPS = 25;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"inmemory", "chroma", "lyra", "haema", "restai"})
    void every_step_of_a_scenario_is_answered_as_judged(String seed) throws Exception {
        Path file = Path.of(Objects.requireNonNull(ReplayCommandTest.class.getResource(seed + ".json"))
                .toURI());

        List<Compared> compared = ReplayComparison.compare(seed, file);

        assertThat(compared).hasSizeGreaterThan(MIN_STEPS).allMatch(step -> step.verdict() == Verdict.AGREES);
    }

    @Test
    void each_step_is_one_line_and_an_error_does_not_stop_the_run() throws Exception {
        int exit = run(
                "inmemory",
                "{\"steps\":[{\"op\":\"update_block\",\"args\":{\"name\":\"\",\"content\":\"\"}},"
                        + "{\"op\":\"files\",\"args\":{}},{\"op\":\"working\",\"args\":{},\"expect\":\"not read\"}]}");

        assertThat(exit).isEqualTo(ReplayCommand.DONE);
        assertThat(lines(out))
                .containsExactly(
                        "{\"i\":0,\"error\":{\"type\":\"argument\",\"message\":\"block name is blank; give a text of 1 to"
                                + " 512 characters\"}}",
                        "{\"i\":1,\"unsupported\":true}",
                        "{\"i\":2,\"result\":[]}");
    }

    @Test
    void a_wrong_command_line_is_told_the_right_one() throws Exception {
        assertThat(run("nobody", "{}")).isEqualTo(ReplayCommand.WRONG_USAGE);
        assertThat(lines(err)).containsExactly("usage: daybook replay --seed chroma|haema|inmemory|lyra|restai FILE");
        assertThat(ReplayCommand.run(stream(out), stream(err), "--seed", "lyra"))
                .isEqualTo(ReplayCommand.WRONG_USAGE);
    }

    @Test
    void a_file_that_is_missing_or_no_run_is_named() throws Exception {
        String missing = folder.resolve("missing.json").toString();
        assertThat(ReplayCommand.run(stream(out), stream(err), "--seed=lyra", missing))
                .isEqualTo(ReplayCommand.NOT_FOUND);
        assertThat(run("lyra", "[]")).isEqualTo(ReplayCommand.FAILED);
        assertThat(lines(err)).hasSize(2).allMatch(line -> line.contains(".json"));
        assertThat(lines(out)).isEmpty();
    }

    private int run(String seed, String scenario) throws Exception {
        Path file = Files.writeString(folder.resolve("run.json"), scenario);
        return ReplayCommand.run(stream(out), stream(err), "--seed", seed, file.toString());
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static List<String> lines(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
