package dev.daybook.chroma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.StoreException;
import dev.daybook.error.StoreInUseException;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.WriteBatch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures between the store and a server, and their messages. */
class BadServerTest {

    private static final Scope ADA = new Scope.User(Space.DEFAULT, "ada");
    private static final Instant NOON = Instant.parse("2025-03-01T12:00:00Z");

    private ScriptedChroma chroma;

    BadServerTest() throws IOException {
        chroma = new ScriptedChroma();
    }

    @BeforeEach
    void isAlone() {
        assertThat(chroma.calls("")).isEmpty();
    }

    @AfterEach
    void close() {
        chroma.close();
    }

    private static WriteBatch batch(int puts, String body) {
        Blob bytes = Blob.of(body);
        List<EntryPut> all = new ArrayList<>();
        for (int i = 0; i < puts; i++) {
            all.add(new EntryPut(
                    new EntryKey(Kind.EPISODE, "e" + i),
                    null,
                    NOON,
                    NOON,
                    EntryPut.LIVE,
                    bytes,
                    Map.of(),
                    EntryPut.ANY));
        }
        return new WriteBatch(ADA, UUID.randomUUID().toString(), all, List.of(), List.of(), null);
    }

    private static Consumer<Throwable> isRetryable(boolean retryable) {
        return thrown -> assertThat(((StoreException) thrown).retryable()).isEqualTo(retryable);
    }

    private static void fails(ThrowingCallable call, boolean retryable, String... words) {
        assertThatThrownBy(call)
                .isInstanceOf(StoreException.class)
                .hasMessageContainingAll(words)
                .satisfies(isRetryable(retryable));
    }

    @Test
    void a_server_that_is_not_there_is_named_and_worth_another_try() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        URI nowhere = URI.create("http://127.0.0.1:" + port);

        fails(() -> ChromaStore.at(nowhere).open(), true, nowhere.toString(), "see that the server runs");
    }

    @Test
    void a_server_that_does_not_answer_is_not_waited_for_for_ever() {
        chroma.hangs("GET", "/pre-flight-checks");

        fails(() -> chroma.store().timeout(Duration.ofMillis(200)).open(), true, "200 ms", "call again");
        assertThat(chroma.calls("pre-flight")).hasSize(3);
    }

    @Test
    void a_server_of_the_first_api_is_too_old() {
        chroma.answers("GET", "/pre-flight-checks", 404, "{}").answers("GET", "/api/v1/heartbeat", 410, "{}");

        fails(() -> chroma.store().open(), false, "410");
        chroma.answers("GET", "/api/v1/heartbeat", 200, "{}");
        fails(() -> chroma.store().open(), false, "API v1 only", "start Chroma 1.0 or later");
    }

    @Test
    void something_else_than_chroma_is_told_apart() {
        chroma.answers("GET", "/pre-flight-checks", 404, "nothing here");

        fails(() -> chroma.store().open(), false, "there is no Chroma server at", "http://127.0.0.1:8000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>a page of a proxy</html>", "", "{\"max_batch_size\":", "\u0000"})
    void malformed_input_is_an_error_that_does_not_quote_it(String rubbish) {
        chroma.answers("GET", "/pre-flight-checks", 200, rubbish);

        assertThatThrownBy(() -> chroma.store().open())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(chroma.url().toString())
                .message()
                .doesNotContain("proxy");
    }

    @Test
    void an_answer_of_another_shape_is_an_error() {
        chroma.answers("GET", "/pre-flight-checks", 200, "{\"max_batch_size\":\"many\"}");

        fails(() -> chroma.store().open(), false, "does not say how many rows it takes");
    }

    @Test
    void a_refused_token_is_reported() {
        chroma.answers("GET", "/pre-flight-checks", 401, "{}");

        fails(() -> chroma.store().token("wrong").open(), false, "401", "token");
        assertThat(chroma.calls("pre-flight")).hasSize(1);
    }

    @Test
    void a_call_that_the_server_lacks_is_named() {
        chroma.answers("POST", "/get", 405, "{}").answers("GET", "/collections/jeeves_episodes", 200, someCollection());

        try (ChromaStore store = chroma.store().open()) {
            fails(() -> store.head(ADA), false, "405", "/get", "API v2");
        }
    }

    private static String someCollection() {
        return ScriptedChroma.collection("jeeves", 384);
    }

    @Test
    void an_answer_that_breaks_off_is_an_error_and_the_next_call_finds_all_well() {
        chroma.answers("GET", "/collections/jeeves_episodes", 200, someCollection());
        try (ChromaStore store = chroma.store().open()) {
            chroma.breaksOff("POST", "/jeeves/get");
            fails(() -> store.head(ADA), true, "no answer from Chroma");

            chroma.answers("POST", "/jeeves/get", 200, ScriptedChroma.rows());
            assertThat(store.head(ADA).revision()).isZero();
        }
    }

    @Test
    void an_answer_with_fewer_keys_than_ids_is_an_error() {
        chroma.answers("GET", "/collections/jeeves_episodes", 200, someCollection())
                .answers("POST", "/jeeves/get", 200, "{\"ids\":[\"a\",\"b\"],\"metadatas\":[{}],\"documents\":[null]}");

        try (ChromaStore store = chroma.store().open()) {
            fails(() -> store.head(ADA), true, "half an answer: 2 ids, 1 sets of keys");
        }
    }

    @Test
    void a_failure_that_may_pass_is_tried_again_and_one_that_may_not_is_not() {
        try (ChromaStore store = chroma.store().open()) {
            chroma.answers("POST", "/upsert", 503, "{\"error\":\"Busy\"}");
            fails(() -> store.write(batch(1, "x")), true, "503 (Busy)", "call again later");
            assertThat(chroma.calls("/upsert")).hasSize(3);

            chroma.answers("POST", "/upsert", 400, "{\"error\":\"InvalidArgumentError\",\"message\":\"secret text\"}");
            assertThatThrownBy(() -> store.write(batch(1, "x")))
                    .hasMessageContaining("InvalidArgumentError")
                    .message()
                    .doesNotContain("secret");
            assertThat(chroma.calls("/upsert")).hasSize(4);
        }
    }

    @Test
    void a_write_that_may_have_happened_is_told_as_such() {
        try (ChromaStore store = chroma.store().open()) {
            store.write(batch(1, "x"));
            chroma.answers("POST", "/upsert", 503, "{}");

            assertThatThrownBy(() -> store.write(batch(1, "y"))).satisfies(outcomeIsUnknown(true));
        }
    }

    @Test
    void a_write_that_was_refused_outright_has_not_happened() {
        try (ChromaStore store = chroma.store().open()) {
            store.write(batch(1, "x"));
            chroma.answers("POST", "/upsert", 400, "{}");

            assertThatThrownBy(() -> store.write(batch(1, "y"))).satisfies(outcomeIsUnknown(false));
        }
    }

    @Test
    void a_call_that_is_interrupted_while_it_writes_leaves_the_outcome_unknown() {
        try (ChromaStore store = chroma.store().open()) {
            store.write(batch(1, "x"));
            chroma.onCall("/upsert", Thread.currentThread()::interrupt);

            assertThatThrownBy(() -> store.write(batch(1, "y"))).satisfies(outcomeIsUnknown(true));
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static Consumer<Throwable> outcomeIsUnknown(boolean unknown) {
        return thrown -> assertThat(((StoreException) thrown).outcomeUnknown())
                .as(thrown.getMessage())
                .isEqualTo(unknown);
    }

    @Test
    void an_oversized_entry_is_refused_before_any_write() {
        try (ChromaStore store = chroma.store().open()) {
            store.write(batch(1, "small"));
            int before = chroma.calls("/upsert").size();

            assertThatThrownBy(() -> store.write(batch(1, "x".repeat(IntentJournal.MAX_BYTES))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("write less at a time");
            assertThatThrownBy(() ->
                            store.write(batch(3 * IntentJournal.MAX_PARTS, "x".repeat(IntentJournal.MAX_BYTES / 2))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("write less at a time");
            assertThat(chroma.calls("/upsert")).hasSize(before);
            assertThat(store.head(ADA).revision()).isEqualTo(1);
        }
    }

    @Test
    void a_process_that_lost_the_store_writes_nothing_more() {
        try (ChromaStore store = chroma.store().open()) {
            store.write(batch(1, "x"));
            int before = chroma.calls("/upsert").size();
            chroma.answers("GET", "-owner-1", 404, "{}");

            fails(() -> store.write(batch(1, "y")), false, "taken over by another process");
            assertThat(chroma.calls("/upsert")).hasSize(before);
        }
    }

    @Test
    void of_two_concurrent_openers_only_one_gets_the_store() {
        chroma.answers("POST", "/collections", 409, "{}");

        assertThatThrownBy(() -> chroma.store().open())
                .isInstanceOf(StoreInUseException.class)
                .hasMessageContaining("another process has just opened");
    }

    @Test
    void an_owner_that_has_not_left_is_named_if_it_is_not_to_be_taken_over() {
        String taken = "[{\"id\":\"9\",\"name\":\"daybook-jeeves_episodes-owner-7\"}]";
        chroma.answers("GET", "/collections?", 200, taken)
                .answers("GET", "-owner-7", 200, "{\"id\":\"9\",\"metadata\":{\"daybook_owner\":\"the shop\"}}");

        assertThatThrownBy(() -> chroma.store().refuseIfInUse().open())
                .isInstanceOf(StoreInUseException.class)
                .hasMessageContaining("in use by the shop");
        assertThat(chroma.calls("POST")).isEmpty();
    }

    @Test
    void a_store_can_be_closed_when_its_server_is_gone() {
        ChromaStore store = chroma.store().open();
        chroma.close();
        store.close();

        assertThatThrownBy(() -> store.head(ADA)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void an_address_that_is_none_is_refused() {
        assertThatThrownBy(() -> ChromaStore.at(URI.create("localhost:8000")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give one as http://127.0.0.1:8000");
        assertThatThrownBy(() -> chroma.store().collections("no", "good"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("episodes is 'no'");
        assertThatThrownBy(() -> chroma.store().collections("same", "same")).hasMessageContaining("one each");
    }
}
