package dev.daybook.testkit.store;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.pages;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.BatchFixture.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.daybook.error.ConflictException;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.testkit.StoreContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The named values of a scope. */
public abstract class ScopeStatesBehaviour {

    private final StoreContract contract;

    protected ScopeStatesBehaviour(StoreContract contract) {
        this.contract = contract;
    }

    private Store store() {
        return contract.store();
    }

    private List<String> names(String prefix, int limit) {
        return pages(cursor -> store().states(ADA, prefix, cursor, limit)).stream()
                .map(ScopeState::name)
                .toList();
    }

    @Test
    void a_state_has_version_1_and_one_more_at_each_change() {
        store().write(batch(ADA, state("mark", "a"), state("empty", "")));
        store().write(batch(ADA, state("mark", "b")));

        assertThat(store().states(ADA, "", null, 10).items())
                .containsExactly(new ScopeState("empty", 1, Blob.EMPTY), new ScopeState("mark", 2, Blob.of("b")));
    }

    @Test
    void a_state_is_found_by_its_whole_name() {
        store().write(batch(ADA, state("session/s1", "a"), state("session/s10", "b"), state("other/s1", "c")));

        assertThat(store().state(ADA, "session/s1")).contains(new ScopeState("session/s1", 1, Blob.of("a")));
        assertThat(store().state(ADA, "session/s10")).contains(new ScopeState("session/s10", 1, Blob.of("b")));
        assertThat(store().state(ADA, "session/s")).isEmpty();
        assertThat(store().state(ADA, "session/")).isEmpty();
        assertThat(store().state(new Scope.User(Space.DEFAULT, "bob"), "session/s1"))
                .isEmpty();

        store().write(batch(ADA, new StateChange("session/s1", 1, null)));
        assertThat(store().state(ADA, "session/s1")).isEmpty();
    }

    @Test
    void a_state_takes_no_revision() {
        store().write(batch(ADA, put("e1")));

        assertThat(store().write(batch(ADA, state("mark", "a"))).revision()).isEqualTo(1);
        assertThat(store().head(ADA).revision()).isEqualTo(1);
    }

    @Test
    void a_removed_state_is_gone_and_may_come_again() {
        store().write(batch(ADA, state("a", "1"), state("b", "1")));
        store().write(batch(ADA, new StateChange("a", 1, null), new StateChange("never there", EntryPut.ANY, null)));
        assertThat(names("", 10)).containsExactly("b");

        store().write(batch(ADA, new StateChange("a", 0, Blob.of("again"))));
        assertThat(store().states(ADA, "a", null, 10).items())
                .extracting(found -> found.bytes().text())
                .containsExactly("again");
    }

    @Test
    void an_expectation_is_checked() {
        assumeTrue(store().guarantees().conditional(), "the store is not conditional");
        store().write(batch(ADA, new StateChange("mark", 0, Blob.of("1"))));
        store().write(batch(ADA, new StateChange("mark", 1, Blob.of("2"))));
        for (long wrong : new long[] {0, 1, 3}) {
            assertThatThrownBy(() -> store().write(batch(ADA, new StateChange("mark", wrong, Blob.of("3")))))
                    .isInstanceOf(ConflictException.class);
            assertThatThrownBy(() -> store().write(batch(ADA, new StateChange("mark", wrong, null))))
                    .isInstanceOf(ConflictException.class);
        }

        assertThat(store().states(ADA, "", null, 10).items()).containsExactly(new ScopeState("mark", 2, Blob.of("2")));
    }

    @Test
    void a_prefix_is_text_and_no_pattern() {
        List<String> all = List.of("%", "%a", "*", "A", "_", "_a", "a", "a%b", "a_b", "aXb", "ab", "a\\b");
        store().write(batch(ADA, all.stream().map(name -> state(name, "x")).toArray(StateChange[]::new)));

        assertThat(names("%", 10)).containsExactly("%", "%a");
        assertThat(names("_", 10)).containsExactly("_", "_a");
        assertThat(names("a_", 10)).containsExactly("a_b");
        assertThat(names("a%", 10)).containsExactly("a%b");
        assertThat(names("a\\", 10)).containsExactly("a\\b");
        assertThat(names("*", 10)).containsExactly("*");
        assertThat(names("A", 10)).containsExactly("A");
        assertThat(names("b", 10)).isEmpty();
        assertThat(names("", 5)).hasSameElementsAs(all).hasSize(all.size());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void states_come_in_order_of_code_points(int limit) {
        // U+FFEE is before U+1F600 by code point, and after it by UTF-16 unit.
        store().write(batch(
                ADA,
                state("p/\uD83D\uDE00", "x"),
                state("p/\uFFEE", "x"),
                state("p/b", "x"),
                state("p/B", "x"),
                state("p/é", "x"),
                state("p/", "x"),
                state("q", "x"),
                state("o", "x")));

        assertThat(names("p/", limit)).containsExactly("p/", "p/B", "p/b", "p/é", "p/\uFFEE", "p/\uD83D\uDE00");
        assertThat(names("p/\uD83D\uDE00", limit)).hasSize(1);
        assertThat(names("", limit)).hasSize(8).startsWith("o").endsWith("q");
    }
}
