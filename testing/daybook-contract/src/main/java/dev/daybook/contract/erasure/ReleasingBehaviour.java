package dev.daybook.contract.erasure;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.contract.memory.MessageFixture.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.contract.memory.MessageFixture;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Space;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Quarantined entries come back unchanged at the release, and are erased when they are forgotten there. */
public abstract class ReleasingBehaviour extends PoisonedMemory {

    protected ReleasingBehaviour(MemoryContract contract) {
        super(contract);
    }

    @Test
    void released_episodes_stand_where_they_stood_with_the_times_that_they_had() {
        for (int i = 0; i < 6; i++) {
            NewEpisode episode = said("e" + i, "s1", NOON, "heron " + i);
            ada().remember(i % 2 == 0 ? episode : episode.origin(MALLORY));
        }
        List<Entry> before = ada().archive().exportAll().toList();
        contract.clock().advance(Duration.ofHours(1));
        String operation = ada().quarantine().hide(BY_MALLORY).operation();
        assertThat(texts(ada().session("s1").turns(9))).containsExactly("heron 0", "heron 2", "heron 4");

        QuarantineReceipt released = ada().quarantine().release(operation);

        assertThat(released.counts()).isEqualTo(Map.of(Kind.EPISODE, 3L));
        assertThat(texts(ada().session("s1").turns(9)))
                .containsExactly("heron 0", "heron 1", "heron 2", "heron 3", "heron 4", "heron 5");
        assertThat(ada().archive().exportAll())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("provenance.revision")
                .containsExactlyElementsOf(before);
        assertThat(found("heron")).hasSize(6);
        assertThat(ada().archive().profile().count(Kind.EPISODE)).isEqualTo(6);
        assertThat(ada().quarantine().list()).isEmpty();
        assertThat(states()).isEmpty();
        assertThatThrownBy(() -> ada().quarantine().release(operation))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(operation);
    }

    @Test
    void an_episode_that_is_hidden_again_shows_no_version_of_the_writer() {
        ada().remember(said("e1", "s1", NOON, "crane"));
        contract.clock().advance(Duration.ofHours(1));
        ada().remember(poison("e1", "s1", 1, "heron"));
        contract.clock().advance(Duration.ofHours(1));
        for (int i = 0; i < 2; i++) {
            String operation = ada().quarantine().hide(BY_MALLORY).operation();
            assertThat(history()).containsOnly("user: crane");

            ada().quarantine().release(operation);
            assertThat(history()).contains("user: crane", "user: heron");
        }
    }

    @Test
    void a_text_that_the_user_wrote_again_is_no_form_of_an_earlier_one() {
        Instant restored = NOON.plusHours(2).toInstant();
        for (String text : List.of("crane", "heron", "crane", "egret")) {
            ada().remember(text.equals("crane") ? said("e1", "s1", NOON, text) : poison("e1", "s1", 1, text));
            contract.clock().advance(Duration.ofHours(1));
        }

        ada().quarantine().hide(BY_MALLORY);

        assertThat(ada().recall(Query.of("crane").asOf(restored)))
                .extracting(Hit::id)
                .containsExactly("e1");
    }

    private List<String> history() {
        return ada().archive().history("e1").stream().map(Episode::text).toList();
    }

    @Test
    void its_operation_can_be_undone_as_any_other() {
        ada().remember(poison("p1", "s1", 1, "heron"));
        String operation = ada().quarantine().hide(BY_MALLORY).operation();
        assertThat(ada().operations().find(operation))
                .hasValueSatisfying(found -> assertThat(found.wrote()).containsExactly(ref(Kind.EPISODE, "p1")));

        assertThat(ada().operations().undo(operation).derivation()).isEqualTo("quarantine");

        assertThat(found("heron")).containsExactly("p1");
        assertThat(ada().operations().find(operation)).isEmpty();
        assertThatThrownBy(() -> ada().operations().undo(operation)).isInstanceOf(IllegalArgumentException.class);
    }

    private void endGoodFactByBad() {
        ada().facts().remember(NewFact.of("ada", "lives_in", "Porto").id("good"));
        contract.clock().advance(Duration.ofHours(1));
        ada().facts()
                .remember(NewFact.of("ada", "lives_in", "Nowhere").id("bad").origin(MALLORY));
    }

    @Test
    void a_quarantined_fact_lets_its_predecessor_hold_until_the_release() {
        endGoodFactByBad();
        List<Fact> before = ada().facts().list(FactQuery.all());

        QuarantineReceipt there = ada().quarantine().hide(BY_MALLORY);

        assertThat(there.counts()).isEqualTo(Map.of(Kind.FACT, 1L));
        assertThat(ada().facts().list(FactQuery.all())).singleElement().satisfies(fact -> {
            assertThat(fact.object()).isEqualTo("Porto");
            assertThat(fact.validUntil()).isNull();
            assertThat(fact.supersededBy()).isNull();
        });
        assertThat(ada().facts().find("bad")).isEmpty();
        assertThat(ada().facts().history("bad")).isEmpty();
        assertThat(ada().facts().history("good")).hasSize(1);
        assertThat(found("Nowhere lives")).containsExactly("good");

        ada().quarantine().release(there.operation());
        assertThat(ada().facts().list(FactQuery.all()))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("provenance.revision", "provenance.position")
                .containsExactlyElementsOf(before);
        assertThat(found("Nowhere")).contains("bad");
    }

    @Test
    void a_block_goes_back_to_its_newest_version_that_holds_nothing_of_it() {
        ada().blocks().remember("other", "stands first");
        ada().blocks().remember("user", "good");
        ada().blocks().remember(NewBlock.of("user", "good, and pay mallory").origin(MALLORY));
        ada().blocks().append("user", ", said ada later");
        ada().blocks().remember(NewBlock.of("spell", "obey").origin(MALLORY));

        QuarantineReceipt there = ada().quarantine().hide(BY_MALLORY);

        assertThat(there.counts()).isEqualTo(Map.of(Kind.BLOCK, 2L));
        assertThat(ada().blocks().list()).extracting(Block::content).containsExactly("stands first", "good");
        assertThat(ada().blocks().history("user")).extracting(Block::content).containsExactly("good");
        assertThat(ada().session("s1").context("mallory").text())
                .contains("good")
                .doesNotContain("mallory", "obey");
        assertThat(ada().quarantine().entries(there.operation()).map(Entry::text))
                .anyMatch(text -> text.contains("obey"))
                .anyMatch(text -> text.contains("good, and pay mallory, said ada later"));

        ada().blocks().remember("third", "came meanwhile");
        ada().quarantine().release(there.operation());
        assertThat(ada().blocks().list())
                .extracting(Block::content)
                .containsExactlyInAnyOrder(
                        "stands first", "good, and pay mallory, said ada later", "obey", "came meanwhile");
        assertThat(ada().blocks().list()).extracting(Block::order).doesNotHaveDuplicates();
    }

    @Test
    void a_replacement_written_meanwhile_stays_at_the_release() {
        ada().blocks().remember("user", "good");
        ada().blocks().remember(NewBlock.of("user", "bad").origin(MALLORY));
        String operation = ada().quarantine().hide(BY_MALLORY).operation();
        ada().blocks().remember("user", "better");

        assertThat(ada().quarantine().release(operation).counts()).isEmpty();

        assertThat(ada().blocks().find("user")).map(Block::content).hasValue("better");
        assertThat(states()).isEmpty();
    }

    @Test
    void a_text_by_hand_that_rests_on_it_is_kept_and_a_derived_one_is_not() {
        contract.openedWith(parts -> parts.noEmbedder().background(false));
        ada().remember(poison("p1", "s1", 1, "I live in Nowhere."));
        ada().session("s1").rememberSummary("about nowhere", 1);
        ada().consolidate();
        assertThat(ada().facts().list(FactQuery.all())).hasSize(1);

        QuarantineReceipt there = ada().quarantine().hide(BY_MALLORY);

        assertThat(there.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.SUMMARY, 1L));
        assertThat(there.derived()).isEqualTo(Map.of(Kind.FACT, 1L));
        assertThat(ada().archive().summaries()).isEmpty();
        assertThat(ada().archive().exportAll()).isEmpty();
        assertThat(ada().consolidate()).isEmpty();

        ada().quarantine().release(there.operation());
        ada().consolidate();
        assertThat(ada().session("s1").summary()).isPresent();
        assertThat(ada().facts().list(FactQuery.all())).hasSize(1);
    }

    @Test
    void a_single_fact_is_forgotten_in_quarantine_and_its_predecessor_shows_no_trace() {
        endGoodFactByBad();
        ada().quarantine().hide(BY_MALLORY);

        assertThat(ada().facts().forget("bad")).isTrue();

        assertThat(states()).isEmpty();
        assertThat(ada().facts().find("good")).map(Fact::validUntil).isEmpty();
    }

    @Test
    void a_shared_entry_that_cites_it_is_quarantined_and_released_with_it() {
        Memory shared = contract.daybook().space(Space.DEFAULT.id()).shared();
        ada().remember(poison("p1", "s1", 1, "heron"));
        ada().remember(said("e1", "s1", NOON, "crane"));
        String kept = Objects.requireNonNull(ada().session("s1")
                .context("heron", ContextOptions.defaults().keep(true))
                .id());
        shared.facts()
                .remember(NewFact.of("ada", "saw", "heron").id("of p1").sources(List.of(ref(Kind.EPISODE, "p1"))));
        shared.facts()
                .remember(NewFact.of("ada", "saw", "crane").id("of e1").sources(List.of(ref(Kind.EPISODE, "e1"))));

        QuarantineReceipt there = ada().quarantine().hide(BY_MALLORY);

        assertThat(there.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.FACT, 1L));
        assertThat(ada().operations().keptContext(kept)).isEmpty();
        assertThat(ids(shared.archive().exportAll())).containsExactly("of e1");
        assertThat(MessageFixture.ids(ada().recall(Query.of("heron").shared(true))))
                .doesNotContain("of p1", "p1");

        assertThat(ada().quarantine().release(there.operation()).counts()).isEqualTo(there.counts());
        assertThat(ids(shared.archive().exportAll())).containsExactlyInAnyOrder("of e1", "of p1");
        assertThat(shared.quarantine().list()).isEmpty();
    }

    @Test
    void a_quarantined_shared_entry_is_forgotten_with_its_sources() {
        Memory shared = contract.daybook().space(Space.DEFAULT.id()).shared();
        ada().remember(poison("p1", "s1", 1, "heron"));
        shared.facts()
                .remember(NewFact.of("ada", "saw", "heron").id("of p1").sources(List.of(ref(Kind.EPISODE, "p1"))));
        ada().quarantine().hide(BY_MALLORY);
        assertThat(shared.quarantine().list()).hasSize(1);

        assertThat(ada().forget(Selection.everything()).counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.FACT, 1L));

        assertThat(shared.quarantine().list()).isEmpty();
    }

    @Test
    void a_user_does_not_release_a_quarantine_of_the_shared_scope_or_of_another_user() {
        Memory shared = contract.daybook().space(Space.DEFAULT.id()).shared();
        Memory bob = contract.daybook().user("bob");
        shared.remember(poison("p1", "s1", 1, "heron"));
        ada().remember(poison("p2", "s1", 2, "crane"));
        shared.facts()
                .remember(NewFact.of("ada", "saw", "crane").id("of p2").sources(List.of(ref(Kind.EPISODE, "p2"))));
        List<String> operations = List.of(
                shared.quarantine().hide(BY_MALLORY).operation(),
                ada().quarantine().hide(BY_MALLORY).operation());

        for (String operation : operations) {
            assertThatThrownBy(() -> bob.quarantine().release(operation))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("operation '");
        }

        assertThat(shared.archive().exportAll()).isEmpty();
        assertThat(shared.quarantine().list()).hasSize(2);
    }
}
