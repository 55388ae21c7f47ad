package dev.daybook.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Input types are made by their factories and changed copy by copy. */
class InputTypesTest {

    @Test
    void an_empty_collection_resets_the_condition() {
        Query query = Query.of("tea");
        ContextOptions options = ContextOptions.defaults();

        assertThat(query.kinds(Kind.FACT, Kind.NOTE).kinds()).containsExactlyInAnyOrder(Kind.FACT, Kind.NOTE);
        assertThat(query.kinds(Kind.FACT).kinds(Set.of())).isEqualTo(query);
        assertThat(query.inSessions("s").inSessions(List.of())).isEqualTo(query);
        assertThat(query.notInSessions("s").notInSessions(List.of())).isEqualTo(query);
        assertThat(options.kinds(Kind.FACT).kinds(Set.of())).isEqualTo(options);
    }

    @Test
    void a_text_is_changed_without_losing_anything_else() {
        NewFact fact =
                NewFact.of("ada", "likes", "tea").withId("f1").manyValued().withConfidence(0.5);
        NewBlock block =
                NewBlock.of("plan", "tea").ifVersion(3).agentWritable(true).maxLength(9);
        NewSummary summary =
                NewSummary.of(Summary.Level.DAY, "tea").inPeriod("2026-03-01").withTokens(7);

        assertThat(fact.withStatement("bob", "drinks", "milk").withStatement("ada", "likes", "tea"))
                .isEqualTo(fact);
        assertThat(fact.withStatement("bob", "drinks", "milk").subject()).isEqualTo("bob");
        assertThat(block.withContent("milk").withContent("tea")).isEqualTo(block);
        assertThat(block.withContent("milk").content()).isEqualTo("milk");
        assertThat(summary.withText("milk").withText("tea")).isEqualTo(summary);
        assertThat(summary.withText("milk").text()).isEqualTo("milk");
    }
}
