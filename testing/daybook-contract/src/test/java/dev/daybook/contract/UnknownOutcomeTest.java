package dev.daybook.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.query.FactQuery;
import dev.daybook.store.CommitResult;
import dev.daybook.store.WriteBatch;
import org.junit.jupiter.api.Test;

/** A write that happened although its store could not say so. */
class UnknownOutcomeTest {

    /** Writes entries, and loses the answer as often as it is told to. */
    private static final class LosingStore extends ForwardingStore {
        private int losses;

        LosingStore() {
            super(new InMemoryStore());
        }

        @Override
        public CommitResult write(WriteBatch batch) {
            CommitResult commit = super.write(batch);
            if (!batch.puts().isEmpty() && losses-- > 0) {
                throw StoreException.unknownOutcome("no answer", null);
            }
            return commit;
        }
    }

    private final LosingStore store = new LosingStore();
    private final Memory ada = Daybook.builder(store).noEmbedder().open().user("ada");

    private static StoreException thrownBy(Runnable write) {
        return catchThrowableOfType(StoreException.class, write::run);
    }

    @Test
    void an_episode_is_the_same_write_when_it_is_repeated_with_the_id_that_was_told() {
        Message paid = Message.user("I paid the bill of 40 euros.");
        store.losses = 1;
        StoreException failure = thrownBy(() -> ada.session("s").remember(paid));

        assertThat(failure.outcomeUnknown()).isTrue();
        assertThat(failure.retryable()).isFalse();
        assertThat(failure.ids()).hasSize(1);
        assertThat(failure)
                .hasMessageContaining("give the same id (" + failure.ids().get(0));
        ada.remember(NewEpisode.of(paid).session("s").id(failure.ids().get(0)));
        assertThat(ada.session("s").turns(10)).hasSize(1);
    }

    @Test
    void a_fact_is_too() {
        store.losses = 1;
        StoreException failure = thrownBy(() -> ada.facts().remember(NewFact.of("ada", "likes", "tea")));

        ada.facts().remember(NewFact.of("ada", "likes", "tea").id(failure.ids().get(0)));
        assertThat(ada.facts().list(FactQuery.all())).hasSize(1);
    }
}
