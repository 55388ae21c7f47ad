package dev.daybook.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.bench.quality.EvalMain;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Result files as tables and plots. */
class ReportCommandTest {

    @TempDir
    Path folder;

    @Test
    void a_table_has_the_median_the_range_and_the_goal() throws Exception {
        String page = report(
                setup("compare", 10_000, false),
                line("daybook", "W1", "\"p50_ms\":0.5,\"round\":0,\"load1\":0.2"),
                line("daybook", "W1", "\"p50_ms\":0.9,\"round\":1,\"load1\":0.4"),
                line("daybook", "W1", "\"p50_ms\":0.6,\"round\":2,\"load1\":0.3"),
                line("sqlite_vec", "W1", "\"p50_ms\":0.87,\"version\":\"sqlite-vec 1\""));

        assertThat(page)
                .contains("| episodes | figure | Daybook | goal | sqlite-vec |\n")
                .contains("| 10,000 | 1 writer, p50 ms | 0.6 (0.5–0.9) | ≤ 0.3 | 0.87 |\n")
                .contains("| `peers.sh compare` | 2026-11-23 | abc1234 | a machine | 0.2 to 0.4 |")
                .contains("Peers: sqlite-vec (sqlite-vec 1).");
    }

    @Test
    void a_later_run_replaces_an_earlier_one() throws Exception {
        String page = report(
                setup("compare", 10_000, false),
                line("daybook", "W4", "\"p50_ms\":7"),
                setup("compare", 10_000, false).replace("abc1234", "def5678"),
                line("daybook", "W4", "\"p50_ms\":3"));

        assertThat(page).contains("| 10,000 | p50 ms | 3 | ≤ 0.025 |\n").doesNotContain("| 7 |", "abc1234");
    }

    @Test
    void a_system_with_an_incomplete_load_is_left_out() throws Exception {
        String page = report(
                setup("compare", 100_000, false),
                line("daybook", "W9", "\"rows_s\":5000,\"complete\":true"),
                line("pgvector", "W9", "\"rows_s\":600,\"complete\":false"),
                line("pgvector", "W3", "\"p50_ms\":1"));

        assertThat(page).contains("| 100,000 | rows/s | 5,000 | ≥ 10,000 |\n").doesNotContain("pgvector");
    }

    @Test
    void large_scopes_have_a_table_of_their_own() throws Exception {
        String page = report(setup("compare", 5_000, true), line("daybook", "W3", "\"p50_ms\":0.35"));

        assertThat(page.substring(page.indexOf("generated: large"), page.indexOf("end: large")))
                .contains("| 5,000 | by vector, p50 ms | 0.35 | ≤ 0.11 |\n");
    }

    @Test
    void a_section_without_a_measurement_stays_as_it_is() throws Exception {
        String page = report(setup("compare", 10_000, false), line("daybook", "W4", "\"p50_ms\":3"));

        assertThat(page).contains("<!-- generated: write -->\nThe old write.\n<!-- end: write -->");
    }

    @Test
    void growth_gives_a_table_and_plots_that_are_xml() throws Exception {
        String page = report(
                setup("growth", 1_000, false),
                line("daybook", "W3", "\"p50_ms\":0.05"),
                line("log_floor", "W3", "\"p50_ms\":0.04"),
                setup("growth", 10_000, false),
                line("daybook", "W3", "\"p50_ms\":0.06"),
                line("log_floor", "W3", "\"p50_ms\":0.12"));

        assertThat(page)
                .contains("| Daybook, episodes in the store | 1,000 | 10,000 |\n")
                .contains("| Recall by vector, p50 ms | 0.05 | 0.06 |\n")
                .contains("![Recall by vector, p50 ms](plots/growth-recall.svg)\n")
                .doesNotContain("growth-write.svg", "Durable write, p50 ms |");
        Path plot = folder.resolve("plots/growth-recall.svg");
        assertThat(DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(plot.toFile())
                        .getElementsByTagName("polyline")
                        .getLength())
                .isEqualTo(2);
        assertThat(Files.readString(plot)).contains(">Daybook</text>", ">log_floor</text>", "prefers-color-scheme");
        assertThat(folder.resolve("plots/growth-write.svg")).doesNotExist();
    }

    @Test
    void a_document_without_the_section_is_refused_with_the_lines_to_add() {
        assertThatThrownBy(() -> new MarkedDocument("# Page\n").replace("write", "table"))
                .hasMessageContaining("<!-- generated: write -->")
                .hasMessageContaining("<!-- end: write -->");
    }

    @Test
    void a_file_without_a_setup_is_refused() throws Exception {
        Path results = Files.writeString(folder.resolve("r.jsonl"), line("daybook", "W3", "\"p50_ms\":1"));

        assertThatThrownBy(() -> MeasurementResults.read(List.of(results))).hasMessageContaining("setup");
    }

    @Test
    void the_axes_of_a_plot_end_at_ticks_around_the_values() {
        PlotScale scale = PlotScale.of(List.of(0.03, 0.7), 0, 100);

        assertThat(scale.ticks()).startsWith(0.02).endsWith(1.0);
        assertThat(scale.at(1.0)).isEqualTo(100);
    }

    @Test
    void packages_are_those_that_the_systems_need_in_the_versions_of_the_program() {
        String program =
                "PKGS = [\"numpy==2.4.6\", \"lancedb==0.40.0\", \"psycopg[binary]==3.3.9\", \"mem0ai==2.2.1\"]";

        assertThat(InstallCommand.pinned(program)).containsExactly("numpy==2.4.6", "psycopg[binary]==3.3.9");
    }

    @Test
    void a_command_is_reported_without_the_folders_of_the_machine() {
        assertThat(UsedCommand.withoutFolders(List.of("--home", "/h", "--rows", "10000", "--out=/o/x")))
                .isEqualTo(" --rows 10000");
    }

    @Test
    void words_of_a_child_command_survive_a_shell() {
        assertThat(ChildRun.quoted(List.of("java", "-cp", "a folder/x.jar")))
                .isEqualTo("'java' '-cp' 'a folder/x.jar'");
    }

    private String report(String... lines) throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, document());
        Path results = Files.writeString(folder.resolve("results.jsonl"), String.join("\n", lines));
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(messages, true, StandardCharsets.UTF_8);

        int exit = EvalMain.run(new ReportCommand(), err, err, "--document", page.toString(), results.toString());

        assertThat(exit).as(messages.toString(StandardCharsets.UTF_8)).isZero();
        return Files.readString(page);
    }

    private static String document() {
        List<String> sections = new ArrayList<>();
        Stream.concat(SubjectTable.all().stream().map(SubjectTable::id), Stream.of("growth", "runs"))
                .forEach(section -> sections.add("<!-- generated: " + section + " -->\nThe old " + section
                        + ".\n<!-- end: " + section + " -->\n"));
        return String.join("\n", sections);
    }

    private static String setup(String kind, int rows, boolean oneUser) {
        return "{\"setup\":\"" + kind + "\",\"rows\":" + rows + ",\"oneUser\":" + oneUser
                + ",\"date\":\"2026-11-23\",\"commit\":\"abc1234\",\"machine\":\"a machine\",\"command\":\"peers.sh "
                + kind + "\"}";
    }

    private static String line(String peer, String workload, String figures) {
        return "{\"peer\":\"" + peer + "\",\"workload\":\"" + workload + "\"," + figures + "}";
    }
}
