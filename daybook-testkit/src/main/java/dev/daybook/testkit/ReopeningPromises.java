package dev.daybook.testkit;

import static dev.daybook.testkit.Batches.ADA;
import static dev.daybook.testkit.Batches.NOON;
import static dev.daybook.testkit.Batches.all;
import static dev.daybook.testkit.Batches.batch;
import static dev.daybook.testkit.Batches.episode;
import static dev.daybook.testkit.Batches.nothing;
import static dev.daybook.testkit.Batches.put;
import static dev.daybook.testkit.Batches.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.data.StoreException;
import dev.daybook.spi.Blob;
import dev.daybook.spi.Commit;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Head;
import dev.daybook.spi.Row;
import dev.daybook.spi.Scan;
import dev.daybook.spi.Sidecar;
import dev.daybook.spi.State;
import dev.daybook.spi.Store;
import dev.daybook.spi.Stored;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Closing, opening again, and checking. */
abstract class ReopeningPromises {

    private static final Scan EVERY_VERSION = Scan.of(Kind.EPISODE).versions(Scan.Versions.ALL);

    private final StoreContract contract;

    ReopeningPromises(StoreContract contract) {
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
        store().erase(ADA, Erase.of(List.of(episode("e3")), List.of()), nothing(ADA));
        List<Stored> versions = all(store(), ADA, EVERY_VERSION);
        List<Row> rows = store().rows(ADA, 0, 10).items();
        Head head = store().head(ADA);

        Store reopened = contract.reopen();

        assertThat(versions).hasSize(3);
        assertThat(all(reopened, ADA, EVERY_VERSION)).isEqualTo(versions);
        assertThat(rows).hasSize(2);
        assertThat(reopened.rows(ADA, 0, 10).items()).isEqualTo(rows);
        assertThat(reopened.head(ADA)).isEqualTo(head);
        assertThat(reopened.states(ADA, "", null, 10).items()).containsExactly(new State("mark", 2, Blob.of("2")));
        assertThat(reopened.spaces(null, 10).items()).hasSize(2);
        assertThat(reopened.write(batch(ADA, put("e4"))).placed())
                .containsExactly(new Commit.Placed(episode("e4"), 4, head.revision() + 1));
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
        refuses(() -> closed.erase(ADA, Erase.EVERYTHING, nothing(ADA)));
    }

    private static void refuses(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfAny(IllegalStateException.class, StoreException.class);
    }

    @Test
    void a_store_in_good_health_says_so() {
        store().write(batch(ADA, Batches.with(Map.of("vector", Blob.of("v")), put("e1"))));

        assertThat(store().check(false).ok()).isTrue();
        assertThat(store().check(false).findings()).isNotEmpty();
        assertThat(store().check(true).ok()).isTrue();
        assertThat(all(store(), ADA, EVERY_VERSION)).hasSize(1);
    }
}
