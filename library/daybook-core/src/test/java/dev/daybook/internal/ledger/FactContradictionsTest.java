package dev.daybook.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FactContradictionsTest {

    private static Fact fact(int day, String predicate, String object, Trust trust, @Nullable Statement statement) {
        SummaryMethod method = statement == null ? SummaryMethod.GIVEN : SummaryMethod.MODEL;
        return DayFact.of(day, predicate, object, method, trust).withStatement(statement);
    }

    private static Fact triple(int day, String predicate, String object, Trust trust) {
        return fact(day, predicate, object, trust, null);
    }

    private static Statement statement(String sentence, StatementKind kind, boolean negated, GroundingClass grounding) {
        return new Statement(sentence, "Ada", kind, negated, List.of(), grounding, null);
    }

    private static Statement said(String sentence, boolean negated) {
        return statement(sentence, StatementKind.STATE, negated, GroundingClass.SAID);
    }

    private static Fact sentence(int day, String sentence, boolean negated) {
        return fact(day, "states", sentence, Trust.USER, said(sentence, negated));
    }

    private static Fact many(Fact fact) {
        return fact.asserted(new Fact.Assertion(null, false, 0));
    }

    private static List<List<String>> among(Fact... facts) {
        return FactContradictions.among(List.of(facts)).stream()
                .map(group -> group.stream().map(Fact::id).toList())
                .toList();
    }

    private static final List<List<String>> BOTH = List.of(List.of("day 2", "day 1"));

    @ParameterizedTest
    @CsvSource(textBlock = """
                    USER, TOOL, true
                    USER, ASSISTANT, true
                    ASSISTANT, TOOL, true
                    TOOL, TOOL, false
                    TOOL, USER, false
                    """)
    void another_value_that_trust_did_not_let_end_the_first_contradicts_it(Trust first, Trust second, boolean open) {
        assertThat(among(triple(1, "lives_in", "Oslo", first), triple(2, "lives_in", "Faro", second)))
                .isEqualTo(open ? BOTH : List.of());
    }

    @Test
    void the_order_of_the_facts_does_not_matter_and_the_newest_is_first() {
        Fact[] facts = {
            triple(3, "lives_in", "Rome", Trust.TOOL),
            triple(1, "lives_in", "Oslo", Trust.USER),
            triple(4, "works_at", "Nokia", Trust.TOOL),
            triple(2, "lives_in", "Faro", Trust.ASSISTANT)
        };
        assertThat(among(facts)).containsExactly(List.of("day 3", "day 2", "day 1"));
        assertThat(among(facts[1], facts[3], facts[2], facts[0])).isEqualTo(among(facts));
    }

    @Test
    void a_triple_and_a_sentence_contradict_each_other() {
        assertThat(among(
                        triple(1, "lives_in", "Oslo", Trust.USER),
                        fact(2, "resides in", "Faro", Trust.TOOL, said("Ada moved to Faro.", false))))
                .isEqualTo(BOTH);
        assertThat(among(triple(1, "likes", "tea", Trust.USER), sentence(2, "Ada does not like tea.", true)))
                .isEqualTo(BOTH);
    }

    @Test
    void values_of_a_relation_with_many_contradict_only_their_denial() {
        Fact tea = fact(1, "likes", "tea", Trust.USER, said("Ada likes tea.", false));
        assertThat(among(tea, fact(2, "likes", "rain", Trust.TOOL, said("Ada likes rain.", false))))
                .isEmpty();
        assertThat(among(tea, fact(2, "dislikes", "Tea", Trust.TOOL, said("Ada hates tea.", false))))
                .isEqualTo(BOTH);
        assertThat(among(triple(1, "owns", "a cat", Trust.USER), many(triple(2, "owns", "a boat", Trust.TOOL))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Ada is a vegan.        | Ada is not a vegan.               | true
                    Ada eats meat.         | Ada never eats meat.              | true
                    Ada can swim.          | Ada cannot swim.                  | true
                    Ada ist mit der Arbeit zufrieden. | Ada ist nie mit der Arbeit zufrieden. | true
                    Ada is a vegan.        | Ada is not a nurse.               | false
                    Ada eats meat.         | Ada never eats meat on Fridays.   | false
                    """)
    void a_sentence_contradicts_its_denial_and_no_other(String affirmed, String denied, boolean isContradiction) {
        List<List<String>> expected = isContradiction ? BOTH : List.of();
        assertThat(among(sentence(1, affirmed, false), sentence(2, denied, true)))
                .isEqualTo(expected);
        assertThat(among(sentence(2, affirmed, false), sentence(1, denied, true)))
                .isEqualTo(expected);
        assertThat(among(sentence(1, affirmed, false), sentence(2, affirmed, false)))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void plans_wishes_and_single_events_contradict_no_denial(StatementKind kind) {
        boolean lasts = kind == StatementKind.STATE || kind == StatementKind.OPINION;
        Fact yes = fact(1, "states", "x", Trust.USER, statement("Ada sails.", kind, false, GroundingClass.SAID));
        Fact no = fact(2, "states", "y", Trust.USER, statement("Ada does not sail.", kind, true, GroundingClass.SAID));
        assertThat(among(yes, no)).isEqualTo(lasts ? BOTH : List.of());
    }

    @Test
    void what_is_only_inferred_contradicts_nothing() {
        Statement inferred = statement("Ada is a vegan.", StatementKind.STATE, false, GroundingClass.INFERRED);
        assertThat(among(fact(1, "states", "x", Trust.USER, inferred), sentence(2, "Ada is not a vegan.", true)))
                .isEmpty();
        assertThat(among(
                        fact(1, "lives_in", "Oslo", Trust.USER, inferred),
                        fact(2, "lives_in", "Faro", Trust.TOOL, said("Ada lives in Faro.", false))))
                .isEmpty();
    }

    @Test
    void facts_of_different_times_or_subjects_contradict_nothing() {
        Fact oslo = triple(1, "lives_in", "Oslo", Trust.USER);
        Fact faro = triple(2, "lives_in", "Faro", Trust.TOOL);
        assertThat(among(oslo.until(DayFact.START.plusDays(2), null), faro)).isEmpty();
        assertThat(among(oslo.until(DayFact.START.plusDays(3), null), faro)).isEqualTo(BOTH);
        assertThat(among(oslo, faro.withTriple("Bo", "lives_in", "Faro"))).isEmpty();
    }

    @Test
    void what_the_timeline_leaves_open_beside_each_other_is_found() {
        List<Fact> line = FactPeriods.of(
                        Stream.of(
                                        triple(1, "lives_in", "Oslo", Trust.USER),
                                        triple(2, "lives_in", "Faro", Trust.TOOL),
                                        triple(3, "lives_in", "Rome", Trust.USER),
                                        triple(4, "lives_in", "Kyiv", Trust.TOOL))
                                .map(fact -> FactStatement.of(fact, true))
                                .toList(),
                        FactLedger.OLDEST_FIRST)
                .stream()
                .map(FactPeriods.Period::fact)
                .toList();
        assertThat(among(line.toArray(Fact[]::new)))
                .containsExactly(List.of("day 4", "day 3"), List.of("day 2", "day 1"));
    }
}
