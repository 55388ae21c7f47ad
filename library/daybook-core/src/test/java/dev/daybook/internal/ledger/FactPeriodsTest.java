package dev.daybook.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.grammar.FactPredicate;
import dev.daybook.internal.ledger.FactPeriods.Period;
import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FactPeriodsTest {

    private static Fact fact(int day, String predicate, String object) {
        return DayFact.of(day, predicate, object, SummaryMethod.MODEL, Trust.USER);
    }

    private static Fact stated(Fact fact, StatementKind kind, boolean negated, GroundingClass grounding) {
        return fact.withStatement(new Statement("Ada says so.", "Ada", kind, negated, List.of(), grounding, null));
    }

    private static List<Period> periods(Fact... facts) {
        return FactPeriods.of(
                Stream.of(facts).map(fact -> FactStatement.of(fact, true)).toList(),
                Comparator.comparing(Fact::validFrom));
    }

    private static String ends(Fact... facts) {
        return periods(facts).stream()
                .map(period -> String.valueOf(period.fact().supersededBy()))
                .collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    lives_in  | Oslo         | resides in    | Faro         | true
                    Lives in  | Oslo         | lives_in      | Faro         | true
                    lives_in  | Oslo         | lives_at      | Main Street  | false
                    works_at  | Nokia        | employer      | Siemens      | true
                    likes     | tea          | enjoys        | rain         | false
                    likes     | tea          | hates         | Tea          | true
                    dislikes  | tea          | loves         | tea          | true
                    favourite | colour: blue | favorite      | Colour: red  | true
                    favourite | colour: blue | favourite     | film: Alien  | false
                    owns      | a cat        | owns          | a boat       | false
                    works_as  | a nurse      | works_as      | nurse        | false
                    """)
    void a_later_fact_ends_one_of_the_same_relation_in_any_words(
            String predicate, String object, String laterPredicate, String laterObject, boolean ends) {
        Fact one = fact(1, predicate, object);
        Fact later = fact(2, laterPredicate, laterObject);
        boolean isOneLine =
                FactRelation.of(one).line().equals(FactRelation.of(later).line());

        assertThat(isOneLine && ends(one, later).equals("day 2, null")).isEqualTo(ends);
    }

    @Test
    void what_is_planned_wished_or_inferred_ends_nothing() {
        Fact home = fact(1, "lives_in", "Oslo");
        for (StatementKind kind : List.of(StatementKind.PLAN, StatementKind.WISH)) {
            assertThat(ends(home, stated(fact(2, "lives_in", "Faro"), kind, false, GroundingClass.SAID)))
                    .isEqualTo("null, null");
        }
        assertThat(ends(home, stated(fact(2, "lives_in", "Faro"), StatementKind.STATE, false, GroundingClass.INFERRED)))
                .isEqualTo("null, null");
        assertThat(ends(home, stated(fact(2, "lives_in", "Faro"), StatementKind.STATE, false, GroundingClass.SAID)))
                .isEqualTo("day 2, null");
    }

    @Test
    void a_denial_ends_what_it_denies_and_no_other_value() {
        Fact notOslo = stated(fact(2, "lives_in", "Oslo"), StatementKind.STATE, true, GroundingClass.SAID);

        assertThat(ends(fact(1, "lives_in", "Oslo"), notOslo)).isEqualTo("day 2, null");
        assertThat(ends(fact(1, "lives_in", "Faro"), notOslo)).isEqualTo("null, null");
        assertThat(ends(stated(fact(1, "lives_in", "Faro"), StatementKind.STATE, true, GroundingClass.SAID), notOslo))
                .isEqualTo("null, null");
    }

    @Test
    void an_ending_that_a_model_found_ends_what_it_denies() {
        Fact noLonger = stated(fact(2, "lives_in", "Oslo"), StatementKind.STATE, true, GroundingClass.SAID)
                .until(DayFact.START.plusDays(2), null);

        assertThat(ends(fact(1, "lives_in", "Oslo"), noLonger)).isEqualTo("day 2, null");
        assertThat(ends(fact(1, "lives_in", "Faro"), noLonger)).isEqualTo("null, null");
    }

    @ParameterizedTest
    @EnumSource
    void the_rules_and_the_timeline_know_the_same_single_valued_relations(FactPredicate predicate) {
        assertThat(PredicateSynonyms.isSingleValued(predicate.label())).isEqualTo(predicate.isSingleValued());
    }

    @Test
    void a_repetition_is_not_shown_while_the_first_is_open_and_shown_after_its_end() {
        assertThat(periods(
                        fact(1, "lives_in", "Oslo"),
                        fact(2, "lives in", "oslo"),
                        fact(3, "lives_in", "Faro"),
                        fact(4, "lives_in", "Oslo")))
                .extracting(period -> period.fact().id() + " " + period.isShown() + " "
                        + period.fact().supersededBy())
                .containsExactly("day 1 true day 3", "day 2 false day 1", "day 3 true day 4", "day 4 true null");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    plays           | the harp | is playing     | Harp       | true
                    speaks          | Danish   | speak          | Danish     | true
                    is allergic to  | nuts     | allergic_to    | nuts       | true
                    carries         | an axe   | carrying       | the axe    | true
                    works_as        | a nurse  | job            | nurse      | true
                    plays           | harp     | played         | harp       | false
                    plays           | harp     | plays_with     | harp       | false
                    teaches         | Ines     | is taught by   | Ines       | false
                    emails          | Ines     | email          | Ines       | false
                    likes           | The Band | likes          | A Band     | true
                    likes           | band     | likes          | a band saw | false
                    """)
    void a_statement_repeats_one_in_another_form_of_the_present(
            String predicate, String object, String laterPredicate, String laterObject, boolean repeats) {
        Fact one = fact(1, predicate, object);
        Fact later = fact(2, laterPredicate, laterObject);
        boolean isOneLine =
                FactRelation.of(one).line().equals(FactRelation.of(later).line());

        assertThat(isOneLine && periods(one, later).stream().anyMatch(period -> !period.isShown()))
                .isEqualTo(repeats);
        assertThat(PredicateSynonyms.isSingleValued("emails")).isFalse();
    }

    @Test
    void an_inferred_statement_does_not_hide_one_that_was_said() {
        Fact inferred = stated(fact(1, "owns", "a cat"), StatementKind.STATE, false, GroundingClass.INFERRED);
        Fact said = stated(fact(2, "owns", "a cat"), StatementKind.STATE, false, GroundingClass.SAID);

        assertThat(periods(inferred, said)).allMatch(Period::isShown);
        Fact saidFirst = stated(fact(0, "owns", "a cat"), StatementKind.STATE, false, GroundingClass.SAID);
        assertThat(periods(saidFirst, inferred)).extracting(Period::isShown).containsExactly(true, false);
    }
}
