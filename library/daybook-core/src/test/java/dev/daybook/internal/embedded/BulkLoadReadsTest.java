package dev.daybook.internal.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.codec.VectorWatermarks;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Embedding;
import dev.daybook.model.Entry;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.spi.Embedder;
import dev.daybook.store.CommitResult;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A load of episodes that come with their vectors: the thread of the vectors reads none of them again. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BulkLoadReadsTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final String VECTOR_THREAD = "daybook-vectors";

    /** More than the revisions by which a watermark may lag behind. */
    private static final int BATCH = 1_500;

    private final InMemoryStore kept = new InMemoryStore();
    private final AtomicInteger rowsRead = new AtomicInteger();
    private final Set<Scope> visited = ConcurrentHashMap.newKeySet();
    private final CountDownLatch pass = new CountDownLatch(1);

    private final DaybookWiring wiring = new DaybookWiring(
            new ForwardingStore(kept) {
                @Override
                public CommitResult write(WriteBatch batch) {
                    CommitResult result = super.write(batch);
                    if (isVectorThread() && batch.scope().equals(ADA)) {
                        pass.countDown();
                    }
                    return result;
                }

                @Override
                public Head head(Scope scope) {
                    if (isVectorThread()) {
                        visited.add(scope);
                    }
                    return super.head(scope);
                }

                @Override
                public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
                    Page<IndexRow> page = super.rows(scope, afterRevision, limit);
                    if (isVectorThread() && scope.equals(ADA)) {
                        rowsRead.addAndGet(page.items().size());
                    }
                    return page;
                }
            },
            WiringFixture.options(
                    new CheckedEmbedder(Embedder.of(
                            "test",
                            2,
                            texts -> texts.stream()
                                    .map(text -> Embedding.of(1, 0))
                                    .toList())),
                    Clock.systemUTC(),
                    ModelOptions.DEFAULTS));

    private final Memory ada = wiring.daybook().space(Space.DEFAULT.id()).user("ada");

    private static boolean isVectorThread() {
        return Thread.currentThread().getName().equals(VECTOR_THREAD);
    }

    @AfterEach
    void close() {
        wiring.stop();
        kept.close();
    }

    private static List<NewEpisode> batch(int first) {
        return IntStream.range(first, first + BATCH)
                .mapToObj(i ->
                        NewEpisode.of(Message.user("heron " + i)).id("e" + i).embedding(Embedding.of(0, 1)))
                .toList();
    }

    private Memory bob() {
        return wiring.daybook().space(Space.DEFAULT.id()).user("bob");
    }

    /** Returns when the thread has looked at all scopes for its opening, and at those that were written to before. */
    private void embedOne() {
        bob().remember(NewEpisode.of(Message.user("a crane")));
        while (wiring.background.vectorBacklog().scopes() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void the_first_batch_of_a_scope_needs_no_pass() {
        embedOne();

        ada.remember(batch(0));

        embedOne();
        assertThat(visited).containsExactly(new Scope.User(Space.DEFAULT, "bob"));
    }

    @Test
    void an_import_of_episodes_needs_no_pass() {
        embedOne();
        ada.remember(batch(0));
        List<Entry> exported;
        try (Stream<Entry> entries = ada.archive().exportAll()) {
            exported = entries.toList();
        }
        Memory cyd = wiring.daybook().space(Space.DEFAULT.id()).user("cyd");

        cyd.archive().importAll(exported);

        embedOne();
        assertThat(exported).hasSize(BATCH);
        assertThat(visited).containsExactly(new Scope.User(Space.DEFAULT, "bob"));
    }

    @Test
    void the_watermark_follows_a_load_without_a_read_of_its_rows() throws InterruptedException {
        embedOne();
        ada.remember(batch(0));
        assertThat(VectorWatermarks.of(kept, ADA)).containsEntry("test", (long) BATCH);

        ada.remember(batch(BATCH));
        pass.await();

        assertThat(VectorWatermarks.of(kept, ADA)).containsEntry("test", 2L * BATCH);
        assertThat(rowsRead).hasValue(0);
    }
}
