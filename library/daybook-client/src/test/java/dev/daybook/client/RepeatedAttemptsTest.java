package dev.daybook.client;

import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.ConflictException;
import dev.daybook.error.EmbedderException;
import dev.daybook.error.GoneException;
import dev.daybook.error.ModelException;
import dev.daybook.error.StaleVersionException;
import dev.daybook.error.StoreException;
import dev.daybook.model.Fact;
import dev.daybook.model.NewFact;
import dev.daybook.query.ClientOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RepeatedAttemptsTest {

    private static final ClientOptions AT_ONCE =
            ClientOptions.DEFAULTS.pause(Duration.ZERO).attempts(3);

    private static final String RECEIPT = "{\"id\":\"e1\",\"position\":1,\"revision\":1,\"durable\":true,"
            + "\"words\":\"done\",\"vector\":\"off\",\"derived\":\"off\"}";

    private ScriptedServer server;
    private Daybook daybook;
    private Memory ada;

    @BeforeEach
    void connect() throws IOException {
        server = new ScriptedServer();
        daybook = Daybook.connect(server.uri(), AT_ONCE.key("a key"));
        ada = daybook.user("ada");
    }

    @AfterEach
    void close() throws IOException {
        daybook.close();
        server.close();
    }

    @Test
    void a_write_whose_connection_breaks_is_repeated_with_the_same_id() {
        server.breaksOff().breaksOff().answers(201, "[" + RECEIPT + "]");

        assertThat(ada.session("s").remember(user("The kettle is blue.")).position())
                .isEqualTo(1);

        assertThat(server.received()).hasSize(3);
        assertThat(server.received().stream().distinct()).hasSize(1);
        assertThat(server.received().get(0).body()).contains("\"id\":\"ep_");
    }

    @Test
    void a_write_without_an_id_is_not_repeated_after_its_connection_broke() {
        server.breaksOff();

        StoreException failure = catchThrowableOfType(
                StoreException.class, () -> ada.notes().remember("The ladder is behind the shed."));

        assertThat(failure.outcomeUnknown()).isTrue();
        assertThat(failure).hasMessageContaining(server.uri().toString());
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void a_forget_and_an_append_are_not_repeated_after_their_connection_broke() {
        server.breaksOff().breaksOff();

        assertThatThrownBy(() -> ada.facts().forget("f1"))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.outcomeUnknown()).isTrue());
        assertThatThrownBy(() -> ada.blocks().append("persona", "Likes boats."))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        e -> assertThat(e.outcomeUnknown()).isTrue());
        assertThat(server.received()).hasSize(2);
    }

    @Test
    void a_server_that_refuses_for_now_is_asked_again_for_any_write() {
        server.answers(503, problem("unavailable", "starting", ""), "Retry-After: 0")
                .answers(429, problem("limited", "too much", ""), "Retry-After: 0")
                .answers(201, RECEIPT);

        assertThat(ada.notes().remember("The ladder is behind the shed.")).isPresent();
        assertThat(server.received()).hasSize(3);
    }

    @Test
    void a_pause_beyond_the_timeout_fails_at_once() {
        server.answers(429, problem("limited", "too much", ""), "Retry-After: 3600");

        assertThatThrownBy(ada.archive()::profile)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.retryable()).isTrue())
                .hasMessage("too much");
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void a_pause_until_a_date_beyond_the_timeout_fails_at_once() {
        server.answers(429, problem("limited", "too much", ""), "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT");

        assertThatThrownBy(ada.archive()::profile).hasMessage("too much");
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void a_pause_without_an_end_fails_at_once() {
        server.answers(503, problem("limited", "too much", ""), "Retry-After: " + Long.MAX_VALUE);

        assertThatThrownBy(ada.archive()::profile).hasMessage("too much");
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void a_time_without_an_end_is_allowed() {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        server.answers(200, "{\"hits\":[]}");

        try (Daybook patient = Daybook.connect(
                server.uri(),
                ClientOptions.DEFAULTS.timeout(forever).connectTimeout(forever).pause(forever))) {
            assertThat(patient.user("ada").recall("kettle")).isEmpty();
        }
    }

    @Test
    void an_interrupted_call_says_so_and_the_thread_stays_interrupted() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> ada.recall("kettle"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void attempts_are_bounded() {
        server.breaksOff().breaksOff().breaksOff();

        // Not a GET, which the client of the JDK repeats itself.
        assertThatThrownBy(() -> ada.recall("kettle"))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.retryable()).isTrue());
        assertThat(server.received()).hasSize(3);
    }

    @Test
    void a_write_that_is_never_answered_names_the_ids_to_repeat_it_with() {
        server.breaksOff()
                .answers(429, problem("limited", "too much", ""), "Retry-After: 0")
                .answers(429, problem("limited", "too much", ""), "Retry-After: 0");

        StoreException failure = catchThrowableOfType(
                StoreException.class, () -> ada.session("s").remember(user("The kettle is blue.")));

        assertThat(failure.outcomeUnknown()).isTrue();
        assertThat(failure.ids()).singleElement().asString().startsWith("ep_");
        assertThat(server.received().get(0).body()).contains(failure.ids().get(0));
    }

    @Test
    void a_server_that_is_down_is_named_with_the_remedy() throws IOException {
        URI nowhere = server.uri();
        server.close();

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> ada.recall("kettle"),
                () -> ada.session("s").remember(user("The kettle is blue.")),
                () -> ada.notes().remember("The ladder is behind the shed."))) {
            assertThatThrownBy(call)
                    .isInstanceOfSatisfying(StoreException.class, e -> {
                        assertThat(e.retryable()).isTrue();
                        assertThat(e.outcomeUnknown()).isFalse();
                    })
                    .hasMessageContainingAll(nowhere.toString(), "had no effect", "daybook serve");
        }
    }

    @Test
    void refusals_are_the_exceptions_of_the_library() {
        refused(400, problem("invalid", "limit is 7; use 5", ""), IllegalArgumentException.class);
        refused(401, problem("unauthorized", "the key is unknown", ""), SecurityException.class);
        refused(403, problem("forbidden", "lacks the right 'write'", ""), SecurityException.class);
        refused(404, problem("not_found", "nothing is here for this key", ""), SecurityException.class);
        refused(404, problem("not_found", "there is no such session", ""), IllegalArgumentException.class);
        refused(409, problem("conflict", "changed", ""), ConflictException.class);
        refused(410, problem("gone", "undone before", ""), GoneException.class);
        refused(412, problem("precondition", "at version 8", ""), StaleVersionException.class);
        refused(503, problem("unavailable", "no answer", ",\"trouble\":\"timeout\""), ModelException.class);
        refused(503, problem("unavailable", "no width", "", "Embedder unavailable"), EmbedderException.class);
        refused(500, problem("failed", "internal error", ""), StoreException.class);
    }

    private void refused(int status, String problem, Class<? extends Throwable> expected) {
        int before = server.received().size();
        server.answers(status, problem);
        String detail = problem.substring(problem.indexOf("\"detail\":\"") + 10, problem.length() - 2);

        assertThatThrownBy(ada.archive()::profile)
                .isInstanceOf(expected)
                .hasMessageContaining(detail.contains("\"") ? detail.substring(0, detail.indexOf('"')) : detail);
        assertThat(server.received()).hasSize(before + 1);
    }

    @Test
    void an_unknown_outcome_of_the_server_names_the_ids() {
        server.answers(
                503,
                problem(
                        "unavailable",
                        "the disk failed; to repeat it, give the same id (e1), with which it is the same write",
                        ",\"outcome\":\"unknown\",\"ids\":[\"e1\"]"));

        StoreException failure = catchThrowableOfType(
                StoreException.class, () -> ada.session("s").remember(user("The kettle is blue.")));

        assertThat(failure.outcomeUnknown()).isTrue();
        assertThat(failure.ids()).containsExactly("e1");
        assertThat(failure)
                .hasMessage("the disk failed; to repeat it, give the same id (e1), with which it is the same write");
    }

    @Test
    void another_server_is_told_from_a_daybook() {
        server.answers(200, "<html>").answers(404, "<html>");

        assertThatThrownBy(ada.archive()::profile)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("address");
        assertThatThrownBy(ada.archive()::profile)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Daybook server");
        server.answers(400, "{\"code\":5,\"detail\":[]}")
                .answers(503, problem("model", "it failed", ",\"trouble\":\"rain\""));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(ada.archive()::profile)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("Daybook server");
        }
    }

    @Test
    void a_closed_connection_and_a_wrong_address_are_refused() {
        daybook.close();

        assertThatThrownBy(ada.archive()::profile).isInstanceOf(IllegalStateException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Daybook.connect(URI.create("file:/tmp"), ClientOptions.DEFAULTS));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Daybook.connect(URI.create(server.uri() + "/#v1"), ClientOptions.DEFAULTS))
                .withMessageContaining("fragment");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Daybook.connect(URI.create("http://127.0.0.1:74110"), ClientOptions.DEFAULTS))
                .withMessageContaining(":74110");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void a_key_with_a_line_end_is_refused_without_a_message_that_shows_it() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientOptions.DEFAULTS.key("daybook_secret\n"))
                .withMessageContainingAll("key has the character U+000A at index 14", "line end")
                .withMessageNotContaining("secret");
    }

    private static String problem(String code, String detail, String more) {
        return problem(code, detail, more, "Title");
    }

    private static String problem(String code, String detail, String more, String title) {
        return "{\"type\":\"about:blank\",\"title\":\"" + title + "\",\"code\":\"" + code + "\",\"detail\":\"" + detail
                + "\"" + more + "}";
    }

    @Test
    void an_answer_with_other_fields_than_those_of_a_daybook_server_is_a_failure_of_the_server() {
        List<ThrowingCallable> calls = List.of(
                () -> ada.recall("kettle"),
                () -> ada.sessions(),
                () -> ada.session("s").turns(20),
                () -> ada.notes().latest(0, 5),
                () -> ada.session("s").context("kettle"),
                () -> ada.session("s").remember(user("The kettle is blue.")),
                () -> ada.find(Fact.class, "f1"),
                () -> ada.forget(Selection.episode("e1")),
                () -> ada.operations().undo("op1"),
                () -> ada.quarantine().list(),
                () -> ada.facts().rejected(),
                () -> ada.without(Selection.episode("e1")).recall(Query.of("kettle")),
                () -> ada.preview(Selection.episode("e1")).receipt(),
                () -> daybook.space("default").bank().list(),
                () -> ada.notes().remember("The ladder is behind the shed."));
        for (ThrowingCallable call : calls) {
            server.answers(200, "{\"status\":\"ok\"}");

            StoreException failure = catchThrowableOfType(StoreException.class, call);

            assertThat(failure).hasMessageContainingAll("none of a Daybook server", "check the address");
            assertThat(failure.retryable()).isFalse();
        }
        assertThat(server.received()).hasSize(calls.size());
    }

    @Test
    void a_write_with_an_answer_that_cannot_be_read_may_have_been_done() {
        for (String answer : List.of("{\"status\":\"ok\"}", "[{\"status\":\"ok\"}]", "<html>")) {
            List<ThrowingCallable> writes = List.of(
                    () -> ada.session("s").remember(user("The kettle is blue.")),
                    () -> ada.forget(Selection.episode("e1")),
                    () -> ada.consolidate(),
                    () -> ada.notes().remember("The ladder is behind the shed."));
            for (ThrowingCallable write : writes) {
                server.answers(200, answer);

                assertThat(catchThrowableOfType(StoreException.class, write).outcomeUnknown())
                        .isTrue();
            }
            server.answers(200, answer);
            assertThat(catchThrowableOfType(StoreException.class, () -> ada.recall("kettle"))
                            .outcomeUnknown())
                    .isFalse();
        }
    }

    @Test
    void fewer_receipts_than_entries_are_no_answer_of_a_daybook_server() {
        for (String answer : List.of("[]", "null", "[" + RECEIPT + "," + RECEIPT + "]")) {
            server.answers(201, answer).answers(201, answer);

            assertThatThrownBy(() -> ada.session("s").remember(user("The kettle is blue.")))
                    .isInstanceOfSatisfying(StoreException.class, e -> {
                        assertThat(e.outcomeUnknown()).isTrue();
                        assertThat(e.ids()).hasSize(1);
                    })
                    .hasMessageContaining("none of a Daybook server");
            assertThatThrownBy(() -> ada.facts().remember(NewFact.of("ada", "likes", "tea")))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            e -> assertThat(e.outcomeUnknown()).isTrue());
        }
    }

    @Test
    void an_empty_answer_of_another_server_is_no_export_of_an_empty_memory() {
        server.answers(200, "").answers(200, "", "Content-Type: application/x-ndjson");

        assertThatThrownBy(() -> ada.archive().exportAll())
                .isInstanceOf(StoreException.class)
                .hasMessageContainingAll("content type is none", "check the address");
        assertThat(ada.archive().exportAll()).isEmpty();
    }

    @Test
    void a_proxy_that_gave_up_leaves_the_outcome_of_a_write_open_and_is_asked_again_where_that_is_safe() {
        for (int status : new int[] {502, 503, 504}) {
            server.answers(status, "<html>");
            assertThatThrownBy(() -> ada.notes().remember("The ladder is behind the shed."))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            e -> assertThat(e.outcomeUnknown()).isTrue())
                    .hasMessageContaining("a proxy answered " + status);

            server.answers(status, "<html>").answers(201, "[" + RECEIPT + "]");
            assertThat(ada.session("s").remember(user("The kettle is blue.")).position())
                    .isEqualTo(1);

            server.answers(status, "<html>").answers(status, "<html>").answers(status, "<html>");
            assertThatThrownBy(() -> ada.recall("kettle")).isInstanceOfSatisfying(StoreException.class, e -> {
                assertThat(e.retryable()).isTrue();
                assertThat(e.outcomeUnknown()).isFalse();
            });
        }
    }

    @Test
    void a_page_of_notes_far_behind_the_last_is_asked_for_in_the_numbers_of_the_server() {
        server.answers(200, "{\"notes\":[]}");

        assertThat(ada.notes().latest(Integer.MAX_VALUE, 1)).isEmpty();
        assertThat(server.received().get(0).line()).contains("begin=" + Integer.MAX_VALUE + "&");
    }
}
