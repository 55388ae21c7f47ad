package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.admission.ServerLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections that are slow, or too many. */
@Timeout(120)
class ConnectionsOverHttpTest {

    private static final String HEALTH = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";

    @TempDir
    Path folder;

    private TestServer within(Duration grace, long heap) {
        return TestServer.within(new ServerLimits(heap, grace, 1L << 40), folder);
    }

    @Test
    void a_head_that_never_ends_ends_its_connection() throws Exception {
        try (TestServer testServer = within(Duration.ZERO, 1L << 30);
                RawCall slow = new RawCall(testServer)) {
            slow.send(HEALTH);

            assertThat(isCutOff(slow)).isTrue();

            assertThat(testServer.get("/healthz").status()).isEqualTo(200);
        }
    }

    /** Sends one character at a time, less in all than the longest head, until the server ends the connection. */
    private static boolean isCutOff(RawCall slow) {
        try {
            for (int i = 0; i < 1_000; i++) {
                slow.send("a");
                if (slow.isEnded()) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void a_connection_with_many_requests_outlasts_the_time_of_one_head() throws Exception {
        try (TestServer testServer = within(Duration.ZERO, 1L << 30);
                RawCall kept = new RawCall(testServer)) {
            for (int i = 0; i < 50; i++) {
                kept.send(HEALTH + "\r\n");
                assertThat(kept.head()).startsWith("HTTP/1.1 200").contains("Content-Length: 15");
                kept.body(15);
            }
        }
    }

    @Test
    void idle_connections_at_the_limit_make_room_for_others() throws Exception {
        // The heads of 256 connections: the fewest.
        try (TestServer testServer = within(Duration.ofSeconds(10), 1 << 20);
                RawCalls idle = new RawCalls()) {
            for (int i = 0; i < 280; i++) {
                idle.add(new RawCall(testServer));
            }

            assertThat(testServer.get("/healthz").status()).isEqualTo(200);
            assertThat(testServer.get(ADA + "/episodes").status()).isEqualTo(401);
            assertThat(idle.get(0).answer()).isEmpty();
        }
    }

    @Test
    void the_limit_of_connections_follows_the_heap() {
        assertThat(new ServerLimits(256L << 20, Duration.ZERO, 1).connections(32 << 10))
                .isEqualTo(1_024);
        assertThat(new ServerLimits(1L << 20, Duration.ZERO, 1).connections(32 << 10))
                .isEqualTo(256);
    }
}
