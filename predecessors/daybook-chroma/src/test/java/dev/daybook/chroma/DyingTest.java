package dev.daybook.chroma;

import static dev.daybook.chroma.ChromaSamples.ADA;
import static dev.daybook.chroma.ChromaSamples.BOB;
import static dev.daybook.chroma.ChromaSamples.batch;
import static dev.daybook.chroma.ChromaSamples.episode;
import static dev.daybook.chroma.ChromaSamples.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.error.StoreException;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.WriteBatch;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A store that dies between any two writing requests, and the state that the next opening finds. */
@EnabledIfSystemProperty(named = RealServer.PROPERTY, matches = "http.+")
class DyingTest {

    private static final List<EntryKey> BOTH = List.of(episode("e1"), episode("e2"));

    private final String tenant = RealServer.freshTenant();

    private SpaceStore alive() {
        return ChromaSamples.space(tenant, () -> {});
    }

    /** Does something with a store that may write so often; whether it died. */
    private boolean dies(int requests, Consumer<SpaceStore> work) {
        int[] left = {requests};
        SpaceStore dying = ChromaSamples.space(tenant, () -> {
            if (left[0]-- == 0) {
                throw new StoreException("died, as planned");
            }
        });
        try {
            work.accept(dying);
            return false;
        } catch (StoreException planned) {
            return true;
        }
    }

    private List<String> texts() {
        SpaceStore again = alive();
        return again.read(
                ADA,
                index -> new EntryScans(again.shelves(), ADA, index)
                        .get(BOTH).stream()
                                .map(stored -> stored.key().id() + " " + stored.position() + " "
                                        + stored.body().size())
                                .toList());
    }

    @Test
    void a_batch_is_whole_or_absent_wherever_the_store_died() {
        alive().write(batch(ADA, said("e1", "first")));
        List<String> before = texts();
        WriteBatch batch = batch(ADA, said("e1", "changed at once"), said("e2", "together with this one"));
        int requests = 0;
        while (dies(requests, store -> store.write(batch))) {
            List<String> found = texts();
            assertThat(found).as("after %d requests", requests).hasSize(requests == 0 ? 1 : 2);
            if (requests == 0) {
                assertThat(found).isEqualTo(before);
            }
            requests++;
        }
        assertThat(requests).as("requests of a batch").isGreaterThanOrEqualTo(3);
    }

    @Test
    void an_intent_in_parts_counts_when_the_last_part_is_there() {
        Blob large = Blob.of("x".repeat(IntentJournal.MAX_BYTES / 2));
        EntryPut[] puts = List.of(said("e1", "one"), said("e2", "two")).stream()
                .map(put -> new EntryPut(
                        put.key(),
                        put.session(),
                        put.time(),
                        put.recorded(),
                        put.status(),
                        large,
                        Map.of(),
                        EntryPut.ANY))
                .toArray(EntryPut[]::new);

        assertThat(dies(1, store -> store.write(batch(ADA, puts)))).isTrue();
        assertThat(texts()).isEmpty();
        assertThat(dies(2, store -> store.write(batch(ADA, puts)))).isTrue();
        assertThat(texts()).hasSize(2);
    }

    @Test
    void an_erasure_that_was_begun_is_finished() {
        alive().write(batch(ADA, said("e1", "first"), said("e2", "second")));

        assertThat(dies(0, store -> store.erase(ADA, EraseRequest.of(BOTH, List.of()), batch(ADA, new EntryPut[0]))))
                .isTrue();
        assertThat(texts()).hasSize(2);
        assertThat(dies(1, store -> store.erase(ADA, EraseRequest.of(BOTH, List.of()), batch(ADA, new EntryPut[0]))))
                .isTrue();
        assertThat(texts()).isEmpty();
        assertThat(ChromaSamples.shelves(tenant).find(SpaceCollection.EPISODES))
                .satisfies(episodes -> assertThat(episodes.find(null, 10, ChromaCollection.RowPart.IDS))
                        .isEmpty());
    }

    @Test
    void a_store_that_failed_and_lives_on_finishes_its_intents() {
        boolean[] fails = {false};
        SpaceStore store = ChromaSamples.space(tenant, () -> {
            if (fails[0]) {
                throw new StoreException("for a while", null, true);
            }
        });
        store.write(batch(ADA, said("e1", "first")));
        fails[0] = true;
        assertThat(dies(store)).isTrue();
        fails[0] = false;

        assertThat(store.write(batch(ADA, said("e1", "third"))).revision()).isEqualTo(2);
    }

    /** The store of these tests holds no more than five entries and states in memory. */
    @Test
    void a_scope_that_was_let_go_of_is_read_again() {
        SpaceStore store = alive();
        for (int i = 0; i < 6; i++) {
            for (Scope scope : List.of(ADA, BOB)) {
                assertThat(store.write(batch(scope, said("e" + i, "text " + i))).revision())
                        .isEqualTo(i + 1);
                assertThat(store.<Long>read(scope, index -> index.head().revision()))
                        .isEqualTo(i + 1);
            }
        }
        assertThat(store.resident()).isLessThanOrEqualTo(7);
    }

    private static boolean dies(SpaceStore store) {
        try {
            store.write(batch(ADA, said("e2", "second")));
            return false;
        } catch (StoreException planned) {
            return true;
        }
    }
}
