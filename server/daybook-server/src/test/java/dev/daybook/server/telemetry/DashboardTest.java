package dev.daybook.server.telemetry;

import static dev.daybook.server.telemetry.TracedServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard of the documentation, and the metrics of a server. */
@Timeout(60)
class DashboardTest {

    private static final Path DASHBOARD = Path.of("..", "..", "docs", "observability-dashboard.json");

    private static final Pattern METRIC = Pattern.compile("\\b(?:daybook|http|jvm|process)_[a-z_]+");

    /** What aggregations group by, or select. */
    private static final Set<String> TAGS = Set.of("daybook_operation");

    @TempDir
    Path folder;

    private String scraped() {
        try (TracedServer server = new TracedServer(
                ServerTelemetry.withoutTraces(),
                folder,
                parts -> parts.languageModel(ScriptedModel.answering("{\"statements\":[]}")))) {
            server.post(ADA + "/episodes", "{\"input\":\"I moved to Lisbon.\"}", Map.of());
            server.post(ADA + "/episodes", "{\"input\":7}", Map.of());
            server.post(ADA + "/recall", "{\"query\":\"Lisbon\"}", Map.of());
            server.post(ADA + "/consolidate", "{}", Map.of());
            return server.get("/metrics").body();
        }
    }

    @Test
    void every_metric_of_the_dashboard_is_one_of_the_server() throws IOException {
        Set<String> used = METRIC.matcher(Files.readString(DASHBOARD))
                .results()
                .map(found -> found.group())
                .filter(name -> !TAGS.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> known = scraped()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[ {]", 2)[0])
                .collect(Collectors.toSet());

        assertThat(used).hasSizeGreaterThan(8);
        assertThat(known).containsAll(used);
    }

    @Test
    void calls_of_the_daybook_are_timed_by_operation() {
        assertThat(scraped())
                .contains("daybook_memory_seconds_count{daybook_operation=\"recall\",error=\"none\",exception=\"none\","
                        + "gen_ai_operation_name=\"search_memory\"} 1")
                .contains("daybook_memory_seconds_bucket{daybook_operation=\"remember\",")
                .contains(
                        "daybook_model_seconds_count{error=\"none\",exception=\"none\",gen_ai_operation_name=\"chat\","
                                + "gen_ai_provider_name=\"unknown\",gen_ai_request_model=\"")
                .doesNotContain("ada");
    }
}
