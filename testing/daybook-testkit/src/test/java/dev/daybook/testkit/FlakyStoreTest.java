package dev.daybook.testkit;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.BatchFixture.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import dev.daybook.testkit.store.BatchFixture;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FlakyStoreTest extends StoreContract {

    private final Map<Path, DocumentDisk> disks = new HashMap<>();

    @Override
    protected Store open(Path folder) {
        return new FlakyStore(disks.computeIfAbsent(folder, path -> new DocumentDisk()));
    }

    /** Everything that can be read of a scope. */
    private record Sight(List<StoredEntry> versions, List<IndexRow> rows, List<ScopeState> states, Head head) {
        static Sight of(Store store) {
            return new Sight(
                    all(store, ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL)),
                    store.rows(ADA, 0, 100).items(),
                    store.states(ADA, "", null, 100).items(),
                    store.head(ADA));
        }
    }

    private static final WriteBatch BEFORE = batch(
            ADA,
            List.of(put("e1"), put("e2"), put("e3")),
            List.of(),
            List.of(state("mark", "1"), state("session", "1")));

    private static final WriteBatch DURING = batch(
            ADA,
            List.of(put("e4"), put(episode("e1"), "s1", NOON, "changed"), put("e5")),
            List.of(new Sidecar(episode("e2"), 2, "vector", Blob.of("v"))),
            List.of(state("mark", "2"), new StateChange("session", EntryPut.ANY, null), state("new", "1")));

    @Test
    void a_batch_is_whole_or_absent_wherever_the_store_dies() {
        diesEverywhere(store -> store.write(DURING));
    }

    @Test
    void an_erasure_is_whole_or_absent_wherever_the_store_dies() {
        diesEverywhere(store ->
                store.erase(ADA, EraseRequest.of(List.of(episode("e2"), episode("e3")), List.of("mark")), DURING));
        diesEverywhere(store -> store.erase(ADA, EraseRequest.EVERYTHING, DURING));
    }

    /** The intent is the first document; so only an operation that died before any write may be absent. */
    private static void diesEverywhere(Consumer<FlakyStore> operation) {
        Sight absent = Sight.of(after(store -> {}));
        Sight whole = Sight.of(after(operation));
        assertThat(whole).isNotEqualTo(absent);

        int deaths = 0;
        while (true) {
            DocumentDisk disk = new DocumentDisk();
            FlakyStore store = begun(disk);
            store.dieAfter(deaths);
            if (survives(store, operation)) {
                break;
            }
            assertThat(store.dead()).isTrue();
            assertThatThrownBy(() -> store.head(ADA)).isInstanceOf(StoreException.class);
            recoversEverywhere(disk, deaths == 0 ? absent : whole, deaths);
            deaths++;
        }
        assertThat(deaths).as("documents of the operation").isGreaterThan(6);
    }

    /** Dies again and again while it finishes, then finishes; every death leaves the same work to do. */
    private static void recoversEverywhere(DocumentDisk disk, Sight expected, int deaths) {
        for (int writes = 0; writes < 4; writes++) {
            int after = writes;
            if (deaths > 0) {
                assertThatThrownBy(() -> FlakyStore.dyingAfter(after, disk)).isInstanceOf(StoreException.class);
            }
        }
        FlakyStore again = new FlakyStore(disk);
        assertThat(Sight.of(again)).as("after %d document writes", deaths).isEqualTo(expected);
        assertThat(disk.names()).noneMatch(name -> name.startsWith("intent/"));
        goesOn(again, expected);
        assertThat(Sight.of(new FlakyStore(disk))).isEqualTo(Sight.of(again));
    }

    private static void goesOn(FlakyStore store, Sight before) {
        long highest = before.versions().stream()
                .mapToLong(StoredEntry::position)
                .max()
                .orElse(0);
        CommitResult commit = store.write(batch(ADA, put("next")));
        CommitResult.Placed placed = commit.placed().get(0);

        assertThat(placed.revision()).isEqualTo(before.head().revision() + 1);
        assertThat(placed.position()).isEqualTo(highest + 1);
        Set<Long> positions = new HashSet<>();
        assertThat(store.rows(ADA, 0, 100).items()).allMatch(row -> positions.add(row.position()));
    }

    private static boolean survives(FlakyStore store, Consumer<FlakyStore> operation) {
        try {
            operation.accept(store);
            return true;
        } catch (StoreException died) {
            return false;
        }
    }

    private static FlakyStore begun(DocumentDisk disk) {
        FlakyStore store = new FlakyStore(disk);
        store.write(BEFORE);
        return store;
    }

    private static FlakyStore after(Consumer<FlakyStore> operation) {
        FlakyStore store = begun(new DocumentDisk());
        operation.accept(store);
        return store;
    }

    @Test
    void a_store_that_is_not_told_to_die_lives() {
        FlakyStore store = begun(new DocumentDisk());

        assertThat(store.dead()).isFalse();
        assertThat(store.write(batch(ADA, put("e4"))).revision()).isEqualTo(4);
    }

    @Test
    void an_erased_text_is_in_no_document() {
        DocumentDisk disk = new DocumentDisk();
        FlakyStore store = new FlakyStore(disk);
        store.write(batch(ADA, put(episode("secret-id"), "text")));
        store.erase(ADA, EraseRequest.EVERYTHING, BatchFixture.nothing(ADA));

        assertThat(disk.names())
                .containsExactlyInAnyOrder(
                        "scope/default/user%3Aada",
                        "erasures",
                        "audit/default/user%3Aada/0000000000000000001",
                        "audit/default/user%3Aada/0000000000000000002");
    }
}
