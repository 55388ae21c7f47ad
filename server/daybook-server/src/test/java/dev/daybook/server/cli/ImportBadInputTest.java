package dev.daybook.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every importer does with a file that is torn, repeated, of another format, or wrong about the time. */
class ImportBadInputTest {

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    @ParameterizedTest
    @EnumSource
    void a_dry_run_counts_what_an_import_writes_and_a_second_import_writes_nothing(ImportSamples sample)
            throws IOException {
        Path file = sample.write(temporary, sample.text());

        assertThat(counts(sample, file, "--dry-run")).containsExactly(2L, 0L, 0L, 0L);
        assertThat(shell.folder()).doesNotExist();
        assertThat(counts(sample, file)).containsExactly(2L, 0L, 0L, 0L);
        assertThat(counts(sample, file)).containsExactly(0L, 2L, 0L, 0L);
    }

    @ParameterizedTest
    @EnumSource
    void a_torn_file_gives_what_came_before_and_the_whole_file_the_rest(ImportSamples sample) throws IOException {
        String whole = sample.text();
        Path file = sample.write(temporary, whole.substring(0, whole.indexOf("Two.") - (sample.hasEnd() ? 0 : 5)));

        Run torn = shell.run(sample.words(file));

        assertThat(exported()).anyMatch(line -> line.contains("One.")).noneMatch(line -> line.contains("Two."));
        if (sample.hasEnd()) {
            assertThat(torn.exit()).isEqualTo(ExitCode.FAILED);
        }
        shell.run(sample.words(sample.write(temporary, whole)));
        assertThat(exported()).anyMatch(line -> line.contains("Two."));
        assertThat(counts(sample, file).get(0)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void an_entry_that_occurs_twice_is_written_once(ImportSamples sample) throws IOException {
        if (!sample.hasIds()) {
            return;
        }
        String twice =
                sample.text().replace("s2\"", "s1\"").replace("u2\"", "u1\"").replace("Two.", "One.");
        Path file = sample.write(temporary, twice);

        shell.run(sample.words(file));

        assertThat(exported().stream().filter(line -> line.contains("One."))).hasSize(1);
        List<Long> again = counts(sample, file);
        assertThat(again.get(0)).isZero();
        assertThat(again.get(2)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void a_time_in_seconds_is_that_in_milliseconds_and_one_in_the_future_is_not_believed(ImportSamples sample)
            throws IOException {
        if (!sample.hasTimesAsNumbers()) {
            return;
        }
        for (String time : new String[] {"1704096000", "1704096000000"}) {
            shell.run(sample.words(sample.write(temporary, sample.textAt(time))));
            assertThat(exported())
                    .filteredOn(line -> line.contains("One."))
                    .singleElement()
                    .asString()
                    .contains("2024-01-01T08:00:00Z");
        }
        Run future = shell.run(sample.words(sample.write(temporary, sample.textAt("32503680000"))));

        assertThat(future.err()).contains("in the future");
        assertThat(exported()).noneMatch(line -> line.contains("3000-01-01"));
    }

    @Test
    void a_file_of_another_format_is_named_with_its_option() throws IOException {
        for (ImportSamples sample : ImportSamples.ofJson()) {
            Path file = sample.write(Files.createDirectories(temporary.resolve(sample.label())), sample.text());
            for (ImportSamples other : ImportSamples.ofJson()) {
                if (other != sample) {
                    Run run = shell.run(other.words(file));

                    assertThat(run.exit()).as(sample + " as " + other).isEqualTo(ExitCode.WRONG_USAGE);
                    assertThat(run.err()).as(sample + " as " + other).contains("use --from " + sample.label());
                }
            }
            assertThat(shell.run(ImportSamples.MEM0.words(file)).err()).contains("is not the memories of mem0");
        }
        assertThat(shell.folder()).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MEM0")
    void a_truncated_archive_is_named_and_a_bomb_ends_the_import(ImportSamples sample) throws IOException {
        Path file = sample.write(temporary, sample.text());
        Path zip = temporary.resolve("export.zip");
        try (ZipOutputStream packing = packing(zip, file)) {
            packing.write(sample.text().getBytes(UTF_8));
            // Empty lines cost most importers more than long ones, but a row of spaces is a bad row of a table.
            String line = (sample == ImportSamples.TABLE ? "" : " ".repeat(63)) + "\n";
            byte[] lines = line.repeat((1 << 20) / line.length()).getBytes(UTF_8);
            for (int i = 0; i < 70; i++) {
                packing.write(lines);
            }
        }

        assertThat(shell.run(sample.words(zip)).err()).contains("it unpacks to more than 200 times its size");
        // The columns of a table are looked for in its first rows, so a bomb there is refused before anything is read.
        if (sample != ImportSamples.TABLE) {
            assertThat(exported()).anyMatch(line -> line.contains("One."));
        }

        try (ZipOutputStream packing = packing(zip, file)) {
            packing.write(sample.text().getBytes(UTF_8));
        }
        byte[] bytes = Files.readAllBytes(zip);
        Files.write(zip, Arrays.copyOf(bytes, bytes.length / 2));
        assertThat(shell.run(sample.words(zip)).err())
                .contains("is a damaged or truncated zip archive")
                .contains("download it again");
    }

    private static ZipOutputStream packing(Path zip, Path file) throws IOException {
        ZipOutputStream packing = new ZipOutputStream(Files.newOutputStream(zip));
        packing.putNextEntry(new ZipEntry(file.getFileName().toString()));
        return packing;
    }

    private List<Long> counts(ImportSamples sample, Path file, String... options) {
        Run run = shell.run(sample.words(file, ForeignMemory.words(List.of("--json"), options)));
        assertThat(run.out()).as(run.err()).isNotEmpty();
        return List.of("new", "unchanged", "changed", "bad").stream()
                .map(name -> (Long) run.json().get(name))
                .toList();
    }

    private List<String> exported() {
        return shell.run("export", "--all-scopes").out().lines().toList();
    }
}
