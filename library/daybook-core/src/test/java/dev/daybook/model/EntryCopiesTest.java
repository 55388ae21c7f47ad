package dev.daybook.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.RecordComponent;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EntryCopiesTest {

    private static final OffsetDateTime NOON = OffsetDateTime.parse("2026-03-04T12:00:00Z");
    private static final OffsetDateTime LATER = NOON.plusHours(1);
    private static final Provenance PROVENANCE = new Provenance(3, 5, Origin.USER, Trust.USER);
    private static final Provenance OTHER = new Provenance(4, 6, Origin.TOOL, Trust.TOOL);

    private static final Block BLOCK = new Block("b", "content", 1, false, 9, NOON, refs("a"), PROVENANCE);
    private static final Fact FACT = new Fact(
            "f", "s", "p", "o", 0.5, NOON, LATER, "f2", LATER.plusHours(1), refs("a"), SummaryMethod.GIVEN, PROVENANCE);
    private static final Statement STATEMENT = new Statement(
            "A sentence.",
            "user",
            StatementKind.PLAN,
            true,
            List.of(
                    new MessageRef(refs("a").get(0), 0),
                    new MessageRef(refs("x").get(0), 2)),
            GroundingClass.RESOLVED,
            "tomorrow");
    private static final Fact.Assertion ASSERTION = new Fact.Assertion(LATER, false, 1);
    private static final Note NOTE =
            new Note("n", "text", NOON, LATER, refs("a"), refs("b"), refs("c"), SummaryMethod.GIVEN, PROVENANCE);
    private static final Summary SUMMARY = new Summary(
            "y",
            Summary.Level.SESSION,
            "s1",
            "2026-03-04",
            "text",
            1,
            2,
            3,
            NOON,
            refs("a"),
            Summary.State.LIVE,
            SummaryMethod.GIVEN,
            NOON.minusHours(1),
            LATER,
            PROVENANCE);

    private static List<EntryRef> refs(String id) {
        return List.of(new EntryRef(new Scope.User(Space.DEFAULT, "ada"), Kind.EPISODE, id));
    }

    static Stream<Arguments> copies() {
        return Stream.of(
                Arguments.of(BLOCK, BLOCK.withContent("x"), Map.of("content", "x")),
                Arguments.of(BLOCK, BLOCK.withOrder(2), Map.of("order", 2)),
                Arguments.of(BLOCK, BLOCK.withAgentWritable(true), Map.of("agentWritable", true)),
                Arguments.of(BLOCK, BLOCK.withUpdatedAt(LATER), Map.of("updatedAt", LATER)),
                Arguments.of(BLOCK, BLOCK.withSources(refs("x")), Map.of("sources", refs("x"))),
                Arguments.of(BLOCK, BLOCK.withProvenance(OTHER), Map.of("provenance", OTHER)),
                Arguments.of(
                        FACT, FACT.withTriple("x", "y", "z"), Map.of("subject", "x", "predicate", "y", "object", "z")),
                Arguments.of(FACT, FACT.until(NOON, "x"), Map.of("validUntil", NOON, "supersededBy", "x")),
                Arguments.of(FACT, FACT.withSources(refs("x")), Map.of("sources", refs("x"))),
                Arguments.of(FACT, FACT.asserted(ASSERTION), Map.of("assertion", ASSERTION)),
                Arguments.of(FACT, FACT.withStatement(STATEMENT), Map.of("statement", STATEMENT)),
                Arguments.of(FACT, FACT.withProvenance(OTHER), Map.of("provenance", OTHER)),
                Arguments.of(NOTE, NOTE.withText("x"), Map.of("text", "x")),
                Arguments.of(NOTE, NOTE.withRecordedAt(NOON), Map.of("recordedAt", NOON)),
                Arguments.of(NOTE, NOTE.withSupersedes(refs("x")), Map.of("supersedes", refs("x"))),
                Arguments.of(NOTE, NOTE.withSupersededBy(refs("x")), Map.of("supersededBy", refs("x"))),
                Arguments.of(NOTE, NOTE.withSources(refs("x")), Map.of("sources", refs("x"))),
                Arguments.of(NOTE, NOTE.withProvenance(OTHER), Map.of("provenance", OTHER)),
                Arguments.of(SUMMARY, SUMMARY.withSession("x"), Map.of("session", "x")),
                Arguments.of(SUMMARY, SUMMARY.withUpTo(9), Map.of("upTo", 9L)),
                Arguments.of(SUMMARY, SUMMARY.withCovers(refs("x")), Map.of("covers", refs("x"))),
                Arguments.of(SUMMARY, SUMMARY.withProvenance(OTHER), Map.of("provenance", OTHER)),
                Arguments.of(
                        SUMMARY,
                        SUMMARY.in(Summary.State.FOLDED, NOON),
                        Map.of("state", Summary.State.FOLDED, "updatedAt", NOON)),
                Arguments.of(
                        SUMMARY,
                        SUMMARY.saying("x", 9, SummaryMethod.MODEL, NOON),
                        Map.of("text", "x", "tokens", 9, "method", SummaryMethod.MODEL, "updatedAt", NOON)));
    }

    @ParameterizedTest
    @MethodSource("copies")
    void a_copy_differs_in_the_named_components_alone(Record original, Record copy, Map<String, Object> changes) {
        Map<String, @Nullable Object> expected = components(original);
        expected.putAll(changes);

        assertThat(components(copy)).isEqualTo(expected).isNotEqualTo(components(original));
    }

    @Test
    void a_fact_with_other_sources_refers_to_their_messages_alone() {
        Fact fact = FACT.withStatement(STATEMENT).withSources(refs("x"));

        assertThat(fact.statement().messages())
                .containsExactly(new MessageRef(refs("x").get(0), 2));
    }

    @Test
    void an_entry_has_the_values_of_its_provenance() {
        assertThat(NOTE.position()).isEqualTo(3);
        assertThat(NOTE.revision()).isEqualTo(5);
        assertThat(NOTE.origin()).isEqualTo(Origin.USER);
        assertThat(NOTE.trust()).isEqualTo(Trust.USER);
    }

    @Test
    void a_provenance_without_a_write_has_no_position_and_no_revision() {
        Provenance unwritten = Provenance.unwritten(Origin.TOOL, Trust.TOOL);

        assertThat(unwritten).isEqualTo(new Provenance(0, 0, Origin.TOOL, Trust.TOOL));
        assertThat(OTHER.unwritten()).isEqualTo(unwritten);
        assertThat(unwritten.at(7, 8)).isEqualTo(new Provenance(7, 8, Origin.TOOL, Trust.TOOL));
    }

    @Test
    void a_provenance_without_origin_or_trust_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Provenance.unwritten(null, Trust.USER))
                .withMessageContaining("origin is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Provenance.unwritten(Origin.USER, null))
                .withMessageContaining("trust is null");
    }

    private static Map<String, @Nullable Object> components(Record entry) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (RecordComponent component : entry.getClass().getRecordComponents()) {
            try {
                values.put(component.getName(), component.getAccessor().invoke(entry));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
        return values;
    }
}
