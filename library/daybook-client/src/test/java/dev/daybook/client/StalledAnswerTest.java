package dev.daybook.client;

import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.daybook.Daybook;
import dev.daybook.error.StoreException;
import dev.daybook.query.ClientOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that is there, begins an answer and never completes it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StalledAnswerTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch ended = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            byte[] answer = "{\"hits\":[]}".getBytes(StandardCharsets.UTF_8);
            boolean isComplete = exchange.getRequestURI().getPath().equals("/healthz");
            exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
            exchange.sendResponseHeaders(200, isComplete ? answer.length : answer.length + 1);
            exchange.getResponseBody().write(answer);
            exchange.getResponseBody().flush();
            if (isComplete) {
                exchange.close();
            } else {
                await(ended);
            }
        });
        server.start();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() {
        ended.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_call_ends_with_its_timeout(boolean failFast) {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        ClientOptions options =
                ClientOptions.DEFAULTS.timeout(Duration.ofMillis(1_500)).failFast(failFast);
        try (Daybook daybook = Daybook.connect(address, options)) {
            StoreException read = catchThrowableOfType(
                    StoreException.class, () -> daybook.user("ada").recall("kettle"));
            StoreException write = catchThrowableOfType(
                    StoreException.class, () -> daybook.user("ada").session("s").remember(user("The kettle is blue.")));

            assertThat(read.retryable()).isTrue();
            assertThat(read).hasMessageContaining("the time was over");
            assertThat(write.outcomeUnknown()).isTrue();
            assertThat(write.ids()).hasSize(1);
        }
    }

    @Test
    void an_export_ends_when_no_further_line_comes() {
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        try (Daybook daybook = Daybook.connect(address, ClientOptions.DEFAULTS.timeout(Duration.ofMillis(1_500)))) {
            StoreException failure = catchThrowableOfType(
                    StoreException.class,
                    () -> daybook.user("ada").archive().exportAll().toList());

            assertThat(failure.retryable()).isTrue();
            assertThat(failure).hasMessageContainingAll(address.toString(), "no further line", "PT1.5S");
        }
    }
}
