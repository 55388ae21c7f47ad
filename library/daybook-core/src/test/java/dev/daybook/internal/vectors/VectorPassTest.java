package dev.daybook.internal.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.codec.EntryVectors;
import dev.daybook.internal.codec.EpisodeCodec;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.codec.VectorWatermarks;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.commit.UlidGenerator;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Embedding;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.spi.Embedder;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Passes over a scope whose entries come with their vectors, on the thread of the test. */
class VectorPassTest {

    private static final Scope MIRA = new Scope.User(Space.DEFAULT, "mira");
    private static final Embedder EMBEDDER = Embedder.of(
            "test", 2, texts -> texts.stream().map(text -> Embedding.of(1, 0)).toList());
    private static final Blob VECTORS = VectorCodec.encode(EntryVectors.supplied(Embedding.of(1, 0), 1));

    private final Store store = new InMemoryStore();
    private final VectorProgress progress = new VectorProgress();
    private final VectorPass pass =
            new VectorPass(store, EMBEDDER, new ScopeLocks(), new UlidGenerator(Clock.systemUTC()), progress);

    private static EntryPut put(long number) {
        return new EntryPut(
                new EntryKey(Kind.EPISODE, "e" + number),
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                EntryPut.LIVE,
                Blob.of("text"),
                Map.of(VectorCodec.sidecar(EMBEDDER), VECTORS),
                0);
    }

    private long write(long first, long last) {
        List<EntryPut> puts = LongStream.rangeClosed(first, last)
                .mapToObj(VectorPassTest::put)
                .toList();
        return store.write(new WriteBatch(MIRA, "op", puts, List.of(), List.of(), null))
                .revision();
    }

    @Test
    void progress_advances_only_after_a_pass_has_written_the_watermark() {
        write(1, 1);
        assertThat(progress.advance(MIRA, 0, 1)).isFalse();

        pass.run(MIRA);

        assertThat(VectorWatermarks.of(store, MIRA)).containsEntry("test", 1L);
        assertThat(progress.advance(MIRA, 1, write(2, 2))).isTrue();
        assertThat(progress.reached(MIRA)).isEqualTo(2);
    }

    @Test
    void progress_never_passes_over_an_entry_whose_vectors_may_be_missing() {
        write(1, 1);
        pass.run(MIRA);
        write(2, 3);

        assertThat(progress.advance(MIRA, 2, 3)).isFalse();
        assertThat(progress.reached(MIRA)).isEqualTo(1);
    }

    @Test
    void a_watermark_that_lags_far_behind_is_written_by_a_pass() {
        write(1, 1);
        pass.run(MIRA);
        long nearby = write(2, 1 + VectorProgress.WATERMARK_LAG);
        assertThat(progress.advance(MIRA, 1, nearby)).isTrue();
        pass.run(MIRA);
        assertThat(VectorWatermarks.of(store, MIRA)).containsEntry("test", 1L);

        long far = write(nearby + 1, nearby + 1);
        assertThat(progress.advance(MIRA, nearby, far)).isFalse();
        assertThat(progress.reached(MIRA))
                .as("no recall waits for the watermark")
                .isEqualTo(far);
        pass.run(MIRA);

        assertThat(VectorWatermarks.of(store, MIRA)).containsEntry("test", far);
        assertThat(progress.advance(MIRA, far, write(far + 1, far + 1))).isTrue();
    }

    @Test
    void the_watermark_of_a_forgotten_scope_is_written_again_with_its_next_vectors() {
        write(1, 1);
        pass.run(MIRA);
        store.erase(MIRA, EraseRequest.EVERYTHING, new WriteBatch(MIRA, "op", List.of(), List.of(), List.of(), null));
        assertThat(VectorWatermarks.of(store, MIRA)).isEmpty();
        assertThat(progress.advance(MIRA, 1, write(2, 2)))
                .as("no pass has seen the erasure")
                .isTrue();

        pass.run(MIRA);

        assertThat(VectorWatermarks.of(store, MIRA)).containsEntry("test", 2L);
    }

    private void remember(String id, String text) {
        OffsetDateTime time = OffsetDateTime.parse("2026-03-04T12:00:00Z");
        Episode episode = new Episode(
                id,
                null,
                time,
                time,
                List.of(Message.user(text)),
                List.of(),
                Map.of(),
                Provenance.unwritten(Origin.USER, Trust.USER),
                false,
                null);
        EntryPut put = new EntryPut(
                new EntryKey(Kind.EPISODE, id),
                null,
                time.toInstant(),
                time.toInstant(),
                EntryPut.LIVE,
                EpisodeCodec.encode(episode),
                Map.of(),
                0);
        store.write(new WriteBatch(MIRA, "op", List.of(put), List.of(), List.of(), null));
    }

    private VectorPass otherProcess(String embedder, VectorProgress otherProgress) {
        return new VectorPass(
                store,
                Embedder.of(
                        embedder,
                        2,
                        texts -> texts.stream().map(text -> Embedding.of(0, 1)).toList()),
                new ScopeLocks(),
                new UlidGenerator(Clock.systemUTC()),
                otherProgress);
    }

    @Test
    void two_processes_with_different_embedders_come_to_rest_with_both_watermarks() {
        remember("e1", "a heron");
        VectorProgress otherProgress = new VectorProgress();
        VectorPass other = otherProcess("other", otherProgress);
        runAll(pass);
        runAll(other);
        assertThat(VectorWatermarks.of(store, MIRA)).containsOnlyKeys("other");

        List<ScopeState> before = List.of();
        int rounds = 0;
        for (; !marks().equals(before) && rounds < 10; rounds++) {
            before = marks();
            runAll(pass);
            runAll(other);
        }

        assertThat(rounds).isLessThan(5);
        assertThat(VectorWatermarks.of(store, MIRA)).containsOnlyKeys("test", "other");
        remember("e2", "a crane");
        runAll(pass);
        runAll(other);
        assertThat(VectorWatermarks.of(store, MIRA)).containsOnlyKeys("test", "other");
        assertThat(store.rows(MIRA, 0, 10).items())
                .allSatisfy(row -> assertThat(row.sidecars()).hasSize(2));
    }

    private List<ScopeState> marks() {
        return store.states(MIRA, "embedded/", null, 10).items();
    }

    private static void runAll(VectorPass process) {
        for (boolean more = true; more; ) {
            more = process.run(MIRA);
        }
    }

    @Test
    void a_process_that_begins_replaces_the_watermark_of_an_earlier_embedder() {
        remember("e1", "a heron");
        runAll(otherProcess("earlier", new VectorProgress()));

        runAll(pass);

        assertThat(VectorWatermarks.of(store, MIRA)).containsOnlyKeys("test");
    }

    @Test
    void vectors_are_not_written_into_a_scope_that_another_process_has_erased() {
        remember("e1", "a heron");
        WriteBatch nothing = new WriteBatch(MIRA, "op", List.of(), List.of(), List.of(), null);
        Store erasing = new ForwardingStore(store) {
            @Override
            public CommitResult write(WriteBatch batch) {
                store.erase(MIRA, EraseRequest.EVERYTHING, nothing);
                return super.write(batch);
            }
        };
        VectorPass slow = new VectorPass(
                erasing, EMBEDDER, new ScopeLocks(), new UlidGenerator(Clock.systemUTC()), new VectorProgress());

        assertThat(slow.run(MIRA)).as("more to do").isTrue();

        assertThat(store.heads(Space.DEFAULT, null, 10).items()).isEmpty();
    }
}
