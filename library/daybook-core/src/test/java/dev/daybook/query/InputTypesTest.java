package dev.daybook.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewSummary;
import dev.daybook.model.Summary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Input types are made by their factories and changed copy by copy. */
class InputTypesTest {

    @Test
    void an_empty_collection_resets_the_condition() {
        Query query = Query.of("tea");
        ContextOptions options = ContextOptions.defaults();

        assertThat(query.kinds(Kind.FACT, Kind.NOTE).kinds()).containsExactlyInAnyOrder(Kind.FACT, Kind.NOTE);
        assertThat(query.kinds(Kind.FACT).kinds(Set.of())).isEqualTo(query);
        assertThat(query.sessions("s").sessions(List.of())).isEqualTo(query);
        assertThat(query.excludedSessions("s").excludedSessions(List.of())).isEqualTo(query);
        assertThat(options.kinds(Kind.FACT).kinds(Set.of())).isEqualTo(options);
    }

    @Test
    void a_text_is_changed_without_losing_anything_else() {
        NewFact fact =
                NewFact.of("ada", "likes", "tea").id("f1").singleValued(false).confidence(0.5);
        NewBlock block =
                NewBlock.of("plan", "tea").version(3).agentWritable(true).maxLength(9);
        NewSummary summary =
                NewSummary.of(Summary.Level.DAY, "tea").period("2026-03-01").tokens(7);

        assertThat(fact.subject("bob").predicate("drinks").object("milk"))
                .isEqualTo(NewFact.of("bob", "drinks", "milk")
                        .id("f1")
                        .singleValued(false)
                        .confidence(0.5));
        assertThat(block.content("milk").content("tea")).isEqualTo(block);
        assertThat(block.content("milk").content()).isEqualTo("milk");
        assertThat(summary.text("milk").text("tea")).isEqualTo(summary);
        assertThat(summary.text("milk").text()).isEqualTo("milk");
    }

    @Test
    void a_setter_leaves_the_value_as_it_was() {
        Query query = Query.of("tea");

        assertThat(query.limit(3)).isNotEqualTo(query).isEqualTo(Query.of("tea").limit(3));
        assertThat(query.limit(3)).hasSameHashCodeAs(Query.of("tea").limit(3));
        assertThat(query.limit()).isEqualTo(Query.DEFAULT_LIMIT);
        assertThat(query.limit(3).limit()).isEqualTo(3);
    }

    @Test
    void a_value_is_written_as_a_record() {
        assertThat(FactQuery.all().subject("ada"))
                .hasToString("FactQuery[subject=ada, predicate=null, object=null, validAt=null, asOf=null,"
                        + " limit=2147483647]");
        assertThat(SpaceSettings.Bank.OFF).hasToString("Bank[enabled=false, maxTokens=2000]");
    }

    @Test
    void a_time_that_is_null_removes_the_condition() {
        Instant noon = Instant.parse("2026-03-01T12:00:00.123456789Z");
        Query query = Query.of("tea");

        assertThat(query.asOf(noon).asOf(null)).isEqualTo(query);
        assertThat(query.validAt(noon).validAt(null)).isEqualTo(query);
        assertThat(query.from(noon).to(noon).from(null).to(null)).isEqualTo(query);
        assertThat(query.asOf(noon).asOf()).isEqualTo("2026-03-01T12:00:00.123456Z");
    }

    @Test
    void a_time_outside_the_years_of_a_request_is_refused_by_its_name() {
        for (Instant time : List.of(Instant.MIN, Instant.MAX, Instant.parse("+10000-01-01T00:00:00Z"))) {
            String problem = " is " + time + "; use a time between the years 0001 and 9999 in UTC";
            Map<String, ThrowingCallable> calls = Map.of(
                    "from", () -> Query.of("tea").from(time),
                    "to", () -> Query.of("tea").to(time),
                    "validAt", () -> Query.of("tea").validAt(time),
                    "before", () -> Selection.before(time),
                    "since", () -> Selection.since(time),
                    "filter bound of 'due'", () -> Filter.atMost("due", time));
            calls.forEach((argument, call) ->
                    assertThatIllegalArgumentException().isThrownBy(call).withMessage(argument + problem));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FactQuery.all().validAt(time))
                    .withMessage("validAt" + problem);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ContextOptions.defaults().validAt(time))
                    .withMessage("validAt" + problem);
        }
    }

    @Test
    void a_knowledge_time_that_no_store_holds_is_refused_by_its_name() {
        for (Instant asOf : List.of(Instant.MIN, Instant.MAX)) {
            String problem = "asOf is " + asOf + "; use a time between the years 0001 and 9999 in UTC";
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Query.of("tea").asOf(asOf))
                    .withMessage(problem);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> ContextOptions.defaults().asOf(asOf))
                    .withMessage(problem);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FactQuery.all().asOf(asOf))
                    .withMessage(problem);
        }
    }
}
