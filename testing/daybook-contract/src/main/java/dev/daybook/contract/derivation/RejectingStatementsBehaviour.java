package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.MessageRef;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.testkit.ScriptedModel;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The list of the statements of a model's answers that became no fact. */
public abstract class RejectingStatementsBehaviour {

    private static final String NINE = "Mira keeps nine goats behind the old mill.";
    private static final String NONE = answer();

    /** In pieces, so that no scanner takes it for a real one. */
    private static final String KEY = "AKIA" + "ABCDEFGH" + "IJKLMNOP";

    private final MemoryContract contract;

    protected RejectingStatementsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** Returns an answer with these sentences about Mira, which cite the first message. */
    private static String answer(String... sentences) {
        List<Map<String, ?>> statements = Stream.of(sentences)
                .<Map<String, ?>>map(sentence -> Map.of("s", sentence, "about", "Mira", "from", List.of(1)))
                .toList();
        return PlainJson.write(Map.of("statements", statements));
    }

    private static void say(Memory memory, String id, String text) {
        memory.remember(NewEpisode.of(Message.user(text).withName("Mira"))
                .id(id)
                .session("s1")
                .occurredAt(NOON));
    }

    /** A statement about e1 is rejected in a window with e2. The second answer is for the gist. */
    private Memory told(String... later) {
        ScriptedModel model = ScriptedModel.answering(answer(NINE));
        Stream.of(later).forEach(model::then);
        Memory ada = contract.adaWith(model);
        say(ada, "e1", "I keep two goats behind the old mill.");
        say(ada, "e2", "The heron came back.");
        return ada;
    }

    private static List<String> sentences(Memory memory) {
        return memory.facts().rejected().stream()
                .map(RejectedStatement::sentence)
                .toList();
    }

    @Test
    void a_rejected_statement_is_listed_with_its_speaker_its_message_and_what_the_message_lacks() {
        Memory ada = told();

        ada.consolidate();

        EntryRef goats = new EntryRef(ada.scope(), Kind.EPISODE, "e1");
        assertThat(ada.facts().rejected())
                .containsExactly(new RejectedStatement(
                        NINE,
                        "Mira",
                        List.of(new MessageRef(goats, 0)),
                        "number",
                        List.of("9"),
                        contract.clock().instant().atOffset(NOON.getOffset())));
        assertThat(contract.daybook().user("bob").facts().rejected()).isEmpty();
    }

    @Test
    void a_statement_without_a_message_is_listed_as_well() {
        Memory ada = contract.adaWith(ScriptedModel.answering(answer("Mira plays chess.")));
        say(ada, "e1", "Ok.");

        ada.consolidate();

        RejectedStatement rejected = ada.facts().rejected().get(0);
        assertThat(rejected.reason()).isIn("citation", "words");
        assertThat(rejected.sentence()).isEqualTo("Mira plays chess.");
    }

    @Test
    void nothing_but_the_list_shows_a_rejected_statement() {
        Memory ada = told();

        ada.consolidate();

        assertThat(ada.facts().list(FactQuery.all())).isEmpty();
        assertThat(ada.facts().recall("nine goats", 5)).isEmpty();
        assertThat(ada.recall(Query.of("nine goats").kinds(List.of(Kind.values()))))
                .extracting(hit -> hit.entry().text())
                .noneMatch(text -> text.contains("nine"));
        assertThat(ada.session("s9").context("How many goats does Mira keep?").text())
                .doesNotContain("nine");
        assertThat(ada.archive().exportAll().map(Entry::text)).noneMatch(text -> text.contains("nine"));
        assertThat(ada.archive().profile().toString()).doesNotContain("nine");
    }

    static Stream<Selection> selections() {
        return Stream.of(
                Selection.episode("e1"),
                Selection.episode("e2"),
                Selection.session("s1"),
                Selection.before(NOON.plusDays(1).toInstant()),
                Selection.everything());
    }

    @ParameterizedTest
    @MethodSource("selections")
    void a_forget_of_anything_that_the_model_had_read_erases_it(Selection selection) {
        Memory ada = told(NONE, NONE);
        ada.consolidate();

        ada.forget(selection);

        assertThat(ada.facts().rejected()).isEmpty();
    }

    @Test
    void a_forget_of_a_known_fact_erases_what_the_model_may_have_made_of_it() {
        Memory ada = told();
        ada.facts().remember(NewFact.of("Mira", "owns", "nine goats").id("f1"));
        ada.facts().remember(NewFact.of("Tomas", "owns", "a boat").id("f2"));
        ada.consolidate();
        ada.facts().forget("f2");
        assertThat(sentences(ada)).containsExactly(NINE);

        ada.facts().forget("f1");

        assertThat(ada.facts().rejected()).isEmpty();
    }

    @Test
    void a_known_fact_that_is_forgotten_while_the_model_thinks_leaves_nothing() {
        Memory ada = contract.adaWith(new LanguageModel() {
            @Override
            public String name() {
                return "forgetful";
            }

            @Override
            public ModelAnswer answer(ModelRequest request) {
                contract.daybook().user("ada").facts().forget("f1");
                return ModelAnswer.of(RejectingStatementsBehaviour.answer(NINE));
            }
        });
        say(ada, "e1", "I keep two goats behind the old mill.");
        ada.facts().remember(NewFact.of("Mira", "owns", "nine goats").id("f1"));

        ada.consolidate();

        assertThat(ada.facts().rejected()).isEmpty();
    }

    @Test
    void a_quarantine_takes_it_and_a_release_lets_the_model_read_again() {
        Memory ada = told(NONE, answer(NINE), NONE, NONE);
        ada.consolidate();

        String operation = ada.quarantine().hide(Selection.session("s1")).operation();
        assertThat(ada.facts().rejected()).isEmpty();
        ada.quarantine().release(operation);
        ada.consolidate();

        assertThat(sentences(ada)).containsExactly(NINE);
    }

    @Test
    void an_episode_that_changed_is_judged_again() {
        Memory ada = told(NONE, answer("Mira keeps four goats behind the old mill."));
        ada.consolidate();

        say(ada, "e1", "I keep three goats behind the old mill.");
        ada.consolidate();

        assertThat(sentences(ada)).containsExactly("Mira keeps four goats behind the old mill.");
    }

    @Test
    void an_episode_that_turned_out_to_be_sensitive_leaves_none() {
        Memory ada = told(NONE, NONE);
        ada.consolidate();

        ada.remember(said("e1", "Use " + KEY + " to sign in."));
        ada.consolidate();

        assertThat(ada.facts().rejected()).isEmpty();
    }

    @Test
    void the_newest_two_hundred_are_kept_the_last_answer_first() {
        ScriptedModel model = ScriptedModel.answering();
        Memory ada = contract.adaWith(model, ExtractionOptions.DEFAULTS.windowTokens(0));
        int windows = 32;
        for (int i = 0; i < windows; i++) {
            int window = i;
            model.then(answer(IntStream.range(10, 17)
                    .mapToObj(k -> "Mira counted " + (100 * (window + 1) + k) + " herons.")
                    .toArray(String[]::new)));
            ada.remember(said("e" + i, "Mira counted some herons."));
        }

        ada.consolidate();

        assertThat(sentences(ada))
                .hasSize(200)
                .startsWith("Mira counted 3210 herons.")
                .endsWith("Mira counted 413 herons.");
    }
}
