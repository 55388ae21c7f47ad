package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server on loopback that answers as {@code chroma run} of chromadb 1.5.9 was seen to. */
class ImportChromaServerTest {

    private static final String DATABASE = "/api/v2/tenants/default_tenant/databases/default_database/collections";

    @TempDir
    Path temporary;

    private final List<String> ids = new ArrayList<>();
    private HttpServer server;
    private ForeignMemory chroma;
    private String count = "";
    private boolean knowsOffsets = true;
    private volatile int asked;
    private String collections = "[{\"id\":\"c-1\",\"name\":\"jeeves_episodes\",\"metadata\":null,\"dimension\":384}]";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> answer(exchange, 404, "{\"error\":\"NotFoundError\",\"message\":\"?\"}"));
        server.createContext(DATABASE, exchange -> answer(exchange, 200, collections));
        server.createContext(DATABASE + "/c-1/get", exchange -> answer(exchange, 200, page(exchange)));
        server.createContext(
                DATABASE + "/c-1/count",
                exchange -> answer(exchange, 200, count.isEmpty() ? String.valueOf(ids.size()) : count));
        server.start();
        chroma = new ForeignMemory(
                new TestShell(temporary.resolve("memory")),
                "chroma",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void all_pages_are_read_and_a_second_import_writes_nothing() {
        for (int i = 0; i < 1_201; i++) {
            ids.add("ep_" + i);
        }

        chroma.assertThatASecondTimeWritesNothing(1_201);

        assertThat(chroma.exported())
                .anyMatch(line -> line.contains("\"ep_1200\",\"user\":\"ada\",\"session\":\"s\","
                        + "\"occurredAt\":\"2026-05-08T13:56:00.5+02:00\""));
    }

    @Test
    void a_collection_that_changes_during_an_import_is_reported_and_imported_rows_stay() {
        ids.add("ep_1");
        count = "2";

        Run run = chroma.take();

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("had 2 rows when 1 of it were read; it is being written, so import again");
        assertThat(chroma.exported()).anyMatch(line -> line.contains("\"ep_1\""));
    }

    @Test
    void a_server_that_gives_the_same_rows_for_ever_is_reported_and_not_asked_for_ever() {
        ids.add("ep_1");
        ids.add("ep_2");
        knowsOffsets = false;

        Run run = chroma.take();

        assertThat(run.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("the same rows to each question for the next");
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void malformed_and_truncated_answers_are_reported() {
        collections = "[{\"id\":\"c-1\",";
        assertThat(chroma.take().err()).contains("answers what is not JSON").contains("see which server that is");

        collections = "{\"collections\":[]}";
        assertThat(chroma.take().err()).contains("answers an object instead of an array");

        collections = "[{\"id\":\"c-2\",\"name\":\"jeeves_episodes\"}]";
        assertThat(chroma.take().err()).contains("answers an array instead of an object");
        assertThat(chroma.take("--collection", "x").err()).contains("no collection 'x'");
    }

    @Test
    void a_server_of_something_else_and_one_that_is_not_there_are_reported() {
        server.removeContext(DATABASE);
        Run other = chroma.take();
        server.stop(0);
        Run gone = chroma.take();

        assertThat(other.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(other.err()).contains(" answers 404 to /api/v2/").contains("it must be Chroma 1.0 or later");
        assertThat(gone.exit()).isEqualTo(ExitCode.FAILED);
        assertThat(gone.err()).contains("does not answer").contains("start Chroma there");
        assertThat(temporary.resolve("memory")).doesNotExist();
    }

    private String page(HttpExchange exchange) throws IOException {
        Map<String, Object> question =
                PlainJson.readObject(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        asked++;
        int from = knowsOffsets ? (int) Math.min(ids.size(), (Long) question.get("offset")) : 0;
        int to = (int) Math.min(ids.size(), from + (Long) question.get("limit"));
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("ids", ids.subList(from, to));
        page.put("documents", ids.subList(from, to));
        page.put(
                "metadatas",
                ids.subList(from, to).stream()
                        .map(id -> Map.of(
                                "user_id", "ada",
                                "session_id", "s",
                                "input", id,
                                "output", "",
                                "occurred_at", "2026-05-08T13:56:00.500000+02:00"))
                        .toList());
        return PlainJson.write(page);
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
