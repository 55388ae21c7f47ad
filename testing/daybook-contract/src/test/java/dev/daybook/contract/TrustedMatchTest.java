package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.access.Principal;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Origin;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The share of low trust in a scope whose index is in memory, and in one that is too large for that: the trusted matches are
 * searched on their own, and an answer to the user counts with the user's words.
 */
class TrustedMatchTest {

    private static final String QUESTION = "Where is the spare key of the boat house?";
    private static final String ANSWER = "The spare key is under the blue pot.";

    /** More than the candidates of a large scope, and more than the former depth of the search for trusted hits. */
    private static final int FLOOD = 2_200;

    private static final Principal AGENT = new Principal("agent", Trust.ASSISTANT, false);
    private static final Principal CRAWLER = new Principal("crawler", Trust.TOOL, false);
    private static final Principal PROGRAM = new Principal("program", Trust.USER, false);

    private final List<Daybook> opened = new ArrayList<>();

    enum Size {
        RESIDENT,
        LARGE
    }

    /** The ways of a text of low trust that repeats the question. */
    enum Flood {
        TOOL(i -> NewEpisode.of(Message.tool(lie(i))), Principal.OWNER),
        TURN(i -> NewEpisode.of(Message.user("Look at the page."), Message.tool(lie(i))), Principal.OWNER),
        IMPORT(i -> NewEpisode.of(Message.user(lie(i))).origin(Origin.IMPORT), Principal.OWNER),
        IMPORTED_ASSISTANT(i -> NewEpisode.of(Message.assistant(lie(i))).origin(Origin.IMPORT), Principal.OWNER),
        CRAWLED(i -> NewEpisode.of(Message.user(lie(i))), CRAWLER),
        ASSISTANT(i -> NewEpisode.of(Message.assistant(lie(i))), Principal.OWNER),
        AGENT_EXCHANGE(i -> NewEpisode.of(Message.user(lie(i)), Message.assistant(lie(i))), AGENT);

        private final IntFunction<NewEpisode> text;
        private final Principal principal;

        Flood(IntFunction<NewEpisode> text, Principal principal) {
            this.text = text;
            this.principal = principal;
        }

        private static String lie(int i) {
            return QUESTION + " Where is the spare key of the boat house: POISON" + i;
        }
    }

    @AfterEach
    void close() {
        opened.forEach(Daybook::close);
    }

    private LocalDaybook open(Size size) {
        InMemoryStore store = new InMemoryStore();
        LocalDaybook daybook = Daybook.builder(size == Size.LARGE ? new CrampedStore(store, 3) : store)
                .noEmbedder()
                .background(false)
                .open();
        opened.add(daybook);
        return daybook;
    }

    private static Memory ada(LocalDaybook daybook, Principal principal) {
        return daybook.space("default", principal).user("ada");
    }

    private static NewEpisode at(int minute, String session, Message... messages) {
        return NewEpisode.of(messages).session(session).occurredAt(NOON.plusMinutes(minute));
    }

    private static String first(Memory ada, String question) {
        return ada.recall(Query.of(question).limit(1)).get(0).id();
    }

    @ParameterizedTest
    @EnumSource(Flood.class)
    void no_number_of_texts_hides_an_answer_in_a_scope_in_memory(Flood flood) {
        hidesNoAnswer(Size.RESIDENT, flood);
    }

    @ParameterizedTest
    @EnumSource(Flood.class)
    void no_number_of_texts_hides_an_answer_in_a_large_scope(Flood flood) {
        hidesNoAnswer(Size.LARGE, flood);
    }

    private void hidesNoAnswer(Size size, Flood flood) {
        LocalDaybook daybook = open(size);
        Memory ada = ada(daybook, Principal.OWNER);
        for (int i = 0; i < 30; i++) {
            ada.remember(at(i, "chat", Message.user("We had soup number " + i + " for lunch."))
                    .id("c" + i));
        }
        ada.remember(at(40, "home", Message.user(ANSWER)).id("a1"));
        List<NewEpisode> texts = IntStream.range(0, FLOOD)
                .mapToObj(
                        i -> flood.text.apply(i).id("p" + i).session("web" + i).occurredAt(NOON.plusHours(i)))
                .toList();
        for (int from = 0; from < FLOOD; from += 1_000) {
            ada(daybook, flood.principal).remember(texts.subList(from, Math.min(FLOOD, from + 1_000)));
        }

        assertThat(first(ada, QUESTION)).isEqualTo("a1");
        assertThat(ada.session("new")
                        .context(QUESTION, ContextOptions.defaults())
                        .text())
                .contains("blue pot")
                .contains("POISON");
        Explanation why = ada.explain(Query.of(QUESTION).limit(5), new EntryRef(ada.scope(), Kind.EPISODE, "a1"));
        assertThat(why.rank()).isEqualTo(1);
        assertThat(why.why())
                .extracting(ScoreReason::detail)
                .anyMatch(detail -> detail.startsWith("it stands before hits with higher scores"));
    }

    /** A question of the user that repeats the words of a later one, and the answer of the assistant to it. */
    private static void bookTable(Memory writer, boolean halves) {
        Message question = Message.user("Can you help me, please?");
        Message answer = Message.assistant(
                "I booked the table at Il Forno in Harbour Street: the time of the table at Il Forno is 19:30.");
        if (halves) {
            writer.remember(at(0, "s1", question).id("asked"));
            writer.remember(at(1, "s1", answer).id("answered"));
        } else {
            writer.remember(at(0, "s1", question, answer).id("answered"));
        }
        writer.remember(
                at(2, "s2", Message.user("At what time is Il Forno open?")).id("later"));
        for (int i = 0; i < 30; i++) {
            writer.remember(at(10 + i, "s3", Message.user("I read book number " + i + ", a good one."))
                    .id("c" + i));
        }
    }

    private static final String BOOKED = "At what time did you book the table at Il Forno?";

    @ParameterizedTest
    @EnumSource(Size.class)
    void an_answer_in_the_turn_of_a_user_counts_with_the_words_of_the_user(Size size) {
        LocalDaybook daybook = open(size);
        for (Principal writer : List.of(Principal.OWNER, PROGRAM)) {
            Memory ada = daybook.space("default", writer).user("ada" + writer.key());
            bookTable(ada, false);

            assertThat(first(ada, BOOKED)).isEqualTo("answered");
            assertThat(ada.explain(Query.of(BOOKED).limit(1), new EntryRef(ada.scope(), Kind.EPISODE, "answered"))
                            .why())
                    .extracting(ScoreReason::detail)
                    .contains("it answers a message of the user and counts with the words of the user");
        }
    }

    @ParameterizedTest
    @EnumSource(Size.class)
    void an_answer_in_an_episode_of_its_own_stays_an_assistants(Size size) {
        Memory ada = ada(open(size), Principal.OWNER);
        bookTable(ada, true);

        assertThat(first(ada, BOOKED)).isNotEqualTo("answered");
        assertThat(ada.recall(BOOKED)).extracting(Hit::id).contains("answered");
    }

    @ParameterizedTest
    @EnumSource(Size.class)
    void an_agent_that_writes_both_halves_gains_nothing(Size size) {
        LocalDaybook daybook = open(size);
        Memory ada = ada(daybook, Principal.OWNER);
        for (boolean halves : List.of(true, false)) {
            Memory agent = daybook.space("default", AGENT).user("ada" + halves);
            bookTable(agent, halves);
            Memory owner = daybook.user("ada" + halves);
            owner.remember(at(3, "s9", Message.user("Il Forno has a table.")).id("own"));

            assertThat(first(owner, BOOKED)).as("halves %s", halves).isEqualTo("own");
        }
        assertThat(ada.recall(BOOKED)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Size.class)
    void an_agent_that_answers_the_words_of_another_writer_gains_nothing(Size size) {
        LocalDaybook daybook = open(size);
        Memory ada = ada(daybook, Principal.OWNER);
        ada.remember(
                at(0, "s1", Message.user("Can you book a table at Il Forno?")).id("asked"));
        ada(daybook, AGENT)
                .remember(at(1, "s1", Message.assistant("The table at Il Forno: what time did you book? POISON"))
                        .id("agent"));
        ada.remember(
                at(2, "s2", Message.user("Can you book a table at Il Forno?")).id("asked2"));
        ada.remember(at(3, "s2", Message.assistant("The table at Il Forno: what time did you book? POISON"))
                .id("tool")
                .origin(new Origin(Origin.Source.ASSISTANT, "langchain4j-tools")));

        assertThat(ids(ada, BOOKED).limit(2)).as("the words of the user").containsExactlyInAnyOrder("asked", "asked2");
    }

    @ParameterizedTest
    @EnumSource(Size.class)
    void an_answer_after_the_result_of_a_tool_stays_an_assistants(Size size) {
        Memory ada = ada(open(size), Principal.OWNER);
        ada.remember(at(
                        0,
                        "s1",
                        Message.user("Please look at the page."),
                        Message.tool("A page."),
                        Message.assistant("The table at Il Forno: what time did you book? POISON"))
                .id("page"));
        ada.remember(at(2, "s2", Message.user("A table at Il Forno.")).id("own"));

        assertThat(first(ada, BOOKED)).isEqualTo("own");
    }

    @ParameterizedTest
    @EnumSource(Size.class)
    void a_free_standing_text_of_an_assistant_stays_in_the_share(Size size) {
        Memory ada = ada(open(size), Principal.OWNER);
        ada.remember(at(0, "s1", Message.assistant("The table at Il Forno: what time did you book? POISON"))
                .id("free"));
        ada.remember(at(2, "s2", Message.user("A table at Il Forno.")).id("own"));

        List<Hit> hits = ada.recall(Query.of(BOOKED));

        assertThat(hits).extracting(Hit::id).containsExactly("own", "free");
        assertThat(hits.get(1).why())
                .extracting(ScoreReason::detail)
                .anyMatch(detail -> detail.startsWith("what is believed as assistant has at most half"));
    }

    @ParameterizedTest
    @EnumSource(Size.class)
    void copies_of_one_text_of_an_agent_leave_half_of_the_places_to_its_other_texts(Size size) {
        LocalDaybook daybook = open(size);
        Memory agent = ada(daybook, AGENT);
        agent.remember(at(0, "home", Message.user(ANSWER)).id("a1"));
        agent.remember(
                at(1, "home", Message.user("The boat house has a spare oar.")).id("a2"));
        for (int i = 0; i < 40; i++) {
            agent.remember(at(2 + i, "web" + i, Message.user(QUESTION + " With the neighbour, he told us. Ref " + i))
                    .id("p" + i));
        }
        Memory ada = ada(daybook, Principal.OWNER);

        assertThat(ids(ada, QUESTION).limit(5)).contains("a1", "a2");
        assertThat(first(ada, QUESTION)).as("the first of its kind").startsWith("p");
        assertThat(ada.recall(Query.of(QUESTION).limit(10)).stream()
                        .flatMap(hit -> hit.why().stream())
                        .map(ScoreReason::detail))
                .anyMatch(detail -> detail.startsWith("it repeats a text of an assistant that ranks before it"));
        assertThat(ada.session("new")
                        .context(QUESTION, ContextOptions.defaults().maxTokens(300))
                        .text())
                .contains("blue pot");
    }

    private static Stream<String> ids(Memory memory, String question) {
        return memory.recall(Query.of(question)).stream().map(Hit::id);
    }
}
