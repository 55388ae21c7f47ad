package dev.daybook.bench.quality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.Message;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Precision and recall of the facts that the library finds without a model, on 500 messages that were written and labelled
 * for this before the rules were changed, and not after other data, and on 60 of other domains that somebody else wrote later
 * without having seen the rules. Prints a table by predicate and the wrong facts. The
 * floors are the measured values, rounded down; better rules raise them.
 *
 * <p>A label is a lasting fact that the message states about its speaker, with the words of the message as its object. A
 * predicate of the library is used where one fits. A relative or pet is a fact if the message says that there is one or
 * names it, and none if it is only mentioned ("my wife laughed"). An end is a fact that is marked as ended; a replaced
 * home has both labels, and an end of a fact that no message has named is not measured. No fact is stated by a question, wish, plan, supposition, joke, idiom, quotation, song line,
 * sample, rumour, denial, passing state, opinion of the moment, or instruction, nor by words about another person. An
 * assistant has no facts.
 */
class StatedFactsTest {

    /** 99.1 % was measured: 216 of 218. */
    private static final double PRECISION_FLOOR = 0.99;

    /** 61.0 % was measured: 214 of 351. */
    private static final double RECALL_FLOOR = 0.609;

    private static List<FactReading> readings = List.of();

    @BeforeAll
    static void read() {
        readings = FactReading.of(LabelledMessage.read(OwnQuestions.file("stated-facts.jsonl")));
        System.out.print(table());
        readings.forEach(reading -> reading.wrong()
                .forEach(fact -> System.out.println(
                        "wrong: " + fact + " <- " + reading.labelled().message().text())));
    }

    @Test
    void half_of_the_messages_state_no_fact() {
        assertThat(readings).hasSize(560);
        assertThat(readings)
                .filteredOn(reading -> reading.labelled().facts().isEmpty())
                .hasSize(281);
        assertThat(readings)
                .extracting(reading -> reading.labelled().message().text())
                .doesNotHaveDuplicates();
    }

    @Test
    void an_expected_object_has_the_words_of_its_message() {
        assertThat(readings)
                .allSatisfy(reading -> assertThat(reading.labelled().facts())
                        .allSatisfy(fact -> assertThat(fact.contentWords())
                                .isNotEmpty()
                                .allMatch(LetterCase.lower(
                                        reading.labelled().message().text())::contains)));
    }

    @Test
    void an_end_is_found_where_the_fact_was_known() {
        LabelledFact home = new LabelledFact("user", "lives_in", "Lisbon", true);
        LabelledMessage moved = new LabelledMessage(Message.user("I no longer live in Lisbon."), List.of(home));

        assertThat(FactReading.of(List.of(moved)))
                .singleElement()
                .satisfies(reading -> assertThat(reading.right()).containsExactly(home));
    }

    @Test
    void precision_is_no_worse_than_before() {
        assertThat(share(all(FactReading::right), all(FactReading::found))).isGreaterThanOrEqualTo(PRECISION_FLOOR);
    }

    @Test
    void recall_is_no_worse_than_before() {
        assertThat(share(all(FactReading::recalled), all(StatedFactsTest::expected)))
                .isGreaterThanOrEqualTo(RECALL_FLOOR);
    }

    private static String table() {
        Set<String> predicates = new TreeSet<>();
        Stream.of(all(StatedFactsTest::expected), all(FactReading::found))
                .flatMap(Collection::stream)
                .forEach(fact -> predicates.add(fact.canonicalPredicate()));
        TextTable table = new TextTable(1, List.of("predicate", "labels", "recalled", "found", "right", "P", "R"));
        predicates.forEach(predicate -> table.add(row(predicate, Set.of(predicate))));
        table.add(row("all", predicates));
        return table.toString();
    }

    private static List<String> row(String name, Set<String> predicates) {
        List<LabelledFact> expected = of(predicates, StatedFactsTest::expected);
        List<LabelledFact> recalled = of(predicates, FactReading::recalled);
        List<LabelledFact> found = of(predicates, FactReading::found);
        List<LabelledFact> right = of(predicates, FactReading::right);
        return List.of(
                name,
                String.valueOf(expected.size()),
                String.valueOf(recalled.size()),
                String.valueOf(found.size()),
                String.valueOf(right.size()),
                found.isEmpty() ? "-" : TextTable.percent(share(right, found)),
                expected.isEmpty() ? "-" : TextTable.percent(share(recalled, expected)));
    }

    private static List<LabelledFact> expected(FactReading reading) {
        return reading.labelled().facts();
    }

    private static List<LabelledFact> of(Set<String> predicates, Function<FactReading, List<LabelledFact>> part) {
        return all(part).stream()
                .filter(fact -> predicates.contains(fact.canonicalPredicate()))
                .toList();
    }

    private static List<LabelledFact> all(Function<FactReading, List<LabelledFact>> part) {
        return readings.stream()
                .flatMap(reading -> part.apply(reading).stream())
                .toList();
    }

    private static double share(List<LabelledFact> part, List<LabelledFact> whole) {
        return (double) part.size() / whole.size();
    }
}
