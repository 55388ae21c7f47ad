package dev.daybook.embeddings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.EmbedderException;
import dev.daybook.model.Embedding;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShutdownGateTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final ShutdownGate gate = new ShutdownGate();
    private final CountDownLatch loading = new CountDownLatch(1);
    private final CountDownLatch mayLoad = new CountDownLatch(1);
    private final AtomicInteger loads = new AtomicInteger();

    private final MiniLmEmbedder embedder = new MiniLmEmbedder(this::load, () -> gate);

    private SentenceModel load() throws IOException {
        loads.incrementAndGet();
        loading.countDown();
        try {
            mayLoad.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        throw new IOException("no model is needed for this");
    }

    @AfterEach
    void release() {
        mayLoad.countDown();
        threads.shutdownNow();
    }

    private Future<List<Embedding>> embedding() throws InterruptedException {
        Future<List<Embedding>> embedding = threads.submit(() -> embedder.embedDocuments(List.of("a")));
        assertThat(loading.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return embedding;
    }

    @Test
    void a_shutdown_waits_for_a_load_in_progress() throws Exception {
        Future<List<Embedding>> embedding = embedding();

        assertThat(gate.end(Duration.ofMillis(1))).as("it is loading").isFalse();
        Future<Boolean> ended = threads.submit(() -> gate.end(LONG));
        mayLoad.countDown();

        assertThat(ended.get()).isTrue();
        assertThatThrownBy(embedding::get)
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("no model is needed");
    }

    @Test
    void closing_waits_for_a_load_in_progress() throws Exception {
        Future<List<Embedding>> embedding = embedding();
        Future<?> closed = threads.submit(embedder::close);

        assertThatThrownBy(() -> closed.get(100, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        mayLoad.countDown();
        closed.get();

        assertThatThrownBy(embedding::get).hasMessageContaining("no model is needed");
        assertThat(loads).hasValue(1);
    }

    @Test
    void after_the_shutdown_nothing_is_loaded() {
        assertThat(gate.end(LONG)).isTrue();

        assertThatThrownBy(() -> embedder.embedDocuments(List.of("a")))
                .isInstanceOf(EmbedderException.class)
                .hasMessageContaining("the process is shutting down");
        assertThat(loads).hasValue(0);
        embedder.close();
    }
}
