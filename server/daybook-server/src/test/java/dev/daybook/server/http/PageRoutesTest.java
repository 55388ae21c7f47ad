package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.server.mcp.AgentOptions;
import dev.daybook.server.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageRoutesTest {

    @TempDir
    Path folder;

    private TestServer testServer;

    @AfterEach
    void stop() {
        if (testServer != null) {
            testServer.close();
        }
    }

    @Test
    void the_page_needs_no_key_and_its_calls_do() {
        testServer = TestServer.closed(folder);

        Answer page = testServer.get("/");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(page.body()).startsWithIgnoringCase("<!doctype html>");
        assertThat(testServer.get("/v1/spaces").status()).isEqualTo(401);
    }

    @Test
    void a_browser_may_run_and_load_only_what_this_server_sends() {
        testServer = TestServer.open(folder);

        for (String path : List.of("/", asset("js"))) {
            Answer answer = testServer.get(path);

            assertThat(answer.status()).as(path).isEqualTo(200);
            assertThat(answer.header("Content-Security-Policy"))
                    .as(path)
                    .contains("default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe", "*", "http");
            assertThat(answer.header("X-Content-Type-Options")).as(path).isEqualTo("nosniff");
            assertThat(answer.header("Referrer-Policy")).as(path).isEqualTo("no-referrer");
            assertThat(answer.header("Cross-Origin-Opener-Policy")).as(path).isEqualTo("same-origin");
        }
    }

    @Test
    void the_document_names_only_files_of_this_server() {
        testServer = TestServer.open(folder);

        Matcher named = Pattern.compile("(?:src|href)=\"([^\"]*)\"")
                .matcher(testServer.get("/").body());

        List<String> files = named.results().map(found -> found.group(1)).toList();
        assertThat(files).isNotEmpty().allMatch(name -> name.startsWith("./assets/") || name.startsWith("data:"));
        assertThat(files.stream().filter(name -> name.startsWith("./")))
                .allSatisfy(name ->
                        assertThat(testServer.get(name.substring(1)).status()).isEqualTo(200));
    }

    @Test
    void a_browser_asks_for_the_document_each_time_and_keeps_the_hashed_files() {
        testServer = TestServer.open(folder);
        Answer page = testServer.get("/");

        Answer again = testServer.get("/", "If-None-Match", page.header("ETag"));

        assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(testServer.get("/", "If-None-Match", "\"another\"").status()).isEqualTo(200);
        assertThat(testServer.get(asset("js")).header("Cache-Control")).contains("immutable");
    }

    @Test
    void a_file_is_compressed_once_for_a_browser_that_reads_gzip() throws Exception {
        testServer = TestServer.open(folder);
        String script = asset("js");

        HttpResponse<byte[]> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(testServer.uri(script))
                                .header("Accept-Encoding", "gzip, br")
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());

        assertThat(answer.headers().allValues("Content-Encoding")).containsExactly("gzip");
        assertThat(unpacked(answer.body())).isEqualTo(testServer.get(script).body());
        assertThat(testServer.get(script).header("Content-Encoding")).isEmpty();
    }

    @Test
    void a_path_leads_to_no_other_file_of_the_class_path() {
        testServer = TestServer.open(folder);

        for (String path : List.of(
                "/assets/..%2Findex.html",
                "/assets/%2e%2e%2findex.html",
                "/assets/index.html",
                "/assets/openapi-12345678.yaml",
                "/assets/missing-12345678.woff2",
                "/assets/missing-12345678.js",
                "/index.html",
                "/assets/")) {
            Answer answer = testServer.get(path);

            assertThat(answer.status()).as(path).isIn(400, 404);
            assertThat(answer.header("Content-Type")).as(path).startsWith(Problem.MEDIA_TYPE);
        }
    }

    @Test
    void the_page_is_for_the_hosts_of_the_server_only() throws IOException {
        testServer = TestServer.open(folder);

        try (RawCall call = new RawCall(testServer)) {
            call.send("GET / HTTP/1.1\r\nHost: rebound.example.org\r\nConnection: close\r\n\r\n");

            assertThat(call.answer()).startsWith("HTTP/1.1 403").doesNotContain("<html");
        }
    }

    @Test
    void a_server_without_the_page_answers_as_for_any_missing_path() {
        testServer = TestServer.with(
                folder,
                new ServeOptions(
                        "127.0.0.1", 0, true, List.of(), List.of(), 1_000, 0, AgentOptions.NONE, false, false, null));

        assertThat(testServer.get("/").status()).isEqualTo(404);
        assertThat(testServer.get("/").at("code")).isEqualTo("not_found");
    }

    private String asset(String type) {
        Matcher named = Pattern.compile("/assets/[^\"]+\\." + type)
                .matcher(testServer.get("/").body());
        assertThat(named.find()).isTrue();
        return named.group();
    }

    private static String unpacked(byte[] body) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
