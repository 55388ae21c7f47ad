package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.http.TestServer.Answer;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The form of bodies and answers, and what a call costs beside the work of the library. */
@Timeout(60)
class AnswersOverHttpTest {

    private static final int CALLS = 300;

    /** A call takes about 37 KB with the work of the library; copies of its answer and the search for its timer took 33 KB more. */
    private static final long MAX_BYTES_OF_WRITE = 44 << 10;

    /** A recall with ten hits takes about 248 KB; an object for each text of its answer took 174 KB more. */
    private static final long MAX_BYTES_OF_RECALL = 300 << 10;

    @TempDir
    Path folder;

    @Test
    void a_large_answer_comes_whole_with_its_length() {
        try (TestServer server = TestServer.open(folder)) {
            String text = "tea ".repeat(10_000);
            server.post(ADA + "/episodes", "{\"input\":\"" + text + "\"}");

            Answer answer = server.post(ADA + "/recall", "{\"query\":\"tea\"}");

            assertThat(answer.body()).contains(text.strip());
            assertThat(answer.header("content-length"))
                    .isEqualTo(Integer.toString(answer.body().length()));
            assertThat(answer.header("transfer-encoding")).isEmpty();
        }
    }

    @Test
    void a_large_answer_is_compressed_for_a_caller_that_accepts_it() throws Exception {
        try (TestServer server = TestServer.open(folder)) {
            server.post(ADA + "/episodes", "{\"input\":\"" + "tea ".repeat(1_000) + "\"}");
            HttpRequest request = HttpRequest.newBuilder(server.uri(ADA + "/recall"))
                    .header("Accept-Encoding", "gzip")
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"query\":\"tea\"}"))
                    .build();

            HttpResponse<InputStream> answer =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());

            assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
            assertThat(new GZIPInputStream(answer.body()).readAllBytes())
                    .asString(StandardCharsets.UTF_8)
                    .contains("tea tea");
        }
    }

    @Test
    void a_body_that_is_not_utf8_is_refused_and_a_replacement_character_is_kept() throws Exception {
        try (TestServer server = TestServer.open(folder)) {
            HttpRequest latin = HttpRequest.newBuilder(server.uri(ADA + "/episodes"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(
                            "{\"input\":\"caf\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1)))
                    .build();

            HttpResponse<String> refused = HttpClient.newHttpClient().send(latin, HttpResponse.BodyHandlers.ofString());

            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("the body is not UTF-8");
            assertThat(server.post(ADA + "/episodes", "{\"id\":\"x\",\"input\":\"a \ufffd\"}")
                            .status())
                    .isEqualTo(201);
            assertThat(server.get(ADA + "/episodes/x").body()).contains("a \ufffd");
        }
    }

    @Test
    void a_write_allocates_little_beside_the_work_of_the_library() {
        try (TestServer server = TestServer.open(folder)) {
            assertThat(allocatedByEach(() -> writes(server))).isBetween(1L, MAX_BYTES_OF_WRITE);
        }
    }

    @Test
    void a_recall_allocates_little_beside_the_work_of_the_library() {
        try (TestServer server = TestServer.open(folder)) {
            for (int i = 0; i < 40; i++) {
                server.post(
                        ADA + "/episodes",
                        "{\"session\":\"s" + i % 5 + "\",\"input\":\"On day " + i + " the ferry to harbour " + i % 9
                                + " left late.\"}");
            }

            assertThat(allocatedByEach(() -> recalls(server))).isBetween(1L, MAX_BYTES_OF_RECALL);
        }
    }

    /** Returns the bytes that the server allocates for a call, when classes and caches are loaded. */
    private static long allocatedByEach(Runnable calls) {
        calls.run();
        long before = allocatedByServer();
        calls.run();
        return (allocatedByServer() - before) / CALLS;
    }

    private static void recalls(TestServer server) {
        for (int i = 0; i < CALLS; i++) {
            assertThat(server.post(ADA + "/recall", "{\"query\":\"which ferry to harbour " + i % 9 + "?\"}")
                            .body())
                    .contains("harbour");
        }
    }

    private static void writes(TestServer server) {
        for (int i = 0; i < CALLS; i++) {
            assertThat(server.post(ADA + "/episodes", "{\"input\":\"tea\"}").status())
                    .isEqualTo(201);
        }
    }

    /** The bytes allocated by Jetty's threads, which are platform threads or the carriers of virtual ones. */
    private static long allocatedByServer() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = 0;
        for (long id : threads.getAllThreadIds()) {
            ThreadInfo thread = threads.getThreadInfo(id);
            if (thread != null && thread.getThreadName().matches("(qtp|Jetty|ForkJoinPool).*")) {
                bytes += threads.getThreadAllocatedBytes(id);
            }
        }
        return bytes;
    }
}
