package dev.daybook.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreConnector;
import dev.daybook.store.Store;
import dev.daybook.testkit.store.BatchFixture;
import java.net.URI;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The addresses of PostgreSQL stores, and what is said of wrong ones. */
class PostgresConnectorTest {

    private static final String SECRET = "hunter-2-secret";

    private static Store connect(String address) {
        return ServiceLoader.load(StoreConnector.class)
                .findFirst()
                .orElseThrow()
                .connect(URI.create(address), SECRET, MasterKeys.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres://host/memory",
                "postgres://ada@host",
                "postgres://ada@host/",
                "postgres://ada@host/a/b",
                "postgres:memory"
            })
    void an_incomplete_address_is_refused_with_a_complete_one(String address) {
        assertThatThrownBy(() -> connect(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("postgres://USER@HOST:5432/DATABASE?schema=NAME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"loggerLevel=TRACE", "schema", "schema=", "socketFactory=x", "=", ""})
    void other_parameters_than_those_of_an_address_are_refused(String query) {
        assertThatThrownBy(() -> connect("postgres://ada@127.0.0.1:1/memory?" + query))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("schema, sslmode, sslrootcert");
    }

    @Test
    void a_server_that_is_not_there_is_said_to_be_unreachable() {
        assertThatThrownBy(() -> connect("postgresql://ada@127.0.0.1:1/memory"))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.retryable()).isTrue())
                .hasMessageStartingWith("the database cannot be reached")
                .message()
                .hasLineCount(1)
                .doesNotContain(SECRET);
    }

    @Test
    @EnabledIf("dev.daybook.postgres.PostgresServer#isInstalled")
    void a_store_is_opened_by_its_address_and_a_missing_database_or_schema_is_named() {
        String server = "postgres://daybook@"
                + PostgresServer.get().source("by_address").getServerNames()[0] + ":"
                + PostgresServer.get().source("by_address").getPortNumbers()[0];

        try (Store store = connect(server + "/postgres?schema=by_address")) {
            store.write(BatchFixture.batch(new Scope.Shared(Space.DEFAULT), BatchFixture.put("e1")));
            assertThat(store.spaces(null, 10).items()).containsExactly(Space.DEFAULT);
        }
        assertThatThrownBy(() -> connect(server + "/nowhere"))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("the database does not exist");
        assertThatThrownBy(() -> connect(server + "/postgres?schema=nowhere"))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("the schema does not exist");
    }
}
