package dev.daybook.contract.erasure;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Block;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewFact;
import dev.daybook.model.Note;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Space;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Forgetting entries other than episodes: asserted ones, and those derived from erased entries. */
public abstract class ForgettingDerivedBehaviour {

    private final MemoryContract contract;

    protected ForgettingDerivedBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private EntryRef ref(Kind kind, String id) {
        return new EntryRef(contract.ada().scope(), kind, id);
    }

    private static Note note(
            String id, OffsetDateTime at, List<EntryRef> supersedes, List<EntryRef> by, List<EntryRef> sources) {
        return new Note(
                id,
                "note " + id,
                at,
                at,
                supersedes,
                by,
                sources,
                SummaryMethod.MODEL,
                Provenance.unwritten(Origin.USER, Trust.USER));
    }

    private static Summary summary(String id, Summary.Level level, Summary.State state, List<EntryRef> covers) {
        return new Summary(
                id,
                level,
                null,
                "2026-03-04",
                "summary " + id,
                2,
                1,
                0,
                NOON,
                covers,
                state,
                SummaryMethod.MODEL,
                NOON,
                NOON,
                Provenance.unwritten(Origin.USER, Trust.USER));
    }

    private static NewFact fact(String id, String object) {
        return NewFact.of("user", "lives_in", object).id(id);
    }

    private List<String> kept(Kind kind) {
        return ids(contract.ada().archive().exportAll().filter(entry -> entry.kind() == kind));
    }

    @Test
    void everything_of_every_kind_goes_with_the_whole_scope() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "heron"));
        ada.facts().remember(fact("f1", "Porto"));
        ada.blocks().remember("persona", "heron");
        ada.session("s1").rememberSummary("heron", 1);
        ada.archive().importAll(List.of(note("n1", NOON, List.of(), List.of(), List.of())));

        ErasureReceipt erasure = ada.forget(Selection.everything());

        assertThat(erasure.counts())
                .isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.FACT, 1L, Kind.BLOCK, 1L, Kind.SUMMARY, 1L, Kind.NOTE, 1L));
        assertThat(ada.archive().exportAll()).isEmpty();
        assertThat(ada.blocks().list()).isEmpty();
        assertThat(ada.blocks().history("persona")).isEmpty();
        assertThat(ada.facts().list(FactQuery.all())).isEmpty();
        assertThat(ada.archive().summaries()).isEmpty();
        assertThat(ada.archive().profile().counts()).isEmpty();
        assertThat(ada.archive().profile().sampleFacts()).isEmpty();
        assertThat(ada.session("s1").context("heron").text()).doesNotContain("heron");
        assertThat(contract.daybook().space("default").scopes()).isEmpty();
    }

    @Test
    void asserted_facts_survive_the_forget_of_a_session_and_are_erased_strictly_before_a_time() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "heron"));
        ada.facts().remember(fact("f1", "Porto").singleValued(false).recordedAt(NOON));
        ada.archive().importAll(List.of(note("n1", NOON, List.of(), List.of(), List.of())));
        ada.blocks().remember("persona", "heron");

        ada.forget(Selection.session("s1"));
        assertThat(ids(ada.archive().exportAll())).containsExactly("f1", "persona", "n1");
        assertThat(ada.forget(Selection.before(NOON.toInstant())).count()).isZero();
        assertThat(ada.forget(Selection.before(NOON.plusNanos(1_000).toInstant()))
                        .counts())
                .isEqualTo(Map.of(Kind.FACT, 1L, Kind.BLOCK, 1L, Kind.NOTE, 1L));
        assertThat(ada.archive().exportAll()).isEmpty();
    }

    @Test
    void derived_entries_are_erased_with_any_of_their_sources_transitively() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "heron"));
        ada.remember(said("e2", "s2", NOON, "crane"));
        ada.facts().remember(fact("f1", "Porto").sources(List.of(ref(Kind.EPISODE, "e1"), ref(Kind.EPISODE, "e2"))));
        ada.facts().remember(NewFact.of("user", "likes", "tea").id("f2").sources(List.of(ref(Kind.EPISODE, "e2"))));
        ada.archive()
                .importAll(List.of(
                        note("n1", NOON, List.of(), List.of(), List.of(ref(Kind.FACT, "f1"))),
                        note("n2", NOON, List.of(ref(Kind.NOTE, "n1")), List.of(), List.of()),
                        note("n3", NOON, List.of(), List.of(), List.of(ref(Kind.FACT, "f2")))));
        ada.session("s1").rememberSummary("of herons", 1);
        ada.session("s2").rememberSummary("of cranes", 2);

        assertThat(ada.preview(Selection.session("s1")).entries())
                .contains(ref(Kind.NOTE, "n2"))
                .hasSize(5);
        ErasureReceipt erasure = ada.forget(Selection.session("s1"));

        assertThat(erasure.counts())
                .isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.FACT, 1L, Kind.NOTE, 2L, Kind.SUMMARY, 1L));
        assertThat(kept(Kind.FACT)).containsExactly("f2");
        assertThat(kept(Kind.NOTE)).containsExactly("n3");
        assertThat(ada.session("s1").summary()).isEmpty();
        assertThat(ada.session("s1").summaryHistory()).isEmpty();
        assertThat(ada.session("s2").summary()).isPresent();
        assertThat(ada.facts().history("f1")).isEmpty();
        assertThat(ids(ada.recall(Query.of("Porto note of herons").limit(100)))).doesNotContain("f1", "n1", "n2");
    }

    @Test
    void a_time_reaches_derived_entries_only_through_their_sources() {
        Memory ada = contract.ada();
        ada.remember(said("late", "s1", NOON.plusHours(1), "heron"));
        ada.facts()
                .remember(
                        fact("f1", "Porto").recordedAt(NOON.minusDays(9)).sources(List.of(ref(Kind.EPISODE, "late"))));

        assertThat(ada.forget(Selection.before(NOON.toInstant())).count()).isZero();
        assertThat(ada.forget(Selection.before(NOON.plusHours(2).toInstant())).count())
                .isEqualTo(2);
    }

    @Test
    void a_block_goes_back_to_its_newest_version_that_rests_on_nothing_forgotten() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "heron"));
        ada.remember(said("e2", "s2", NOON, "crane"));
        ada.blocks().remember("other", "stands first");
        ada.blocks().remember("user", "asserted");
        contract.clock().advance(Duration.ofHours(1));
        ada.blocks().remember(NewBlock.of("user", "of cranes").sources(List.of(ref(Kind.EPISODE, "e2"))));
        contract.clock().advance(Duration.ofHours(1));
        ada.blocks().remember(NewBlock.of("user", "of herons").sources(List.of(ref(Kind.EPISODE, "e1"))));
        ada.blocks().move("user", 0);

        ErasureReceipt erasure = ada.forget(Selection.session("s1"));

        assertThat(erasure.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));
        assertThat(ada.blocks().list()).extracting(Block::content).containsExactly("of cranes", "stands first");
        assertThat(ada.blocks().list()).extracting(Block::order).doesNotHaveDuplicates();
        assertThat(ada.blocks().history("user")).extracting(Block::content).containsExactly("of cranes");
        assertThat(ada.blocks().list(NOON.plusMinutes(90).toInstant()))
                .extracting(Block::content)
                .contains("of cranes");
        // The version before was lost with the history, so nothing is left to serve.
        assertThat(ada.forget(Selection.episode("e2")).counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.BLOCK, 1L));
        assertThat(ada.blocks().find("user")).isEmpty();
        assertThat(ada.blocks().history("user")).isEmpty();
    }

    @Test
    void a_block_that_was_removed_does_not_come_back() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "heron"));
        ada.blocks().remember("user", "asserted");
        ada.blocks().remember(NewBlock.of("user", "of herons").sources(List.of(ref(Kind.EPISODE, "e1"))));
        ada.blocks().end("user");

        assertThat(ada.forget(Selection.episode("e1")).counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.BLOCK, 1L));

        assertThat(ada.blocks().list()).isEmpty();
        assertThat(ada.blocks().history("user")).isEmpty();
    }

    @Test
    void earlier_versions_of_a_block_go_by_their_time_and_the_newest_serves() {
        Memory ada = contract.ada();
        ada.blocks().remember("user", "early");
        contract.clock().advance(Duration.ofHours(2));
        ada.blocks().remember("user", "late");

        ada.forget(Selection.before(NOON.plusHours(1).toInstant()));

        assertThat(ada.blocks().history("user")).extracting(Block::content).containsExactly("late");
    }

    @Test
    void a_fact_holds_again_without_a_trace_of_its_forgotten_successor() {
        Memory ada = contract.ada();
        ada.facts().remember(fact("f1", "Porto").validFrom(NOON.minusDays(3)));
        contract.clock().advance(Duration.ofHours(1));
        ada.facts().remember(fact("f2", "Faro").validFrom(NOON.minusDays(2)));
        ada.facts().remember(fact("f3", "Braga").validFrom(NOON.minusDays(1)));

        assertThat(ada.facts().forget("f2")).isTrue();

        Fact first = ada.facts().find("f1").orElseThrow();
        assertThat(first.validUntil()).isEqualTo(NOON.minusDays(1));
        assertThat(first.supersededBy()).isEqualTo("f3");
        assertThat(ada.facts().history("f1")).extracting(Fact::supersededBy).doesNotContain("f2");
        assertThat(ada.facts().list(FactQuery.all().asOf(NOON.toInstant())))
                .extracting(Fact::id)
                .containsExactly("f1");
        ada.forget(Selection.entry(Kind.FACT, "f3"));
        assertThat(ada.facts().find("f1").orElseThrow().validUntil()).isNull();
        assertThat(ada.facts().history("f1")).hasSize(1);
        assertThat(ada.facts().forget("f3")).isFalse();
    }

    @Test
    void a_fact_holds_again_without_a_trace_of_several_forgotten_successors() {
        Memory ada = contract.ada();
        for (int i = 0; i < 4; i++) {
            ada.facts().remember(fact("f" + i, "city " + i).validFrom(NOON.minusDays(9 - i)));
        }

        assertThat(ada.forget(Selection.entries(Kind.FACT, List.of("f3", "f1", "f2", "f9")))
                        .counts())
                .isEqualTo(Map.of(Kind.FACT, 3L));

        assertThat(ada.facts().find("f0").orElseThrow().validUntil()).isNull();
        assertThat(ada.facts().history("f0")).hasSize(1);
        assertThat(ada.facts().list(FactQuery.all())).extracting(Fact::id).containsExactly("f0");
    }

    @Test
    void an_end_that_a_fact_was_asserted_with_comes_back() {
        Memory ada = contract.ada();
        ada.facts().remember(fact("f1", "Porto").validFrom(NOON).validUntil(NOON.plusDays(9)));
        ada.facts().remember(fact("f2", "Faro").validFrom(NOON.plusDays(1)));

        ada.forget(Selection.entry(Kind.FACT, "f2"));

        Fact first = ada.facts().find("f1").orElseThrow();
        assertThat(first.validUntil()).isEqualTo(NOON.plusDays(9));
        assertThat(first.supersededBy()).isNull();
    }

    @Test
    void a_note_that_a_forgotten_one_took_the_place_of_is_live_again() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "heron"));
        ada.archive()
                .importAll(List.of(
                        note("old", NOON, List.of(), List.of(ref(Kind.NOTE, "new")), List.of()),
                        note(
                                "new",
                                NOON,
                                List.of(ref(Kind.NOTE, "old")),
                                List.of(),
                                List.of(ref(Kind.EPISODE, "e1")))));
        assertThat(ids(ada.recall(Query.of("note old").kinds(Kind.NOTE)))).containsExactly("new");

        ada.forget(Selection.episode("e1"));

        assertThat(ada.find(Note.class, "old").orElseThrow().isLive()).isTrue();
        assertThat(ids(ada.recall(Query.of("note old").kinds(Kind.NOTE)))).containsExactly("old");
    }

    @Test
    void a_summary_that_was_folded_into_a_forgotten_one_is_live_again() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s1", NOON, "heron"));
        ada.archive()
                .importAll(List.of(
                        summary("kept", Summary.Level.SESSION, Summary.State.FOLDED, List.of()),
                        summary("gone", Summary.Level.SESSION, Summary.State.FOLDED, List.of(ref(Kind.EPISODE, "e1"))),
                        summary(
                                "day",
                                Summary.Level.DAY,
                                Summary.State.LIVE,
                                List.of(ref(Kind.SUMMARY, "kept"), ref(Kind.SUMMARY, "gone")))));

        ada.forget(Selection.episode("e1"));

        assertThat(kept(Kind.SUMMARY)).containsExactly("kept");
        assertThat(ada.find(Summary.class, "kept").orElseThrow().state()).isEqualTo(Summary.State.LIVE);
    }

    @Test
    void one_entry_of_any_kind_can_be_forgotten() {
        Memory ada = contract.ada();
        ada.remember(said("same", "s1", NOON, "heron"));
        ada.facts().remember(fact("same", "Porto"));
        ada.blocks().remember("same", "heron");
        ada.archive().importAll(List.of(note("same", NOON, List.of(), List.of(), List.of())));

        for (Kind kind : List.of(Kind.FACT, Kind.BLOCK, Kind.NOTE, Kind.EPISODE)) {
            ErasureReceipt erasure = ada.forget(Selection.entry(kind, "same"));
            assertThat(erasure.counts()).isEqualTo(Map.of(kind, 1L));
            assertThat(erasure.operation()).isNotEmpty();
            assertThat(ada.find(kind.type(), "same")).isEmpty();
        }
        assertThat(ada.archive().exportAll()).isEmpty();
    }

    @Test
    void shared_entries_that_cite_erased_ones_are_erased_too() {
        Memory ada = contract.ada();
        Memory shared = contract.daybook().space(Space.DEFAULT.id()).shared();
        ada.remember(said("e1", "s1", NOON, "heron"));
        ada.remember(said("e2", "s2", NOON, "crane"));
        EntryRef bob = new EntryRef(contract.daybook().user("bob").scope(), Kind.EPISODE, "e1");
        shared.archive()
                .importAll(List.of(
                        summary("of e1", Summary.Level.SESSION, Summary.State.FOLDED, List.of(ref(Kind.EPISODE, "e1"))),
                        summary("of e2", Summary.Level.SESSION, Summary.State.FOLDED, List.of(ref(Kind.EPISODE, "e2"))),
                        summary("of bob", Summary.Level.SESSION, Summary.State.LIVE, List.of(bob)),
                        summary(
                                "day",
                                Summary.Level.DAY,
                                Summary.State.LIVE,
                                List.of(
                                        new EntryRef(shared.scope(), Kind.SUMMARY, "of e1"),
                                        new EntryRef(shared.scope(), Kind.SUMMARY, "of e2")))));

        ErasureReceipt preview = ada.preview(Selection.session("s1")).receipt();
        ErasureReceipt erasure = ada.forget(Selection.session("s1"));

        assertThat(erasure.counts()).isEqualTo(preview.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.SUMMARY, 2L));
        assertThat(ids(shared.archive().exportAll())).containsExactlyInAnyOrder("of e2", "of bob");
        assertThat(ids(shared.recall(Query.of("summary").limit(100)))).containsExactlyInAnyOrder("of e2", "of bob");
        ada.forget(Selection.everything());
        assertThat(ids(shared.archive().exportAll())).containsExactly("of bob");
        assertThat(contract.store().states(shared.scope(), "forget/", null, 9).items())
                .isEmpty();
    }

    @Test
    void a_released_entry_is_found_by_semantic_search_again() {
        // The default deadline of a recall passes on a busy machine before the vectors are there.
        Memory ada = contract.openedWith(
                        parts -> parts.embedder(new HashEmbedder(64)).catchUp(Duration.ofMinutes(1)))
                .user("ada");
        ada.facts().remember(fact("f1", "Porto").validFrom(NOON.minusDays(3)));
        ada.facts().remember(fact("f2", "Faro").validFrom(NOON.minusDays(2)));

        ada.facts().forget("f2");

        assertThat(ids(ada.recall(Query.of("lives in Porto").by(Query.By.MEANING))))
                .containsExactly("f1");
        assertThat(Optional.of(ada.facts().recall("Porto", 5).get(0).id())).contains("f1");
    }
}
