package dev.daybook.server.cli.administration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.terminal.CheckedStreams;
import dev.daybook.server.cli.terminal.CommandTerminal;
import dev.daybook.server.cli.terminal.ProgressLine;
import dev.daybook.server.importing.ImportReport;
import dev.daybook.server.importing.source.SourceLocation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ImportProgressTest {

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final ImportReport report = new ImportReport("line", (sourceLocation, problem) -> {});
    private long now;

    @Test
    void reading_a_file_tells_its_rate_and_the_time_that_is_left() throws IOException {
        ImportProgress progress = progress("", false);
        InputStream file = progress.counted(new ByteArrayInputStream(new byte[1000]), 1000);

        for (int line = 1; line <= 500; line++) {
            assertThat(file.read(new byte[1])).isEqualTo(1);
            now += TimeUnit.MILLISECONDS.toNanos(20);
            progress.read(SourceLocation.line(line), report);
        }

        assertThat(said()).contains("Reading, line 300: 50 a second, 14 s left; 0 new, ");
    }

    @Test
    void vectors_tell_their_rate_and_the_time_that_is_left_too() {
        ImportProgress progress = progress("", false);

        for (int done = 0; done <= 5_000; done += 500) {
            progress.embedded(done, 100_000);
            now += TimeUnit.SECONDS.toNanos(5);
        }

        assertThat(said()).contains("100 a second, 16 min left; 4500 of 100000");
    }

    @Test
    void on_a_terminal_one_line_is_rewritten_and_never_wraps() {
        ImportProgress progress = progress("012", false);

        for (int line = 1; line <= 500; line++) {
            now += TimeUnit.MILLISECONDS.toNanos(20);
            progress.read(SourceLocation.line(line), report);
        }

        assertThat(said()).doesNotContain("\n");
        assertThat(said().split("\r\u001b\\[K"))
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(50));
    }

    @Test
    void where_a_program_reads_along_nothing_is_reported() {
        ImportProgress progress = progress("012", true);

        now += TimeUnit.MINUTES.toNanos(1);
        progress.read(SourceLocation.line(1), report);
        progress.embedded(1, 2);

        assertThat(said()).isEmpty();
    }

    private ImportProgress progress(String interactive, boolean silent) {
        CommandTerminal terminal = new CommandTerminal(
                InputStream.nullInputStream(),
                CheckedStreams.printing(new ByteArrayOutputStream()),
                CheckedStreams.printing(err),
                interactive,
                50,
                Map.of());
        return new ImportProgress(new ProgressLine(terminal, silent, () -> now), () -> now);
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
