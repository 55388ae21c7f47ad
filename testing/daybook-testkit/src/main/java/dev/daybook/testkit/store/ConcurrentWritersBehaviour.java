package dev.daybook.testkit.store;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.expecting;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.ConcurrentTasks.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.daybook.error.ConflictException;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.testkit.StoreContract;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Concurrent writers and readers. */
public abstract class ConcurrentWritersBehaviour {

    private static final int THREADS = 8;
    private static final int WRITES = 20;

    private final StoreContract contract;

    protected ConcurrentWritersBehaviour(StoreContract contract) {
        this.contract = contract;
    }

    @Test
    void writers_of_one_scope_get_contiguous_positions_and_lose_nothing() throws Exception {
        Store store = contract.store();
        List<List<CommitResult.Placed>> placed = together(THREADS, thread -> () -> writeMany(store, ADA, thread));

        assertThat(placed.stream().flatMap(List::stream).map(CommitResult.Placed::position))
                .containsExactlyInAnyOrderElementsOf(upTo(THREADS * WRITES));
        assertThat(placed.stream().flatMap(List::stream).map(CommitResult.Placed::revision))
                .containsExactlyInAnyOrderElementsOf(upTo(THREADS * WRITES));
        assertThat(all(store, ADA, EntryScan.of(Kind.EPISODE).limit(50)))
                .extracting(StoredEntry::position)
                .containsExactlyElementsOf(upTo(THREADS * WRITES));
    }

    @Test
    void writers_of_many_scopes_do_not_meet() throws Exception {
        Store store = contract.store();
        together(THREADS, thread -> () -> writeMany(store, user(thread), thread));

        for (int thread = 0; thread < THREADS; thread++) {
            assertThat(all(store, user(thread), EntryScan.of(Kind.EPISODE)))
                    .extracting(StoredEntry::position)
                    .containsExactlyElementsOf(upTo(WRITES));
        }
    }

    private static Scope user(int thread) {
        return new Scope.User(Space.DEFAULT, "user " + thread);
    }

    private static List<Long> upTo(int count) {
        return LongStream.rangeClosed(1, count).boxed().toList();
    }

    private static List<CommitResult.Placed> writeMany(Store store, Scope scope, int thread) {
        return IntStream.range(0, WRITES)
                .mapToObj(i -> store.write(batch(scope, put(thread + "-" + i))))
                .flatMap(commit -> commit.placed().stream())
                .toList();
    }

    @Test
    void of_conditional_writes_of_one_entry_exactly_one_wins() throws Exception {
        Store store = contract.store();
        assumeTrue(store.guarantees().conditional(), "the store is not conditional");
        List<Boolean> won = together(
                THREADS,
                thread -> () -> wins(() -> store.write(batch(ADA, expecting(0, put(episode("e"), "by " + thread))))));

        assertThat(won).containsOnlyOnce(true);
        assertThat(all(store, ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL)))
                .extracting(found -> found.body().text())
                .containsExactly("by " + won.indexOf(true));
    }

    @Test
    void of_conditional_changes_of_one_state_exactly_one_wins() throws Exception {
        Store store = contract.store();
        assumeTrue(store.guarantees().conditional(), "the store is not conditional");
        List<Boolean> won = together(
                THREADS,
                thread ->
                        () -> wins(() -> store.write(batch(ADA, new StateChange("mark", 0, Blob.of("by " + thread))))));

        assertThat(won).containsOnlyOnce(true);
        assertThat(store.states(ADA, "", null, 10).items())
                .containsExactly(new ScopeState("mark", 1, Blob.of("by " + won.indexOf(true))));
    }

    private static boolean wins(Runnable write) {
        try {
            write.run();
            return true;
        } catch (ConflictException lost) {
            return false;
        }
    }

    @Test
    void a_reader_sees_whole_batches_and_all_earlier_acknowledged_writes() throws Exception {
        Store store = contract.store();
        List<Boolean> whole = together(
                THREADS,
                thread -> () -> thread == 0
                        ? writePairs(store)
                        : IntStream.range(0, WRITES).allMatch(i -> seesPairs(store)));

        assertThat(whole).containsOnly(true);
    }

    private static boolean writePairs(Store store) {
        for (int i = 0; i < WRITES; i++) {
            long revision =
                    store.write(batch(ADA, put("left " + i), put("right " + i))).revision();
            if (store.head(ADA).revision() < revision
                    || store.get(ADA, List.of(episode("right " + i))).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private static boolean seesPairs(Store store) {
        List<IndexRow> rows = store.rows(ADA, 0, 1_000).items();
        return rows.size() % 2 == 0 && store.head(ADA).revision() >= rows.size();
    }
}
