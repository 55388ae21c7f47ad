package dev.daybook.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as it is called, on cases small enough to know the answers. */
class GroundingCommandTest {

    private static final String SOURCES = """
            "time":"2026-03-10T16:04:00","sources":[{"speaker":"Ottilie","text":"I adopted a grey donkey called Bruno."},\
            {"speaker":"Bram","text":"I repair church clocks."}]}
            """;

    private static final List<String> CASES = List.of(
            "{\"kind\":\"true\",\"text\":\"Bram repairs church clocks.\",\"cited\":[1],",
            "{\"kind\":\"person\",\"text\":\"Bram adopted a grey donkey.\",\"cited\":[0],",
            "{\"kind\":\"person\",\"text\":\"Bram repairs clocks of churches.\",\"cited\":[0],",
            "{\"kind\":\"summary-negated\",\"text\":\"Ottilie adopted a donkey. Bram does not repair church clocks.\","
                    + "\"faulty\":\"Bram does not repair church clocks.\",\"cited\":null,");

    @TempDir
    Path folder;

    private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    private final ByteArrayOutputStream notes = new ByteArrayOutputStream();

    @Test
    void each_kind_has_a_line_with_what_was_accepted() throws IOException {
        assertThat(call()).isEqualTo(EvalMain.DONE);

        assertThat(text(answer)).isEqualTo("""
                true accepted 1 of 1
                person accepted 0 of 2
                summary-negated accepted 0 of 1
                summary-negated sentences kept 1 of 2
                summary-negated faulty kept 0 of 1
                """);
    }

    @Test
    void without_citations_the_check_does_not_get_them() throws IOException {
        assertThat(call("--without-citations")).isEqualTo(EvalMain.DONE);

        assertThat(text(answer)).contains("person accepted 1 of 2\n");
    }

    @Test
    void a_broken_case_is_named() throws IOException {
        Path cases = Files.writeString(folder.resolve("cases.jsonl"), "{\"kind\":\"true\"}");

        assertThat(run(cases.toString())).isEqualTo(EvalMain.FAILED);
        assertThat(text(notes)).contains("cases.jsonl, line 1: field 'text' is missing");
    }

    private int call(String... more) throws IOException {
        List<String> lines = CASES.stream().map(begin -> begin + SOURCES).toList();
        Path cases = Files.writeString(folder.resolve("cases.jsonl"), String.join("", lines));
        List<String> arguments = new ArrayList<>(List.of(cases.toString(), "--embedder", "none"));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    private int run(String... arguments) {
        PrintStream out = new PrintStream(answer, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(notes, true, StandardCharsets.UTF_8);
        return EvalMain.run(new GroundingCommand(out), out, err, arguments);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
