package dev.daybook.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.daybook.Daybook;
import dev.daybook.model.Space;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A daybook of a server instead of a folder. */
class ServerPropertyTest {

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @TempDir
    Path folder;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + ", "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] answer = "{\"spaces\":[\"acme\"]}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DaybookAutoConfiguration.class,
                        DaybookHealthAutoConfiguration.class,
                        DaybookMetricsAutoConfiguration.class,
                        MetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues(
                        "daybook.url=http://127.0.0.1:" + server.getAddress().getPort());
    }

    @Test
    void a_url_and_a_key_connect_to_a_server() {
        runner().withPropertyValues("daybook.key=secret").run(context -> {
            try (Stream<Space> spaces = context.getBean(Daybook.class).spaces()) {
                assertThat(spaces).containsExactly(new Space("acme"));
            }
            assertThat(requests).containsExactly("GET /v1/spaces?limit=5000, Bearer secret");
        });
    }

    /** The work of a server is in its own metrics, which a key of a space does not open. */
    @Test
    void its_health_is_that_of_the_connection_and_its_metrics_are_those_of_the_chats() {
        runner().withPropertyValues("daybook.key=secret").run(context -> {
            assertThat(context.getBean(DaybookHealthIndicator.class).health())
                    .isEqualTo(Health.up().build());
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.find("daybook.chat.failures").functionCounters())
                    .isNotEmpty();
            assertThat(registry.find("daybook.store.size").gauge()).isNull();
        });
    }

    @Test
    void a_url_without_a_key_or_beside_a_folder_names_the_property() {
        runner().run(context ->
                assertThat(context).getFailure().rootCause().hasMessageContaining("daybook.key is not"));
        runner().withPropertyValues("daybook.key=secret", "daybook.folder=" + folder)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("both set"));
        assertThat(requests).isEmpty();
    }
}
