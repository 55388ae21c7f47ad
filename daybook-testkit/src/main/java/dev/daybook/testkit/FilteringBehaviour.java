package dev.daybook.testkit;

import static dev.daybook.data.Filter.all;
import static dev.daybook.data.Filter.any;
import static dev.daybook.data.Filter.equal;
import static dev.daybook.data.Filter.not;
import static dev.daybook.data.Filter.oneOf;
import static dev.daybook.data.Filter.present;
import static dev.daybook.testkit.Chats.by;
import static dev.daybook.testkit.Chats.ids;
import static dev.daybook.testkit.Chats.said;
import static dev.daybook.testkit.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.data.Embedding;
import dev.daybook.data.Filter;
import dev.daybook.data.Kind;
import dev.daybook.data.Query;
import dev.daybook.data.Query.By;
import dev.daybook.local.HashEmbedder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters keep out before anything is cut off, whatever the way of searching. */
abstract class FilteringBehaviour {

    private final MemoryContract contract;

    FilteringBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** By every way, {@code best} comes before {@code wanted}: it says more of the words, and it is newer. */
    @BeforeEach
    void remember() {
        Memory ada = contract.openedWith(new HashEmbedder(2)).user("ada");
        Embedding near = new HashEmbedder(2).embedQueries(List.of("heron")).get(0);
        Embedding far = Embedding.of(near.get(0) + 0.5f, near.get(1) - 0.5f);
        ada.remember(said("wanted", "s1", NOON, "heron and gravel and gravel")
                .withMetadata(Map.of("room", "hall", "floor", 1, "warm", true))
                .withEmbedding(far));
        ada.rememberAll(IntStream.range(0, 40)
                .mapToObj(i -> said("best" + i, "s2", NOON.plusHours(1), "heron")
                        .withMetadata(Map.of("room", "attic", "floor", 3))
                        .withEmbedding(near))
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
                        heron.between(null, NOON.plusMinutes(59)),
                        heron.between(NOON, NOON),
                        heron.inSessions("s1"),
                        heron.inSessions("s1", "nowhere"),
                        heron.notInSessions("s2"),
                        heron.where(equal("room", "hall")),
                        heron.kinds(Kind.EPISODE).where(present("warm"))))
                .allSatisfy(query -> assertThat(found(by, query)).containsExactly("wanted"));
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void what_no_entry_passes_gives_nothing(By by) {
        Query heron = Query.of("heron");
        assertThat(List.of(
                        heron.between(NOON.plusHours(2), null),
                        heron.between(NOON.plusHours(2), NOON),
                        heron.between(NOON.plusHours(1), NOON),
                        heron.inSessions("nowhere"),
                        heron.notInSessions("s1", "s2"),
                        heron.inSessions("s1").notInSessions("s1"),
                        heron.kinds(Kind.FACT, Kind.NOTE, Kind.BLOCK, Kind.SUMMARY),
                        heron.where(equal("room", "cellar"))))
                .allSatisfy(query -> assertThat(found(by, query)).isEmpty());
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void a_range_holds_both_its_ends(By by) {
        Query heron = Query.of("heron");
        assertThat(found(by, heron.between(NOON, NOON.plusMinutes(30)))).containsExactly("wanted");
        assertThat(found(by, heron.between(NOON.minusMinutes(30), NOON))).containsExactly("wanted");
        assertThat(found(by, heron.between(NOON.plusNanos(1_000), NOON.plusMinutes(30))))
                .isEmpty();
        assertThat(found(by, heron.between(NOON.minusMinutes(30), NOON.minusNanos(1_000))))
                .isEmpty();
    }

    @Test
    void an_entry_without_a_session_is_in_none_and_left_out_of_none() {
        Memory ada = contract.ada();
        ada.remember(said("alone", "a lone kestrel"));

        assertThat(ids(ada.recall(by(By.WORDS, "kestrel").notInSessions("s1")))).containsExactly("alone");
        assertThat(ada.recall(by(By.WORDS, "kestrel").inSessions("s1"))).isEmpty();
    }

    private boolean isWanted(Filter filter) {
        Set<String> found = new HashSet<>(
                ids(contract.ada().recall(by(By.NEWEST, "").where(filter).limit(100))));
        return found.contains("wanted");
    }

    @Test
    void conditions_on_metadata_mean_what_they_say() {
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
    void filters_hold_for_the_past_too() {
        contract.clock().advance(java.time.Duration.ofHours(5));
        contract.ada().forget(dev.daybook.data.Selection.episode("best0"));
        Query past = Query.of("heron").asOf(NOON.plusHours(1));

        for (By by : Chats.withoutEmbedder()) {
            assertThat(found(by, past.inSessions("s1"))).containsExactly("wanted");
            assertThat(found(by, past.where(equal("room", "hall")))).containsExactly("wanted");
            assertThat(found(by, past.between(NOON, NOON))).containsExactly("wanted");
        }
    }
}
