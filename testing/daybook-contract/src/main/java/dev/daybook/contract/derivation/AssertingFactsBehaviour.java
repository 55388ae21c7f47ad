package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.derivation.DatedFacts.at;
import static dev.daybook.contract.derivation.DatedFacts.fact;
import static dev.daybook.contract.derivation.DatedFacts.home;
import static dev.daybook.contract.derivation.DatedFacts.ids;
import static dev.daybook.contract.memory.MessageFixture.HOSTILE;
import static dev.daybook.testkit.store.ConcurrentTasks.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Facts;
import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.FactQuery;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Asserting facts: each subject and predicate has a timeline, and a new fact ends earlier ones. */
public abstract class AssertingFactsBehaviour {

    private final MemoryContract contract;

    protected AssertingFactsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Facts facts() {
        return contract.ada().facts();
    }

    private Fact found(String id) {
        return facts().find(id).orElseThrow();
    }

    @Test
    void an_asserted_fact_is_read_back_with_omitted_fields_filled_in() {
        Receipt receipt = facts().remember(NewFact.of("ada", "likes", "tea"));
        Fact fact = found(receipt.id());

        assertThat(fact.text()).isEqualTo("ada likes tea [confidence 1.00]");
        assertThat(fact.validFrom()).isEqualTo(NOON).isEqualTo(fact.recordedAt());
        assertThat(fact.validFrom().getOffset()).isEqualTo(NOON.getOffset());
        assertThat(fact.validUntil()).isNull();
        assertThat(receipt.position()).isEqualTo(fact.position()).isEqualTo(1);
        assertThat(receipt.revision()).isEqualTo(fact.revision());
        assertThat(facts().list(FactQuery.all())).containsExactly(fact);
    }

    @Test
    void a_fact_is_read_back_and_found_by_its_statement() {
        EntryRef episode = new EntryRef(contract.ada().scope(), Kind.EPISODE, "e1");
        NewFact stated = NewFact.of("Ada", "states", "will not sail")
                .id("f1")
                .sources(List.of(episode))
                .statement(StatementFixture.of(episode));

        facts().remember(stated);

        assertThat(found("f1").statement()).isEqualTo(StatementFixture.of(episode));
        assertThat(found("f1").text()).isEqualTo("Ada will not sail to Porto before spring.");
        assertThat(facts().recall("Porto", 5)).extracting(Fact::id).containsExactly("f1");
        assertThat(contract.ada().recall("Porto"))
                .extracting(Hit::text)
                .contains(found("f1").text());
    }

    @Test
    void a_statement_cites_messages_of_the_sources_of_its_fact_alone() {
        EntryRef episode = new EntryRef(contract.ada().scope(), Kind.EPISODE, "e1");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> facts().remember(
                                NewFact.of("Ada", "states", "will not sail").statement(StatementFixture.of(episode))))
                .withMessageContaining("add the episode to its sources");
        assertThat(facts().list(FactQuery.all())).isEmpty();
    }

    @Test
    void a_new_object_ends_the_one_before_and_nothing_is_deleted() {
        facts().remember(home("f1", "Paris", 0));
        facts().remember(home("f2", "Tokyo", 5));

        assertThat(found("f1").validUntil()).isEqualTo(at(5));
        assertThat(found("f1").supersededBy()).isEqualTo("f2");
        assertThat(found("f1").recordedAt()).isEqualTo(at(0));
        assertThat(found("f2").validUntil()).isNull();
        assertThat(facts().history("f1")).extracting(Fact::validUntil).containsExactly(null, at(5));
        assertThat(facts().history("f2")).hasSize(1);
    }

    @Test
    void the_same_object_again_and_another_predicate_end_nothing() {
        facts().remember(List.of(
                home("f1", "Paris", 0),
                home("f2", "Paris", 5),
                fact("f3", "ada", "works_in", "Tokyo", 6),
                fact("f4", "bob", "lives_in", "Tokyo", 6),
                fact("f5", "ada", "Lives_in", "Tokyo", 6)));

        assertThat(facts().list(FactQuery.all())).hasSize(5).allMatch(fact -> fact.validUntil() == null);
        facts().remember(home("f6", "Rome", 9));
        assertThat(facts().list(FactQuery.all().predicate("lives_in").object("Paris")))
                .extracting(Fact::validUntil)
                .containsExactly(at(9), at(9));
    }

    @Test
    void a_many_valued_fact_ends_nothing() {
        facts().remember(fact("f1", "ada", "likes", "tea", 0).singleValued(false));
        facts().remember(fact("f2", "ada", "likes", "rain", 1).singleValued(false));

        assertThat(ids(facts().list(FactQuery.all().validAt(at(2).toInstant()))))
                .containsExactly("f2", "f1");
    }

    @Test
    void a_late_fact_is_put_where_it_belongs_in_history() {
        facts().remember(home("f1", "Paris", 0));
        facts().remember(home("f3", "Tokyo", 9));
        facts().remember(home("f2", "Rome", 5));
        facts().remember(home("f0", "Oslo", -3));

        assertThat(found("f0").validUntil()).isEqualTo(at(0));
        assertThat(found("f1").validUntil()).isEqualTo(at(5));
        assertThat(found("f1").supersededBy()).isEqualTo("f2");
        assertThat(found("f2").validUntil()).isEqualTo(at(9));
        assertThat(found("f3").validUntil()).isNull();
        for (int hour = -3; hour < 12; hour++) {
            assertThat(facts().list(FactQuery.all().validAt(at(hour).toInstant())))
                    .hasSize(1);
        }
    }

    @Test
    void a_fact_of_a_tool_or_an_import_ends_none_of_the_user_in_any_order_of_arrival() {
        facts().remember(home("f1", "Paris", 0));
        facts().remember(home("low", "Evilville", 3).origin(Origin.TOOL));
        facts().remember(home("f0", "Oslo", -3));
        assertThat(found("f1").validUntil()).isNull();
        assertThat(found("f0").supersededBy()).isEqualTo("f1");
        assertThat(found("low").trust()).isEqualTo(Trust.TOOL);

        facts().remember(home("lower", "Worseville", 4).origin(Origin.IMPORT));
        assertThat(found("low").supersededBy()).as("among themselves they do").isEqualTo("lower");
        facts().remember(home("f2", "Rome", 9));
        assertThat(found("lower").supersededBy()).as("and the user ends all").isEqualTo("f2");
        assertThat(found("f1").supersededBy()).isEqualTo("f2");
        facts().forget("f2");
        assertThat(found("f1").validUntil())
                .as("not ended again by what may not")
                .isNull();
    }

    @Test
    void a_fact_that_has_ended_already_ends_only_overlapping_facts() {
        facts().remember(home("f1", "Paris", 0).validUntil(at(2)));
        facts().remember(home("f2", "Tokyo", 5));

        assertThat(found("f1").validUntil()).isEqualTo(at(2));
        assertThat(found("f1").supersededBy()).isNull();
    }

    @Test
    void scopes_end_nothing_of_each_other_also_in_a_batch() {
        List<Memory> all = List.of(
                contract.ada(),
                contract.daybook().user("bob"),
                contract.daybook().space(Space.DEFAULT.id()).anonymous(),
                contract.daybook().space(Space.DEFAULT.id()).shared(),
                contract.daybook().space("other").user("ada"));
        IntStream.range(0, all.size())
                .forEach(i -> all.get(i)
                        .facts()
                        .remember(List.of(
                                home("same", "place " + i, i), fact("likes", "ada", "likes", "thing " + i, i))));

        IntStream.range(0, all.size()).forEach(i -> {
            assertThat(all.get(i).facts().list(FactQuery.all().predicate("lives_in")))
                    .singleElement()
                    .matches(fact -> fact.object().equals("place " + i) && fact.validUntil() == null);
            assertThat(all.get(i).facts().recall("ada lives", 9)).hasSize(2);
        });
        all.get(0).facts().forget("same");
        assertThat(all.get(1).facts().find("same")).isPresent();
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void any_id_and_text_is_data(String text) {
        Facts mine = contract.daybook().user(text).facts();
        mine.remember(fact(text, text, text, text, 0));
        mine.remember(fact("next", text, text, text + "!", 1));

        assertThat(mine.list(FactQuery.all().subject(text).predicate(text).object(text)))
                .singleElement()
                .matches(fact -> fact.id().equals(text) && "next".equals(fact.supersededBy()));
        assertThat(mine.history(text)).hasSize(2);
        assertThat(facts().list(FactQuery.all())).hasSize(text.equals("ada") ? 2 : 0);
    }

    static List<String> hostile() {
        return HOSTILE;
    }

    @Test
    void the_same_write_again_changes_nothing_also_after_the_fact_was_ended() {
        NewFact first = home("f1", "Paris", 0).validUntil(at(20));
        Receipt receipt = facts().remember(first);
        assertThat(facts().remember(first)).isEqualTo(receipt);
        facts().remember(home("f2", "Tokyo", 5));
        List<Fact> before = facts().list(FactQuery.all());

        Receipt again = facts().remember(first);
        facts().remember(NewFact.of("ada", "lives_in", "Tokyo").id("f2"));
        assertThat(facts().list(FactQuery.all())).isEqualTo(before);
        assertThat(again.position()).isEqualTo(receipt.position());
        assertThat(facts().history("f1")).hasSize(2);
        assertThat(facts().history("f2")).hasSize(1);
    }

    @Test
    void the_same_instants_in_another_offset_are_the_same_fact() {
        NewFact fact = home("f1", "Paris", 0).validUntil(at(20)).recordedAt(at(0));
        Receipt receipt = facts().remember(fact);
        ZoneOffset lisbon = ZoneOffset.ofHours(1);

        assertThat(facts().remember(fact.validFrom(at(0).withOffsetSameInstant(lisbon))
                        .validUntil(at(20).withOffsetSameInstant(lisbon))
                        .recordedAt(at(0).withOffsetSameInstant(lisbon))))
                .isEqualTo(receipt);
        assertThat(facts().history("f1")).hasSize(1);
    }

    @Test
    void other_content_under_an_id_replaces_the_fact_and_its_effect_on_others() {
        facts().remember(home("f1", "Paris", 0));
        facts().remember(home("f2", "Tokyo", 5));
        facts().remember(home("f2", "Tokyo", 8));

        assertThat(found("f1").validUntil()).isEqualTo(at(8));
        assertThat(found("f2").validFrom()).isEqualTo(at(8));
        facts().remember(fact("f2", "ada", "works_in", "Tokyo", 8));
        assertThat(found("f1").validUntil()).isNull();
        assertThat(found("f1").supersededBy()).isNull();
        assertThat(facts().history("f2")).hasSize(3);
    }

    @Test
    void a_fact_holds_again_after_its_successor_is_removed() {
        facts().remember(home("f1", "Paris", 0));
        facts().remember(home("f2", "Tokyo", 5));
        facts().remember(home("f3", "Rome", 9));
        contract.clock().advance(Duration.ofHours(20));

        assertThat(facts().forget("f2")).isTrue();
        assertThat(found("f1").validUntil()).isEqualTo(at(9));
        assertThat(found("f1").supersededBy()).isEqualTo("f3");
        assertThat(facts().forget("f3")).isTrue();
        assertThat(found("f1").validUntil()).isNull();
        assertThat(facts().forget("f3")).isFalse();
        assertThat(facts().history("f2")).isEmpty();
        assertThat(ids(facts().list(FactQuery.all()))).containsExactly("f1");
    }

    @Test
    void a_made_id_avoids_those_that_are_there() {
        facts().remember(NewFact.of("ada", "likes", "tea").id("fact_1"));
        List<Receipt> receipts = facts().remember(List.of(
                NewFact.of("ada", "has", "a cat"),
                NewFact.of("ada", "owns", "a boat").id("fact_2")));

        assertThat(receipts).extracting(Receipt::id).doesNotHaveDuplicates().doesNotContain("fact_1");
        assertThat(facts().list(FactQuery.all())).hasSize(3);
    }

    static List<Named<Runnable>> malformed() {
        NewFact fact = NewFact.of("ada", "likes", "tea");
        return List.of(
                Named.of("a blank subject", () -> NewFact.of(" ", "likes", "tea")),
                Named.of("an empty predicate", () -> NewFact.of("ada", "", "tea")),
                Named.of("a blank object", () -> NewFact.of("ada", "likes", " ")),
                Named.of("a lone surrogate", () -> NewFact.of("ada", "likes", "\ud800")),
                Named.of("a confidence that is no number", () -> fact.confidence(Double.NaN)),
                Named.of("a confidence below 0", () -> fact.confidence(-0.01)),
                Named.of("a confidence above 1", () -> fact.confidence(1.01)),
                Named.of("an infinite confidence", () -> fact.confidence(Double.POSITIVE_INFINITY)),
                Named.of("a blank id", () -> fact.id(" ")),
                Named.of(
                        "an end before the beginning",
                        () -> fact.validFrom(NOON).validUntil(NOON.minusNanos(1_000))));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void a_malformed_fact_cannot_be_made(Runnable make) {
        assertThatIllegalArgumentException().isThrownBy(make::run);
    }

    @Test
    void a_refused_batch_changes_nothing_and_takes_no_position() {
        facts().remember(home("f1", "Paris", 0));
        List<Fact> before = facts().list(FactQuery.all());
        EntryRef foreign = new EntryRef(contract.daybook().user("bob").scope(), Kind.EPISODE, "e1");
        List<List<NewFact>> refused = List.of(
                List.of(home("f2", "Tokyo", 5), home("f2", "Rome", 6)),
                List.of(home("f2", "Tokyo", 5), home("f3", "Rome", 6).sources(List.of(foreign))),
                List.of(
                        home("f2", "Tokyo", 5),
                        NewFact.of("ada", "likes", "tea").validUntil(NOON.minusDays(1))));
        for (List<NewFact> batch : refused) {
            assertThatIllegalArgumentException().isThrownBy(() -> facts().remember(batch));
        }

        assertThat(facts().list(FactQuery.all())).isEqualTo(before);
        assertThat(facts().remember(home("f4", "Oslo", 9)).position()).isEqualTo(2);
        assertThat(facts().remember(List.of())).isEmpty();
    }

    @Test
    void a_fact_ends_without_a_successor_and_stays_in_the_history() {
        facts().remember(home("f1", "Paris", 0));

        assertThat(facts().end("f1", at(5))).contains(found("f1"));

        assertThat(found("f1").validUntil()).isEqualTo(at(5));
        assertThat(found("f1").supersededBy()).isNull();
        assertThat(facts().list(FactQuery.all().validAt(at(5).toInstant()))).isEmpty();
        assertThat(ids(facts().list(FactQuery.all().validAt(at(4).toInstant()))))
                .containsExactly("f1");
        assertThat(facts().history("f1")).hasSize(2);
        assertThat(facts().end("unknown", at(5))).isEmpty();
    }

    @Test
    void an_end_without_a_time_is_now() {
        facts().remember(NewFact.of("ada", "likes", "tea").id("f1"));
        contract.clock().advance(Duration.ofHours(1));

        facts().end("f1");

        assertThat(found("f1").validUntil()).isEqualTo(NOON.plusHours(1));
    }

    @Test
    void an_end_is_not_before_the_start_and_never_moves_back_an_earlier_one() {
        facts().remember(home("f1", "Paris", 3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> facts().end("f1", at(2)))
                .withMessageContaining("before the start of the fact 'f1'");
        facts().end("f1", at(5));

        facts().end("f1", at(7));
        facts().end("f1", at(5));

        assertThat(found("f1").validUntil()).isEqualTo(at(5));
        assertThat(facts().history("f1")).hasSize(2);
    }

    @Test
    void a_fact_that_was_ended_before_its_successor_stays_ended_without_it() {
        facts().remember(home("f1", "Paris", 0));
        facts().remember(home("f2", "Tokyo", 9));
        facts().end("f1", at(5));
        facts().forget("f2");

        assertThat(found("f1").validUntil()).isEqualTo(at(5));
    }

    @Test
    void a_shared_entry_may_cite_any_scope_of_its_space() {
        EntryRef source = new EntryRef(contract.ada().scope(), Kind.EPISODE, "e1");
        Facts shared = contract.daybook().space(Space.DEFAULT.id()).shared().facts();
        shared.remember(NewFact.of("team", "meets", "Monday").sources(List.of(source)));

        assertThat(shared.list(FactQuery.all()))
                .singleElement()
                .matches(fact -> fact.sources().equals(List.of(source)));
    }

    @Test
    void facts_asserted_by_many_at_once_leave_one_line() throws Exception {
        int threads = 8;
        int each = 10;
        Facts facts = facts();
        together(threads, thread -> () -> {
            for (int i = 0; i < each; i++) {
                int hour = i * threads + thread;
                facts.remember(home("f" + hour, "place " + hour, hour));
            }
            return thread;
        });

        for (int hour = 0; hour < threads * each; hour++) {
            assertThat(ids(facts().list(FactQuery.all().validAt(at(hour).toInstant()))))
                    .containsExactly("f" + hour);
        }
    }
}
