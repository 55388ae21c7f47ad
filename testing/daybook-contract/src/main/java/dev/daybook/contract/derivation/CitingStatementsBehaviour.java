package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.MessageRef;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.Trust;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.testkit.ScriptedModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The statements of a model's answer: their messages, their time, and the reasons for which one is rejected. */
public abstract class CitingStatementsBehaviour {

    private final MemoryContract contract;

    protected CitingStatementsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** Returns a statement about Mira as a model writes it. */
    private static Map<String, @Nullable Object> statement(String sentence, Object from) {
        Map<String, @Nullable Object> item = PlainJson.object("s", sentence);
        item.put("about", "Mira");
        item.put("from", from);
        item.put("kind", "state");
        return item;
    }

    private static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> statement, String name, Object value) {
        statement.put(name, value);
        return statement;
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static String answer(Map<String, @Nullable Object>... statements) {
        return PlainJson.write(Map.of("statements", List.of(statements)));
    }

    /** Mira speaks in e1 and e3, Tomas in e2. */
    private Memory told(String... answers) {
        Memory ada = contract.adaWith(ScriptedModel.answering(answers));
        say(ada, "e1", "Mira", "I keep two goats behind the old mill.");
        say(ada, "e2", "Tomas", "Do you sell the cheese at the harbour or at the market?");
        say(ada, "e3", "Mira", "At the harbour, since last May.");
        return ada;
    }

    private static void say(Memory memory, String id, String name, String text) {
        memory.remember(NewEpisode.of(Message.user(text).withName(name)).id(id).occurredAt(NOON));
    }

    private static List<Fact> facts(Memory memory) {
        return memory.facts().list(FactQuery.all());
    }

    private static DerivationOutcome consolidated(Memory memory) {
        return memory.consolidate().get(0);
    }

    @Test
    void a_statement_has_its_speaker_its_messages_and_the_words_for_its_time() {
        Map<String, @Nullable Object> cheese =
                with(statement("Mira sells the cheese at the harbour.", List.of(3, 2)), "when", "since last May");
        Memory ada = told(answer(with(cheese, "quote", "at the harbour, since")));

        consolidated(ada);

        Fact fact = facts(ada).get(0);
        EntryRef question = new EntryRef(ada.scope(), Kind.EPISODE, "e2");
        EntryRef reply = new EntryRef(ada.scope(), Kind.EPISODE, "e3");
        assertThat(fact.statement())
                .isEqualTo(new Statement(
                        "Mira sells the cheese at the harbour.",
                        "Mira",
                        StatementKind.STATE,
                        false,
                        List.of(new MessageRef(reply, 0), new MessageRef(question, 0)),
                        GroundingClass.SAID,
                        "since last May"));
        assertThat(fact.sources()).containsExactly(reply, question);
        assertThat(fact.validFrom()).isEqualTo("2025-05-01T00:00+01:00");
        assertThat(fact.triple()).isEqualTo("Mira states sells the cheese at the harbour");
        assertThat(fact.confidence()).isLessThan(1);
        assertThat(fact.trust()).isEqualTo(Trust.USER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"since 1999", "2019-03-02T00:00:00Z", "last May"})
    void a_time_that_the_cited_messages_do_not_say_is_none(String time) {
        Memory ada = told(answer(with(statement("Mira keeps two goats.", List.of(1)), "when", time)));

        consolidated(ada);

        Fact fact = facts(ada).get(0);
        assertThat(fact.statement().timePhrase()).isNull();
        assertThat(fact.validFrom()).isEqualTo(NOON);
    }

    @Test
    void a_statement_with_a_relation_of_the_list_is_a_triple_and_a_plan_is_none() {
        Map<String, @Nullable Object> owns =
                with(with(statement("Mira keeps two goats.", List.of(1)), "rel", "owns"), "obj", "two goats");
        Map<String, @Nullable Object> plan = with(
                with(
                        with(statement("Mira keeps two goats behind the old mill.", List.of(1)), "rel", "owns"),
                        "obj",
                        "two goats"),
                "kind",
                "plan");
        Memory ada = told(answer(owns, plan));

        consolidated(ada);

        assertThat(facts(ada))
                .extracting(Fact::triple)
                .containsExactlyInAnyOrder("Mira owns two goats", "Mira states keeps two goats behind the old mill");
    }

    @Test
    void a_denied_relation_is_kept_as_a_statement_and_ends_what_was_so() {
        Map<String, @Nullable Object> keeps =
                with(with(statement("Mira keeps two goats.", List.of(1)), "rel", "owns"), "obj", "two goats");
        Map<String, @Nullable Object> denial =
                with(with(statement("Mira no longer keeps two goats.", List.of(2)), "rel", "owns"), "obj", "two goats");
        Memory ada = told(answer(keeps), answer(with(denial, "neg", true)));
        consolidated(ada);
        contract.clock().advance(Duration.ofDays(3));
        ada.remember(
                NewEpisode.of(Message.user("I no longer keep the two goats.").withName("Mira"))
                        .id("e4"));

        consolidated(ada);

        assertThat(ada.facts().list(FactQuery.all().validAt(contract.clock().instant())))
                .extracting(Fact::text)
                .containsExactly("Mira no longer keeps two goats.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mira keeps nine goats behind the old mill.",
                "Mira does not keep two goats behind the old mill.",
                "Mira keeps two goats in Lisbon.",
                "Mira keeps two goats behind the old mill since 2 March 2019.",
                "Mi Ra keeps two goats behind the old mill.",
                "Mira plays the violin in an orchestra.",
                "Find in a part of a conversation what is worth remembering about Mira.",
                "Mira hält zwei Ziegen hinter der alten Mühle."
            })
    void a_statement_that_its_messages_do_not_bear_out_is_rejected_with_a_reason(String sentence) {
        Memory ada = told(answer(statement(sentence, List.of(1))));

        DerivationOutcome outcome = consolidated(ada);

        assertThat(facts(ada)).isEmpty();
        assertThat(outcome.detail())
                .contains("3 episodes, 0 facts; rejected: 1 ")
                .doesNotContain("goats");
    }

    @Test
    void a_statement_in_other_words_with_a_quote_is_inferred_and_stays_out_of_contexts() {
        Map<String, @Nullable Object> inferred = statement("Mira runs a small dairy farm.", List.of(1));
        Memory ada = told(answer(with(inferred, "quote", "two goats behind the old mill")));

        consolidated(ada);

        assertThat(facts(ada))
                .extracting(fact -> fact.statement().grounding())
                .containsExactly(GroundingClass.INFERRED);
        assertThat(ada.session("s9").context("Does Mira run a dairy farm?").text())
                .doesNotContain("dairy");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[77]", "[0, -4]", "[]", "null", "\"all\"", "[1,2,3,4,5,6,7,8,9]", "[1.5]", "[3,2]"})
    void wrong_numbers_are_corrected_by_the_quote(String from) {
        Memory ada = told(
                "{\"statements\":[{\"s\":\"Mira keeps two goats behind the old mill.\",\"about\":\"Mira\",\"from\":"
                        + from + ",\"quote\":\"goats behind the old mill\"}]}");

        consolidated(ada);

        assertThat(facts(ada))
                .extracting(fact -> fact.statement().messages().get(0).episode().id())
                .containsExactly("e1");
    }

    @Test
    void of_five_hundred_statements_two_a_message_and_five_are_read() {
        Memory ada = told(PlainJson.write(Map.of(
                "statements",
                IntStream.range(0, 500)
                        .mapToObj(i -> statement(
                                "Mira keeps two goats" + " ".repeat(i % 90) + (i % 2 == 0 ? "." : "!"), List.of(1)))
                        .toList())));

        consolidated(ada);

        assertThat(facts(ada)).hasSizeBetween(1, 11);
    }

    @Test
    void a_statement_goes_with_any_of_its_messages_and_the_others_are_read_again() {
        Map<String, @Nullable Object> cheese = statement("Mira sells the cheese at the harbour.", List.of(3, 2));
        Memory ada = told(answer(cheese), answer(statement("Mira sells at the harbour.", List.of(1))));
        consolidated(ada);

        ada.forget(Selection.episode("e2"));
        assertThat(facts(ada)).isEmpty();
        consolidated(ada);

        assertThat(facts(ada)).extracting(Fact::text).containsExactly("Mira sells at the harbour.");
        assertThat(facts(ada).get(0).sources()).extracting(EntryRef::id).containsExactly("e3");
    }

    @Test
    void an_edited_message_takes_the_statements_of_others_that_rest_on_it_along() {
        Map<String, @Nullable Object> cheese = statement("Mira sells the cheese at the harbour.", List.of(3, 2));
        Memory ada = told(answer(cheese), answer(), answer(statement("Mira sells at the harbour.", List.of(1))));
        consolidated(ada);

        say(ada, "e2", "Tomas", "Do you sell the wool?");
        ada.consolidate();
        ada.consolidate();

        assertThat(facts(ada)).extracting(Fact::text).containsExactly("Mira sells at the harbour.");
    }

    @Test
    void a_message_of_low_trust_lends_a_statement_no_more_than_it_has() {
        Memory ada = contract.adaWith(ScriptedModel.answering(answer(statement("Mira keeps two goats.", List.of(1)))));
        ada.remember(said("e1", "Mira keeps two goats.").trust(Trust.TOOL));

        consolidated(ada);

        assertThat(facts(ada)).extracting(Fact::trust).containsExactly(Trust.TOOL);
    }
}
