package dev.daybook.postgres;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.put;
import static dev.daybook.testkit.store.ConcurrentTasks.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.daybook.error.StoreException;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.HealthReport;
import dev.daybook.store.Blob;
import dev.daybook.store.CommitResult;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StoredEntry;
import java.sql.Connection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.postgresql.ds.PGSimpleDataSource;

/** Opening, sharing, failures and the check of a store in a database. */
@EnabledIf("dev.daybook.postgres.PostgresServer#isInstalled")
class PostgresStoreTest {

    private static final Scope BOB = new Scope.User(Space.DEFAULT, "bob");

    private PGSimpleDataSource source;

    @BeforeEach
    void schema() {
        source = PostgresServer.get().source();
    }

    @Test
    void stores_that_open_at_once_create_the_tables_once_and_share_them() throws Exception {
        together(4, thread -> () -> {
            PostgresStore store = PostgresStore.open(source);
            for (int i = 0; i < 10; i++) {
                store.write(batch(ADA, put(thread + "-" + i)));
            }
            return store;
        });

        assertThat(all(PostgresStore.open(source), ADA, EntryScan.of(Kind.EPISODE)))
                .extracting(StoredEntry::position)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 40).boxed().toList());
    }

    @Test
    void a_store_sees_the_commit_of_another_at_once() {
        PostgresStore one = PostgresStore.open(source);
        PostgresStore other = PostgresStore.open(source);
        one.write(batch(ADA, put("e1")));

        assertThat(other.head(ADA)).isEqualTo(one.head(ADA));
        assertThat(other.get(ADA, List.of(episode("e1")))).hasSize(1);
    }

    @Test
    void connections_with_another_isolation_are_refused() {
        source.setOptions("-c default_transaction_isolation=serializable");

        assertThatThrownBy(() -> PostgresStore.open(source))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("read committed");
    }

    @Test
    void a_database_that_does_not_flush_gives_a_store_that_is_not_durable() {
        assertThat(PostgresStore.open(source).guarantees().durable()).isTrue();
        source.setOptions("-c synchronous_commit=off");

        assertThat(PostgresStore.open(source).guarantees().durable()).isFalse();
    }

    @Test
    void closing_waits_for_a_running_write() throws Exception {
        PostgresStore store = PostgresStore.connect(source.getUrl(), "daybook", "");
        store.write(batch(ADA, put("e1")));
        ExecutorService writer = Executors.newSingleThreadExecutor();
        try (Connection holder = source.getConnection()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("SELECT FROM daybook_scope FOR UPDATE");
            Future<CommitResult> write = writer.submit(() -> store.write(batch(ADA, put("e2"))));
            while (PostgresServer.number(source, "SELECT count(*) FROM pg_locks WHERE NOT granted") == 0) {
                Thread.onSpinWait();
            }
            Thread closing = new Thread(store::close);
            closing.start();
            while (closing.getState() == Thread.State.RUNNABLE) {
                Thread.onSpinWait();
            }
            holder.rollback();

            assertThat(write.get().revision()).isEqualTo(2);
            closing.join();
            assertThatThrownBy(() -> store.head(ADA)).isInstanceOf(IllegalStateException.class);
        } finally {
            writer.shutdown();
        }
        assertThat(PostgresStore.open(source).head(ADA).revision()).isEqualTo(2);
    }

    @Test
    void a_scope_that_stays_locked_is_reported_after_the_time_of_the_pool_and_other_scopes_go_on() throws Exception {
        PostgresStore.open(source).write(batch(ADA, put("e1")));
        try (Connection vanished = source.getConnection()) {
            vanished.setAutoCommit(false);
            vanished.createStatement().execute("SELECT FROM daybook_scope FOR UPDATE");
            source.setOptions("-c lock_timeout=100");
            PostgresStore store = PostgresStore.open(source);

            assertThatThrownBy(() -> store.write(batch(ADA, put("e2"))))
                    .asInstanceOf(type(StoreException.class))
                    .satisfies(failure -> {
                        assertThat(failure.retryable()).isTrue();
                        assertThat(failure.outcomeUnknown()).isFalse();
                    });
            assertThat(store.write(batch(BOB, put("e1"))).revision()).isEqualTo(1);
            assertThat(store.head(ADA).revision()).isEqualTo(1);
        }
    }

    @Test
    void a_user_without_the_rights_is_told_so() {
        PostgresStore.open(source);
        PostgresServer.execute(source, "CREATE ROLE reader LOGIN");
        PostgresServer.execute(source, "GRANT USAGE ON SCHEMA " + source.getCurrentSchema() + " TO reader");
        PostgresServer.execute(
                source, "GRANT SELECT ON ALL TABLES IN SCHEMA " + source.getCurrentSchema() + " TO reader");
        source.setUser("reader");
        PostgresStore store = PostgresStore.open(source);

        assertThat(store.head(ADA).revision()).isZero();
        assertThatThrownBy(() -> store.write(batch(ADA, put("e1"))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("lacks a right");
    }

    @Test
    void a_failure_quotes_no_text_of_a_memory() {
        PostgresStore store = PostgresStore.open(source);
        EntryPut refused =
                new EntryPut(episode("e1"), null, NOON, NOON, "a\u0000b", Blob.of("a secret"), Map.of(), EntryPut.ANY);

        assertThatThrownBy(() -> store.write(batch(ADA, put("e0"), refused)))
                .asInstanceOf(type(StoreException.class))
                .satisfies(failure -> {
                    assertThat(failure.outcomeUnknown()).isFalse();
                    for (Throwable each = failure; each != null; each = each.getCause()) {
                        assertThat(each.toString())
                                .doesNotContain("secret")
                                .doesNotContain(HexFormat.of().formatHex("secret".getBytes()));
                    }
                });
        assertThat(store.head(ADA).revision()).isZero();
    }

    @Test
    void a_page_of_large_rows_ends_early_and_the_next_one_goes_on() {
        PostgresStore store = PostgresStore.open(source);
        Blob large = Blob.of(new byte[3_000_000]);
        for (int i = 0; i < 8; i++) {
            store.write(batch(ADA, put("e" + i)));
            store.write(batch(ADA, new Sidecar(episode("e" + i), 2 * i + 1, "vector", large)));
        }
        Page<IndexRow> first = store.rows(ADA, 0, 1_000);

        assertThat(first.items()).hasSize(6);
        assertThat(first.cursor()).isNotNull();
        assertThat(PagedReads.rows(store, ADA, 0).map(row -> row.key().id()))
                .containsExactly("e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7");
    }

    @Test
    void the_check_finds_a_changed_audit_entry_a_cut_log_and_a_lost_entry() {
        PostgresStore store = PostgresStore.open(source);
        store.write(batch(ADA, put("e1")));
        store.write(batch(ADA, put("e2")));
        assertThat(failing(store)).isEmpty();

        PostgresServer.execute(source, "UPDATE daybook_audit SET detail = 'other' WHERE seq = 1");
        assertThat(failing(store)).containsExactly("audit");
        PostgresServer.execute(source, "UPDATE daybook_audit SET detail = '{}' WHERE seq = 1");
        assertThat(failing(store)).isEmpty();

        PostgresServer.execute(source, "DELETE FROM daybook_audit WHERE seq = 2");
        PostgresServer.execute(source, "DELETE FROM daybook_entry WHERE position = 2");
        assertThat(failing(store)).containsExactly("entries", "audit");
    }

    private static List<String> failing(PostgresStore store) {
        return store.check(false).findings().stream()
                .filter(finding -> finding.level() == HealthReport.Level.FAIL)
                .map(HealthReport.Finding::aspect)
                .toList();
    }
}
