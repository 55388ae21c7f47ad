package dev.daybook.server.http;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.error.StoreException;
import dev.daybook.model.Episode;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Turn;
import dev.daybook.query.ClientOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of one server, found by {@link Daybook#connect}, with keys. */
class ConnectedClientsTest {

    @TempDir
    Path folder;

    @Test
    void two_clients_share_one_memory() {
        try (TestServer server = TestServer.closed(folder);
                Daybook one = connect(server, keyOfAll(server));
                Daybook other = connect(server, keyOfAll(server))) {
            one.user("ada").session("trip").remember(user("The ferry to Capri leaves at nine."), assistant("Noted."));

            List<Hit> hits = other.user("ada").recall("when does the ferry leave?");

            assertThat(hits)
                    .singleElement()
                    .satisfies(hit -> assertThat(hit.text()).contains("leaves at nine"));
            assertThat(other.user("ada").session("trip").context("The ferry?").text())
                    .contains("leaves at nine");
            assertThat(other.user("bob").recall("ferry")).isEmpty();
        }
    }

    /** Shown in docs/client.md. */
    @Test
    void the_program_of_the_page_runs() {
        try (TestServer server = TestServer.closed(folder)) {
            URI address = server.uri("");
            String key = keyOfAll(server);
            // tag::client[]
            ClientOptions options = ClientOptions.DEFAULTS
                    .key(key)
                    .timeout(Duration.ofMinutes(2))
                    .attempts(8);
            try (Daybook daybook = Daybook.connect(address, options)) {
                Memory ada = daybook.user("ada");
                ada.session("trip").remember(user("The ferry to Capri leaves at nine."), assistant("Noted."));
                List<Hit> hits = ada.recall("when does the ferry leave?");
                Context context = ada.session("another trip").context("Which ferry should I take?");
                assertThat(hits).hasSize(1);
                assertThat(context.text()).contains("leaves at nine");
            }
            // end::client[]
        }
    }

    @Test
    void two_clients_write_to_one_session_and_lose_nothing() throws Exception {
        try (TestServer server = TestServer.closed(folder);
                Daybook one = connect(server, keyOfAll(server));
                Daybook other = connect(server, keyOfAll(server))) {
            ExecutorService threads = Executors.newFixedThreadPool(2);
            Future<?> first = threads.submit(() -> write(one, "one"));
            Future<?> second = threads.submit(() -> write(other, "other"));
            first.get();
            second.get();
            threads.shutdown();

            List<Turn> turns = one.user("ada").session("trip").turns(100);
            assertThat(turns)
                    .hasSize(40)
                    .isEqualTo(other.user("ada").session("trip").turns(100));
            assertThat(turns.stream()
                            .map(turn -> turn.message().text())
                            .filter(text -> text.startsWith("other"))
                            .toList())
                    .hasSize(20)
                    .startsWith("other 0")
                    .endsWith("other 19");
        }
    }

    private static void write(Daybook daybook, String name) {
        for (int i = 0; i < 20; i++) {
            daybook.user("ada").session("trip").remember(user(name + " " + i));
        }
    }

    @Test
    void a_wrong_key_and_a_key_of_another_space_are_refused_by_name() {
        try (TestServer server = TestServer.closed(folder);
                Daybook wrong = connect(server, "no key");
                Daybook elsewhere = connect(server, server.key("acme", AccessRight.READ))) {
            assertThatThrownBy(() -> wrong.user("ada").recall("ferry"))
                    .isInstanceOf(SecurityException.class)
                    .hasMessageContainingAll(server.uri("").toString(), "key is unknown");
            assertThatThrownBy(() -> elsewhere.user("ada").find(Episode.class, "e1"))
                    .isInstanceOf(SecurityException.class)
                    .hasMessageContaining("use a key of its space");
        }
    }

    @Test
    void a_key_that_lacks_a_right_is_told_which() {
        try (TestServer server = TestServer.closed(folder);
                Daybook reader = connect(server, server.key("default", AccessRight.READ))) {
            assertThat(reader.user("ada").recall("ferry")).isEmpty();
            assertThatThrownBy(() -> reader.user("ada").session("s").remember(user("The kettle is blue.")))
                    .isInstanceOf(SecurityException.class)
                    .hasMessageContaining("'write'");
        }
    }

    @Test
    void only_an_import_states_trust_and_recording_time() {
        NewFact fact = NewFact.of("Ada", "lives in", "Lisbon").trust(Trust.SYSTEM);
        try (TestServer server = TestServer.closed(folder);
                Daybook writer = connect(server, server.key("default", AccessRight.READ, AccessRight.WRITE));
                Daybook owner = connect(server, keyOfAll(server))) {
            assertThatThrownBy(() -> writer.user("ada").facts().remember(fact))
                    .isInstanceOf(SecurityException.class)
                    .hasMessageContaining("'admin'");
            String id = owner.user("ada").facts().remember(fact).id();

            assertThat(writer.user("ada").facts().find(id))
                    .get()
                    .satisfies(found -> assertThat(found.trust()).isEqualTo(Trust.SYSTEM));
        }
    }

    @Test
    void a_connection_has_no_call_for_an_operator() {
        try (TestServer server = TestServer.open(folder);
                Daybook daybook = connect(server, null)) {
            assertThat(daybook).isNotInstanceOf(LocalDaybook.class);
        }
    }

    @Test
    void a_batch_that_a_server_does_not_take_is_refused_as_a_whole() {
        List<NewEpisode> episodes = IntStream.range(0, 1_001)
                .mapToObj(i -> NewEpisode.of(user("The kettle is blue.")))
                .toList();
        try (TestServer server = TestServer.open(folder);
                Daybook daybook = connect(server, null)) {
            assertThatThrownBy(() -> daybook.user("ada").remember(episodes))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("1001 episodes", "at most 1000 at a time");
            assertThat(daybook.user("ada").archive().exportAll()).isEmpty();
        }
    }

    @Test
    void a_server_that_has_stopped_is_named() {
        try (TestServer server = TestServer.open(folder)) {
            URI address = server.uri("");
            Daybook daybook = Daybook.connect(address, ClientOptions.DEFAULTS.attempts(1));
            daybook.user("ada").session("s").remember(user("The kettle is blue."));
            server.server.close();

            assertThatThrownBy(() -> daybook.user("ada").archive().profile())
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(address.toString());
        }
    }

    @Test
    void a_client_goes_on_when_its_server_is_back() {
        NewEpisode episode = NewEpisode.of(user("The kettle is blue.")).id("e1");
        TestServer first = TestServer.open(folder);
        URI address = first.uri("");
        try (Daybook daybook = Daybook.connect(address, ClientOptions.DEFAULTS.attempts(1))) {
            daybook.user("ada").archive().profile();
            first.close();
            assertThatThrownBy(() -> daybook.user("ada").remember(episode)).isInstanceOf(StoreException.class);

            try (TestServer second = TestServer.with(folder, ServeOptions.loopback(address.getPort(), true))) {
                long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
                while (!isRemembered(daybook, episode) && System.nanoTime() < end) {
                    Thread.onSpinWait();
                }

                assertThat(second.daybook.user("ada").archive().exportAll()).hasSize(1);
                assertThat(second.daybook.user("ada").find(Episode.class, "e1")).isPresent();
            }
        }
    }

    private static boolean isRemembered(Daybook daybook, NewEpisode episode) {
        try {
            daybook.user("ada").remember(episode);
            return true;
        } catch (StoreException away) {
            return false;
        }
    }

    private static String keyOfAll(TestServer server) {
        return server.key("default", AccessRight.values());
    }

    private static Daybook connect(TestServer server, @Nullable String key) {
        return Daybook.connect(server.uri(""), ClientOptions.DEFAULTS.key(key));
    }
}
