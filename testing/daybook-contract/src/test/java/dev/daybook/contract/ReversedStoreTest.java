package dev.daybook.contract;

import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.query.Selection;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.testkit.HashEmbedder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Derived data does not depend on the order in which a store returns entries. */
class ReversedStoreTest {

    private static final class ReversedStore extends ForwardingStore {

        ReversedStore(Store store) {
            super(store);
        }

        @Override
        public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
            List<StoredEntry> found = new ArrayList<>(super.get(scope, keys));
            Collections.reverse(found);
            return found;
        }
    }

    @Test
    void a_rebuild_writes_vectors_in_the_order_of_the_entries() {
        Store store = new ReversedStore(new UnclosedStore(new InMemoryStore()));
        try (Daybook daybook =
                Daybook.builder(store).noEmbedder().background(false).open()) {
            daybook.user("ada")
                    .remember(IntStream.range(0, 5)
                            .mapToObj(i -> said("e" + i, "The heron fishes at weir " + i + "."))
                            .toList());
        }
        try (LocalDaybook daybook = Daybook.builder(store)
                .embedder(new HashEmbedder())
                .background(false)
                .open()) {
            daybook.maintenance().rebuild(progress -> {});

            // Terms and a vector each.
            assertThat(PagedReads.rows(store, daybook.user("ada").scope(), 0))
                    .allSatisfy(row -> assertThat(row.sidecars()).hasSize(2))
                    .extracting(row -> row.key().id())
                    .containsExactly("e0", "e1", "e2", "e3", "e4");
        }
    }

    @Test
    void a_quarantine_hides_episodes_in_their_order() {
        Store store = new ReversedStore(new UnclosedStore(new InMemoryStore()));
        try (Daybook daybook =
                Daybook.builder(store).noEmbedder().background(false).open()) {
            Memory ada = daybook.user("ada");
            ada.remember(IntStream.range(0, 5)
                    .mapToObj(i -> said("e" + i, "s1", MemoryContract.NOON, "heron " + i))
                    .toList());

            ada.quarantine().hide(Selection.session("s1"));

            assertThat(PagedReads.rows(store, ada.scope(), 0))
                    .allSatisfy(row -> assertThat(row.status()).isNotEqualTo(EntryPut.LIVE))
                    .extracting(row -> row.key().id())
                    .containsExactly("e0", "e1", "e2", "e3", "e4");
        }
    }
}
