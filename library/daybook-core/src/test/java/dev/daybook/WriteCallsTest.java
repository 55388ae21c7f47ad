package dev.daybook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Embedding;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.Query;
import dev.daybook.spi.Embedder;
import dev.daybook.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The calls of the store that a write makes, on the thread of the caller and on that of the vectors. */
class WriteCallsTest {

    private static final Duration HANG = Duration.ofSeconds(30);

    private final List<String> mine = new CopyOnWriteArrayList<>();
    private final List<String> ofVectors = new CopyOnWriteArrayList<>();
    private final CountDownLatch written = new CountDownLatch(1);
    private final GatedEmbedder embedder = new GatedEmbedder();
    private final LocalDaybook daybook =
            Daybook.builder(recording(new InMemoryStore())).embedder(embedder).open();

    private Store recording(Store store) {
        Thread caller = Thread.currentThread();
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (Thread.currentThread() == caller) {
                        mine.add(method.getName());
                    } else if (Thread.currentThread().getName().equals("daybook-vectors")) {
                        // The thread lists the scopes after the first writes, as on a busy machine.
                        written.await();
                        ofVectors.add(method.getName());
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    /** An embedder whose first text waits for the gate. */
    private static final class GatedEmbedder implements Embedder {

        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch gate = new CountDownLatch(1);

        @Override
        public String name() {
            return "gated";
        }

        @Override
        public int dimensions() {
            return 2;
        }

        @Override
        public List<Embedding> embedQueries(List<String> texts) {
            return texts.stream().map(text -> Embedding.of(1, 0)).toList();
        }

        @Override
        public List<Embedding> embedDocuments(List<String> texts) {
            entered.countDown();
            try {
                gate.await();
            } catch (InterruptedException closing) {
                Thread.currentThread().interrupt();
            }
            return embedQueries(texts);
        }
    }

    @AfterEach
    void close() {
        written.countDown();
        embedder.gate.countDown();
        daybook.close();
    }

    private static NewEpisode episode(int number) {
        return NewEpisode.of(Message.user("The boat number " + number + " is red."), Message.assistant("Noted."))
                .embedding(Embedding.of(1, number));
    }

    private List<String> callsOf(Runnable write) {
        mine.clear();
        write.run();
        // The guarantees of a store are constants.
        return mine.stream().filter(call -> !call.equals("guarantees")).toList();
    }

    @Test
    void a_write_calls_the_store_once_and_once_more_to_look_for_several_ids_of_the_caller() {
        Memory mira = daybook.user("mira");
        mira.remember(episode(0));

        assertThat(callsOf(() -> mira.remember(episode(1)))).containsExactly("write");
        assertThat(callsOf(() -> mira.remember(episode(2).id("e-2")))).containsExactly("write");
        assertThat(callsOf(() -> mira.remember(episode(2).id("e-2")))).containsExactly("write", "get");
        assertThat(callsOf(() -> mira.remember(IntStream.range(3, 500)
                        .mapToObj(WriteCallsTest::episode)
                        .toList())))
                .containsExactly("write");
        assertThat(callsOf(() -> mira.remember(IntStream.range(500, 999)
                        .mapToObj(number -> episode(number).id("e-" + number))
                        .toList())))
                .containsExactly("get", "write");
    }

    @Test
    void a_write_that_brings_its_vectors_leaves_the_thread_of_the_vectors_alone() throws Exception {
        Memory mira = daybook.user("mira");
        mira.operations().await(mira.remember(episode(0)), HANG);
        daybook.user("teo").session("s").remember(Message.user("Nothing came with this one."));
        written.countDown();
        embedder.entered.await();
        ofVectors.clear();

        Receipt receipt = mira.remember(episode(1));

        // The thread stands at the gate, and only the other scope is behind.
        assertThat(daybook.maintenance().backlogStatus().vectors().scopes()).isEqualTo(1);
        assertThat(mira.operations().await(receipt, Duration.ZERO).vector()).isEqualTo(Progress.DONE);
        assertThat(mira.recall(Query.of("red boat").by(Query.By.MEANING))).hasSize(2);
        assertThat(ofVectors).isEmpty();
    }

    @Test
    void a_write_that_brings_its_vectors_waits_for_an_earlier_one_without() throws Exception {
        Memory mira = daybook.user("mira");
        mira.operations().await(mira.remember(episode(0)), HANG);
        Receipt without = mira.session("s").remember(Message.user("Nothing came with this one."));
        written.countDown();
        embedder.entered.await();

        Receipt with = mira.remember(episode(1));

        assertThat(mira.operations().await(with, Duration.ZERO).vector()).isEqualTo(Progress.PENDING);
        embedder.gate.countDown();
        assertThat(mira.operations().await(with, HANG).vector()).isEqualTo(Progress.DONE);
        assertThat(mira.operations().await(without, Duration.ZERO).vector()).isEqualTo(Progress.DONE);
    }
}
