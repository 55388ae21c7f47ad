package dev.daybook.contract;

import static dev.daybook.contract.ProcessPair.ADA;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.ForgottenTextException;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.outcome.MemoryChange;
import dev.daybook.query.Selection;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Proposals that are released while a text is forgotten or the changes are read. */
class ProposalRacesTest {

    private static final String DIARY = "My diary is in the red drawer.";

    @Test
    void a_text_that_is_forgotten_during_a_release_stays_forgotten() {
        try (ProcessPair pair = new ProcessPair(parts -> parts.background(false))) {
            pair.begin();
            pair.first.space("default").changeSettings(settings -> settings.refuseForgotten(true));
            Memory ada = pair.first.user("ada");
            ada.remember(said("e1", DIARY));
            ada.quarantine().propose(List.of(said("p1", DIARY)));
            String operation = ada.quarantine().list().get(0).operation();
            pair.firstStore.before(
                    "write " + ADA.code(), () -> pair.second.user("ada").forget(Selection.episode("e1")));

            assertThatThrownBy(() -> ada.quarantine().release(operation)).isInstanceOf(ForgottenTextException.class);

            assertThat(ids(ada.archive().exportAll())).isEmpty();
            assertThat(ada.quarantine().list()).hasSize(1);
        }
    }

    /** Counts the reads of the quarantine, and calls another writer after the rows are read. */
    private static final class WatchedStore extends ForwardingStore {
        private Runnable afterRows = () -> {};
        private int quarantineReads;

        WatchedStore(Store store) {
            super(store);
        }

        @Override
        public Page<IndexRow> rows(Scope scope, long after, int limit) {
            Page<IndexRow> page = super.rows(scope, after, limit);
            Runnable other = afterRows;
            afterRows = () -> {};
            other.run();
            return page;
        }

        @Override
        public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
            quarantineReads += prefix.startsWith("quarantine/") ? 1 : 0;
            return super.states(scope, prefix, cursor, limit);
        }
    }

    @Test
    void a_proposal_that_is_released_while_the_changes_are_read_is_told_once_as_written() {
        WatchedStore store = new WatchedStore(new InMemoryStore());
        try (Daybook daybook =
                Daybook.builder(store).noEmbedder().background(false).open()) {
            Memory ada = daybook.user("ada");
            ada.quarantine().propose(List.of(said("p1", "heron")));
            String operation = ada.quarantine().list().get(0).operation();
            store.afterRows = () -> ada.quarantine().release(operation);

            var first = ada.archive().changes(null, 100);
            var second = ada.archive().changes(first.next(), 100);

            assertThat(first.changes()).isEmpty();
            assertThat(second.changes()).singleElement().isInstanceOf(MemoryChange.Written.class);
        }
    }

    @Test
    void a_page_of_changes_reads_the_proposals_once() {
        WatchedStore store = new WatchedStore(new InMemoryStore());
        try (Daybook daybook =
                Daybook.builder(store).noEmbedder().background(false).open()) {
            Memory ada = daybook.user("ada");
            for (int i = 0; i < 30; i++) {
                ada.quarantine().propose(List.of(said("p" + i, "heron")));
            }
            store.quarantineReads = 0;

            assertThat(ada.archive().changes(null, 100).changes()).isEmpty();

            assertThat(store.quarantineReads).isOne();
        }
    }
}
