package dev.daybook.postgres;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static dev.daybook.testkit.store.BatchFixture.episode;
import static dev.daybook.testkit.store.BatchFixture.nothing;
import static dev.daybook.testkit.store.BatchFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.daybook.error.StoreException;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Store;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.postgresql.ds.PGSimpleDataSource;

/** Databases that take no write: by a setting, or as a standby. */
@EnabledIf("dev.daybook.postgres.PostgresServer#isInstalled")
class ReadOnlyServerTest {

    private PGSimpleDataSource source;

    @BeforeEach
    void schema() {
        source = PostgresServer.get().source();
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call).asInstanceOf(type(StoreException.class)).satisfies(refusal -> {
            assertThat(refusal)
                    .hasMessageContaining("the database is read-only")
                    .hasMessageContaining("connect to the primary server");
            assertThat(refusal.retryable()).isFalse();
            assertThat(refusal.outcomeUnknown()).isFalse();
        });
    }

    private static void assertReadsAndRefusesWrites(Store store) {
        assertThat(store.get(ADA, List.of(episode("e1")))).hasSize(1);
        assertThat(store.check(true).ok()).isTrue();
        assertRefused(() -> store.write(batch(ADA, put("e2"))));
        assertRefused(() -> store.erase(ADA, EraseRequest.EVERYTHING, nothing(ADA)));
        assertThat(store.head(ADA).revision()).isEqualTo(1);
        assertThat(store.head(ADA).epoch()).isZero();
    }

    @Test
    void a_read_only_database_is_opened_and_read_and_refuses_writes() {
        PostgresStore.open(source).write(batch(ADA, put("e1")));
        source.setOptions("-c default_transaction_read_only=on");

        assertReadsAndRefusesWrites(PostgresStore.open(source));
    }

    @Test
    void a_read_only_database_without_tables_is_refused_and_gets_none() {
        source.setOptions("-c default_transaction_read_only=on");

        assertRefused(() -> PostgresStore.open(source));
        assertThat(PostgresServer.number(source, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"))
                .isZero();
    }

    @Test
    @EnabledIf("dev.daybook.postgres.PostgresServer#isRequired")
    void a_standby_is_opened_and_read_and_refuses_writes() throws Exception {
        PostgresStore.open(source).write(batch(ADA, put("e1")));
        PostgresServer standby = PostgresServer.get().startStandby();

        assertReadsAndRefusesWrites(PostgresStore.open(standby.connections(source.getCurrentSchema())));
    }
}
