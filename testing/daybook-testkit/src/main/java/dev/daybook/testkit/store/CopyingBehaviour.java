package dev.daybook.testkit.store;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.pages;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.BatchFixture.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.RowChange;
import dev.daybook.store.ScopeNumbers;
import dev.daybook.store.ScopeRows;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Sidecar;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.testkit.StoreContract;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of another store keep their numbers. */
public abstract class CopyingBehaviour {

    private static final StoredEntry FIRST = version("e1", 3, 5, "first");
    private static final StoredEntry SECOND = version("e1", 3, 9, "second");
    private static final StoredEntry OTHER = version("e2", 6, 7, "other");
    private static final AuditRecord AUDIT = new AuditRecord("op_1", "remember", NOON, "count=1");

    private final StoreContract contract;

    protected CopyingBehaviour(StoreContract contract) {
        this.contract = contract;
    }

    private CopyableStore store() {
        return copyable(contract.store());
    }

    private static CopyableStore copyable(Store store) {
        assumeTrue(store instanceof CopyableStore, "scopes cannot be copied into the store");
        return (CopyableStore) store;
    }

    private static StoredEntry version(String id, long position, long contentRevision, String body) {
        return new StoredEntry(episode(id), position, contentRevision, "s1", NOON, NOON, EntryPut.LIVE, Blob.of(body));
    }

    private static ScopeNumbers numbers(long revision, long epoch, long position) {
        return new ScopeNumbers(revision, epoch, Map.of(Kind.EPISODE, position), Map.of());
    }

    private static ScopeRows versions(String operation, StoredEntry... versions) {
        return new ScopeRows(ADA, operation, List.of(versions), List.of(), List.of(), List.of(), numbers(20, 4, 8));
    }

    private void copyAll() {
        store().copy(versions("c1", FIRST, OTHER));
        store().copy(versions("c2", SECOND));
        store().copy(new ScopeRows(
                ADA,
                "c3",
                List.of(),
                List.of(
                        IndexRow.of(SECOND, 12, Map.of("a", Blob.of("1"), "b", Blob.of("2"))),
                        IndexRow.of(OTHER, 7, Map.of())),
                List.of(new RowChange.Value("mark", new ScopeState("mark", 17, Blob.of("m")))),
                List.of(AUDIT),
                numbers(20, 4, 8)));
    }

    private void verifyAll() {
        assertThat(all(store(), ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL)))
                .containsExactly(FIRST, SECOND, OTHER);
        assertThat(store().get(ADA, List.of(episode("e1")))).containsExactly(SECOND);
        assertThat(store().rows(ADA, 0, 10).items())
                .containsExactly(
                        IndexRow.of(OTHER, 7, Map.of()),
                        IndexRow.of(SECOND, 12, Map.of("a", Blob.of("1"), "b", Blob.of("2"))));
        assertThat(store().states(ADA, "", null, 10).items()).containsExactly(new ScopeState("mark", 17, Blob.of("m")));
        assertThat(store().numbers(ADA))
                .isEqualTo(new ScopeNumbers(20, 4, Map.of(Kind.EPISODE, 8L), Map.of(Kind.EPISODE, 2L)));
        assertThat(store().head(ADA)).isEqualTo(new Head(20, 4, Map.of(Kind.EPISODE, 2L)));
    }

    @Test
    void copied_rows_keep_their_numbers_and_later_writes_follow_them() {
        copyAll();

        verifyAll();
        assertThat(store().audits(ADA, null, 10).items()).containsExactly(AUDIT);
        assertThat(store().write(batch(ADA, put("e3"))).placed())
                .containsExactly(new CommitResult.Placed(episode("e3"), 9, 21));
        store().write(batch(ADA, state("mark", "n")));
        assertThat(store().states(ADA, "", null, 10).items()).containsExactly(new ScopeState("mark", 18, Blob.of("n")));
        assertThat(store().check(false).ok()).isTrue();
    }

    @Test
    void copied_rows_survive_a_reopening() {
        assumeTrue(store().guarantees().durable(), "the store is not durable");
        copyAll();

        contract.reopen();

        verifyAll();
        assertThat(store().check(false).ok()).isTrue();
    }

    @Test
    void rows_that_are_copied_again_change_nothing() {
        copyAll();
        store().copy(versions("c4", FIRST));
        store().copy(versions("c5", SECOND, OTHER));
        store().copy(new ScopeRows(
                ADA,
                "c6",
                List.of(),
                List.of(IndexRow.of(FIRST, 5, Map.of("a", Blob.of("old"))), IndexRow.of(OTHER, 7, Map.of())),
                List.of(new RowChange.Value("absent", null)),
                List.of(),
                numbers(20, 4, 8)));

        verifyAll();
        assertThat(store().check(false).ok()).isTrue();
    }

    @Test
    void an_entry_at_another_position_is_refused_and_nothing_is_changed() {
        copyAll();

        assertThatThrownBy(() -> store().copy(versions("c4", version("e1", 4, 15, "elsewhere"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("copy into an empty store");

        verifyAll();
    }

    @Test
    void a_scope_without_any_write_has_no_numbers() {
        assertThat(store().numbers(ADA)).isEqualTo(ScopeNumbers.NONE);
        assertThat(store().scopes(null, 10).items()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void the_named_scopes_of_all_spaces_are_listed_and_no_erased_one(int limit) {
        Scope emptied = new Scope.User(Space.DEFAULT, "emptied");
        Scope erased = new Scope.User(Space.DEFAULT, "erased");
        Scope audited = new Scope.User(Space.DEFAULT, "audited");
        Scope copied = new Scope.User(new Space("lab"), "copied");
        List<Scope> named =
                List.of(ADA, emptied, new Scope.Shared(new Space("lab")), new Scope.Anonymous(new Space("a")), copied);
        Stream.concat(named.stream().limit(4), Stream.of(erased))
                .forEach(scope -> store().write(batch(scope, put("e1"))));
        store().write(batch(audited, List.of(), List.of(), List.of()));
        store().erase(emptied, EraseRequest.of(List.of(episode("e1")), List.of()), batch(emptied, new Sidecar[0]));
        store().erase(erased, EraseRequest.EVERYTHING, batch(erased, new Sidecar[0]));
        store().copy(new ScopeRows(copied, "c1", List.of(), List.of(), List.of(), List.of(), numbers(9, 2, 4)));

        assertThat(pages(cursor -> store().scopes(cursor, limit))).containsExactlyInAnyOrderElementsOf(named);
        assertThat(store().numbers(copied)).isEqualTo(numbers(9, 2, 4));
        assertThat(store().numbers(erased).positions()).isEqualTo(Map.of(Kind.EPISODE, 1L));
    }
}
