package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.access.AccessRight;
import dev.daybook.local.InMemoryStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServerMetricsTest {

    @TempDir
    Path folder;

    private static double value(TestServer testServer, String series) {
        String text = testServer.get("/metrics").body();
        return text.lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + series + " in\n" + text));
    }

    @Test
    void calls_are_counted_by_route_and_failures_by_reason() {
        try (TestServer testServer = TestServer.open(folder)) {
            testServer.post(ADA + "/episodes", "{\"input\":\"tea\"}");
            testServer.post(ADA + "/episodes", "{\"input\":7}");
            testServer.get(ADA + "/episodes/none");

            assertThat(value(
                            testServer,
                            "http_server_requests_seconds_count{method=\"POST\",status=\"201\",uri=\"S/episodes\"}"))
                    .isEqualTo(1);
            assertThat(value(
                            testServer,
                            "http_server_requests_seconds_count{method=\"POST\",status=\"400\",uri=\"S/episodes\"}"))
                    .isEqualTo(1);
            assertThat(value(testServer, "daybook_failures_total{reason=\"invalid\"}"))
                    .isEqualTo(1);
            assertThat(value(testServer, "daybook_failures_total{reason=\"not_found\"}"))
                    .isEqualTo(1);
        }
    }

    @Test
    void entries_without_vectors_are_reported_with_their_age() {
        HeldEmbedder embedder = new HeldEmbedder(HeldEmbedder.Holding.DOCUMENTS);
        try (LocalDaybook daybook =
                        Daybook.builder(new InMemoryStore()).embedder(embedder).open();
                TestServer testServer = TestServer.over(daybook, folder)) {
            assertThat(value(testServer, "daybook_embeddings_pending_scopes")).isZero();
            assertThat(value(testServer, "daybook_embeddings_pending_oldest_seconds"))
                    .isZero();

            testServer.post(ADA + "/episodes", "{\"input\":\"tea\"}");
            testServer.post("/v1/spaces/default/anonymous/episodes", "{\"input\":\"tea\"}");

            assertThat(value(testServer, "daybook_embeddings_pending_scopes")).isEqualTo(2);
            double age = value(testServer, "daybook_embeddings_pending_oldest_seconds");
            while (value(testServer, "daybook_embeddings_pending_oldest_seconds") <= age) {
                Thread.onSpinWait();
            }
            embedder.go.countDown();
            while (value(testServer, "daybook_embeddings_pending_scopes") > 0) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void derived_work_is_counted_by_outcome() {
        try (TestServer testServer = TestServer.open(folder)) {
            testServer.post(ADA + "/episodes", "{\"session\":\"s\",\"input\":\"Ada moved to Lisbon in May.\"}");
            testServer.post(ADA + "/sessions/s/summarize", "{}");

            assertThat(value(testServer, "daybook_derivations_total{derivation=\"gist\",result=\"done\"}"))
                    .isEqualTo(1);
            assertThat(value(testServer, "daybook_tokens_total{derivation=\"gist\"}"))
                    .isZero();
        }
    }

    @Test
    void the_size_of_the_store_and_of_the_heap_are_reported() {
        Path memory = folder.resolve("memory");
        try (LocalDaybook daybook = Daybook.builder(memory).noEmbedder().open();
                TestServer testServer = TestServer.over(daybook, folder)) {
            assertThat(value(testServer, "daybook_store_size_bytes"))
                    .isGreaterThanOrEqualTo(
                            memory.resolve("daybook.db").toFile().length())
                    .isPositive();
            assertThat(value(testServer, "jvm_threads_live_threads")).isPositive();
            assertThat(value(testServer, "daybook_calls_waiting")).isZero();
            assertThat(value(testServer, "daybook_derivations_pending_scopes")).isZero();
            assertThat(testServer.get("/metrics").body()).contains("jvm_memory_used_bytes{area=\"heap\"");
        }
    }

    @Test
    void each_series_has_a_help_text_and_a_type() {
        try (TestServer testServer = TestServer.open(folder)) {
            testServer.post(ADA + "/episodes", "{\"session\":\"s\",\"input\":\"Ada moved to Lisbon in May.\"}");
            testServer.post(ADA + "/sessions/s/summarize", "{}");
            testServer.get(ADA + "/nothing");
            testServer.get(ADA + "/episodes/none");

            List<String> lines = testServer.get("/metrics").body().lines().toList();

            List<String> series = lines.stream()
                    .filter(line -> line.startsWith("# TYPE "))
                    .map(line -> line.split(" ")[2])
                    .toList();
            assertThat(series)
                    .contains(
                            "http_server_requests_seconds",
                            "daybook_failures_total",
                            "daybook_derivations_total",
                            "daybook_tokens_total");
            for (String each : series) {
                assertThat(lines)
                        .anyMatch(line -> line.startsWith("# HELP " + each + " ") && line.length() > each.length() + 8);
            }
            assertThat(lines)
                    .filteredOn(line -> !line.startsWith("#"))
                    .allMatch(line -> series.stream().anyMatch(line::startsWith));
        }
    }

    @Test
    void they_want_the_right_admin() {
        try (TestServer testServer = TestServer.closed(folder)) {
            assertThat(testServer.get("/metrics").status()).isEqualTo(401);
            assertThat(testServer
                            .get("/metrics", TestServer.bearer(testServer.key("default", AccessRight.READ)))
                            .status())
                    .isEqualTo(403);
            assertThat(testServer
                            .get("/metrics", TestServer.bearer(testServer.keyOf("ada", AccessRight.ADMIN)))
                            .status())
                    .as("a key of one scope sees nothing of the process")
                    .isEqualTo(403);
            assertThat(testServer
                            .get("/metrics", TestServer.bearer(testServer.key("default", AccessRight.ADMIN)))
                            .status())
                    .isEqualTo(200);
        }
    }
}
