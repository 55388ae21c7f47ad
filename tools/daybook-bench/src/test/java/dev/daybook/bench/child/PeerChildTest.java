package dev.daybook.bench.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.json.PlainJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The line protocol with 200 rows; the durations are not checked. */
class PeerChildTest {

    private static final int ROWS = 200;

    @TempDir
    Path folder;

    @BeforeEach
    void makeData() throws IOException {
        SmallDataSet.write(folder, ROWS + 50);
    }

    @Test
    void a_load_reports_its_speed_and_the_sizes() throws Exception {
        List<Map<String, @Nullable Object>> lines = talk(load(20));

        assertThat(lines).extracting(line -> line.get("workload")).startsWith("W9", "W8");
        assertThat(lines.get(0)).containsEntry("peer", "daybook").containsEntry("complete", true);
        assertThat(number(lines.get(0), "rows")).isEqualTo(ROWS);
        assertThat(number(lines.get(0), "tenants")).isEqualTo(20);
        assertThat(number(lines.get(1), "disk_bytes_per_episode")).isPositive();
    }

    @Test
    void each_command_ends_with_a_line_that_says_done() throws Exception {
        List<Map<String, @Nullable Object>> lines = talk(load(20), run("W4"), run("W-of-others"), exit());

        assertThat(lines)
                .filteredOn(line -> Boolean.TRUE.equals(line.get("done")))
                .hasSize(4);
        assertThat(lines.get(lines.size() - 2)).containsEntry("done", true);
        assertThat(lines).noneMatch(line -> "W-of-others".equals(line.get("workload")));
    }

    @Test
    void commands_after_an_exit_are_not_read() throws Exception {
        assertThat(talk(exit(), load(20))).hasSize(1);
    }

    @Test
    void a_recall_by_vector_has_the_nearest_rows_of_the_user() throws Exception {
        Map<String, @Nullable Object> figures = measurement("W3", talk(load(20), run("W3")));

        assertThat(number(figures, "recall10")).isEqualTo(1.0);
        assertThat(number(figures, "ops")).isGreaterThanOrEqualTo(5);
        assertThat(number(figures, "p50_ms")).isLessThanOrEqualTo(number(figures, "p99_ms"));
    }

    @Test
    void the_user_field_is_ignored_for_one_large_scope() throws Exception {
        List<Map<String, @Nullable Object>> lines = talk(load(1), run("W3"), run("W6"), run("W5"));

        assertThat(number(measurement("W3", lines), "recall10")).isEqualTo(1.0);
        assertThat(number(measurement("W6", lines), "rows_mean")).isEqualTo(ROWS);
        assertThat(lines).noneMatch(line -> "W5".equals(line.get("workload")));
    }

    @Test
    void a_new_row_is_found_by_vector_and_by_its_words() throws Exception {
        List<Map<String, @Nullable Object>> lines = talk(load(20), run("W10"), run("W10h"));

        assertThat(number(measurement("W10", lines), "visible")).isEqualTo(1.0);
        assertThat(number(measurement("W10h", lines), "visible")).isEqualTo(1.0);
    }

    @Test
    void all_other_workloads_give_a_measurement() throws Exception {
        List<Map<String, @Nullable Object>> lines =
                talk(load(20), run("W3h"), run("W3c8"), run("W3hc8"), run("W1"), run("W1c8"), run("W6"));

        assertThat(lines).extracting(line -> line.get("workload")).contains("W3h", "W3c8", "W3hc8", "W1", "W1c8", "W6");
        assertThat(lines).noneMatch(line -> line.containsKey("error"));
    }

    @Test
    void forgotten_users_have_no_rows_left_and_their_bytes_go() throws Exception {
        List<Map<String, @Nullable Object>> lines = talk(load(20), run("W5"), run("W3"));

        assertThat(number(measurement("W5", lines), "left_after")).isZero();
        assertThat(number(measurement("W5", lines), "rows_mean")).isEqualTo(10);
        assertThat(measurement("W5bytes", lines)).containsEntry("bytes", "GONE");
    }

    @Test
    void a_store_is_opened_again_here_and_in_fresh_processes() throws Exception {
        List<Map<String, @Nullable Object>> lines = talk(load(20), run("W7"), run("W3"));

        assertThat(number(measurement("W7", lines), "ops")).isEqualTo(5);
        assertThat(number(measurement("W7fresh", lines), "hits")).isEqualTo(10);
        assertThat(number(measurement("W3", lines), "recall10")).isEqualTo(1.0);
    }

    @Test
    void rows_behind_the_end_of_the_data_belong_to_other_users() throws Exception {
        BenchmarkData data = BenchmarkData.read(folder, 100, false);

        assertThat(data.row(0).user()).isEqualTo("u0");
        assertThat(data.row(100).user()).isEqualTo("u0-1");
        assertThat(data.row(100).input()).isEqualTo(data.row(0).input());
        assertThat(data.row(100).id()).isNotEqualTo(data.row(0).id());
        assertThat(data.queries(300, false)).hasSameSizeAs(data.queries(100, false));
    }

    @Test
    void a_failed_command_is_reported_and_the_next_one_is_answered() throws Exception {
        Map<String, Object> broken =
                Map.of("cmd", "load", "data", folder.resolve("none").toString(), "n", 1, "tenants", 1, "store", "x");

        List<Map<String, @Nullable Object>> lines = talk(broken, run("W3"));

        assertThat(lines.get(0)).containsEntry("workload", "load").containsKey("error");
        assertThat(lines).filteredOn(line -> line.containsKey("done")).hasSize(2);
    }

    @Test
    void a_slow_operation_delays_all_that_are_due_meanwhile() throws Exception {
        Duration interval = Duration.ofNanos(1);
        int[] runs = {0};

        OperationTimings timings = OperationTimings.paced(10, interval, () -> {
            long until =
                    System.nanoTime() + (runs[0]++ == 0 ? Duration.ofMillis(5).toNanos() : 0);
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
        });

        assertThat(timings.milliseconds()).hasSize(10).allMatch(milliseconds -> milliseconds >= 4.9);
    }

    @SafeVarargs
    private List<Map<String, @Nullable Object>> talk(Map<String, Object>... commands) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Map<String, Object> command : commands) {
            text.append(PlainJson.write(command)).append('\n');
        }
        ByteArrayOutputStream answers = new ByteArrayOutputStream();
        new PeerChild("daybook", new PrintStream(answers, true, StandardCharsets.UTF_8))
                .serve(new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)));
        List<Map<String, @Nullable Object>> lines = new ArrayList<>();
        answers.toString(StandardCharsets.UTF_8).lines().forEach(line -> lines.add(PlainJson.readObject(line)));
        return lines;
    }

    private Map<String, Object> load(int users) {
        return Map.of(
                "cmd",
                "load",
                "data",
                folder.toString(),
                "n",
                ROWS,
                "tenants",
                users,
                "store",
                folder.resolve("store").resolve("s").toString());
    }

    private static Map<String, Object> run(String workload) {
        return Map.of("cmd", "run", "w", workload, "budget_s", 0.05);
    }

    private static Map<String, Object> exit() {
        return Map.of("cmd", "exit");
    }

    private static Map<String, @Nullable Object> measurement(
            String workload, List<Map<String, @Nullable Object>> lines) {
        return lines.stream()
                .filter(line -> workload.equals(line.get("workload")))
                .findFirst()
                .orElseThrow();
    }

    private static double number(Map<String, @Nullable Object> line, String field) {
        return ((Number) Objects.requireNonNull(line.get(field), field)).doubleValue();
    }
}
