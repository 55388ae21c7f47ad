package dev.daybook.contract;

import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.query.Query;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Store;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A recall does not depend on stored term records: without one it analyzes the entry. */
class RowsWithoutTermsTest {

    /** A store that has lost every sidecar, as after a damage of all derived data. */
    private static final class BareStore extends ForwardingStore {

        BareStore(Store store) {
            super(store);
        }

        @Override
        public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
            Page<IndexRow> page = super.rows(scope, afterRevision, limit);
            return new Page<>(page.items().stream().map(BareStore::bare).toList(), page.cursor());
        }

        private static IndexRow bare(IndexRow row) {
            return row.withSidecars(Map.of());
        }
    }

    @Test
    void an_entry_whose_term_record_is_lost_is_found_by_its_words() {
        try (Daybook daybook = Daybook.builder(new BareStore(new InMemoryStore()))
                .noEmbedder()
                .background(false)
                .open()) {
            daybook.user("ada").remember(said("e1", "The heron fishes at the weir."));

            assertThat(daybook.user("ada").recall(Query.of("heron")))
                    .extracting(hit -> hit.entry().id())
                    .containsExactly("e1");
        }
    }
}
