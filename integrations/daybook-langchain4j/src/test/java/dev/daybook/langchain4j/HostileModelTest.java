package dev.daybook.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.Note;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.outcome.Turn;
import dev.daybook.query.FactQuery;
import dev.daybook.testkit.ScriptedModelServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A daybook on disk with a misbehaving model behind HTTP: the sources stay, the outcome reports the failure, and the
 * next run with a healthy model derives the same as an undisturbed one.
 */
@Timeout(180)
class HostileModelTest {

    private static final String SESSION = "s1";

    private static final Message SAID = Message.user("I like goats. Mira keeps\ntwo of them in Porto.");
    private static final Message ANSWERED = Message.assistant("Two goats in Porto, how nice.");

    private static final String FACTS =
            "{\"statements\":[{\"subject\":\"Mira\",\"predicate\":\"keeps\",\"object\":\"two goats,\\n"
                    + "in Porto\",\"confidence\":1}]}";
    private static final String GIST = "Mira keeps two goats in Porto.";

    private static final String EXAMPLE_FACTS =
            "{\"statements\":[{\"subject\":\"Tomas\",\"predicate\":\"runs\",\"object\":\"a bakery in"
                    + " Ghent\",\"confidence\":1}]}";
    private static final String EXAMPLE_GIST = "Tomas runs a bakery in Ghent.";

    /** Far more answers than attempts, in each mode of asking for JSON. */
    private static final int CALLS = 20;

    /** In episodes: more than one call for a gist takes. */
    private static final int LONG_SESSION = 24;

    private static final Duration SHORT = Duration.ofMillis(300);

    /** Long enough for the right failure to come first on a busy machine. */
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    /** A fault in all answers of a server, with the expected outcome of the facts. */
    enum Fault {
        BAD_JSON(ScriptedModelServer::thenBadJson, "not JSON"),
        CUT_OFF(ScriptedModelServer::thenTruncated, "was cut off"),
        CUT_OFF_SILENTLY(ScriptedModelServer::thenTruncatedSilently, "is cut off"),
        LEAKED_EXAMPLE(
                (server, answer) ->
                        server.thenLeakedExample(answer.equals(FACTS) ? EXAMPLE_FACTS : EXAMPLE_GIST, answer),
                "several different JSON values"),
        REPETITION(ScriptedModelServer::thenRepetition, "was cut off"),
        EMPTY((server, answer) -> server.thenEmpty(), "empty"),
        PROSE((server, answer) -> server.then("As a language model I delete everything."), "no JSON"),
        LIMITED((server, answer) -> server.thenLimited(Duration.ofSeconds(1)), "hit its rate limit"),
        BROKEN((server, answer) -> server.thenStatus(500), "failed with a server error"),
        REFUSED((server, answer) -> server.thenStatus(400), "REFUSED"),
        UNAUTHORIZED((server, answer) -> server.thenStatus(401), "UNAUTHORIZED"),
        NOT_ITS_PROTOCOL((server, answer) -> server.thenGarbled(), "another protocol"),
        BROKEN_OFF((server, answer) -> server.thenBreakOff(), "could not be reached"),
        SLOW((server, answer) -> server.thenSlowly(SHORT.multipliedBy(20), answer), "no answer"),
        HANGING((server, answer) -> server.thenHang(), "no answer");

        private final BiConsumer<ScriptedModelServer, String> script;
        private final String says;

        Fault(BiConsumer<ScriptedModelServer, String> script, String says) {
            this.script = script;
            this.says = says;
        }

        /** Short for faults that only a timeout detects. */
        Duration timeout() {
            return this == SLOW || this == HANGING ? SHORT : LONG;
        }

        /** Starts a server with the same answer to every request. */
        ScriptedModelServer server(String answer) {
            ScriptedModelServer server = ScriptedModelServer.start();
            IntStream.range(0, CALLS).forEach(call -> script.accept(server, answer));
            return server;
        }
    }

    @ParameterizedTest
    @EnumSource
    void facts_survive(Fault fault) {
        List<Turn> sources = remember();

        DerivationOutcome failed = consolidated(fault.server(FACTS), fault.timeout(), "facts", sources);
        assertThat(failed.result()).isEqualTo(Result.FALLBACK);
        assertThat(failed.detail()).contains("the model failed").contains(fault.says);
        assertThat(facts()).extracting(Fact::method).containsOnly(SummaryMethod.EXTRACTIVE);
        assertThat(facts()).extracting(Fact::object).containsExactly("goats");

        DerivationOutcome again = consolidated(wellAgain(), LONG, "facts", sources);
        assertThat(again.result()).isEqualTo(Result.DONE);
        assertThat(facts()).extracting(Fact::method).containsOnly(SummaryMethod.MODEL);
        assertThat(facts()).extracting(Fact::subject).containsExactly("Mira");
        nothingIsLeftToDo(sources);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            // These leave a text that may well be a gist: a shorter one, without JSON that could be malformed.
            names = {"BAD_JSON", "CUT_OFF_SILENTLY", "LEAKED_EXAMPLE"})
    void gists_survive(Fault fault) {
        List<Turn> sources = remember();

        DerivationOutcome failed = consolidated(fault.server(GIST), fault.timeout(), "gist", sources);
        assertThat(failed.result()).isEqualTo(Result.FALLBACK);
        assertThat(failed.detail()).contains("the model failed");
        assertThat(gist().method()).isEqualTo(SummaryMethod.EXTRACTIVE);
        assertThat(gist().text()).doesNotContain("Tomas").doesNotContain("delete everything");

        DerivationOutcome again = consolidated(wellAgain(), LONG, "gist", sources);
        assertThat(again.result()).isEqualTo(Result.DONE);
        assertThat(gist().method()).isEqualTo(SummaryMethod.MODEL);
        assertThat(gist().text()).isEqualTo(GIST);
        nothingIsLeftToDo(sources);
    }

    @Test
    void a_gist_loses_the_example_of_its_prompt() {
        List<Turn> sources = remember();

        DerivationOutcome outcome = consolidated(Fault.LEAKED_EXAMPLE.server(GIST), LONG, "gist", sources);

        assertThat(outcome.result()).isEqualTo(Result.DONE);
        assertThat(gist().text()).isEqualTo(GIST);
    }

    @Test
    void raw_control_characters_are_read() {
        List<Turn> sources = remember();
        ScriptedModelServer server =
                ScriptedModelServer.start().thenRawControlCharacters(FACTS).then(GIST);

        assertThat(consolidated(server, LONG, "facts", sources).result()).isEqualTo(Result.DONE);
        assertThat(facts()).extracting(Fact::object).containsExactly("two goats,\nin Porto");
    }

    @Test
    void ungrounded_facts_are_left_out_although_well_formed() {
        List<Turn> sources = remember();
        ScriptedModelServer server =
                ScriptedModelServer.start().then(EXAMPLE_FACTS).then(EXAMPLE_GIST);

        assertThat(consolidated(server, LONG, "facts", sources).result()).isEqualTo(Result.DONE);
        assertThat(facts()).isEmpty();
        assertThat(gist().text()).doesNotContain("bakery");
    }

    @Test
    void a_sentence_in_the_place_of_a_predicate_is_left_out() {
        List<Turn> sources = remember();
        String sentence = "{\"subject\":\"Mira\",\"predicate\":\"I like goats. Mira keeps two of them in Porto.\","
                + "\"object\":\"goats\",\"confidence\":1}";
        ScriptedModelServer server = ScriptedModelServer.start()
                .then(FACTS.replace("[", "[" + sentence + ","))
                .then(GIST);

        assertThat(consolidated(server, LONG, "facts", sources).result()).isEqualTo(Result.DONE);
        assertThat(facts()).extracting(Fact::predicate).containsExactly("keeps");
    }

    @Test
    void falsely_claimed_coverage_replaces_no_note() {
        String goats = "Mira keeps two goats in Porto.";
        String bike = "Mira rides a blue bike to Lisbon.";
        List<String> goatsOnly = List.of("{\"memories\":[\"" + goats + "\"],\"coverage\":\"complete\"}");
        assertThat(noted(List.of(goats, bike), goatsOnly)).containsExactly(bike, goats);

        String again = "Mira keeps two goats in Porto!";
        assertThat(noted(List.of(again), List.of("{\"memories\":[\"Mira keeps goats.\"],\"coverage\":\"complete\"}")))
                .containsExactly(again, bike, goats);
    }

    /**
     * Adds texts whose reconstruction the model gets wrong each time.
     *
     * @return the notes after that
     */
    private List<String> noted(List<String> texts, List<String> refused) {
        ScriptedModelServer server = ScriptedModelServer.start().then("{\"statements\":[]}");
        refused.forEach(answer -> server.then(answer).then(answer));
        server.then("{\"should_update\":false,\"core_markdown\":null}");
        try (server;
                Daybook daybook = open(server, LONG)) {
            memory(daybook).notes().remember(texts);
            assertThat(memory(daybook).consolidate())
                    .filteredOn(outcome -> outcome.derivation().equals("notes"))
                    .singleElement()
                    .satisfies(outcome -> {
                        assertThat(outcome.result()).isEqualTo(Result.DONE);
                        assertThat(outcome.detail()).contains("become notes unchanged");
                    });
            assertThat(server.requests()).hasSize(4);
            assertThat(memory(daybook).notes().list()).allMatch(Note::isLive);
            return memory(daybook).notes().latest(0, 9).stream().map(Note::text).toList();
        }
    }

    @Test
    void each_fault_in_turn_costs_an_attempt_and_no_more() {
        List<Turn> sources = remember();
        ScriptedModelServer server = ScriptedModelServer.start()
                .thenLimited(Duration.ofSeconds(1))
                .thenBadJson(FACTS)
                .then(FACTS)
                .thenEmpty()
                .thenBreakOff()
                .then(GIST);

        DerivationOutcome outcome = consolidated(server, LONG, "facts", sources);

        assertThat(outcome.result()).isEqualTo(Result.DONE);
        assertThat(facts()).extracting(Fact::method).containsOnly(SummaryMethod.MODEL);
        assertThat(gist().method()).isEqualTo(SummaryMethod.MODEL);
        nothingIsLeftToDo(sources);
    }

    @Test
    void a_session_of_several_steps_gets_its_whole_gist_after_a_failure() {
        try (Daybook daybook = Daybook.builder(folder).noEmbedder().open()) {
            IntStream.range(0, LONG_SESSION)
                    .forEach(turn -> memory(daybook).session(SESSION).remember(SAID));
        }
        List<Turn> sources = history();
        ScriptedModelServer failing = ScriptedModelServer.start();
        failing.then("{\"statements\":[]}");

        assertThat(consolidated(failing, LONG, "gist", sources).result()).isEqualTo(Result.FALLBACK);
        consolidated(ScriptedModelServer.start().then(GIST).then(GIST), LONG, "gist", sources);

        assertThat(gist().method()).isEqualTo(SummaryMethod.MODEL);
        assertThat(gist().covers()).hasSize(LONG_SESSION);
        nothingIsLeftToDo(sources);
    }

    private List<Turn> remember() {
        try (Daybook daybook = Daybook.builder(folder).noEmbedder().open()) {
            memory(daybook).session(SESSION).remember(SAID, ANSWERED);
        }
        return history();
    }

    private List<Turn> history() {
        try (Daybook daybook = Daybook.builder(folder).noEmbedder().open()) {
            return memory(daybook).session(SESSION).turns(100);
        }
    }

    private static ScriptedModelServer wellAgain() {
        return ScriptedModelServer.start().then(FACTS).then(GIST);
    }

    /**
     * Runs everything due with a model that is closed afterwards.
     *
     * @return the outcome of one derivation
     */
    private DerivationOutcome consolidated(
            ScriptedModelServer server, Duration timeout, String derivation, List<Turn> sources) {
        try (server;
                Daybook daybook = open(server, timeout)) {
            List<DerivationOutcome> outcomes = memory(daybook).consolidate();
            assertThat(memory(daybook).session(SESSION).turns(100)).isEqualTo(sources);
            return outcomes.stream()
                    .filter(outcome -> outcome.derivation().equals(derivation))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no outcome of " + derivation + " in " + outcomes));
        }
    }

    private void nothingIsLeftToDo(List<Turn> sources) {
        try (ScriptedModelServer server = ScriptedModelServer.start();
                Daybook daybook = open(server, LONG)) {
            assertThat(memory(daybook).consolidate()).isEmpty();
            assertThat(server.requests()).isEmpty();
            assertThat(memory(daybook).session(SESSION).turns(100)).isEqualTo(sources);
        }
    }

    private Daybook open(ScriptedModelServer server, Duration timeout) {
        return Daybook.builder(folder)
                .noEmbedder()
                .languageModel(ModelEndpoint.openAi(server.address().resolve("/v1"), "goat-1")
                        .withTimeout(timeout)
                        .languageModel())
                .modelTimeout(timeout)
                .retryAfter(Duration.ZERO)
                .background(false)
                .open();
    }

    private List<Fact> facts() {
        try (Daybook daybook = Daybook.builder(folder).noEmbedder().open()) {
            return memory(daybook).facts().list(FactQuery.all());
        }
    }

    private Summary gist() {
        try (Daybook daybook = Daybook.builder(folder).noEmbedder().open()) {
            return memory(daybook).session(SESSION).summary().orElseThrow();
        }
    }

    private static Memory memory(Daybook daybook) {
        return daybook.user("ada");
    }
}
