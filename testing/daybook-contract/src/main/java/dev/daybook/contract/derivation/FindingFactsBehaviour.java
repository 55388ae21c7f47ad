package dev.daybook.contract.derivation;

import static dev.daybook.contract.derivation.DatedFacts.at;
import static dev.daybook.contract.derivation.DatedFacts.fact;
import static dev.daybook.contract.derivation.DatedFacts.home;
import static dev.daybook.contract.derivation.DatedFacts.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.DaybookBuilder;
import dev.daybook.Facts;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Fact;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.FactQuery;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Retrieval and order of facts: by query, by either time, by keyword and semantic search. */
public abstract class FindingFactsBehaviour {

    private final MemoryContract contract;

    protected FindingFactsBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Facts facts() {
        return contract.ada().facts();
    }

    private List<String> listed(FactQuery query) {
        return ids(facts().list(query));
    }

    @Test
    void valid_at_counts_the_beginning_and_not_the_end() {
        facts().remember(home("f1", "Paris", 0));
        facts().remember(home("f2", "Tokyo", 5));

        assertThat(listed(FactQuery.all().validAt(at(0).minusNanos(1_000).toInstant())))
                .isEmpty();
        assertThat(listed(FactQuery.all().validAt(at(0).toInstant()))).containsExactly("f1");
        assertThat(listed(FactQuery.all().validAt(at(5).minusNanos(1_000).toInstant())))
                .containsExactly("f1");
        assertThat(listed(FactQuery.all().validAt(at(5).toInstant()))).containsExactly("f2");
        assertThat(listed(FactQuery.all()))
                .as("without a time, closed ones too")
                .containsExactly("f2", "f1");
    }

    @Test
    void an_as_of_query_answers_from_the_knowledge_of_that_time() {
        facts().remember(home("f1", "Paris", 0));
        facts().remember(home("f2", "Tokyo", 5).recordedAt(at(8)));

        assertThat(listed(FactQuery.all().asOf(at(-1).toInstant()))).isEmpty();
        assertThat(facts().list(FactQuery.all().asOf(at(7).toInstant())))
                .singleElement()
                .matches(fact -> fact.id().equals("f1") && fact.validUntil() == null);
        assertThat(listed(FactQuery.all().asOf(at(7).toInstant()).validAt(at(6).toInstant())))
                .containsExactly("f1");
        assertThat(listed(FactQuery.all().asOf(at(8).toInstant()).validAt(at(6).toInstant())))
                .containsExactly("f2");
    }

    @Test
    void a_query_compares_exactly_and_cuts_last() {
        facts().remember(List.of(
                home("f1", "Paris", 3),
                fact("f2", "Ada", "lives_in", "Paris", 2),
                fact("f3", "ada", "likes", "Paris", 1),
                fact("f4", "ada", "likes", "tea", 9).singleValued(false)));

        assertThat(listed(FactQuery.all())).containsExactly("f4", "f1", "f2", "f3");
        assertThat(listed(FactQuery.all().limit(2))).containsExactly("f4", "f1");
        assertThat(listed(FactQuery.all().subject("ada").limit(2))).containsExactly("f4", "f1");
        assertThat(listed(FactQuery.all().object("Paris").limit(1))).containsExactly("f1");
        assertThat(listed(FactQuery.all().predicate("LIKES"))).isEmpty();
        assertThat(listed(FactQuery.all().validAt(at(2).toInstant()).limit(1))).containsExactly("f2");
        assertThat(listed(FactQuery.all().limit(0))).isEmpty();
        assertThat(listed(FactQuery.all().limit(-1))).isEmpty();
    }

    @Test
    void facts_of_one_time_are_ordered_by_when_they_were_written() {
        facts().remember(IntStream.range(0, 4)
                .mapToObj(i -> fact("f" + i, "ada", "likes", "t" + i, 0).singleValued(false))
                .toList());

        assertThat(listed(FactQuery.all())).containsExactly("f0", "f1", "f2", "f3");
        assertThat(ids(facts().recall("likes", 10))).containsExactly("f0", "f1", "f2", "f3");
    }

    @Test
    void facts_are_recalled_by_the_words_they_share() {
        facts().remember(List.of(
                fact("f1", "ada", "prefers_theme", "dark", 0),
                fact("f2", "ada", "runs", "kafka and redis", 1),
                fact("f3", "ada", "runs", "redis", 2).singleValued(false)));

        assertThat(ids(facts().recall("which dark theme?", 5))).containsExactly("f1");
        assertThat(ids(facts().recall("kafka redis", 5))).containsExactly("f2", "f3");
        assertThat(ids(facts().recall("REDIS", 5))).as("of equals, the shorter").containsExactly("f3", "f2");
        assertThat(ids(facts().recall("redis", 1))).containsExactly("f3");
        assertThat(ids(facts().recall("piano", 5))).isEmpty();
        assertThat(ids(facts().recall("what is the", 2))).as("no usable word").containsExactly("f3", "f2");
        assertThat(ids(facts().recall(" ", 2))).containsExactly("f3", "f2");
        assertThat(ids(facts().recall(
                                "redis",
                                FactQuery.all().validAt(at(1).toInstant()).limit(1))))
                .as("filtered before the cut")
                .containsExactly("f2");
        assertThat(facts().recall("redis", 0)).isEmpty();
    }

    @Test
    void with_an_embedder_facts_are_recalled_by_meaning_and_filtered_before_the_cut() {
        Facts facts = contract.openedWith(new HashEmbedder(16)).user("ada").facts();
        facts.remember(home("f1", "Paris", 0));
        Receipt last = facts.remember(home("f2", "Tokyo", 5));
        contract.ada().operations().await(last, Duration.ofSeconds(30));

        assertThat(ids(facts.recall("ada lives_in Tokyo", 5))).startsWith("f2").hasSize(2);
        assertThat(ids(facts.recall(
                        "ada lives_in Tokyo",
                        FactQuery.all().validAt(at(1).toInstant()).limit(1))))
                .containsExactly("f1");
        assertThat(ids(facts.recall(" ", 5))).containsExactly("f2", "f1");
    }

    @Test
    void a_recall_of_facts_fulfils_all_conditions_of_its_query() {
        facts().remember(home("f1", "Paris", 0));
        facts().remember(fact("f2", "bob", "lives_in", "Paris", 1));
        facts().remember(home("f3", "Tokyo", 5).recordedAt(at(8)));

        assertThat(ids(facts().recall("Paris", FactQuery.all().subject("bob")))).containsExactly("f2");
        assertThat(ids(facts().recall("ada Tokyo", FactQuery.all().asOf(at(7).toInstant()))))
                .containsExactly("f1");
        assertThat(ids(facts().recall("ada", FactQuery.all().validAt(at(6).toInstant()))))
                .containsExactly("f3");
    }

    @Test
    void with_an_embedder_too_a_recall_of_facts_fulfils_all_conditions() {
        Facts facts = contract.openedWith(new HashEmbedder(16)).user("ada").facts();
        facts.remember(home("f1", "Paris", 0));
        facts.remember(fact("f2", "bob", "lives_in", "Paris", 1));
        Receipt last = facts.remember(home("f3", "Tokyo", 5).recordedAt(at(8)));
        contract.ada().operations().await(last, Duration.ofSeconds(30));

        assertThat(ids(facts.recall("ada lives_in Paris", FactQuery.all().subject("bob"))))
                .containsExactly("f2");
        assertThat(ids(facts.recall(
                        "ada lives_in Tokyo", FactQuery.all().subject("ada").asOf(at(7).toInstant()))))
                .containsExactly("f1");
    }

    @Test
    void facts_outlive_the_daybook() {
        facts().remember(home("f1", "Paris", 0).confidence(0.25));
        facts().remember(home("f2", "Tokyo", 5));
        List<Fact> before = facts().list(FactQuery.all());
        contract.openedWith(DaybookBuilder::noEmbedder);

        assertThat(facts().list(FactQuery.all())).isEqualTo(before);
        assertThat(facts().history("f1")).hasSize(2);
        assertThat(ids(facts().recall("Tokyo", 5))).containsExactly("f2");
    }
}
