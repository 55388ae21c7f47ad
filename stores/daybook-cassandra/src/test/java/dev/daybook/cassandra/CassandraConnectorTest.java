package dev.daybook.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreConnector;
import dev.daybook.store.Store;
import dev.daybook.testkit.store.BatchFixture;
import java.net.URI;
import java.util.List;
import java.util.ServiceLoader;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The addresses of Cassandra stores, and the messages about wrong ones. */
class CassandraConnectorTest {

    private static final String SECRET = "hunter-2-secret";

    private static Store connect(String address) {
        return connect(address, SECRET);
    }

    private static Store connect(String address, @Nullable String password) {
        return ServiceLoader.load(StoreConnector.class)
                .findFirst()
                .orElseThrow()
                .connect(URI.create(address), password, MasterKeys.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cassandra:memory",
                "cassandra://ada@host",
                "cassandra://ada@host,host2/",
                "cassandra://host/a/b",
                "cassandra://host:x/memory",
                "cassandra://host/memory?datacenter=",
                "cassandra://host/memory?password=x"
            })
    void an_incomplete_address_is_refused_with_a_complete_one(String address) {
        assertThatThrownBy(() -> connect(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cassandra://USER@HOST:9042,HOST/KEYSPACE?datacenter=NAME")
                .hasMessageNotContaining(SECRET);
    }

    @Test
    void a_user_without_a_password_is_refused() {
        assertThatThrownBy(() -> connect("cassandra://ada@127.0.0.1:1/memory", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no password; give it");
    }

    @Test
    void a_cluster_that_is_not_there_is_said_to_be_unreachable() {
        assertThatThrownBy(() -> connect("cassandra://ada@127.0.0.1:1/memory"))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.retryable()).isTrue())
                .hasMessageStartingWith("the cluster cannot be reached")
                .message()
                .hasLineCount(1)
                .doesNotContain(SECRET);
    }

    @Test
    @EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
    void a_store_is_opened_by_its_address_and_a_missing_keyspace_is_named() {
        String address = CassandraCluster.get().address();
        String id = UUID.randomUUID().toString();

        // The node of the test asks for no user and takes any.
        try (Store store = connect(address.replace("//", "//ada@"))) {
            store.write(BatchFixture.batch(BatchFixture.ADA, BatchFixture.put(id)));
        }
        try (Store store = connect(address + "?datacenter=datacenter1")) {
            assertThat(store.get(BatchFixture.ADA, List.of(BatchFixture.episode(id))))
                    .hasSize(1);
        }
        assertThatThrownBy(() -> connect(address + "_missing"))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("the keyspace does not exist");
    }
}
