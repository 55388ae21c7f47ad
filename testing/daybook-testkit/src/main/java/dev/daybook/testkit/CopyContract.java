package dev.daybook.testkit;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.BatchFixture.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.error.StoreException;
import dev.daybook.internal.copy.ScopeDigest;
import dev.daybook.internal.copy.StoreCopy;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.CopyableStore;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.testkit.copy.BreakingTarget;
import dev.daybook.testkit.copy.CopyResults;
import dev.daybook.testkit.copy.MovedMemory;
import dev.daybook.testkit.copy.WrittenSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of a {@link StoreCopy} from one kind of store into another, as tests. */
public abstract class CopyContract {

    private static final Scope BOB = new Scope.User(Space.DEFAULT, "bob");

    @TempDir
    Path folder;

    private final List<Store> opened = new ArrayList<>();

    /** Opens an empty source in a folder. */
    protected abstract CopyableStore openSource(Path folder);

    /** Opens an empty target in a folder. */
    protected abstract CopyableStore openTarget(Path folder);

    @AfterEach
    final void closeStores() {
        opened.forEach(Store::close);
    }

    private CopyableStore source() {
        return closedLater(openSource(folder.resolve("source")));
    }

    private CopyableStore target() {
        return closedLater(openTarget(folder.resolve("target" + opened.size())));
    }

    private CopyableStore closedLater(CopyableStore store) {
        opened.add(store);
        return store;
    }

    @Test
    void a_memory_answers_in_the_target_as_in_the_source() {
        CopyableStore source = source();
        MovedMemory.fill(source);
        CopyableStore target = target();

        CopyResults results = CopyResults.copy(source, target);

        assertThat(results.scopes()).hasSizeGreaterThanOrEqualTo(6);
        assertThat(MovedMemory.views(target)).hasSizeGreaterThan(100).isEqualTo(MovedMemory.views(source));
        assertThat(target.check(false).ok()).isTrue();
    }

    @Test
    void a_text_that_was_forgotten_in_the_source_is_refused_in_the_target() {
        CopyableStore source = source();
        MovedMemory.fillRefusing(source);
        CopyableStore target = target();

        CopyResults.copy(source, target);

        assertThat(MovedMemory.refuses(target, "ada")).isTrue();
        assertThat(MovedMemory.refuses(target, "bob")).isFalse();
    }

    @Test
    void writes_in_the_target_go_on_with_the_numbers_of_the_source() {
        CopyableStore source = source();
        source.write(batch(ADA, put("e1"), put("e2"), put("e3")));
        source.write(batch(ADA, put("e1")));
        source.erase(ADA, EraseRequest.of(List.of(episode("e3")), List.of()), batch(ADA, new Sidecar[0]));
        CopyableStore target = target();

        CopyResults.copy(source, target);

        CommitResult.Placed next = new CommitResult.Placed(episode("e4"), 4, 5);
        assertThat(source.write(batch(ADA, put("e4"))).placed()).containsExactly(next);
        assertThat(target.write(batch(ADA, put("e4"))).placed()).containsExactly(next);
        assertThat(target.numbers(ADA)).isEqualTo(source.numbers(ADA));
    }

    @Test
    void thousands_of_entries_are_copied() {
        CopyableStore source = source();
        for (int i = 0; i < 3_000; i += 100) {
            source.write(batch(
                    ADA, IntStream.range(i, i + 100).mapToObj(n -> put("e" + n)).toArray(EntryPut[]::new)));
        }
        source.write(batch(
                ADA, IntStream.range(500, 1_700).mapToObj(n -> put("e" + n)).toArray(EntryPut[]::new)));

        CopyResults results = CopyResults.copy(source, target());

        assertThat(results.scopes())
                .hasEntrySatisfying(
                        ADA, copied -> assertThat(copied.target().versions()).isEqualTo(4_200));
        assertThat(results.progress()).isGreaterThan(4_200);
    }

    /** A store whose copy has each kind of batch. */
    private static void fillSmall(CopyableStore source) {
        source.write(batch(
                ADA,
                List.of(put("e1"), put("e2"), put(new EntryKey(Kind.FACT, "f1"), "fact")),
                List.of(),
                List.of(state("mark", "1"), state("name", "Ada"))));
        source.write(batch(ADA, put("e1"), put("e3")));
        source.write(batch(ADA, new Sidecar(episode("e2"), 2, "terms", Blob.of("t"))));
        source.erase(ADA, EraseRequest.of(List.of(episode("e3")), List.of()), batch(ADA, state("mark", "2")));
        source.write(batch(BOB, state("only", "a state")));
        source.write(batch(BOB, new StateChange("only", 1, null)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_copy_that_breaks_off_at_any_write_goes_on_when_it_is_run_again(boolean stored) {
        CopyableStore source = source();
        fillSmall(source);
        int breaks = 1;
        for (; ; breaks++) {
            CopyableStore target = target();
            CopyableStore breaking = new BreakingTarget(target, breaks, stored);
            boolean broke = false;
            try {
                CopyResults.copy(source, breaking);
            } catch (StoreException away) {
                broke = true;
                // The last write ends the copy; if only its answer is lost, the copy is finished.
                if (StoreCopy.unfinished(target).isPresent() || !stored) {
                    CopyResults.copy(source, target);
                }
            }
            assertThat(CopyResults.digests(target)).isEqualTo(CopyResults.digests(source));
            assertThat(target.check(false).ok()).isTrue();
            target.close();
            if (!broke) {
                break;
            }
        }
        assertThat(breaks).isGreaterThan(8);
    }

    @Test
    void a_scope_that_is_erased_in_part_between_two_runs_is_copied_again() {
        CopyableStore source = source();
        fillSmall(source);
        CopyableStore target = target();
        assertThatThrownBy(() -> CopyResults.copy(source, new BreakingTarget(target, 7, true)))
                .isInstanceOf(StoreException.class);
        source.erase(ADA, EraseRequest.of(List.of(episode("e1")), List.of("name")), batch(ADA, put("e9")));

        CopyResults.copy(source, target);

        assertThat(target.get(ADA, List.of(episode("e1"), episode("e9")))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 12})
    void writes_during_the_copy_are_copied_too(int writes) {
        CopyableStore source = source();
        fillSmall(source);
        IntConsumer change = n -> {
            source.write(batch(ADA, put("e1"), put("late" + n)));
            source.write(batch(ADA, put("late" + n), put("e2")));
            source.write(batch(new Scope.User(Space.DEFAULT, "new" + n), put("e1")));
        };

        CopyResults.copy(new WrittenSource(source, writes, change), target());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8})
    void states_and_audit_entries_that_change_during_the_copy_are_copied_too(int writes) {
        CopyableStore source = source();
        fillSmall(source);

        CopyResults.copy(
                new WrittenSource(source, writes, n -> {
                    source.write(batch(ADA, new StateChange("mark", EntryPut.ANY, n % 2 == 0 ? null : Blob.of("x"))));
                    source.write(batch(BOB, state("state" + n, "x")));
                }),
                target());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void entries_and_scopes_that_are_erased_during_the_copy_are_not_in_the_target(int writes) {
        CopyableStore source = source();
        fillSmall(source);
        CopyableStore target = target();

        CopyResults.copy(
                new WrittenSource(source, writes, n -> {
                    source.erase(ADA, EraseRequest.of(List.of(episode("e1")), List.of()), batch(ADA, put("late" + n)));
                    source.erase(BOB, EraseRequest.EVERYTHING, batch(BOB, new Sidecar[0]));
                }),
                target);

        assertThat(target.get(ADA, List.of(episode("e1")))).isEmpty();
    }

    @Test
    void a_source_that_is_written_all_the_time_is_reported_and_copied_when_the_writes_end() {
        CopyableStore source = source();
        fillSmall(source);
        CopyableStore target = target();
        IntConsumer change = n -> source.write(batch(ADA, put("late" + n)));
        CopyableStore written = new WrittenSource(source, Integer.MAX_VALUE, change);

        boolean equal;
        try {
            equal = new StoreCopy(written, target, CopyResults.SOURCE, CopyResults.silent()).run();
        } catch (StoreException busy) {
            assertThat(busy).hasMessageContaining("still being written");
            equal = false;
        }

        assertThat(equal).isFalse();
        assertThat(StoreCopy.unfinished(target)).contains(CopyResults.SOURCE);
        CopyResults.copy(source, target);
    }

    @Test
    void a_target_that_holds_something_else_is_refused_and_not_changed() {
        CopyableStore source = source();
        fillSmall(source);
        CopyableStore target = target();
        target.write(batch(BOB, put("e1")));
        Map<String, ScopeDigest> before = CopyResults.digests(target);

        assertThatThrownBy(() -> CopyResults.copy(source, target))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the target is not empty");

        assertThat(CopyResults.digests(target)).isEqualTo(before);
    }

    @Test
    void the_target_of_another_unfinished_copy_is_refused_as_target_and_as_source() {
        CopyableStore source = source();
        fillSmall(source);
        CopyableStore target = target();
        assertThatThrownBy(() -> CopyResults.copy(source, new BreakingTarget(target, 3, false)))
                .isInstanceOf(StoreException.class);

        assertThatThrownBy(() -> new StoreCopy(source, target, "another", CopyResults.silent()).run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("an unfinished copy of " + CopyResults.SOURCE);
        assertThatThrownBy(() -> CopyResults.copy(target, target()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("itself an unfinished copy");
    }

    @Test
    void an_unfinished_copy_cannot_be_opened_as_a_memory() {
        CopyableStore source = source();
        fillSmall(source);
        CopyableStore target = target();
        assertThatThrownBy(() -> CopyResults.copy(source, new BreakingTarget(target, 3, false)))
                .isInstanceOf(StoreException.class);

        assertThatThrownBy(() -> Daybook.builder(target).noEmbedder().open())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("an unfinished copy of " + CopyResults.SOURCE);
    }

    @Test
    void a_finished_copy_is_no_target_any_more() {
        CopyableStore source = source();
        fillSmall(source);
        CopyableStore target = target();
        CopyResults.copy(source, target);

        assertThatThrownBy(() -> CopyResults.copy(source, target)).isInstanceOf(IllegalArgumentException.class);
    }
}
