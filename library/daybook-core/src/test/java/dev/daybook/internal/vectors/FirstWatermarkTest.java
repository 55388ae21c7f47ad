package dev.daybook.internal.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.codec.VectorWatermarks;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.commit.UlidGenerator;
import dev.daybook.internal.remember.EpisodeWriter;
import dev.daybook.internal.remember.WrittenEpisodes;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Embedding;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.VersionCondition;
import dev.daybook.spi.Embedder;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.StoreGuarantees;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The watermark that the first write of a scope stores, if its episodes come with their vectors. */
class FirstWatermarkTest {

    private static final Scope MIRA = new Scope.User(Space.DEFAULT, "mira");

    private final InMemoryStore kept = new InMemoryStore();
    private Runnable beforeNextWrite = () -> {};
    private int rowsRead;

    private final ForwardingStore store = new ForwardingStore(kept) {
        @Override
        public CommitResult write(WriteBatch batch) {
            Runnable before = beforeNextWrite;
            beforeNextWrite = () -> {};
            before.run();
            return super.write(batch);
        }

        @Override
        public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
            Page<IndexRow> page = super.rows(scope, afterRevision, limit);
            rowsRead += page.items().size();
            return page;
        }
    };

    private final WritingProcess here = new WritingProcess(store);

    /** The writes and the passes of a process, on the thread of the test. */
    private static final class WritingProcess {

        private final VectorProgress progress = new VectorProgress();
        private final VectorPass pass;
        private final EpisodeWriter writer;
        private String refused = "nothing";

        WritingProcess(ForwardingStore store) {
            Clock clock = Clock.systemUTC();
            Embedder embedder = Embedder.of("test", 2, texts -> {
                if (texts.contains(refused)) {
                    throw new IllegalArgumentException("this text is refused");
                }
                return texts.stream().map(text -> Embedding.of(1, 0)).toList();
            });
            ScopeLocks locks = new ScopeLocks();
            pass = new VectorPass(store, embedder, locks, new UlidGenerator(clock), progress);
            writer = new EpisodeWriter(
                    store,
                    clock,
                    new UlidGenerator(clock),
                    embedder,
                    progress::unmarked,
                    locks,
                    new AuditTrail(store),
                    (scope, ended) -> {});
        }

        /** Writes episodes and records them as the background work does; returns whether no pass is needed. */
        boolean write(NewEpisode... episodes) {
            WrittenEpisodes written = writer.write(MIRA, List.of(episodes), WritePolicy.DERIVED, VersionCondition.NONE);
            if (written.marked()) {
                progress.marked(MIRA, written.after(), written.upTo());
                return true;
            }
            return written.embedded() && progress.advance(MIRA, written.after(), written.upTo());
        }

        void runAll() {
            for (boolean more = true; more; ) {
                more = pass.run(MIRA);
            }
        }
    }

    private static NewEpisode text(String text) {
        return NewEpisode.of(Message.user(text));
    }

    private static NewEpisode embedded(String text) {
        return text(text).embedding(Embedding.of(0, 1));
    }

    private static NewEpisode[] embedded(int count) {
        return IntStream.range(0, count).mapToObj(i -> embedded("heron " + i)).toArray(NewEpisode[]::new);
    }

    private Map<String, Long> marks() {
        return VectorWatermarks.of(kept, MIRA);
    }

    private void assertAPassStoresTheWatermark() {
        assertThat(marks()).isEmpty();
        here.runAll();
        assertThat(marks()).containsKey("test");
        assertEveryRowHasVectors(2);
    }

    private void assertEveryRowHasVectors(int rows) {
        assertThat(kept.rows(MIRA, 0, 10_000).items())
                .hasSize(rows)
                .allSatisfy(row -> assertThat(row.sidecars()).containsKey("vector/test"));
    }

    @Test
    void the_first_write_of_a_scope_stores_the_watermark_and_needs_no_pass() {
        assertThat(here.write(embedded(3))).isTrue();

        assertThat(marks()).containsExactly(Map.entry("test", 3L));
        assertThat(here.progress.reached(MIRA)).isEqualTo(3);
        assertThat(here.write(embedded(2))).isTrue();
        assertThat(here.progress.reached(MIRA)).isEqualTo(5);
    }

    @Test
    void a_pass_for_a_watermark_that_lags_behind_reads_none_of_the_rows_that_came_with_vectors() {
        here.write(embedded(1));
        int many = (int) VectorProgress.WATERMARK_LAG + 1;
        assertThat(here.write(embedded(many))).as("the watermark is due").isFalse();

        here.runAll();

        assertThat(marks()).containsEntry("test", many + 1L);
        assertThat(rowsRead).isZero();
        assertThat(here.write(embedded(1))).isTrue();
    }

    @Test
    void a_next_process_reads_none_of_the_rows_before_the_watermark() {
        here.write(embedded(3));

        new WritingProcess(store).runAll();

        assertThat(rowsRead).isZero();
    }

    @Test
    void a_batch_with_an_episode_without_vectors_stores_no_watermark() {
        assertThat(here.write(embedded("a heron"), text("a crane"))).isFalse();

        assertAPassStoresTheWatermark();
    }

    @Test
    void a_scope_with_entries_of_another_process_gets_its_watermark_from_a_pass() {
        new WritingProcess(store).write(text("a crane"));

        assertThat(here.write(embedded("a heron"))).isFalse();

        assertAPassStoresTheWatermark();
    }

    @Test
    void an_entry_that_another_process_writes_before_the_commit_is_not_passed_over() {
        WritingProcess other = new WritingProcess(store);
        other.write(embedded("a gull").id("e1"));
        // The key of the audit stays: two first writes of a scope would both create it, and one would be refused.
        erase(EraseRequest.of(List.of(new EntryKey(Kind.EPISODE, "e1")), List.of("embedded/test")));
        here.runAll();
        beforeNextWrite = () -> other.write(text("a crane"));

        assertThat(here.write(embedded("a heron"))).isFalse();

        assertThat(marks()).isEmpty();
        here.runAll();
        assertEveryRowHasVectors(2);
    }

    @Test
    void an_entry_that_refills_a_scope_erased_before_the_commit_is_not_passed_over() {
        here.write(embedded(3));
        erase(EraseRequest.EVERYTHING);
        here.runAll();
        WritingProcess other = new WritingProcess(store);
        beforeNextWrite = () -> {
            erase(EraseRequest.EVERYTHING);
            other.write(text("a crane"));
        };

        assertThat(here.write(embedded("a heron"))).isFalse();

        assertThat(marks()).isEmpty();
        here.runAll();
        assertEveryRowHasVectors(2);
    }

    private void erase(EraseRequest what) {
        kept.erase(MIRA, what, new WriteBatch(MIRA, "op", List.of(), List.of(), List.of(), null));
    }

    @Test
    void the_first_write_after_an_erasure_stores_the_watermark_again() {
        here.write(embedded(3));
        erase(EraseRequest.EVERYTHING);
        here.runAll();

        assertThat(here.write(embedded(2))).isTrue();

        assertThat(marks()).containsExactly(Map.entry("test", 5L));
    }

    @Test
    void a_watermark_does_not_pass_over_an_entry_that_failed() {
        here.refused = "a crane";
        here.write(text("a crane"));
        here.runAll();

        assertThat(here.write(embedded("a heron"))).isFalse();

        assertThat(marks()).isEmpty();
        new WritingProcess(store).runAll();
        assertEveryRowHasVectors(2);
    }

    @Test
    void a_store_that_compares_no_head_gets_its_watermark_from_a_pass() {
        WritingProcess process = new WritingProcess(new ForwardingStore(kept) {
            @Override
            public StoreGuarantees guarantees() {
                return new StoreGuarantees(false, true, false, false, true, 1_000);
            }

            @Override
            public CommitResult write(WriteBatch batch) {
                return super.write(batch.expecting(ExpectedHead.ANY));
            }
        });

        assertThat(process.write(embedded("a heron"))).isFalse();

        assertThat(marks()).isEmpty();
        process.runAll();
        assertThat(marks()).containsKey("test");
    }

    @Test
    void a_scope_of_this_process_from_its_first_entry_on_keeps_the_watermark_of_a_rival() {
        here.write(embedded("a heron"));
        Embedder rival = Embedder.of("rival", 2, texts -> List.of());
        kept.write(new WriteBatch(MIRA, "op", List.of(), List.of(), List.of(VectorWatermarks.reached(rival, 1)), null));

        here.runAll();

        assertThat(marks()).containsOnlyKeys("test", "rival");
    }
}
