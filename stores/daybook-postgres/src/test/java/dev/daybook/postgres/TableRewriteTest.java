package dev.daybook.postgres;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.nothing;
import static dev.daybook.testkit.store.BatchFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.daybook.error.StoreException;
import dev.daybook.outcome.HealthReport.Finding;
import dev.daybook.outcome.HealthReport.Level;
import dev.daybook.store.EraseRequest;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.postgresql.ds.PGSimpleDataSource;

/** The report of a rewrite of the tables. */
@EnabledIf("dev.daybook.postgres.PostgresServer#isInstalled")
class TableRewriteTest {

    private static final String WAITING_LONG = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'VACUUM%'"
            + " AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > interval '2500 milliseconds'";

    private PGSimpleDataSource source;

    @BeforeEach
    void schema() {
        source = PostgresServer.get().source();
    }

    private static Level level(PostgresStore store, String aspect) {
        return store.vacuum().findings().stream()
                .filter(finding -> finding.aspect().equals(aspect))
                .map(Finding::level)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void it_keeps_the_entries_and_what_follows_them() {
        PostgresStore store = PostgresStore.open(source);
        store.write(batch(ADA, put("e1"), put("e2")));
        store.erase(ADA, EraseRequest.of(List.of(episode("e1")), List.of()), nothing(ADA));

        assertThat(level(store, "tables")).isEqualTo(Level.OK);
        store.write(batch(ADA, put("e3")));
        assertThat(store.get(ADA, List.of(episode("e1"), episode("e2"), episode("e3"))))
                .extracting(stored -> stored.key().id(), stored -> stored.position())
                .containsExactlyInAnyOrder(tuple("e2", 2L), tuple("e3", 3L));
        assertThat(store.check(false).ok()).isTrue();
    }

    @Test
    void an_older_transaction_keeps_erased_rows_until_it_ends() throws Exception {
        PostgresStore store = PostgresStore.open(source);
        store.write(batch(ADA, put("e1")));
        try (Connection older = source.getConnection()) {
            older.setAutoCommit(false);
            older.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            older.createStatement().execute("SELECT FROM pg_class LIMIT 1");
            store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA));

            assertThat(level(store, "tables")).isEqualTo(Level.WARN);
        }
        assertThat(level(store, "tables")).isEqualTo(Level.OK);
    }

    @Test
    void it_waits_for_the_server_longer_than_other_calls() throws Exception {
        PostgresStore.open(source);
        PGSimpleDataSource impatient = PostgresServer.get().connections(source.getCurrentSchema());
        impatient.setSocketTimeout(2);
        ExecutorService operator = Executors.newSingleThreadExecutor();
        try (Connection holder = source.getConnection();
                PostgresStore store = PostgresStore.open(impatient)) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("LOCK TABLE daybook_entry IN ACCESS SHARE MODE");
            Future<Level> rewrite = operator.submit(() -> level(store, "tables"));
            while (PostgresServer.number(source, WAITING_LONG) == 0) {
                Thread.onSpinWait();
            }
            holder.rollback();

            assertThat(rewrite.get()).isEqualTo(Level.OK);
        } finally {
            operator.shutdown();
        }
    }

    @Test
    void a_user_that_does_not_own_the_tables_is_refused() {
        PostgresStore.open(source);
        role("writer", "GRANT ALL ON SCHEMA %s TO writer", "GRANT ALL ON ALL TABLES IN SCHEMA %s TO writer");
        source.setUser("writer");

        assertThatThrownBy(() -> PostgresStore.open(source).vacuum())
                .asInstanceOf(type(StoreException.class))
                .satisfies(refusal -> {
                    assertThat(refusal)
                            .hasMessageContaining("daybook_entry")
                            .hasMessageContaining("the owner of the tables");
                    assertThat(refusal.retryable()).isFalse();
                });
    }

    @Test
    void an_owner_without_rights_over_the_server_is_told_that_the_log_remains() {
        role("owner", "GRANT ALL ON SCHEMA %s TO owner");
        source.setUser("owner");
        PostgresStore store = PostgresStore.open(source);
        store.write(batch(ADA, put("e1")));

        assertThat(level(store, "tables")).isEqualTo(Level.OK);
        assertThat(store.vacuum().findings())
                .filteredOn(finding -> finding.level() == Level.WARN)
                .singleElement()
                .satisfies(finding -> assertThat(finding.detail()).contains("the user may not call"));
    }

    /** Creates a user with grants on the schema of the test. */
    private void role(String name, String... grants) {
        PostgresServer.execute(source, "CREATE ROLE " + name + " LOGIN");
        for (String grant : grants) {
            PostgresServer.execute(source, grant.formatted(source.getCurrentSchema()));
        }
    }
}
