package dev.daybook.contract.recall;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.query.Filter.all;
import static dev.daybook.query.Filter.any;
import static dev.daybook.query.Filter.atLeast;
import static dev.daybook.query.Filter.atMost;
import static dev.daybook.query.Filter.between;
import static dev.daybook.query.Filter.equal;
import static dev.daybook.query.Filter.greaterThan;
import static dev.daybook.query.Filter.lessThan;
import static dev.daybook.query.Filter.not;
import static dev.daybook.query.Filter.oneOf;
import static dev.daybook.query.Filter.present;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.contract.derivation.DatedFacts;
import dev.daybook.contract.memory.MessageFixture;
import dev.daybook.model.Embedding;
import dev.daybook.model.Kind;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.testkit.HashEmbedder;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters apply before the limit, in every kind of search. */
public abstract class FilteringBehaviour {

    private final MemoryContract contract;

    protected FilteringBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** By every way, {@code best} comes before {@code wanted}: it says more of the words, and it is newer. */
    @BeforeEach
    void remember() {
        Memory ada = contract.openedWith(new HashEmbedder(2)).user("ada");
        Embedding near = new HashEmbedder(2).embedQueries(List.of("heron")).get(0);
        Embedding far = Embedding.of(near.get(0) + 0.5f, near.get(1) - 0.5f);
        ada.remember(said("wanted", "s1", NOON, "heron and gravel and gravel")
                .metadata(Map.of("room", "hall", "floor", 1, "warm", true, "due", "2026-03-01T09:00:00Z"))
                .embedding(far));
        ada.remember(IntStream.range(0, 40)
                .mapToObj(i -> said("best" + i, "s2", NOON.plusHours(1), "heron")
                        .metadata(Map.of("room", "attic", "floor", 3, "due", "2026-03-01T10:00:00+00:30"))
                        .embedding(near))
                .toList());
    }

    private List<String> found(By by, Query query) {
        return ids(contract.ada().recall(query.by(by).limit(1)));
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void without_a_filter_the_better_one_comes(By by) {
        assertThat(found(by, Query.of("heron"))).singleElement().asString().startsWith("best");
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void a_filter_applies_before_the_limit(By by) {
        Query heron = Query.of("heron");
        assertThat(List.of(
                        heron.to(NOON.plusMinutes(59).toInstant()),
                        heron.from(NOON.toInstant()).to(NOON.toInstant()),
                        heron.sessions("s1"),
                        heron.sessions("s1", "nowhere"),
                        heron.excludedSessions("s2"),
                        heron.filter(equal("room", "hall")),
                        heron.filter(atMost("floor", 2)),
                        heron.filter(lessThan("due", "2026-03-01T09:30:00Z")),
                        heron.kinds(Kind.EPISODE).filter(present("warm"))))
                .allSatisfy(query -> assertThat(found(by, query)).containsExactly("wanted"));
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void a_filter_that_no_entry_passes_gives_no_hits(By by) {
        Query heron = Query.of("heron");
        assertThat(List.of(
                        heron.from(NOON.plusHours(2).toInstant()),
                        heron.from(NOON.plusHours(2).toInstant()).to(NOON.toInstant()),
                        heron.from(NOON.plusHours(1).toInstant()).to(NOON.toInstant()),
                        heron.sessions("nowhere"),
                        heron.excludedSessions("s1", "s2"),
                        heron.sessions("s1").excludedSessions("s1"),
                        heron.kinds(Kind.FACT, Kind.NOTE, Kind.BLOCK, Kind.SUMMARY),
                        heron.filter(equal("room", "cellar")),
                        heron.filter(greaterThan("floor", 3)),
                        heron.filter(between("floor", 3, 1))))
                .allSatisfy(query -> assertThat(found(by, query)).isEmpty());
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void a_range_holds_both_its_ends(By by) {
        Query heron = Query.of("heron");
        assertThat(found(
                        by, heron.from(NOON.toInstant()).to(NOON.plusMinutes(30).toInstant())))
                .containsExactly("wanted");
        assertThat(found(by, heron.from(NOON.minusMinutes(30).toInstant()).to(NOON.toInstant())))
                .containsExactly("wanted");
        assertThat(found(
                        by,
                        heron.from(NOON.plusNanos(1_000).toInstant())
                                .to(NOON.plusMinutes(30).toInstant())))
                .isEmpty();
        assertThat(found(
                        by,
                        heron.from(NOON.minusMinutes(30).toInstant())
                                .to(NOON.minusNanos(1_000).toInstant())))
                .isEmpty();
    }

    @Test
    void an_entry_without_a_session_is_in_none_and_left_out_of_none() {
        Memory ada = contract.ada();
        ada.remember(said("alone", "a lone kestrel"));

        assertThat(ids(ada.recall(by(By.WORDS, "kestrel").excludedSessions("s1"))))
                .containsExactly("alone");
        assertThat(ada.recall(by(By.WORDS, "kestrel").sessions("s1"))).isEmpty();
    }

    private boolean isWanted(Filter filter) {
        Set<String> found = new HashSet<>(
                ids(contract.ada().recall(by(By.NEWEST, "").filter(filter).limit(100))));
        return found.contains("wanted");
    }

    @Test
    void conditions_on_metadata_have_their_defined_meaning() {
        assertThat(List.of(
                        equal("room", "hall"),
                        equal("floor", 1),
                        equal("floor", 1L),
                        equal("floor", 1.0),
                        equal("warm", true),
                        oneOf("room", Set.of("hall", "cellar")),
                        oneOf("floor", Set.of(7, 1.0)),
                        present("warm"),
                        not(equal("room", "attic")),
                        not(present("cold")),
                        all(equal("room", "hall"), equal("floor", 1)),
                        any(equal("room", "cellar"), equal("floor", 1)),
                        all(),
                        not(any())))
                .allMatch(this::isWanted);
        assertThat(List.of(
                        equal("room", "Hall"),
                        equal("room", "attic"),
                        equal("floor", 1.5),
                        equal("floor", "1"),
                        equal("warm", "true"),
                        equal("warm", 1),
                        equal("cold", false),
                        oneOf("room", Set.of()),
                        present("cold"),
                        not(present("room")),
                        all(equal("room", "hall"), equal("floor", 3)),
                        any(equal("room", "cellar"), equal("floor", 3)),
                        any(),
                        not(all())))
                .noneMatch(this::isWanted);
    }

    @Test
    void the_deepest_filter_passes_every_door() {
        Filter deepest = between("floor", 0, 1);
        for (int level = 3; level <= 25; level++) {
            deepest = level % 2 == 0 ? all(deepest, present("room")) : any(deepest);
        }

        assertThat(isWanted(deepest)).isTrue();
        Filter last = deepest;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> not(last))
                .withMessageContaining("makes 26 levels of filters; use at most 25");
    }

    @Test
    void ranges_compare_numbers_with_numbers_and_times_with_times() {
        assertThat(List.of(
                        atLeast("floor", 1),
                        atMost("floor", 1.0),
                        greaterThan("floor", 0.99),
                        lessThan("floor", 2L),
                        between("floor", -5, 1),
                        atLeast("due", "2026-03-01T10:00:00+01:00"),
                        atMost("due", Instant.parse("2026-03-01T09:00:00Z")),
                        greaterThan("due", OffsetDateTime.parse("2026-03-01T00:00:00Z")),
                        lessThan("due", "2026-03-01T09:00:00.000001Z"),
                        between("due", "2026-03-01T00:00:00Z", Instant.parse("2026-03-02T00:00:00Z")),
                        not(atLeast("cold", 0))))
                .allMatch(this::isWanted);
        assertThat(List.of(
                        atLeast("floor", 1.01),
                        atMost("floor", 0),
                        greaterThan("floor", 1),
                        lessThan("floor", 1),
                        between("floor", 2, 0),
                        atLeast("floor", "2020-01-01T00:00:00Z"),
                        greaterThan("due", "2026-03-01T09:00:00Z"),
                        lessThan("due", "2026-03-01T10:00:00+01:00"),
                        atLeast("due", 0),
                        atLeast("room", "2020-01-01T00:00:00Z"),
                        atLeast("warm", 0),
                        atLeast("cold", 0)))
                .noneMatch(this::isWanted);
    }

    @Test
    void a_bound_that_is_no_number_and_no_time_is_refused_by_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> atLeast("due", "tomorrow"))
                .withMessage("filter bound of 'due' is 'tomorrow'; give a number, or a time in ISO 8601 with an offset"
                        + " such as 2026-03-01T09:00:00Z");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> atMost("due", "2026-03-01T09:00:00"))
                .withMessageContaining("filter bound of 'due'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lessThan("warm", true))
                .withMessageContaining("filter bound of 'warm' is true");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> greaterThan("floor", Double.NaN))
                .withMessageContaining("floor");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> between("floor", 1, "2026-03-01T09:00:00Z"))
                .withMessageContaining("'floor' is between a number and a time");
        assertThatIllegalArgumentException().isThrownBy(() -> atLeast(" ", 1)).withMessageContaining("filter name");
    }

    @Test
    void a_name_that_is_given_twice_counts_once() {
        Query heron = Query.of("heron");

        assertThat(found(By.WORDS, heron.sessions("s1", "s1"))).containsExactly("wanted");
        assertThat(found(By.WORDS, heron.excludedSessions("s2", "s2"))).containsExactly("wanted");
        assertThat(found(By.WORDS, heron.kinds(Kind.EPISODE, Kind.EPISODE).sessions("s1")))
                .containsExactly("wanted");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> heron.sessions(new String[1]))
                .withMessage("an element of sessions is null; give a value");
    }

    @Test
    void facts_are_hits_only_if_they_were_true_at_the_world_time_of_the_query() {
        Memory ada = contract.ada();
        ada.facts().remember(DatedFacts.home("f1", "Paris", 0));
        ada.facts().remember(DatedFacts.home("f2", "Tokyo", 5));
        Query homes = Query.of("ada lives").kinds(Kind.FACT);

        for (By by : MessageFixture.withoutEmbedder()) {
            Query query = by == By.TEXT ? Query.of("lives").kinds(Kind.FACT).by(by) : homes.by(by);
            assertThat(ids(ada.recall(query))).containsExactlyInAnyOrder("f1", "f2");
            assertThat(ids(ada.recall(query.limit(1).validAt(DatedFacts.at(1).toInstant()))))
                    .containsExactly("f1");
            assertThat(ids(ada.recall(query.limit(1).validAt(DatedFacts.at(5).toInstant()))))
                    .containsExactly("f2");
            assertThat(ada.recall(query.validAt(DatedFacts.at(-1).toInstant()))).isEmpty();
        }
        assertThat(found(
                        By.WORDS,
                        Query.of("heron")
                                .sessions("s1")
                                .validAt(DatedFacts.at(-1).toInstant())))
                .as("other kinds are not affected")
                .containsExactly("wanted");
    }

    @Test
    void filters_hold_for_the_past_too() {
        contract.clock().advance(java.time.Duration.ofHours(5));
        contract.ada().forget(dev.daybook.query.Selection.episode("best0"));
        Query past = Query.of("heron").asOf(NOON.plusHours(1).toInstant());

        for (By by : MessageFixture.withoutEmbedder()) {
            assertThat(found(by, past.sessions("s1"))).containsExactly("wanted");
            assertThat(found(by, past.filter(equal("room", "hall")))).containsExactly("wanted");
            assertThat(found(by, past.from(NOON.toInstant()).to(NOON.toInstant())))
                    .containsExactly("wanted");
        }
    }
}
