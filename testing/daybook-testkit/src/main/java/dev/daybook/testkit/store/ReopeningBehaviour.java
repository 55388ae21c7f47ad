package dev.daybook.testkit.store;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.nothing;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.BatchFixture.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.daybook.error.StoreException;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Sidecar;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.testkit.StoreContract;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Durability over a close and an open, and the integrity check. */
public abstract class ReopeningBehaviour {

    private static final EntryScan EVERY_VERSION = EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL);

    private final StoreContract contract;

    protected ReopeningBehaviour(StoreContract contract) {
        this.contract = contract;
    }

    private Store store() {
        return contract.store();
    }

    @Test
    void a_durable_store_finds_everything_again() {
        assumeTrue(store().guarantees().durable(), "the store is not durable");
        Scope elsewhere = new Scope.Shared(new Space("other"));
        store().write(batch(elsewhere, put("x")));
        store().write(batch(
                ADA,
                List.of(put(episode("e1"), "s1", NOON, "first"), put("e2"), put("e3")),
                List.of(),
                List.of(state("mark", "1"))));
        store().write(batch(
                ADA,
                List.of(put(episode("e1"), "s1", NOON, "second")),
                List.of(new Sidecar(episode("e2"), 2, "vector", Blob.of("v"))),
                List.of(state("mark", "2"))));
        store().erase(ADA, EraseRequest.of(List.of(episode("e3")), List.of()), nothing(ADA));
        List<StoredEntry> versions = all(store(), ADA, EVERY_VERSION);
        List<IndexRow> rows = store().rows(ADA, 0, 10).items();
        Head head = store().head(ADA);

        Store reopened = contract.reopen();

        assertThat(versions).hasSize(3);
        assertThat(all(reopened, ADA, EVERY_VERSION)).isEqualTo(versions);
        assertThat(rows).hasSize(2);
        assertThat(reopened.rows(ADA, 0, 10).items()).isEqualTo(rows);
        assertThat(reopened.head(ADA)).isEqualTo(head);
        assertThat(reopened.states(ADA, "", null, 10).items()).containsExactly(new ScopeState("mark", 2, Blob.of("2")));
        assertThat(reopened.spaces(null, 10).items()).hasSize(2);
        assertThat(reopened.write(batch(ADA, put("e4"))).placed())
                .containsExactly(new CommitResult.Placed(episode("e4"), 4, head.revision() + 1));
    }

    @Test
    void a_durable_store_finds_the_agents_of_a_user_again() {
        assumeTrue(store().guarantees().durable(), "the store is not durable");
        Scope.User user = new Scope.User(Space.DEFAULT, "a");
        Scope kept = new Scope.Agent(Space.DEFAULT, "a", "kept");
        Scope erased = new Scope.Agent(Space.DEFAULT, "a", "erased");
        store().write(batch(kept, put("e1")));
        store().write(batch(erased, put("e1")));
        store().erase(erased, EraseRequest.EVERYTHING, nothing(erased));

        Store reopened = contract.reopen();

        assertThat(reopened.agents(user)).containsExactly(kept);
        reopened.write(batch(erased, put("e2")));
        assertThat(reopened.agents(user)).containsExactlyInAnyOrder(kept, erased);
    }

    @Test
    void a_store_that_is_not_durable_begins_empty() {
        assumeTrue(!store().guarantees().durable(), "the store is durable");
        store().write(batch(ADA, put("e1")));

        assertThat(contract.reopen().head(ADA)).isEqualTo(Head.EMPTY);
    }

    @Test
    void a_second_close_does_nothing() {
        store().write(batch(ADA, put("e1")));
        store().close();
        store().close();

        assertThat(contract.reopen().guarantees()).isNotNull();
    }

    @Test
    void a_closed_store_answers_no_call() {
        Store closed = store();
        closed.write(batch(ADA, put("e1")));
        closed.close();

        refuses(() -> closed.write(batch(ADA, put("e2"))));
        refuses(() -> closed.get(ADA, List.of(episode("e1"))));
        refuses(() -> closed.scan(ADA, EVERY_VERSION));
        refuses(() -> closed.rows(ADA, 0, 1));
        refuses(() -> closed.head(ADA));
        refuses(() -> closed.heads(Space.DEFAULT, null, 1));
        refuses(() -> closed.spaces(null, 1));
        refuses(() -> closed.states(ADA, "", null, 1));
        refuses(() -> closed.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA)));
    }

    private static void refuses(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfAny(IllegalStateException.class, StoreException.class);
    }

    @Test
    void a_store_in_good_health_says_so() {
        store().write(batch(ADA, BatchFixture.with(Map.of("vector", Blob.of("v")), put("e1"))));

        assertThat(store().check(false).ok()).isTrue();
        assertThat(store().check(false).findings()).isNotEmpty();
        assertThat(store().check(true).ok()).isTrue();
        assertThat(all(store(), ADA, EVERY_VERSION)).hasSize(1);
    }
}
