package dev.daybook.server.http;

import static dev.daybook.server.http.TestServer.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.query.Selection;
import dev.daybook.testkit.ScriptedModel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists in pages: the next of a page leads to the following one. */
class PagesOverHttpTest {

    private static final String SPACE = "/v1/spaces/default";

    @TempDir
    Path folder;

    private TestServer server;

    @BeforeEach
    void fill() {
        server = TestServer.over(
                Daybook.builder(new InMemoryStore()).noEmbedder().open(), folder);
        for (int i = 0; i < 7; i++) {
            write(i);
        }
    }

    @AfterEach
    void close() {
        server.close();
        server.daybook.close();
    }

    /** Something in each list. */
    private void write(int i) {
        Memory ada = server.daybook.user("ada");
        long position = ada.remember(
                        NewEpisode.of(Message.user("heron " + i)).id("e" + i).session("s" + i))
                .position();
        ada.session("s").remember(Message.user("crane " + i), Message.assistant("stork " + i));
        ada.session("s" + i).rememberSummary("A heron.", position);
        ada.facts().remember(NewFact.of("ada", "saw", "heron " + i).id("f" + i));
        ada.notes().remember(List.of("Note " + i), Origin.USER);
        ada.blocks().remember("b" + i, "text " + i);
        ada.blocks().remember("versions", "text " + i);
        server.daybook.user("u" + i).remember(NewEpisode.of(Message.user("heron")));
        server.daybook.space("space" + i).user("ada").remember(NewEpisode.of(Message.user("heron")));
        ada.remember(NewEpisode.of(Message.user("spam")).id("q" + i).session("spam"));
        ada.quarantine().hide(Selection.episode("q" + i));
    }

    private List<Object> walk(String path, String list, int limit, IntConsumer between) {
        List<Object> found = new ArrayList<>();
        Object next = null;
        for (int page = 0; page < 100; page++) {
            String more = (path.contains("?") ? "&" : "?") + "limit=" + limit + (next == null ? "" : "&cursor=" + next);
            TestServer.Answer answer = server.get(path + more);
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            List<?> entries = (List<?>) answer.json().get(list);
            assertThat(entries).hasSizeLessThanOrEqualTo(limit);
            found.addAll(list.equals("messages") ? reversed(entries) : entries);
            assertThat(answer.json()).containsKey("next");
            next = answer.at("next");
            if (next == null) {
                return found;
            }
            between.accept(page);
        }
        throw new AssertionError("the pages have no end");
    }

    private static List<Object> reversed(List<?> entries) {
        List<Object> reversed = new ArrayList<>(entries);
        Collections.reverse(reversed);
        return reversed;
    }

    /** Returns what distinguishes each entry of a list. */
    private static List<Object> ids(String list, List<?> entries) {
        String field = Map.of("messages", "text", "versions", "revision", "quarantine", "operation")
                .getOrDefault(list, "id");
        return entries.stream()
                .map(entry -> entry instanceof Map<?, ?> fields ? (Object) fields.get(field) : entry)
                .toList();
    }

    private static final String LISTS = """
            /v1/spaces/default/users/ada/episodes, episodes
            /v1/spaces/default/users/ada/sessions, sessions
            /v1/spaces/default/users/ada/sessions/s/messages, messages
            /v1/spaces/default/users/ada/summaries, summaries
            /v1/spaces/default/users/ada/blocks, blocks
            /v1/spaces/default/users/ada/blocks/versions/versions, versions
            /v1/spaces/default/users/ada/facts, facts
            /v1/spaces/default/users/ada/notes, notes
            /v1/spaces/default/users/ada/notes?all=true, notes
            /v1/spaces/default/users/ada/quarantine, quarantine
            /v1/spaces/default/scopes, scopes
            /v1/spaces, spaces
            """;

    @ParameterizedTest
    @CsvSource(textBlock = LISTS)
    void a_walk_over_the_pages_has_every_entry_once(String path, String list) {
        String whole = list.equals("episodes") || list.equals("messages") || path.endsWith("notes") ? "1000" : "";
        TestServer.Answer all = server.get(
                path + (whole.isEmpty() ? "" : path.endsWith("notes") ? "?begin=1&count=1000" : "?limit=1000"));

        List<Object> walked = ids(list, walk(path, list, 2, page -> {}));

        assertThat(walked)
                .hasSizeGreaterThanOrEqualTo(7)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        ids(list, (List<?>) Objects.requireNonNull(all.json().get(list))));
    }

    /** Each write changes the order of the lists that are in an order of activity. */
    @ParameterizedTest
    @CsvSource(textBlock = LISTS)
    void writes_between_two_pages_neither_hide_an_entry_nor_show_one_twice(String path, String list) {
        List<Object> before = ids(list, walk(path, list, 3, page -> {}));

        List<Object> walked = ids(list, walk(path, list, 2, page -> {
            write(100 + page);
            server.daybook.user("ada").session("s" + page % 7).remember(Message.user("again " + page));
            server.daybook.user("ada").blocks().move("b6", page % 3);
            server.daybook
                    .user("ada")
                    .facts()
                    .remember(NewFact.of("ada", "saw", "again " + page).id("f" + (2 - page % 3)));
        }));

        assertThat(walked).doesNotHaveDuplicates().containsAll(before);
    }

    @Test
    void the_latest_facts_are_those_that_were_recorded_last() {
        server.daybook
                .user("ada")
                .facts()
                .remember(NewFact.of("ada", "saw", "a stork").id("f0"));

        assertThat(ids("facts", server.get(ADA + "/facts?latest=2").list("facts")))
                .containsExactly("f0", "f6");
        assertThat(ids("facts", server.get(ADA + "/facts?limit=2").list("facts")))
                .containsExactly("f6", "f5");
        assertThat(server.get(ADA + "/facts?latest=2").json()).doesNotContainKey("next");
    }

    /** A hash of the process would lead to another place after a restart: the cursor has to be this one in each. */
    @Test
    void rejected_statements_have_cursors_that_survive_a_restart() {
        String goats = "{\"s\":\"%s\",\"about\":\"user\",\"from\":[1]}";
        ScriptedModel model = ScriptedModel.answering("{\"statements\":["
                + String.join(
                        ",",
                        String.format(goats, "The user keeps nine goats."),
                        String.format(goats, "The user keeps nine goats."),
                        String.format(goats, "The user keeps eight goats."),
                        String.format(goats, "The user lives in Lisbon."))
                + "]}");
        try (LocalDaybook daybook = Daybook.builder(new InMemoryStore())
                        .noEmbedder()
                        .background(false)
                        .clock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC))
                        .languageModel(model)
                        .open();
                TestServer rejecting = TestServer.over(daybook, folder)) {
            Memory ada = daybook.user("ada");
            ada.remember(
                    NewEpisode.of(Message.user("I keep two goats.")).id("e1").session("s1"));
            ada.consolidate();
            server.close();
            server = rejecting;

            List<Object> walked = walk(ADA + "/rejected-statements", "rejected", 1, page -> {});

            assertThat(walked).hasSize(ada.facts().rejected().size());
            assertThat(walked)
                    .extracting("sentence")
                    .contains("The user keeps eight goats.", "The user lives in Lisbon.");
            assertThat(rejecting.get(ADA + "/rejected-statements?limit=1").at("next"))
                    .isEqualTo("UVntqjQ2MTE2ODYwMTg0MjczODc5MDNmYWN0X0FYN1Q1MlFaS000QTFXNThHUDFaUlMzTjlR");
        }
    }

    @Test
    void a_list_that_is_not_asked_for_in_pages_is_whole_and_as_before() {
        Map<String, @Nullable Object> sessions = server.get(ADA + "/sessions").json();

        assertThat(sessions).containsOnlyKeys("sessions");
        assertThat((List<?>) sessions.get("sessions")).hasSize(8);
        assertThat(server.get(ADA + "/facts?limit=0").list("facts")).isEmpty();
    }

    @Test
    void a_cursor_of_another_list_or_scope_and_a_changed_one_are_refused() {
        Object sessions = server.get(ADA + "/sessions?limit=1").at("next");
        Object blocks = server.get(ADA + "/blocks?limit=1").at("next");
        Object others =
                server.get(SPACE + "/users/u1/facts?limit=1&cursor=" + sessions).at("code");
        assertThat(others).isEqualTo("invalid");

        for (Object wrong : List.of(blocks, sessions + "A", "x", "rubbish", "%25")) {
            TestServer.Answer answer = server.get(ADA + "/sessions?cursor=" + wrong);
            assertThat(answer.status()).as(wrong.toString()).isEqualTo(400);
            assertThat(answer.body()).contains("parameter 'cursor' is not the next of a page of this list");
        }
        assertThat(server.get(SPACE + "/users/u1/sessions?cursor=" + sessions).status())
                .isEqualTo(400);
        assertThat(server.get(ADA + "/facts?query=tea&cursor=" + sessions).status())
                .isEqualTo(400);
    }
}
