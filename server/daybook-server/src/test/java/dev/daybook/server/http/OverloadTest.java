package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static dev.daybook.server.http.TestServer.bearer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.access.AccessRight;
import dev.daybook.error.ModelException;
import dev.daybook.local.InMemoryStore;
import dev.daybook.server.http.TestServer.Answer;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverloadTest {

    @TempDir
    Path folder;

    @Test
    void calls_over_capacity_are_refused_and_admitted_calls_are_answered() throws Exception {
        HeldEmbedder embedder = new HeldEmbedder(HeldEmbedder.Holding.QUERIES);
        int asked = 200;
        ExecutorService clients = Executors.newFixedThreadPool(asked);
        try (LocalDaybook daybook =
                        Daybook.builder(new InMemoryStore()).embedder(embedder).open();
                TestServer testServer = TestServer.over(daybook, folder)) {
            testServer.post(ADA + "/episodes", "{\"id\":\"e1\",\"input\":\"tea\"}");
            CountDownLatch turnedAway = new CountDownLatch(1);
            List<Future<Answer>> answers = IntStream.range(0, asked)
                    .mapToObj(i -> clients.submit(() -> {
                        Answer answer = testServer.post(ADA + "/recall", "{\"query\":\"tea " + i + "\"}");
                        if (answer.status() == 429) {
                            turnedAway.countDown();
                        }
                        return answer;
                    }))
                    .toList();
            turnedAway.await();
            embedder.go.countDown();

            int answered = 0;
            for (Future<Answer> each : answers) {
                Answer answer = each.get();
                if (answer.status() == 429) {
                    assertThat(answer.at("code")).isEqualTo("limited");
                    assertThat(answer.header("retry-after")).matches("[0-9]+");
                } else {
                    assertThat(answer.status()).isEqualTo(200);
                    assertThat(answer.list("hits")).hasSize(1);
                    answered++;
                }
            }
            assertThat(answered).isPositive().isLessThan(asked);
            assertThat(testServer.get("/readyz").status()).isEqualTo(200);
        } finally {
            clients.shutdownNow();
        }
    }

    /** One that must be looked up and read first would take time from those that were admitted. */
    @Test
    void load_shedding_refuses_a_call_before_it_is_parsed() throws Exception {
        HeldEmbedder embedder = new HeldEmbedder(HeldEmbedder.Holding.QUERIES);
        ExecutorService clients = Executors.newCachedThreadPool();
        try (LocalDaybook daybook =
                        Daybook.builder(new InMemoryStore()).embedder(embedder).open();
                TestServer testServer = TestServer.over(daybook, folder)) {
            testServer.post(ADA + "/episodes", "{\"id\":\"e1\",\"input\":\"tea\"}");
            CountDownLatch turnedAway = new CountDownLatch(1);
            for (int i = 0; i < 200; i++) {
                String body = "{\"query\":\"tea " + i + "\"}";
                clients.submit(() -> {
                    if (testServer.post(ADA + "/recall", body).status() == 429) {
                        turnedAway.countDown();
                    }
                    return null;
                });
            }
            turnedAway.await();

            Answer answer = testServer.post("/v1/nothing/like/that", "no JSON");

            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.at("code")).isEqualTo("limited");
            assertThat(answer.header("content-type")).startsWith("application/problem+json");
            assertThat(answer.header("retry-after")).isEqualTo("1");
            assertThat(testServer.get("/healthz").status()).isEqualTo(200);
            assertThat(testServer.get("/metrics").body()).contains("daybook_failures_total{reason=\"limited\"}");
            embedder.go.countDown();
        } finally {
            embedder.go.countDown();
            clients.shutdownNow();
        }
    }

    @Test
    void requests_admitted_before_the_shutdown_are_answered() throws Exception {
        HeldEmbedder embedder = new HeldEmbedder(HeldEmbedder.Holding.QUERIES);
        ExecutorService client = Executors.newFixedThreadPool(2);
        try (LocalDaybook daybook =
                        Daybook.builder(new InMemoryStore()).embedder(embedder).open();
                TestServer testServer = TestServer.over(daybook, folder)) {
            testServer.post(ADA + "/episodes", "{\"id\":\"e1\",\"input\":\"tea\"}");
            Future<Answer> asked = client.submit(() -> testServer.post(ADA + "/recall", "{\"query\":\"tea\"}"));
            embedder.asked.await();

            Future<?> closing = client.submit(testServer.server::close);
            embedder.go.countDown();

            assertThat(asked.get().status()).isEqualTo(200);
            assertThat(asked.get().list("hits")).hasSize(1);
            closing.get();
        } finally {
            client.shutdownNow();
        }
    }

    @Test
    void requests_while_the_server_stops_get_a_problem() throws Exception {
        HeldEmbedder embedder = new HeldEmbedder(HeldEmbedder.Holding.QUERIES);
        ExecutorService client = Executors.newFixedThreadPool(2);
        try (LocalDaybook daybook =
                        Daybook.builder(new InMemoryStore()).embedder(embedder).open();
                TestServer testServer = TestServer.over(daybook, folder)) {
            testServer.post(ADA + "/episodes", "{\"id\":\"e1\",\"input\":\"tea\"}");
            Future<Answer> asked = client.submit(() -> testServer.post(ADA + "/recall", "{\"query\":\"tea\"}"));
            embedder.asked.await();
            Future<?> closing = client.submit(testServer.server::close);

            Answer answer = testServer.get("/healthz");
            while (answer.status() == 200) {
                answer = testServer.get("/healthz");
            }

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("content-type")).startsWith("application/problem+json");
            assertThat(answer.at("code")).isEqualTo("unavailable");
            embedder.go.countDown();
            assertThat(asked.get().status()).isEqualTo(200);
            closing.get();
        } finally {
            embedder.go.countDown();
            client.shutdownNow();
        }
    }

    @Test
    void a_key_that_fills_the_slow_worker_pool_blocks_no_consolidation_or_export_of_another_key() throws Exception {
        Semaphore go = new Semaphore(0);
        LanguageModel held = new LanguageModel() {
            @Override
            public String name() {
                return "held";
            }

            @Override
            public ModelAnswer answer(ModelRequest request) {
                go.acquireUninterruptibly();
                throw new ModelException(ModelException.Trouble.FAILED, "held");
            }
        };
        ExecutorService clients = Executors.newCachedThreadPool();
        try (TestServer testServer = TestServer.closedOver(
                Daybook.builder(new InMemoryStore()).noEmbedder().languageModel(held), folder)) {
            String[] bob = bearer(testServer.keyOf("bob", AccessRight.READ, AccessRight.WRITE));
            String[] greedy = bearer(testServer.keyOf("ada", AccessRight.READ, AccessRight.WRITE));
            CountDownLatch refused = new CountDownLatch(1);
            for (int i = 0; i < 16; i++) {
                clients.submit(() -> {
                    Answer answer =
                            testServer.post(ADA + "/notes", "{\"contents\":\"Ada keeps bees.\",\"wait\":true}", greedy);
                    if (answer.status() == 429) {
                        assertThat(answer.at("detail").toString()).contains("this key");
                        refused.countDown();
                    }
                    return null;
                });
            }
            refused.await();

            assertThat(testServer
                            .post("/v1/spaces/default/users/bob/consolidate", "{}", bob)
                            .status())
                    .isEqualTo(200);
            assertThat(testServer
                            .get("/v1/spaces/default/users/bob/export", bob)
                            .status())
                    .isEqualTo(200);
            go.release(1_000_000);
        } finally {
            go.release(1_000_000);
            clients.shutdownNow();
        }
    }
}
