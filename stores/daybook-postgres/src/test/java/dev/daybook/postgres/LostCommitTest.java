package dev.daybook.postgres;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.nothing;
import static dev.daybook.testkit.store.BatchFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.daybook.error.StoreException;
import dev.daybook.model.Kind;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.WriteBatch;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Commits whose answer does not arrive, and operations that are repeated. */
@EnabledIf("dev.daybook.postgres.PostgresServer#isInstalled")
class LostCommitTest {

    private PGSimpleDataSource source;
    private FaultyConnections connections;
    private PostgresStore store;

    @BeforeEach
    void open() {
        source = PostgresServer.get().source();
        connections = new FaultyConnections(source);
        store = PostgresStore.open(connections);
    }

    private List<String> versions() {
        return all(store, ADA, EntryScan.of(Kind.EPISODE).versions(EntryScan.Versions.ALL)).stream()
                .map(version -> version.key().id())
                .toList();
    }

    @ParameterizedTest
    @EnumSource(FaultyConnections.Fault.class)
    void a_batch_is_applied_once_with_the_result_of_a_plain_commit(FaultyConnections.Fault fault) {
        connections.failNext(fault);

        CommitResult result = store.write(batch(ADA, put("e1"), put("e2")));

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
    @EnumSource(FaultyConnections.Fault.class)
    void an_erasure_is_applied_once(FaultyConnections.Fault fault) {
        store.write(batch(ADA, put("e1"), put("e2")));
        connections.failNext(fault);

        EraseResult result = store.erase(ADA, EraseRequest.EVERYTHING, batch(ADA, put("e3")));

        assertThat(result.counts()).containsEntry(Kind.EPISODE, 2L);
        assertThat(store.head(ADA).epoch()).isEqualTo(1);
        assertThat(versions()).containsExactly("e3");
    }

    @Test
    void a_commit_that_is_lost_again_and_again_is_reported_as_unknown_with_the_ids_left_to_the_caller() {
        connections.failNext(FaultyConnections.Fault.ANSWER_LOST);
        connections.goAwayWithNextFault();

        assertThatThrownBy(() -> store.write(batch(ADA, put("e1"))))
                .asInstanceOf(type(StoreException.class))
                .satisfies(unknown -> {
                    assertThat(unknown.outcomeUnknown()).isTrue();
                    assertThat(unknown.retryable()).isFalse();
                });
    }

    @Test
    void a_database_that_is_away_before_the_commit_has_changed_nothing_and_may_be_tried_again() {
        connections.goAwayWithNextFault();

        assertThatThrownBy(() -> store.write(batch(ADA, put("e1"))))
                .asInstanceOf(type(StoreException.class))
                .satisfies(failure -> {
                    assertThat(failure.outcomeUnknown()).isFalse();
                    assertThat(failure.retryable()).isTrue();
                });
        assertThat(PostgresStore.open(source).head(ADA).revision()).isZero();
    }

    @Test
    void a_repeated_operation_returns_its_first_result_and_changes_nothing() {
        WriteBatch batch = batch(ADA, put("e1"));
        CommitResult first = store.write(batch);
        store.write(batch(ADA, put("e2")));

        assertThat(store.write(batch)).isEqualTo(first);
        assertThat(store.head(ADA).revision()).isEqualTo(2);
        assertThat(versions()).containsExactly("e1", "e2");
    }

    @Test
    void another_batch_under_the_operation_of_an_earlier_one_is_refused() {
        WriteBatch first = batch(ADA, put("e1"));
        store.write(first);
        WriteBatch other = new WriteBatch(
                ADA, first.operation(), List.of(put("e2"), put("e3")), List.of(), List.of(), first.audit());

        assertThatThrownBy(() -> store.write(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(first.operation());
        assertThat(versions()).containsExactly("e1");
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

    @Test
    void results_older_than_a_day_go_with_later_writes() {
        for (int i = 0; i < 10; i++) {
            store.write(batch(ADA, put("e" + i)));
        }
        PostgresServer.execute(source, "UPDATE daybook_operation SET at = at - interval '25 hours'");
        for (int i = 0; i < 5; i++) {
            store.write(batch(ADA, put("f" + i)));
        }

        assertThat(PostgresServer.number(source, "SELECT count(*) FROM daybook_operation"))
                .isEqualTo(5);
    }

    @Test
    void an_error_in_the_middle_of_a_batch_leaves_nothing_of_it() {
        PostgresDatabase database = new PostgresDatabase(source);

        assertThatThrownBy(() -> database.transact(sql -> {
                    sql.update("UPDATE daybook_store SET layout = 9");
                    throw new OutOfMemoryError("as if");
                }))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(PostgresServer.number(source, "SELECT layout FROM daybook_store"))
                .isEqualTo(1);
    }
}
