package dev.daybook.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.ConflictException;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchPlanTest {

    private static final Instant NOON = Instant.parse("2025-03-01T12:00:00Z");
    private static final EntryKey OLD = new EntryKey(Kind.EPISODE, "old");
    private static final EntryKey NEW = new EntryKey(Kind.EPISODE, "new");
    private static final EntryNumbers OLD_NUMBERS = new EntryNumbers(3, 5, 7);
    private static final ScopeNumbers NUMBERS =
            new ScopeNumbers(10, 2, Map.of(Kind.EPISODE, 4L), Map.of(Kind.EPISODE, 2L));

    private final BatchPlan plan =
            new BatchPlan(NUMBERS, Map.of(OLD, OLD_NUMBERS)::get, name -> name.equals("name") ? 6 : 0);

    private static EntryPut put(EntryKey key, long expected) {
        return new EntryPut(key, null, NOON, NOON, EntryPut.LIVE, Blob.of("text"), Map.of(), expected);
    }

    private static WriteBatch batch(List<EntryPut> puts, List<Sidecar> sidecars, List<StateChange> states) {
        return new WriteBatch(new Scope.User(Space.DEFAULT, "ada"), "op_1", puts, sidecars, states, null);
    }

    @Test
    void a_new_entry_gets_the_next_position_and_a_replaced_one_keeps_its_own() {
        CommitResult commit = plan.write(batch(List.of(put(OLD, 5), put(NEW, 0)), List.of(), List.of()));

        assertThat(commit.placed())
                .containsExactly(new CommitResult.Placed(OLD, 3, 11), new CommitResult.Placed(NEW, 5, 12));
        assertThat(plan.versions()).extracting(RowChange.Version::before).containsExactly(OLD_NUMBERS, null);
        assertThat(plan.numbers())
                .isEqualTo(new ScopeNumbers(12, 2, Map.of(Kind.EPISODE, 5L), Map.of(Kind.EPISODE, 3L)));
    }

    @Test
    void a_sidecar_counts_for_the_version_that_the_same_batch_writes_and_for_no_earlier_one() {
        plan.write(batch(
                List.of(put(OLD, EntryPut.ANY)),
                List.of(new Sidecar(OLD, 5, "late", Blob.EMPTY), new Sidecar(OLD, 11, "terms", Blob.EMPTY)),
                List.of()));

        assertThat(plan.additions()).singleElement().satisfies(addition -> {
            assertThat(addition.before()).isEqualTo(new EntryNumbers(3, 11, 11));
            assertThat(addition.numbers()).isEqualTo(new EntryNumbers(3, 11, 12));
        });
    }

    @Test
    void an_expectation_that_does_not_hold_is_a_conflict() {
        assertThatThrownBy(() -> plan.write(batch(List.of(put(OLD, 0)), List.of(), List.of())))
                .isInstanceOf(ConflictException.class);
        assertThatThrownBy(() ->
                        plan.write(batch(List.of(), List.of(), List.of(new StateChange("name", 5, Blob.EMPTY)))))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    void an_expected_head_is_compared_with_the_numbers_before_the_erasure() {
        plan.erase(EraseRequest.of(List.of(OLD), List.of()));
        WriteBatch batch = batch(List.of(put(NEW, 0)), List.of(), List.of());

        assertThatThrownBy(() -> plan.write(batch.expecting(new ExpectedHead(10, 3))))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("revision 10 and epoch 2");
        assertThatThrownBy(() -> plan.write(batch.expecting(new ExpectedHead(9, EntryPut.ANY))))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("the batch expects 9 and any");
        assertThat(plan.write(batch.expecting(new ExpectedHead(10, 2))).revision())
                .isEqualTo(11);
    }

    @Test
    void an_entry_written_with_its_erasure_is_new_and_a_state_begins_at_one() {
        assertThat(plan.erase(EraseRequest.of(List.of(OLD, OLD, NEW), List.of("name"))))
                .isEqualTo(Map.of(Kind.EPISODE, 1L));
        plan.write(batch(List.of(put(OLD, 0)), List.of(), List.of(new StateChange("name", 6, Blob.EMPTY))));

        assertThat(plan.removals()).containsExactly(new RowChange.Removal(OLD, OLD_NUMBERS));
        assertThat(plan.versions()).singleElement().satisfies(version -> {
            assertThat(version.before()).isNull();
            assertThat(version.numbers()).isEqualTo(new EntryNumbers(5, 11, 11));
        });
        assertThat(plan.values())
                .containsExactly(
                        new RowChange.Value("name", null),
                        new RowChange.Value("name", new ScopeState("name", 1, Blob.EMPTY)));
        assertThat(plan.numbers().epoch()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_expected_version_of_a_state_is_that_before_the_erasure(boolean everything) {
        plan.erase(everything ? EraseRequest.EVERYTHING : EraseRequest.of(List.of(), List.of("name")));

        assertThatThrownBy(() ->
                        plan.write(batch(List.of(), List.of(), List.of(new StateChange("name", 0, Blob.EMPTY)))))
                .isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> plan.write(batch(List.of(), List.of(), List.of(new StateChange("other", 1, null)))))
                .isInstanceOf(ConflictException.class);
    }

    @Test
    void an_erasure_of_all_orders_no_removals_and_keeps_the_numbers() {
        assertThat(plan.erase(EraseRequest.EVERYTHING)).isEqualTo(Map.of(Kind.EPISODE, 2L));

        assertThat(plan.removals()).isEmpty();
        assertThat(plan.numbers()).isEqualTo(new ScopeNumbers(10, 3, Map.of(Kind.EPISODE, 4L), Map.of()));
    }
}
