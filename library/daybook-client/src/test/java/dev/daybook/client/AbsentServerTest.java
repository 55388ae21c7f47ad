package dev.daybook.client;

import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.query.ClientOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that is taken away, and comes back. */
class AbsentServerTest {

    private static final String NO_HITS = "{\"hits\":[]}";

    private final List<String> received = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile boolean isHealthy = true;
    private HttpServer server;
    private Daybook daybook;

    private URI start(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            received.add(path);
            pause(path.endsWith("/recall") ? 1_500 : 0);
            if (path.equals("/healthz") && !isHealthy) {
                pause(1_000);
                exchange.close();
                return;
            }
            byte[] answer = NO_HITS.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void pause(long milliseconds) {
        try {
            TimeUnit.MILLISECONDS.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void close() {
        if (daybook != null) {
            daybook.close();
        }
        if (server != null) {
            server.stop(0);
        }
        threads.shutdownNow();
    }

    private Memory ada(URI address, ClientOptions options) {
        daybook = Daybook.connect(address, options);
        return daybook.user("ada");
    }

    private static Duration failing(Memory ada) {
        long begin = System.nanoTime();
        assertThatThrownBy(() -> ada.archive().profile())
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.retryable()).isTrue());
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @Test
    void a_server_that_is_away_costs_a_second_once_and_then_nothing() throws IOException {
        URI address = start(0);
        server.stop(0);
        Memory ada = ada(address, ClientOptions.DEFAULTS);

        assertThat(failing(ada)).isBetween(Duration.ofMillis(200), Duration.ofMillis(2_500));
        long begin = System.nanoTime();
        for (int i = 0; i < 50; i++) {
            failing(ada);
        }
        // One attempt each with its first pause would be ten seconds.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(2));
        assertThatThrownBy(() -> ada.session("s").remember(user("The kettle is blue.")))
                .hasMessageContainingAll(address.toString(), "has been away for", "had no effect", "at once");
    }

    @Test
    void calls_go_on_when_the_server_is_back() throws IOException {
        URI address = start(0);
        server.stop(0);
        Memory ada = ada(address, ClientOptions.DEFAULTS.attempts(1));
        failing(ada);

        start(address.getPort());
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        // No call asks for the server.
        while (!received.contains("/healthz") && System.nanoTime() < end) {
            pause(10);
        }
        while (isFailing(ada) && System.nanoTime() < end) {
            pause(10);
        }

        assertThat(ada.recall("kettle")).isEmpty();
        assertThat(received).contains("/healthz");
    }

    private static boolean isFailing(Memory ada) {
        try {
            ada.recall("kettle");
            return false;
        } catch (StoreException away) {
            return true;
        }
    }

    @Test
    void a_slow_call_of_a_server_that_is_there_is_not_broken_off() throws IOException {
        Memory ada = ada(start(0), ClientOptions.DEFAULTS);

        assertThat(ada.recall("kettle")).isEmpty();

        assertThat(received).hasSize(2).contains("/healthz");
    }

    @Test
    void an_answer_that_arrives_while_the_server_is_asked_is_not_thrown_away() throws IOException {
        isHealthy = false;
        Memory ada = ada(start(0), ClientOptions.DEFAULTS);

        assertThat(ada.recall("kettle")).isEmpty();

        assertThat(received).contains("/healthz");
        pause(700);
        assertThat(ada.recall("kettle")).isEmpty();
    }

    @Test
    void a_refusal_is_an_answer_and_no_sign_of_an_absence() throws IOException {
        try (ScriptedServer refusing = new ScriptedServer()) {
            Memory ada = ada(refusing.uri(), ClientOptions.DEFAULTS.attempts(1));
            for (int status : new int[] {400, 401, 404, 409, 413, 429, 500, 503}) {
                refusing.answers(status, "{\"detail\":\"no\"}");
                assertThatThrownBy(() -> ada.recall("kettle")).isInstanceOf(RuntimeException.class);
            }
            refusing.answers(200, NO_HITS);

            assertThat(ada.recall("kettle")).isEmpty();
        }
    }

    @Test
    void a_caller_that_is_interrupted_ends_and_says_nothing_about_the_server() throws IOException {
        Memory ada = ada(start(0), ClientOptions.DEFAULTS);
        Thread caller = Thread.currentThread();
        threads.execute(() -> {
            pause(300);
            caller.interrupt();
        });

        assertThatThrownBy(() -> ada.recall("kettle")).isInstanceOf(StoreException.class);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(ada.recall("kettle")).isEmpty();
    }

    @Test
    void calls_on_many_threads_ask_for_an_absent_server_once_a_second() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        try (ServerSocket closing = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
            threads.execute(() -> acceptAndClose(closing, connections));
            Memory ada = ada(URI.create("http://127.0.0.1:" + closing.getLocalPort()), ClientOptions.DEFAULTS);
            failing(ada);
            pause(100);
            int before = connections.get();

            long end = System.nanoTime() + Duration.ofMillis(2_500).toNanos();
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                callers.add(threads.submit(() -> {
                    while (System.nanoTime() < end) {
                        failing(ada);
                        pause(20);
                    }
                }));
            }
            for (Future<?> caller : callers) {
                caller.get();
            }

            // The HTTP client tries a question once more on a new connection.
            assertThat(connections.get() - before).isBetween(1, 2 * 3);
        }
    }

    private static void acceptAndClose(ServerSocket socket, AtomicInteger connections) {
        try {
            while (true) {
                socket.accept().close();
                connections.incrementAndGet();
            }
        } catch (IOException closed) {
            // The test has ended.
        }
    }

    @Test
    void a_server_that_answers_nothing_is_broken_off_and_the_next_calls_fail_at_once() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
            Memory ada = ada(URI.create("http://127.0.0.1:" + silent.getLocalPort()), ClientOptions.DEFAULTS);

            long begin = System.nanoTime();
            StoreException failure = catchThrowableOfType(
                    StoreException.class, () -> ada.session("s").remember(user("The kettle is blue.")));

            // It may have been written: it can be repeated with its id.
            assertThat(failure.outcomeUnknown()).isTrue();
            assertThat(failure.ids()).hasSize(1);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(9));
            assertThat(failing(ada)).isLessThan(Duration.ofMillis(500));
        }
    }

    @Test
    void without_failing_fast_each_call_makes_its_attempts() throws IOException {
        URI address = start(0);
        server.stop(0);
        Memory ada =
                ada(address, ClientOptions.DEFAULTS.failFast(false).attempts(2).pause(Duration.ofMillis(300)));

        for (int i = 0; i < 2; i++) {
            assertThat(failing(ada)).isGreaterThan(Duration.ofMillis(290));
        }
        start(address.getPort());
        assertThat(ada.recall("kettle")).isEmpty();
    }
}
