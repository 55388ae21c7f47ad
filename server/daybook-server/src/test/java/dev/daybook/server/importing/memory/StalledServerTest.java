package dev.daybook.server.importing.memory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.daybook.server.importing.history.HistoryOptions;
import dev.daybook.server.importing.source.ImportRequest;
import dev.daybook.server.importing.source.UnreadableSourceException;
import dev.daybook.server.json.LocalTimes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that begins an answer and never completes it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StalledServerTest {

    private static final Duration MAX_WAIT = Duration.ofMillis(500);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch ended = new CountDownLatch(1);
    private HttpServer server;
    private String address;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            byte[] begin = "[".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, begin.length + 1);
            exchange.getResponseBody().write(begin);
            exchange.getResponseBody().flush();
            try {
                ended.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        address = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        ended.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void an_import_from_mem0_ends_when_no_further_part_comes() {
        ImportRequest request = new ImportRequest(
                address,
                null,
                null,
                null,
                null,
                null,
                null,
                new HistoryOptions(false, false, 0, null),
                new LocalTimes(ZoneOffset.UTC));

        assertThatThrownBy(() -> Mem0Source.answer(request, MAX_WAIT))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContainingAll(address, "nothing more came for PT0.5S");
    }

    @Test
    void an_import_from_chroma_ends_when_no_further_part_comes() {
        assertThatThrownBy(() -> ChromaClient.open(address, MAX_WAIT))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContainingAll(address, "nothing more came for PT0.5S", "import again");
    }
}
