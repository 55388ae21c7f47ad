package dev.daybook.cassandra;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.nothing;
import static dev.daybook.testkit.store.BatchFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.daybook.error.ConflictException;
import dev.daybook.error.StoreException;
import dev.daybook.model.Kind;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.WriteBatch;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Batches whose answer does not arrive, that are overtaken, and that are repeated. */
@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class LostAnswerTest {

    private final FaultySession faulty = new FaultySession();
    private final String name = UUID.randomUUID().toString();
    private CassandraStore store;
    private CassandraStore other;

    @BeforeEach
    void open() {
        store = CassandraStore.open(faulty.over(CassandraCluster.session()), name, () -> {});
        other = CassandraStore.open(CassandraCluster.session(), name, () -> {});
    }

    private static EntryPut mustBeNew(String id) {
        return new EntryPut(episode(id), null, NOON, NOON, EntryPut.LIVE, Blob.of(id), Map.of(), 0);
    }

    private List<String> versions() {
        return all(store, ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL)).stream()
                .map(version -> version.key().id())
                .toList();
    }

    @ParameterizedTest
    @EnumSource(FaultySession.BatchFault.class)
    void a_batch_is_applied_once_with_the_result_of_a_plain_one(FaultySession.BatchFault fault) {
        faulty.failNext(fault);

        CommitResult result = store.write(batch(ADA, mustBeNew("e1"), put("e2")));

        assertThat(result)
                .isEqualTo(new CommitResult(
                        2,
                        List.of(
                                new CommitResult.Placed(episode("e1"), 1, 1),
                                new CommitResult.Placed(episode("e2"), 2, 2))));
        assertThat(versions()).containsExactly("e1", "e2");
        assertThat(store.head(ADA).revision()).isEqualTo(2);
        assertThat(store.audits(ADA, null, 10).items()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(FaultySession.BatchFault.class)
    void an_erasure_is_applied_once(FaultySession.BatchFault fault) {
        store.write(batch(ADA, put("e1"), put("e2")));
        faulty.failNext(fault);

        EraseResult result = store.erase(ADA, EraseRequest.EVERYTHING, batch(ADA, put("e3")));

        assertThat(result.counts()).containsEntry(Kind.EPISODE, 2L);
        assertThat(store.head(ADA).epoch()).isEqualTo(1);
        assertThat(versions()).containsExactly("e3");
    }

    @Test
    void a_lost_batch_that_was_applied_is_found_after_the_batches_of_another_process() {
        faulty.failNext(FaultySession.BatchFault.ANSWER_LOST);
        faulty.beforeNextBatch(() -> other.write(batch(ADA, put("other"))));
        CommitResult overtaken = store.write(batch(ADA, put("e1")));

        assertThat(overtaken.placed()).containsExactly(new CommitResult.Placed(episode("e1"), 2, 2));
        assertThat(versions()).containsExactly("other", "e1");
    }

    @Test
    void a_batch_that_is_overtaken_is_planned_again() {
        store.write(batch(ADA, put("e1")));
        faulty.beforeNextBatch(() -> other.write(batch(ADA, put("other"))));

        assertThat(store.write(batch(ADA, mustBeNew("e2"))).placed())
                .containsExactly(new CommitResult.Placed(episode("e2"), 3, 3));
        assertThat(versions()).containsExactly("e1", "other", "e2");
    }

    @Test
    void an_entry_that_another_process_has_written_meanwhile_is_a_conflict() {
        faulty.beforeNextBatch(() -> other.write(batch(ADA, put("e1"))));

        assertThatThrownBy(() -> store.write(batch(ADA, mustBeNew("e1")))).isInstanceOf(ConflictException.class);
        assertThat(versions()).containsExactly("e1");
        assertThat(store.head(ADA).revision()).isEqualTo(1);
    }

    @Test
    void a_batch_that_is_overtaken_by_an_erasure_is_written_after_it() {
        store.write(batch(ADA, put("e1")));
        faulty.beforeNextBatch(() -> other.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA)));
        store.write(batch(ADA, put(episode("e1"), "again")));

        assertThat(versions()).containsExactly("e1");
        assertThat(store.head(ADA).epoch()).isEqualTo(1);
        assertThat(store.heads(ADA.space(), null, 10).items()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(FaultySession.BatchFault.class)
    void a_batch_that_expects_a_head_is_applied_once(FaultySession.BatchFault fault) {
        store.write(batch(ADA, put("e1")));
        faulty.failNext(fault);

        CommitResult result = store.write(batch(ADA, put("e2")).expecting(ExpectedHead.of(store.head(ADA))));

        assertThat(result.placed()).containsExactly(new CommitResult.Placed(episode("e2"), 2, 2));
        assertThat(versions()).containsExactly("e1", "e2");
    }

    @Test
    void a_batch_that_expects_a_head_is_refused_if_another_process_writes_after_the_check() {
        store.write(batch(ADA, put("e1")));
        WriteBatch expecting = batch(ADA, put("e2")).expecting(ExpectedHead.of(store.head(ADA)));
        faulty.beforeNextBatch(() -> other.write(batch(ADA, put("other"))));

        assertThatThrownBy(() -> store.write(expecting)).isInstanceOf(ConflictException.class);
        assertThat(versions()).containsExactly("e1", "other");
    }

    @Test
    void an_erasure_that_expects_an_epoch_is_refused_if_another_process_erases_after_the_check() {
        store.write(batch(ADA, put("e1"), put("e2")));
        WriteBatch expecting = nothing(ADA).expecting(ExpectedHead.ofEpoch(0));
        faulty.beforeNextBatch(
                () -> other.erase(ADA, EraseRequest.of(List.of(episode("e1")), List.of()), nothing(ADA)));

        assertThatThrownBy(() -> store.erase(ADA, EraseRequest.EVERYTHING, expecting))
                .isInstanceOf(ConflictException.class);
        assertThat(versions()).containsExactly("e2");
        assertThat(store.head(ADA).epoch()).isEqualTo(1);
    }

    @Test
    void a_call_costs_few_statements() {
        store.write(batch(ADA, mustBeNew("e1")));
        faulty.counted();

        store.write(batch(ADA, mustBeNew("e2")));
        assertThat(faulty.counted()).as("write: the head").containsExactly(1, 1);
        store.write(batch(ADA, put("e1")));
        assertThat(faulty.counted()).as("replace: the head, the key").containsExactly(2, 1);
        store.head(ADA);
        assertThat(faulty.counted()).as("head").containsExactly(1, 0);
        store.get(ADA, List.of(episode("e1"), episode("e2")));
        assertThat(faulty.counted()).as("get: the head, the keys, the bodies").containsExactly(3, 0);
        store.rows(ADA, 0, 1_000);
        assertThat(faulty.counted()).as("rows: the head, the log, the index").containsExactly(3, 0);
    }

    @Test
    void a_cluster_that_is_away_before_the_batch_has_changed_nothing_and_may_be_tried_again() {
        faulty.goAway();

        assertThatThrownBy(() -> store.write(batch(ADA, put("e1"))))
                .asInstanceOf(type(StoreException.class))
                .satisfies(failure -> {
                    assertThat(failure.outcomeUnknown()).isFalse();
                    assertThat(failure.retryable()).isTrue();
                });
        assertThat(other.head(ADA).revision()).isZero();
    }

    @Test
    void a_repeated_operation_returns_its_first_result_and_changes_nothing() {
        WriteBatch batch = batch(ADA, mustBeNew("e1"));
        CommitResult first = store.write(batch);
        store.write(batch(ADA, put("e2")));

        assertThat(store.write(batch)).isEqualTo(first);
        assertThat(store.head(ADA).revision()).isEqualTo(2);
        assertThat(versions()).containsExactly("e1", "e2");
    }

    @Test
    void a_repeated_erasure_returns_its_first_number_and_keeps_what_came_after_it() {
        store.write(batch(ADA, put("e1")));
        WriteBatch alongside = nothing(ADA);
        EraseResult first = store.erase(ADA, EraseRequest.EVERYTHING, alongside);
        store.write(batch(ADA, put("e2")));

        assertThat(store.erase(ADA, EraseRequest.EVERYTHING, alongside)).isEqualTo(first);
        assertThat(versions()).containsExactly("e2");
    }
}
