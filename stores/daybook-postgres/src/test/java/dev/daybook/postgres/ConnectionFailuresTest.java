package dev.daybook.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.zaxxer.hikari.HikariDataSource;
import dev.daybook.error.StoreException;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.postgresql.ds.PGSimpleDataSource;

/** Addresses that lead to no store. */
@EnabledIf("dev.daybook.postgres.PostgresServer#isInstalled")
class ConnectionFailuresTest {

    private static void assertRefused(String url, String user, String text, boolean retryable) {
        assertThatThrownBy(() -> PostgresStore.connect(url, user, ""))
                .asInstanceOf(type(StoreException.class))
                .satisfies(refusal -> {
                    assertThat(refusal).hasMessageContaining(text);
                    assertThat(refusal.retryable()).isEqualTo(retryable);
                    assertThat(refusal.outcomeUnknown()).isFalse();
                });
    }

    @Test
    void a_missing_database_schema_or_user_is_named_and_not_tried_again() {
        PGSimpleDataSource source = PostgresServer.get().connections("absent");

        assertRefused(source.getUrl(), "daybook", "the schema does not exist", false);
        assertRefused(source.getUrl(), "nobody", "the server refused the user", false);
        source.setDatabaseName("absent");
        assertRefused(source.getUrl(), "daybook", "the database does not exist", false);
    }

    @Test
    void a_server_that_does_not_answer_may_be_tried_again() throws Exception {
        PGSimpleDataSource source = PostgresServer.get().connections("public");
        source.setPortNumbers(new int[] {PostgresServer.freePort()});

        assertRefused(source.getUrl(), "daybook", "the database cannot be reached", true);
    }

    @Test
    void a_call_of_the_default_pool_does_not_wait_for_a_silent_server_without_end() throws Exception {
        int port = PostgresServer.get().connections("public").getPortNumbers()[0];

        try (HikariDataSource pool =
                        ConnectionPool.open("jdbc:postgresql://127.0.0.1:" + port + "/postgres", "daybook", "");
                Connection connection = pool.getConnection()) {
            assertThat(connection.getNetworkTimeout()).isEqualTo(120_000);
        }
    }

    @Test
    void an_address_of_another_database_is_refused_and_not_quoted() {
        assertThatThrownBy(() -> PostgresStore.connect("postgres://ada:hidden@localhost/memory", "", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("jdbc:postgresql://HOST/DATABASE")
                .hasMessageNotContaining("hidden");
    }
}
