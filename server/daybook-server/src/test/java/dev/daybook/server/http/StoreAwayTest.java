package dev.daybook.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Space;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.store.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose store is away refuses calls until the store is back, and needs no restart. */
class StoreAwayTest {

    @TempDir
    Path folder;

    private final LeavingStore store =
            new LeavingStore("the database cannot be reached; nothing was changed; try again");

    @Test
    void calls_are_refused_with_a_time_to_try_again_and_answered_when_the_store_is_back() throws Exception {
        try (LocalDaybook daybook = Daybook.builder(store).noEmbedder().open();
                TestServer server = TestServer.over(daybook, folder)) {
            String episode = "{\"session\":\"s1\",\"messages\":[{\"role\":\"user\",\"text\":\"The ferry leaves.\"}]}";
            assertThat(server.post(TestServer.ADA + "/episodes", episode).status())
                    .isBetween(200, 201);
            assertThat(server.get("/readyz").at("status")).isEqualTo("ready");

            store.setAway(true);
            Answer write = server.post(TestServer.ADA + "/episodes", episode);
            Answer read = server.post(TestServer.ADA + "/recall", "{\"query\":\"ferry\"}");
            Answer ready = server.get("/readyz");

            assertThat(List.of(write, read, ready)).allSatisfy(answer -> {
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.headers().get("retry-after")).containsExactly("5");
            });
            assertThat(write.at("detail").toString()).contains("cannot be reached");
            assertThat(ready.at("status")).isEqualTo("not ready: the store does not answer");
            assertThat(server.get("/healthz").status()).isEqualTo(200);

            store.setAway(false);
            assertThat(server.get("/readyz").status()).isEqualTo(200);
            assertThat(server.post(TestServer.ADA + "/recall", "{\"query\":\"ferry\"}")
                            .body())
                    .contains("The ferry leaves.");
            assertThat(server.get("/metrics").body())
                    .contains("daybook_store_probes_seconds_count{result=\"failed\"} 1")
                    .contains("daybook_store_probes_seconds_count{result=\"answered\"} 2");
        }
    }

    @Test
    void readiness_is_answered_while_the_store_hangs_and_probes_share_one_thread() throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        AtomicBoolean stopped = new AtomicBoolean();
        ForwardingStore store = new ForwardingStore(new InMemoryStore()) {
            @Override
            public Page<Space> spaces(@Nullable String cursor, int limit) {
                if (stopped.get()) {
                    awaitEnd(hanging);
                }
                return super.spaces(cursor, limit);
            }
        };
        try (LocalDaybook daybook = Daybook.builder(store).noEmbedder().open();
                TestServer server = TestServer.over(daybook, folder)) {
            stopped.set(true);
            for (int i = 0; i < 3; i++) {
                Answer ready = server.get("/readyz");
                assertThat(ready.status()).isEqualTo(503);
                assertThat(ready.at("status")).isEqualTo("not ready: the store does not answer");
            }
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().equals("daybook-readiness"))
                    .hasSize(1);
            assertThat(server.get("/healthz").status()).isEqualTo(200);

            stopped.set(false);
            hanging.countDown();
            while (server.get("/readyz").status() != 200 && !Thread.interrupted()) {
                Thread.yield();
            }
        }
    }

    private static void awaitEnd(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void readiness_tells_a_damaged_keys_file_and_its_callers_get_503_or_the_last_keys() throws Exception {
        Path file = folder.resolve("keys.json");
        try (TestServer server = TestServer.closed(folder)) {
            String[] bearer = TestServer.bearer(server.key("default", AccessRight.READ));
            assertThat(server.get("/v1/spaces", bearer).status()).isEqualTo(200);
            Files.writeString(file, "");

            assertThat(server.get("/v1/spaces", bearer).status()).isEqualTo(200);
            assertThat(server.get("/readyz").at("status").toString()).startsWith("ready, keys.json damaged");
        }
        try (TestServer server = TestServer.closed(folder)) {
            Answer refused = server.get("/v1/spaces", TestServer.bearer("daybook_1_2"));
            Answer written = server.post(
                    TestServer.ADA + "/episodes",
                    "{\"input\":\"x\",\"session\":\"s\"}",
                    TestServer.bearer("daybook_1_2"));
            Answer ready = server.get("/readyz");

            assertThat(written.status()).isEqualTo(503);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.at("code")).isEqualTo("unavailable");
            assertThat(refused.body()).doesNotContain("column");
            assertThat(ready.status()).isEqualTo(503);
            assertThat(ready.at("status")).isEqualTo("not ready: keys.json is damaged");
        }
    }
}
