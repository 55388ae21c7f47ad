package dev.daybook.contract.erasure;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.contract.memory.MessageFixture.withoutEmbedder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.store.AuditRecord;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Forgetting. */
public abstract class ForgettingBehaviour {

    private final MemoryContract contract;

    protected ForgettingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /**
     * Two episodes of two sessions each and one of none, an hour apart; {@code moved} and {@code redated} once stood
     * elsewhere.
     */
    @BeforeEach
    void remember() {
        Memory ada = contract.ada();
        ada.remember(said("a1", "a", NOON, "heron a1"));
        ada.remember(said("a2", "a", NOON.plusHours(1), "heron a2"));
        ada.remember(said("b1", "b", NOON.plusHours(2), "heron b1"));
        ada.remember(said("b2", "b", NOON.plusHours(3), "heron b2"));
        ada.remember(said("alone", "heron alone").occurredAt(NOON.plusHours(4)));
        ada.remember(said("moved", "a", NOON.plusHours(5), "heron moved"));
        ada.remember(said("moved", "b", NOON.plusHours(5), "heron moved"));
        ada.remember(said("redated", "b", NOON, "heron redated"));
        ada.remember(said("redated", "b", NOON.plusHours(6), "heron redated"));
        ada.session("a").change(options -> options.name("name of a"));
        ada.session("b").change(options -> options.name("name of b"));
        ada.session("empty").change(options -> options.name("name of empty"));
        contract.clock().advance(Duration.ofHours(10));
    }

    private static Selection.Matching episodes(String... ids) {
        return Selection.entries(Kind.EPISODE, List.of(ids));
    }

    static List<Arguments> selections() {
        OffsetDateTime two = NOON.plusHours(2);
        return List.of(
                Arguments.of(Selection.everything(), List.of("a1", "a2", "b1", "b2", "alone", "moved", "redated")),
                Arguments.of(Selection.session("a"), List.of("a1", "a2", "moved")),
                Arguments.of(Selection.session("b"), List.of("b1", "b2", "moved", "redated")),
                Arguments.of(Selection.before(two.toInstant()), List.of("a1", "a2", "redated")),
                Arguments.of(Selection.before(two.plusNanos(1_000).toInstant()), List.of("a1", "a2", "b1", "redated")),
                Arguments.of(Selection.before(NOON.toInstant()), List.of()),
                Arguments.of(
                        Selection.before(NOON.plusDays(9).toInstant()),
                        List.of("a1", "a2", "b1", "b2", "alone", "moved", "redated")),
                Arguments.of(
                        Selection.session("b")
                                .and(Selection.before(NOON.plusHours(3).toInstant())),
                        List.of("b1", "redated")),
                Arguments.of(Selection.session("a").and(Selection.before(NOON.toInstant())), List.of()),
                Arguments.of(Selection.episode("a1"), List.of("a1")),
                Arguments.of(Selection.episode("nobody"), List.of()),
                Arguments.of(Selection.episode("b1").and(Selection.session("b")), List.of("b1")),
                Arguments.of(Selection.episode("b1").and(Selection.session("a")), List.of()),
                Arguments.of(Selection.episode("moved").and(Selection.session("a")), List.of("moved")),
                Arguments.of(
                        Selection.episode("b2")
                                .and(Selection.before(NOON.plusHours(3).toInstant())),
                        List.of()),
                Arguments.of(episodes("a1", "b1", "alone"), List.of("a1", "b1", "alone")),
                Arguments.of(episodes("redated", "nobody", "a2", "a2"), List.of("a2", "redated")),
                Arguments.of(episodes("nobody", "nothing"), List.of()),
                Arguments.of(episodes("a1", "b1", "moved").and(Selection.session("a")), List.of("a1", "moved")),
                Arguments.of(episodes("a1", "b1", "b2").and(Selection.before(two.toInstant())), List.of("a1")),
                Arguments.of(Selection.entries(Kind.FACT, List.of("a1", "a2")), List.of()),
                Arguments.of(Selection.session("nowhere"), List.of()));
    }

    @ParameterizedTest
    @MethodSource("selections")
    void matching_entries_are_erased_and_the_rest_stays(Selection selection, List<String> expected) {
        Memory ada = contract.ada();
        List<String> before = ids(ada.archive().exportAll());
        ErasureReceipt preview = ada.preview(selection).receipt();
        assertThat(ids(ada.archive().exportAll())).isEqualTo(before);
        ErasureReceipt erasure = ada.forget(selection);

        assertThat(erasure.counts())
                .isEqualTo(preview.counts())
                .isEqualTo(expected.isEmpty() ? Map.of() : Map.of(Kind.EPISODE, (long) expected.size()));
        assertThat(ids(ada.archive().exportAll()))
                .isEqualTo(before.stream().filter(id -> !expected.contains(id)).toList());
        assertThat(ada.forget(selection).count()).isZero();
    }

    @ParameterizedTest
    @MethodSource("selections")
    void quarantined_entries_are_visible_in_no_view(Selection selection, List<String> expected) {
        Memory ada = contract.ada();
        ada.recall("heron");
        ada.forget(selection);

        Query past = Query.of("heron").limit(100);
        for (By by : withoutEmbedder()) {
            assertThat(ids(ada.recall(past.by(by)))).noneMatch(expected::contains);
            for (int hours = 0; hours <= 10; hours++) {
                assertThat(ids(ada.recall(past.by(by).asOf(NOON.plusHours(hours).toInstant()))))
                        .noneMatch(expected::contains);
            }
        }
        for (String gone : expected) {
            assertThat(ada.find(Episode.class, gone)).isEmpty();
            assertThat(ada.explain(past, new EntryRef(ada.scope(), Kind.EPISODE, gone))
                            .keptOut())
                    .contains("no such episode");
            assertThat(ada.explain(
                                    past.asOf(NOON.plusHours(9).toInstant()),
                                    new EntryRef(ada.scope(), Kind.EPISODE, gone))
                            .keptOut())
                    .contains("no such episode");
            for (String session : List.of("a", "b", "now")) {
                ContextOptions all = ContextOptions.defaults().maxTokens(100_000);
                assertThat(ada.session(session).context("heron", all).text()).doesNotContain("heron " + gone);
                assertThat(ada.session(session)
                                .context("heron", all.asOf(NOON.plusHours(9).toInstant()))
                                .text())
                        .doesNotContain("heron " + gone);
            }
        }
        assertThat(ada.session("a").turns(100)).noneMatch(turn -> expected.contains(turn.episode()));
        assertThat(ada.session("b").turns(100)).noneMatch(turn -> expected.contains(turn.episode()));
        assertThat(ada.archive().profile().count(Kind.EPISODE)).isEqualTo(7 - expected.size());
    }

    private List<String> sessions() {
        return contract.ada().sessions().stream().map(SessionInfo::name).toList();
    }

    @Test
    void the_name_of_a_session_goes_with_its_last_episode() {
        Memory ada = contract.ada();
        ada.forget(Selection.episode("a1"));
        assertThat(sessions()).contains("name of a");
        ada.forget(Selection.episode("a2"));
        assertThat(sessions()).containsExactlyInAnyOrder("name of b", "name of empty");
        ada.forget(Selection.session("b"));
        assertThat(sessions()).containsExactly("name of empty");
        ada.remember(said("new", "a", NOON, "heron"));
        assertThat(ada.sessions()).extracting(SessionInfo::name).containsExactlyInAnyOrder(null, "name of empty");
    }

    @Test
    void a_session_without_episodes_is_forgotten_by_its_own_name_only() {
        Memory ada = contract.ada();
        ada.forget(Selection.before(NOON.plusDays(9).toInstant()));
        assertThat(sessions()).containsExactly("name of empty");
        ada.forget(Selection.episode("nobody").and(Selection.session("empty")));
        assertThat(sessions()).containsExactly("name of empty");
        ada.forget(Selection.session("empty"));
        assertThat(sessions()).isEmpty();
    }

    @Test
    void several_ids_are_one_erasure_of_one_scope() {
        Memory ada = contract.ada();
        Memory bob = contract.daybook().user("bob");
        bob.remember(said("a1", "heron of bob"));
        String note = ada.notes().remember("heron of notes").orElseThrow().id();

        ErasureReceipt erasure = ada.forget(episodes("a1", "b1", "nobody"));

        assertThat(erasure.counts()).isEqualTo(Map.of(Kind.EPISODE, 2L));
        assertThat(contract.store().audits(ada.scope(), null, 100).items())
                .filteredOn(record -> record.action().equals(AuditEntry.FORGET))
                .extracting(AuditRecord::operation)
                .containsExactly(erasure.operation());
        assertThat(ids(bob.archive().exportAll())).containsExactly("a1");
        assertThat(ids(ada.archive().exportAll())).contains(note).doesNotContain("a1", "b1");
    }

    @Test
    void the_session_of_several_episodes_goes_with_the_last_of_them() {
        contract.ada().forget(episodes("a1", "a2", "b1"));

        assertThat(sessions()).containsExactlyInAnyOrder("name of b", "name of empty");
    }

    @Test
    void episodes_of_distant_positions_are_erased_with_what_cites_them() {
        Memory ada = contract.ada();
        for (int i = 0; i < 40; i++) {
            ada.remember(said("far" + i, "crane " + i));
        }
        for (String source : List.of("far3", "far20", "far39")) {
            ada.facts()
                    .remember(NewFact.of(source, "saw", "crane")
                            .id("of " + source)
                            .sources(List.of(new EntryRef(ada.scope(), Kind.EPISODE, source))));
        }

        ErasureReceipt erasure = ada.forget(episodes("far39", "far3", "far4", "far21"));

        assertThat(erasure.counts()).isEqualTo(Map.of(Kind.EPISODE, 4L, Kind.FACT, 2L));
        assertThat(ids(ada.archive().exportAll()))
                .contains("far2", "far5", "far20", "of far20", "far22", "far38")
                .doesNotContain("far3", "far4", "far21", "far39", "of far3", "of far39");
    }

    @Test
    void of_several_ids_the_text_of_another_writer_stays() {
        Memory ada = contract.ada();
        Origin mallory = new Origin(Origin.Source.TOOL, "mallory");
        ada.remember(said("both", "forged").origin(mallory));
        ada.remember(said("both", "heron of ada"));
        ada.remember(said("forged", "forged too").origin(mallory));

        ada.forget(episodes("both", "forged", "a1").and(Selection.writer("mallory")));

        assertThat(ada.archive().history("both")).extracting(Episode::input).containsExactly("heron of ada");
        assertThat(ids(ada.archive().exportAll())).contains("a1", "both").doesNotContain("forged");
    }

    @Test
    void positions_are_not_used_again() {
        Memory ada = contract.ada();
        long last = ada.find(Episode.class, "redated").orElseThrow().position();
        ada.forget(Selection.episode("redated"));
        assertThat(ada.remember(said("redated", "again")).position()).isEqualTo(last + 1);
        long revision = ada.remember(said("more", "again")).revision();
        ada.forget(Selection.everything());
        assertThat(ada.remember(said("first", "after all")).position()).isEqualTo(last + 3);
        assertThat(ada.remember(said("second", "after all")).revision()).isGreaterThan(revision);
        assertThat(ids(ada.recall(by(By.WORDS, "after all heron again")))).isEmpty();
        assertThat(ids(ada.recall(by(By.NEWEST, "")))).containsExactly("first", "second");
    }

    @Test
    void a_scope_of_which_everything_was_forgotten_is_not_listed() {
        contract.daybook().user("bob").remember(said("b", "heron"));
        ErasureReceipt erasure = contract.ada().forget(Selection.everything());

        assertThat(erasure.operation()).isNotEmpty();
        assertThat(erasure.at()).isEqualTo(NOON.plusHours(10));
        assertThat(contract.daybook().space("default").scopes())
                .containsExactly(contract.daybook().user("bob").scope());
        assertThat(sessions()).isEmpty();
        assertThat(contract.daybook().user("bob").forget(Selection.everything()).count())
                .isEqualTo(1);
        assertThat(contract.daybook().spaces()).isEmpty();
    }

    @Test
    void where_nothing_was_there_is_nothing_to_forget() {
        Memory bob = contract.daybook().user("bob");
        ErasureReceipt erasure = bob.forget(Selection.everything());

        assertThat(erasure.count()).isZero();
        assertThat(erasure.operation()).isEmpty();
        assertThat(erasure.bytes()).isEqualTo(ErasureReceipt.Bytes.GONE);
        assertThat(bob.operations().await(erasure, Duration.ZERO)).isEqualTo(erasure);
        assertThat(contract.daybook().space("default").scopes())
                .containsExactly(contract.ada().scope());
    }

    @Test
    void a_preview_is_no_erasure() {
        ErasureReceipt preview = contract.ada().preview(Selection.everything()).receipt();

        assertThat(preview.bytes()).isEqualTo(ErasureReceipt.Bytes.KEPT);
        assertThat(preview.operation()).isEmpty();
        assertThat(preview.count()).isEqualTo(7);
    }

    @Test
    void the_bytes_are_gone_soon_after() {
        assumeTrue(contract.store().guarantees().erasesBytes(), "the store does not erase bytes");
        Memory ada = contract.ada();
        ErasureReceipt erasure = ada.forget(Selection.session("a"));
        ErasureReceipt awaited = ada.operations().await(erasure, Duration.ofSeconds(60));

        assertThat(awaited.bytes()).isEqualTo(ErasureReceipt.Bytes.GONE);
        assertThat(awaited.counts()).isEqualTo(erasure.counts());
        assertThat(awaited.operation()).isEqualTo(erasure.operation());
    }

    @Test
    void forgotten_entries_stay_forgotten_for_another_daybook_over_the_store() {
        contract.ada().forget(Selection.session("a"));
        contract.closeDaybook();

        assertThat(ids(contract.ada().archive().exportAll())).containsExactly("b1", "b2", "alone", "redated");
        assertThat(ids(contract.ada().recall(Query.of("heron").limit(100))))
                .containsExactlyInAnyOrder("b1", "b2", "alone", "redated");
    }
}
