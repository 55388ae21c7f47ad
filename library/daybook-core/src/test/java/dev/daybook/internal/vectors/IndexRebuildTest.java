package dev.daybook.internal.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.RebuildProgress;
import dev.daybook.store.Blob;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Sidecar;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A rebuild beside background work that writes vectors. */
class IndexRebuildTest {

    private static final Scope MIRA = new Scope.User(Space.DEFAULT, "mira");
    private static final Blob NONSENSE = Blob.of("nonsense");

    private final InMemoryStore store = new InMemoryStore();

    /** Writes vectors right behind the first look at the head. */
    private final class BusyStore extends ForwardingStore {

        private boolean isWritten;

        BusyStore() {
            super(store);
        }

        @Override
        public Head head(Scope scope) {
            Head head = super.head(scope);
            if (!isWritten) {
                isWritten = true;
                writeSidecar("vectors/other");
            }
            return head;
        }
    }

    private void writeSidecar(String sidecar) {
        List<Sidecar> sidecars = rows().stream()
                .map(row -> new Sidecar(row.key(), row.contentRevision(), sidecar, NONSENSE))
                .toList();
        store.write(new WriteBatch(MIRA, UUID.randomUUID().toString(), List.of(), sidecars, List.of(), null));
    }

    private List<IndexRow> rows() {
        return PagedReads.rows(store, MIRA, 0).toList();
    }

    @Test
    void a_row_that_vectors_move_behind_the_head_gets_its_words_once() {
        try (Daybook daybook = Daybook.builder(store).noEmbedder().open()) {
            for (int i = 0; i < 70; i++) {
                daybook.user("mira").session("s").remember(Message.user("The heron fishes at weir " + i + "."));
            }
            writeSidecar(TermRecord.SIDECAR);

            RebuildProgress rebuilt =
                    new IndexRebuild(new BusyStore(), null, new ScopeLocks(), Clock.systemUTC()).run(soFar -> {});

            assertThat(rebuilt.entries()).isEqualTo(70);
            assertThat(rebuilt.words()).isEqualTo(70);
            assertThat(rows())
                    .hasSize(70)
                    .noneMatch(row -> NONSENSE.equals(row.sidecars().get(TermRecord.SIDECAR)));
        }
    }
}
