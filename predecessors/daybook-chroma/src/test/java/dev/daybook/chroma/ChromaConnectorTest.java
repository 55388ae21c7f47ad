package dev.daybook.chroma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.error.StoreInUseException;
import dev.daybook.model.Space;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreConnector;
import dev.daybook.store.Store;
import dev.daybook.testkit.store.BatchFixture;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The addresses of Chroma stores, and what is said of wrong ones. */
class ChromaConnectorTest {

    private InMemoryChroma server;

    @BeforeEach
    void start() throws IOException {
        server = new InMemoryChroma();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static Store connect(String address) {
        return connect(address, MasterKeys.NONE);
    }

    private static Store connect(String address, MasterKeys keys) {
        return ServiceLoader.load(StoreConnector.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(connector -> connector.schemes().contains("chroma"))
                .findFirst()
                .orElseThrow()
                .connect(URI.create(address), "a token", keys);
    }

    private String address() {
        return "chroma://127.0.0.1:" + server.url().getPort();
    }

    @Test
    void a_master_key_is_refused_because_another_program_reads_the_rows() {
        MasterKey key = MasterKey.of("a key of a test with 32 letters.".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> connect(address(), new MasterKeys(key, null, null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not encrypt its records");
    }

    private static boolean isEmpty(Store store) {
        return store.spaces(null, 10).items().isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"chroma:tenant", "chroma://host/a/b", "chroma://ada@host/tenant"})
    void another_form_of_address_is_refused_with_the_right_one(String address) {
        assertThatThrownBy(() -> connect(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chroma://HOST:8000/TENANT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"token=x", "episodes", "episodes=", "=", ""})
    void other_parameters_than_those_of_an_address_are_refused(String query) {
        assertThatThrownBy(() -> connect("chroma://127.0.0.1:1/tenant?" + query))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("episodes, facts, takeover");
    }

    @Test
    void a_server_that_is_not_there_is_said_to_be_unreachable() {
        assertThatThrownBy(() -> connect("chroma://127.0.0.1:1/tenant"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("127.0.0.1:1");
    }

    @Test
    void tenants_and_collections_are_stores_of_their_own() {
        try (Store store = connect(address())) {
            store.write(BatchFixture.batch(BatchFixture.ADA, BatchFixture.put("e1")));
        }

        try (Store store = connect(address() + "/")) {
            assertThat(store.spaces(null, 10).items()).containsExactly(Space.DEFAULT);
        }
        try (Store store = connect(address() + "/other")) {
            assertThat(isEmpty(store)).isTrue();
        }
        try (Store store = connect(address() + "/default_tenant?episodes=my_episodes&facts=my_facts")) {
            assertThat(isEmpty(store)).isTrue();
        }
        try (Store store = connect(address() + "?episodes=jeeves_episodes")) {
            assertThat(isEmpty(store)).isFalse();
        }
    }

    @Test
    void a_store_in_use_is_refused_unless_it_is_to_be_taken_over() {
        try (Store used = connect(address())) {
            assertThatThrownBy(() -> connect(address()))
                    .isInstanceOf(StoreInUseException.class)
                    .hasMessageContaining("takeover=true");
            used.write(BatchFixture.batch(BatchFixture.ADA, BatchFixture.put("e1")));

            connect(address() + "?takeover=true").close();

            assertThatThrownBy(() -> used.write(BatchFixture.batch(BatchFixture.ADA, BatchFixture.put("e2"))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("taken over");
        }
    }
}
