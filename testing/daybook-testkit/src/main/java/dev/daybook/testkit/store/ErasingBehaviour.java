package dev.daybook.testkit.store;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.expecting;
import static dev.daybook.testkit.store.BatchFixture.ids;
import static dev.daybook.testkit.store.BatchFixture.nothing;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.BatchFixture.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.daybook.error.ConflictException;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.Head;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.testkit.StoreContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Erasing: the removed entries, and the remaining ones. */
public abstract class ErasingBehaviour {

    private static final EntryScan EVERY_VERSION = EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL);
    private static final EntryKey NOTE = new EntryKey(Kind.NOTE, "n1");
    private static final Scope BOB = new Scope.User(Space.DEFAULT, "bob");

    private final StoreContract contract;

    protected ErasingBehaviour(StoreContract contract) {
        this.contract = contract;
    }

    private Store store() {
        return contract.store();
    }

    /** e1 has two versions and a sidecar; six revisions in all. */
    @BeforeEach
    void write() {
        store().write(batch(
                ADA,
                List.of(put("e1"), put("e2"), put("e3"), put(NOTE, "note")),
                List.of(),
                List.of(state("mark", "1"), state("session/s1", "1"))));
        store().write(batch(ADA, put(episode("e1"), "changed")));
        store().write(batch(ADA, new Sidecar(episode("e1"), 5, "vector", Blob.of("v"))));
    }

    @Test
    void erasing_keys_takes_every_version_and_sidecar_and_nothing_else() {
        EraseResult eraseResult = store().erase(
                        ADA,
                        EraseRequest.of(
                                List.of(episode("e1"), NOTE, episode("never there")), List.of("mark", "never there")),
                        nothing(ADA));

        assertThat(eraseResult.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.NOTE, 1L));
        assertThat(ids(all(store(), ADA, EVERY_VERSION))).containsExactly("e2", "e3");
        assertThat(store().get(ADA, List.of(episode("e1"), NOTE))).isEmpty();
        assertThat(store().rows(ADA, 0, 10).items())
                .extracting(row -> row.key().id())
                .containsExactly("e2", "e3");
        assertThat(store().states(ADA, "", null, 10).items())
                .extracting(ScopeState::name)
                .containsExactly("session/s1");
        assertThat(store().head(ADA).counts()).isEqualTo(Map.of(Kind.EPISODE, 2L));
        assertThat(store().head(ADA).revision()).isGreaterThanOrEqualTo(6);
    }

    @Test
    void erasing_raises_the_epoch_and_counts_the_erasures() {
        long before = store().head(ADA).epoch();
        EraseResult first = store().erase(ADA, EraseRequest.of(List.of(episode("e1")), List.of()), nothing(ADA));
        long between = store().head(ADA).epoch();
        EraseResult second = store().erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));

        assertThat(between).isGreaterThan(before);
        assertThat(store().head(ADA).epoch()).isGreaterThan(between);
        assertThat(first.number()).isPositive();
        assertThat(second.number()).isGreaterThan(first.number());
    }

    @Test
    void an_erasure_that_expects_another_head_changes_nothing_at_all() {
        assumeTrue(store().guarantees().conditional(), "the store is not conditional");
        Head before = store().head(ADA);
        for (ExpectedHead other : List.of(
                new ExpectedHead(before.revision() - 1, before.epoch()),
                new ExpectedHead(before.revision(), before.epoch() + 1),
                ExpectedHead.ofEpoch(before.epoch() + 1))) {
            for (EraseRequest what :
                    List.of(EraseRequest.EVERYTHING, EraseRequest.of(List.of(episode("e1")), List.of("mark")))) {
                assertThatThrownBy(() ->
                                store().erase(ADA, what, batch(ADA, put("e4")).expecting(other)))
                        .isInstanceOf(ConflictException.class);
            }
        }

        assertThat(store().head(ADA)).isEqualTo(before);
        assertThat(all(store(), ADA, EVERY_VERSION)).hasSize(4);
        assertThat(store().states(ADA, "", null, 10).items()).hasSize(2);
    }

    @Test
    void an_erasure_expects_the_head_before_it() {
        Head before = store().head(ADA);
        store().erase(
                        ADA,
                        EraseRequest.of(List.of(episode("e1")), List.of()),
                        batch(ADA, put("e4")).expecting(ExpectedHead.of(before)));
        store().erase(
                        ADA,
                        EraseRequest.EVERYTHING,
                        batch(ADA, put("e5")).expecting(ExpectedHead.ofEpoch(before.epoch() + 1)));

        assertThat(ids(all(store(), ADA, EVERY_VERSION))).containsExactly("e5");
    }

    @Test
    void an_erasure_expects_the_states_before_it() {
        assumeTrue(store().guarantees().conditional(), "the store is not conditional");
        store().write(batch(ADA, state("mark", "2")));
        for (EraseRequest what : List.of(EraseRequest.of(List.of(), List.of("mark")), EraseRequest.EVERYTHING)) {
            for (StateChange other : List.of(
                    new StateChange("mark", 0, Blob.of("kept")),
                    new StateChange("mark", 1, Blob.of("kept")),
                    new StateChange("session/s1", 0, null),
                    new StateChange("new", 1, Blob.of("kept")))) {
                assertThatThrownBy(() -> store().erase(ADA, what, batch(ADA, other)))
                        .isInstanceOf(ConflictException.class);
            }
        }
        assertThat(store().states(ADA, "mark", null, 10).items())
                .containsExactly(new ScopeState("mark", 2, Blob.of("2")));
        assertThat(store().head(ADA).epoch()).isZero();

        store().erase(
                        ADA,
                        EraseRequest.EVERYTHING,
                        batch(ADA, new StateChange("mark", 2, Blob.of("kept")), new StateChange("new", 0, null)));

        assertThat(store().states(ADA, "", null, 10).items())
                .containsExactly(new ScopeState("mark", 1, Blob.of("kept")));
    }

    @Test
    void entries_alongside_an_erasure_are_written() {
        store().erase(
                        ADA,
                        EraseRequest.of(List.of(episode("e1")), List.of("mark")),
                        batch(
                                ADA,
                                List.of(put(episode("e2"), "rewritten"), put("e4")),
                                List.of(new Sidecar(episode("e3"), 3, "vector", Blob.of("v"))),
                                List.of(state("session/s1", "2"))));

        assertThat(all(store(), ADA, EntryScan.of(Kind.EPISODE)))
                .extracting(found -> found.body().text())
                .containsExactly("rewritten", "body of e3", "body of e4");
        assertThat(store().rows(ADA, 6, 10).items())
                .extracting(row -> row.key().id())
                .containsExactly("e2", "e4", "e3");
        assertThat(store().states(ADA, "", null, 10).items())
                .containsExactly(new ScopeState("session/s1", 2, Blob.of("2")));
    }

    @Test
    void erasing_everything_leaves_only_entries_written_alongside() {
        EraseResult eraseResult =
                store().erase(ADA, EraseRequest.EVERYTHING, batch(ADA, List.of(), List.of(), List.of(state("m", "1"))));

        assertThat(eraseResult.counts()).isEqualTo(Map.of(Kind.EPISODE, 3L, Kind.NOTE, 1L));
        assertThat(all(store(), ADA, EVERY_VERSION)).isEmpty();
        assertThat(store().rows(ADA, 0, 10).items()).isEmpty();
        assertThat(store().head(ADA).counts()).isEmpty();
        assertThat(store().states(ADA, "", null, 10).items())
                .extracting(ScopeState::name)
                .containsExactly("m");
    }

    @Test
    void a_scope_that_is_empty_again_is_not_listed() {
        store().erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));

        assertThat(store().heads(Space.DEFAULT, null, 10).items()).isEmpty();
        assertThat(store().spaces(null, 10).items()).isEmpty();
    }

    @Test
    void positions_and_revisions_go_on_after_erasing_everything() {
        store().erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
        CommitResult commit = store().write(batch(ADA, expecting(0, put("e1")), put(NOTE, "again")));

        assertThat(commit.placed()).extracting(CommitResult.Placed::position).containsExactly(4L, 2L);
        assertThat(commit.placed()).extracting(CommitResult.Placed::revision).containsExactly(7L, 8L);
        assertThat(ids(all(store(), ADA, EVERY_VERSION))).containsExactly("e1");
        assertThat(store().rows(ADA, 0, 10).items())
                .allMatch(row -> row.sidecars().isEmpty());
    }

    @Test
    void the_highest_position_is_not_given_again_after_it_was_erased() {
        store().erase(ADA, EraseRequest.of(List.of(episode("e3")), List.of()), nothing(ADA));

        assertThat(store().write(batch(ADA, put("e3"))).placed())
                .containsExactly(new CommitResult.Placed(episode("e3"), 4, 7));
    }

    @Test
    void positions_go_on_after_erasing_and_reopening() {
        assumeTrue(store().guarantees().durable(), "the store is not durable");
        store().erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));
        long epoch = store().head(ADA).epoch();
        long number = store().erase(ADA, EraseRequest.EVERYTHING, nothing(ADA)).number();
        Store reopened = contract.reopen();

        assertThat(reopened.head(ADA).epoch()).isGreaterThanOrEqualTo(epoch);
        assertThat(reopened.write(batch(ADA, put("e1"))).placed())
                .containsExactly(new CommitResult.Placed(episode("e1"), 4, 7));
        assertThat(reopened.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA)).number())
                .isGreaterThan(number);
    }

    @Test
    void a_conflict_alongside_erases_nothing() {
        assumeTrue(store().guarantees().conditional(), "the store is not conditional");
        assertThatThrownBy(() ->
                        store().erase(ADA, EraseRequest.EVERYTHING, batch(ADA, put("e9"), expecting(77, put("e8")))))
                .isInstanceOf(ConflictException.class);

        assertThat(ids(all(store(), ADA, EVERY_VERSION))).containsExactly("e1", "e1", "e2", "e3");
        assertThat(store().head(ADA).revision()).isEqualTo(6);
        assertThat(store().rows(ADA, 5, 10).items().get(0).sidecars()).isEqualTo(Map.of("vector", Blob.of("v")));
        assertThat(store().states(ADA, "", null, 10).items()).hasSize(2);
    }

    @Test
    void the_bytes_go_from_a_store_that_erases_bytes() {
        assumeTrue(store().guarantees().erasesBytes(), "the store does not erase bytes");
        EraseResult eraseResult = store().erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));

        assertThat(store().bytes(eraseResult.number(), Duration.ofSeconds(30))).isEqualTo(ErasureReceipt.Bytes.GONE);
        assertThat(store().bytes(ErasureReceipt.ALL, Duration.ZERO)).isEqualTo(ErasureReceipt.Bytes.GONE);
    }

    @Test
    void the_bytes_stay_in_a_store_that_does_not_erase_bytes() {
        assumeTrue(!store().guarantees().erasesBytes(), "the store erases bytes");
        EraseResult eraseResult = store().erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));

        assertThat(store().bytes(eraseResult.number(), Duration.ZERO)).isEqualTo(ErasureReceipt.Bytes.KEPT);
        assertThat(store().bytes(ErasureReceipt.ALL, Duration.ZERO)).isEqualTo(ErasureReceipt.Bytes.KEPT);
    }

    /** Each erasure lies between two pages, so that later pages must not compare the earlier page with the remaining entries. */
    @ParameterizedTest
    @EnumSource(EntryScan.Order.class)
    void a_scan_goes_on_while_others_erase_and_answers_all_that_is_left(EntryScan.Order order) {
        for (int i = 0; i < 12; i++) {
            store().write(batch(BOB, put("b" + i)));
        }
        Set<String> erased = new HashSet<>();
        List<String> seen = new ArrayList<>();
        EntryScan pages = EntryScan.of(Kind.EPISODE).order(order).limit(2);
        @Nullable String cursor = null;
        do {
            Page<StoredEntry> page = store().scan(BOB, pages.after(cursor));
            seen.addAll(ids(page.items()));
            cursor = page.cursor();
            // One that was seen, and one that may be still to come.
            List<String> going = List.of(seen.get(seen.size() - 1), "b" + (5 + erased.size() % 3));
            if (erased.size() < 4) {
                erased.addAll(going);
                store().erase(
                                BOB,
                                EraseRequest.of(
                                        going.stream()
                                                .map(BatchFixture::episode)
                                                .toList(),
                                        List.of()),
                                nothing(BOB));
            }
        } while (cursor != null);

        assertThat(seen).doesNotHaveDuplicates();
        assertThat(seen).containsAll(ids(all(store(), BOB, EntryScan.of(Kind.EPISODE))));
    }
}
