package dev.daybook.adk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.adk.agents.LlmAgent;
import com.google.adk.events.Event;
import com.google.adk.runner.Runner;
import com.google.adk.sessions.InMemorySessionService;
import com.google.adk.sessions.Session;
import com.google.adk.tools.LoadMemoryTool;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.SizeLimits;
import dev.daybook.outcome.Turn;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import io.reactivex.rxjava3.core.Completable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent of ADK with its own runner and memory tool; the program of docs/frameworks.md. */
class AdkProgramTest {

    @TempDir
    Path folder;

    private final ScriptedLlm model = new ScriptedLlm();
    private final InMemorySessionService sessions = new InMemorySessionService();
    private Daybook daybook;

    @BeforeEach
    void open() {
        daybook = Daybook.builder(folder).noEmbedder().background(false).open();
    }

    @AfterEach
    void close() {
        daybook.close();
    }

    private Runner runner() {
        // tag::adk[]
        LlmAgent agent = LlmAgent.builder()
                .name("assistant")
                .model(model)
                .tools(new LoadMemoryTool())
                .build();
        Runner runner = Runner.builder()
                .agent(agent)
                .appName("travel")
                .sessionService(sessions)
                .memoryService(DaybookMemoryService.of(daybook))
                .build();
        // end::adk[]
        return runner;
    }

    /** Runs a turn and adds the session to the memory, as an application does. */
    private void turn(Runner runner, String user, String session, String text) {
        if (runner.sessionService()
                .getSession("travel", user, session, Optional.empty())
                .isEmpty()
                .blockingGet()) {
            sessions.createSession("travel", user, Map.of(), session).blockingGet();
        }
        runner.runAsync(user, session, Content.fromParts(Part.fromText(text))).blockingSubscribe();
        // tag::adkAdd[]
        Session ended = runner.sessionService()
                .getSession("travel", user, session, Optional.empty())
                .blockingGet();
        runner.memoryService().addSessionToMemory(ended).blockingAwait();
        // end::adkAdd[]
    }

    private Memory ada() {
        return daybook.space("travel").user("ada");
    }

    @Test
    void an_agent_finds_what_was_said_in_another_session_after_a_restart() {
        turn(runner(), "ada", "s1", "I moved to Lisbon in May.");
        close();
        open();

        turn(runner(), "ada", "s2", "Where did I move to?");
        turn(runner(), "bob", "s3", "Where did ada move to?");

        assertThat(model.loaded()).hasSize(2);
        assertThat(model.loaded().get(0)).contains("I moved to Lisbon in May.").contains("\"author\":\"user\"");
        assertThat(model.loaded().get(1)).doesNotContain("Lisbon");
    }

    @Test
    void an_invocation_is_one_episode_however_often_its_session_is_added() {
        Runner runner = runner();
        turn(runner, "ada", "s1", "I moved to Lisbon in May.");
        turn(runner, "ada", "s1", "It is sunny here.");
        turn(runner, "ada", "s1", "I like it.");

        assertThat(ada().session("s1").turns(100))
                .extracting(Turn::message)
                .extracting(Message::text)
                .containsExactly(
                        "I moved to Lisbon in May.",
                        "Lovely!",
                        "It is sunny here.",
                        "Lovely!",
                        "I like it.",
                        "Lovely!");
        assertThat(ada().session("s1").turns(100).stream().map(Turn::episode).distinct())
                .hasSize(3);
    }

    @Test
    void a_loaded_memory_is_not_written_again() {
        turn(runner(), "ada", "s1", "I moved to Lisbon in May.");
        turn(runner(), "ada", "s2", "Where did I move to?");

        assertThat(ada().session("s2").turns(100))
                .extracting(Turn::message)
                .extracting(Message::text)
                .containsExactly(
                        "Where did I move to?", "", "(recalled from memory, not repeated here)", "You told me.");
    }

    @Test
    void a_session_with_its_last_events_only_loses_no_message() {
        Runner runner = runner();
        turn(runner, "ada", "s1", "I moved to Lisbon in May.");
        Session session =
                sessions.getSession("travel", "ada", "s1", Optional.empty()).blockingGet();
        Session tail = Session.builder("s1")
                .appName("travel")
                .userId("ada")
                .events(List.of(session.events().get(1)))
                .build();

        runner.memoryService().addSessionToMemory(tail).blockingAwait();

        assertThat(ada().session("s1").turns(100)).hasSize(2);
    }

    @Test
    void a_refused_text_is_withheld_alone() {
        daybook.space("travel").settings(SpaceSettings.DEFAULTS.secrets(SpaceSettings.Secrets.REJECT));
        turn(runner(), "ada", "s1", "My key is AKIAIOSFODNN7EXAMPLE.");
        turn(runner(), "ada", "s1", "I moved to Lisbon in May.");

        assertThat(ada().session("s1").turns(100))
                .extracting(Turn::message)
                .extracting(Message::text)
                .containsExactly(
                        "(not stored: the memory refuses this text)",
                        "Lovely!",
                        "I moved to Lisbon in May.",
                        "Lovely!");
    }

    @Test
    void applications_are_apart() {
        turn(runner(), "ada", "s1", "I moved to Lisbon in May.");

        assertThat(DaybookMemoryService.of(daybook)
                        .searchMemory("another", "ada", "Lisbon")
                        .blockingGet()
                        .memories())
                .isEmpty();
    }

    @Test
    void a_question_whose_model_failed_is_marked_until_it_is_answered() {
        Runner runner = runner();
        turn(runner, "ada", "s1", "I moved to Lisbon in May.");
        Session session =
                sessions.getSession("travel", "ada", "s1", Optional.empty()).blockingGet();
        ada().forget(Selection.session("s1"));
        Session asked = Session.builder("s1")
                .appName("travel")
                .userId("ada")
                .events(session.events().subList(0, 1))
                .build();

        runner.memoryService().addSessionToMemory(asked).blockingAwait();
        String id = ada().session("s1").turns(1).get(0).episode();
        assertThat(ada().find(Episode.class, id))
                .hasValueSatisfying(one -> assertThat(one.isUnanswered()).isTrue());

        runner.memoryService().addSessionToMemory(session).blockingAwait();
        assertThat(ada().find(Episode.class, id)).hasValueSatisfying(one -> {
            assertThat(one.isUnanswered()).isFalse();
            assertThat(one.messages()).hasSize(2);
        });
    }

    /** Returns an event of an invocation. */
    private static Event event(String invocation, String author, Part... parts) {
        return Event.builder()
                .id(invocation + "-" + author)
                .invocationId(invocation)
                .author(author)
                .content(Content.builder().role(author).parts(List.of(parts)).build())
                .build();
    }

    private static Event said(String invocation, String author, String text) {
        return event(invocation, author, Part.fromText(text));
    }

    private Completable adding(String session, Event... events) {
        return DaybookMemoryService.of(daybook)
                .addSessionToMemory(Session.builder(session)
                        .appName("travel")
                        .userId("ada")
                        .events(List.of(events))
                        .build());
    }

    private List<String> texts(String session) {
        return ada().session(session).turns(100).stream()
                .map(turn -> turn.message().text())
                .toList();
    }

    @Test
    void two_calls_that_add_a_session_at_one_time_lose_no_answer() {
        for (int i = 0; i < 30; i++) {
            Event question = said("e-" + i, "user", "Question " + i + "?");
            Event answer = said("e-" + i, "assistant", "Answer " + i + ".");
            String session = "s" + i;

            Completable.mergeArray(adding(session, question, answer), adding(session, question))
                    .blockingAwait();

            assertThat(texts(session)).containsExactly("Question " + i + "?", "Answer " + i + ".");
        }
    }

    @Test
    void an_addition_whose_outcome_is_unknown_is_made_once() {
        AtomicInteger writes = new AtomicInteger();
        InvocationHandler failing = (unused, method, arguments) -> {
            Object answer = method.invoke(ada(), arguments);
            if (method.getName().equals("remember") && writes.incrementAndGet() == 1) {
                throw StoreException.unknownOutcome("the connection broke", null);
            }
            return answer;
        };
        Memory memory =
                (Memory) Proxy.newProxyInstance(Memory.class.getClassLoader(), new Class<?>[] {Memory.class}, failing);
        Session session = Session.builder("s1")
                .appName("travel")
                .userId("ada")
                .events(List.of(said("e-1", "user", "I moved to Lisbon."), said("e-1", "assistant", "Noted.")))
                .build();

        DaybookMemoryService.of((app, user) -> memory)
                .addSessionToMemory(session)
                .blockingAwait();

        assertThat(writes).hasValue(1);
        assertThat(texts("s1")).containsExactly("I moved to Lisbon.", "Noted.");
    }

    @Test
    void a_session_whose_id_has_a_slash_shares_no_episode_with_another() {
        adding("a/b", said("c", "user", "I moved to Lisbon.")).blockingAwait();
        adding("a", said("b/c", "user", "I like boats.")).blockingAwait();

        assertThat(texts("a/b")).containsExactly("I moved to Lisbon.");
        assertThat(texts("a")).containsExactly("I like boats.");
    }

    @Test
    void the_longest_ids_of_sessions_keep_each_invocation_in_an_episode_of_its_own() {
        String longest = "s".repeat(SizeLimits.NAME);
        String encoded = "/".repeat(SizeLimits.NAME);
        for (String session : List.of(longest, encoded, "s".repeat(SizeLimits.NAME - 1), "t".repeat(SizeLimits.NAME))) {
            adding(session, said("e-1", "user", "I moved to Lisbon."), said("e-2", "user", "I like boats."))
                    .blockingAwait();
            adding(session, said("e-1", "user", "I moved to Lisbon."), said("e-1", "assistant", "Noted."))
                    .blockingAwait();

            assertThat(texts(session)).containsExactly("I moved to Lisbon.", "Noted.", "I like boats.");
        }
        assertThat(ada().session(longest).turns(100)).extracting(Turn::episode).noneMatch(id -> id.contains("/"));
    }

    @Test
    void the_id_of_an_episode_names_its_session_as_long_as_it_fits() {
        String session = "s".repeat(SizeLimits.NAME - 4);

        adding(session, said("e-1", "user", "I moved to Lisbon.")).blockingAwait();

        assertThat(ada().find(Episode.class, session + "/e-1")).isPresent();
    }

    @Test
    void null_is_refused_by_the_name_of_the_argument() {
        DaybookMemoryService service = DaybookMemoryService.of(daybook);

        assertThatThrownBy(() -> service.addSessionToMemory(null).blockingAwait())
                .hasMessage("session is null; give a value");
        assertThatThrownBy(() -> service.searchMemory(null, "ada", "Lisbon").blockingGet())
                .hasMessageContaining("space is null");
        assertThatThrownBy(() -> DaybookMemoryService.of((Daybook) null)).hasMessage("daybook");
    }

    @Test
    void a_result_that_is_no_json_is_replaced_by_a_remark() {
        FunctionResponse result = FunctionResponse.builder()
                .id("call-1")
                .name("weather")
                .response(Map.of("page", new Object()))
                .build();

        adding(
                        "s1",
                        said("e-1", "user", "Is it sunny?"),
                        event(
                                "e-1",
                                "assistant",
                                Part.builder().functionResponse(result).build()))
                .blockingAwait();

        assertThat(texts("s1")).containsExactly("Is it sunny?", "(not stored: JSON does not have this value)");
    }

    @Test
    void of_an_invocation_that_is_longer_than_an_episode_the_rest_is_withheld() {
        String page = "x".repeat(SizeLimits.EPISODE_TEXT / 5 * 2);
        Event[] events = {
            said("e-1", "user", page),
            said("e-1", "assistant", page),
            said("e-1", "tester", page),
            said("e-1", "agent", "The fourth."),
            said("e-2", "user", "I moved to Lisbon.")
        };

        adding("s1", events).blockingAwait();
        adding("s1", events).blockingAwait();

        assertThat(texts("s1"))
                .containsExactly(
                        page, page, "(not stored: the memory refuses this text)", "The fourth.", "I moved to Lisbon.");
    }

    @Test
    void an_invocation_of_too_many_calls_keeps_no_later_one_out() {
        Part[] calls = Stream.generate(() -> Part.fromFunctionCall("weather", Map.of()))
                .limit(SizeLimits.TOOL_CALLS + 1)
                .toArray(Part[]::new);

        assertThatThrownBy(() -> adding(
                                "s1",
                                said("e-1", "user", "Is it sunny?"),
                                event("e-1", "assistant", calls),
                                said("e-2", "user", "I moved to Lisbon."))
                        .blockingAwait())
                .hasMessageContaining("use at most 1,000");

        assertThat(texts("s1")).contains("I moved to Lisbon.");
    }
}
