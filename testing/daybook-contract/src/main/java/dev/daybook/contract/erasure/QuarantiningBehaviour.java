package dev.daybook.contract.erasure;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.contract.memory.MessageFixture.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.contract.MemoryContract;
import dev.daybook.contract.memory.MessageFixture;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.store.EntryScan;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Quarantined entries are hidden from every view, and are not lost. */
public abstract class QuarantiningBehaviour extends PoisonedMemory {

    protected QuarantiningBehaviour(MemoryContract contract) {
        super(contract);
    }

    @Test
    void an_episode_of_the_writer_is_in_no_view_and_one_of_another_stays() {
        ada().remember(said("e1", "s1", NOON, "heron by the river"));
        ada().remember(poison("p1", "s1", 1, "heron for sale"));
        ada().remember(poison("p2", "s2", 2, "heron for free"));

        QuarantineReceipt there = ada().quarantine().hide(BY_MALLORY);

        assertThat(there.operation()).startsWith("op_");
        assertThat(there.counts()).isEqualTo(Map.of(Kind.EPISODE, 2L));
        assertThat(there.derived()).isEmpty();
        assertThat(found("heron")).containsExactly("e1");
        assertThat(ada().recall(Query.of("heron").by(Query.By.NEWEST))).hasSize(1);
        assertThat(ada().recall(Query.of("for").by(Query.By.TEXT))).isEmpty();
        assertThat(texts(ada().session("s1").turns(9))).containsExactly("heron by the river");
        assertThat(ada().session("s2").turns(9)).isEmpty();
        assertThat(ada().session("s1").context("heron").text())
                .contains("river")
                .doesNotContain("sale", "free");
        assertThat(ada().session("s2").context("heron").text()).doesNotContain("sale", "free");
        assertThat(ada().find(Episode.class, "p1")).isEmpty();
        assertThat(ada().find(Episode.class, "p1")).isEmpty();
        assertThat(ada().sessions()).extracting(session -> session.id()).containsExactly("s1");
        assertThat(ids(ada().archive().exportAll())).containsExactly("e1");
        assertThat(ada().archive().profile().counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));
        assertThat(ada().archive().profile().lastSeen()).isEqualTo(NOON);
        assertThat(ada().session("s1").pending()).isOne();
        assertThat(contract.embedded().maintenance().check(false).ok()).isTrue();
    }

    @Test
    void a_point_in_time_query_hides_a_quarantined_entry_until_its_release() {
        ada().remember(poison("p1", "s1", 0, "heron"));
        contract.clock().advance(Duration.ofHours(1));
        ada().remember(poison("p1", "s1", 0, "heron again"));
        contract.clock().advance(Duration.ofHours(1));
        Query then = Query.of("heron").asOf(NOON.plusMinutes(30).toInstant());
        assertThat(ada().recall(then)).hasSize(1);
        String operation = ada().quarantine().hide(BY_MALLORY).operation();

        assertThat(ada().recall(then)).isEmpty();
        assertThat(ada().session("s1")
                        .context(
                                "heron",
                                ContextOptions.defaults()
                                        .asOf(NOON.plusMinutes(30).toInstant()))
                        .text())
                .doesNotContain("heron");
        assertThat(ada().recall(Query.of("heron").asOf(NOON.plusHours(9).toInstant())))
                .isEmpty();
        ada().quarantine().release(operation);

        assertThat(ada().recall(then)).extracting(hit -> hit.text()).allMatch(text -> text.endsWith("heron"));
        assertThat(ada().recall(Query.of("heron").asOf(NOON.plusMinutes(90).toInstant())))
                .hasSize(1);
    }

    @Test
    void it_is_not_found_by_semantic_search_until_its_release() {
        contract.openedWith(new HashEmbedder());
        ada().remember(said("e1", "s1", NOON, "crane"));
        awaited(poison("p1", "s1", 1, "heron"));
        Query query = Query.of("heron").by(Query.By.MEANING);
        assertThat(MessageFixture.ids(ada().recall(query))).contains("p1");

        String operation = ada().quarantine().hide(BY_MALLORY).operation();
        assertThat(MessageFixture.ids(ada().recall(query))).containsExactly("e1");

        ada().quarantine().release(operation);
        awaited(said("e2", "s1", NOON, "crane again"));
        assertThat(MessageFixture.ids(ada().recall(query))).startsWith("p1").hasSize(3);
    }

    /** Vectors are written in the order of the revisions, so those of all that was written before are there too. */
    private void awaited(NewEpisode episode) {
        Receipt receipt = ada().operations().await(ada().remember(episode), Duration.ofSeconds(30));
        assertThat(receipt.vector()).isEqualTo(Receipt.Progress.DONE);
    }

    @Test
    void every_condition_that_is_given_must_hold() {
        ada().remember(poison("old", "s1", 0, "heron"));
        contract.clock().advance(Duration.ofHours(1));
        ada().remember(poison("late", "s1", -999, "heron"));
        ada().remember(poison("elsewhere", "s2", 0, "heron"));
        ada().remember(said("tool", "s1", NOON, "heron").origin(Origin.TOOL));
        ada().remember(said("good", "s1", NOON, "heron"));
        Selection.Matching late = Selection.since(NOON.plusHours(1).toInstant());

        assertThat(previewed(BY_MALLORY)).isEqualTo(3);
        assertThat(previewed(Selection.source(Origin.Source.TOOL))).isEqualTo(4);
        assertThat(previewed(late)).as("since is inclusive").isEqualTo(4);
        assertThat(previewed(Selection.since(NOON.plusHours(1).plusNanos(1_000).toInstant())))
                .isZero();
        assertThat(previewed(late.and(Selection.writer("mallory")))).isEqualTo(2);
        assertThat(previewed(late.and(Selection.writer("mallory")).and(Selection.session("s1"))))
                .isEqualTo(1);
        assertThat(previewed(late.and(Selection.source(Origin.Source.TOOL)).and(Selection.session("s1"))))
                .isEqualTo(2);
        assertThat(previewed(Selection.episode("good").and(Selection.writer("mallory"))))
                .isZero();
        assertThat(ids(ada().archive().exportAll())).hasSize(5);
        assertThat(states()).isEmpty();

        ada().quarantine().hide(late.and(Selection.writer("mallory")));
        assertThat(ids(ada().archive().exportAll())).containsExactlyInAnyOrder("old", "tool", "good");
        ada().quarantine().hide(Selection.episode("good"));
        assertThat(ids(ada().archive().exportAll())).containsExactlyInAnyOrder("old", "tool");
    }

    private long previewed(Selection.Matching selection) {
        QuarantineReceipt preview = ada().quarantine().preview(selection);
        assertThat(preview.operation()).isEmpty();
        return preview.count();
    }

    @Test
    void quarantined_entries_are_listed_by_operation_with_their_texts_and_survive_reopening() {
        ada().remember(poison("p1", "s1", 1, "heron"));
        ada().facts().remember(NewFact.of("ada", "owes", "gold").id("f1").origin(MALLORY));
        String first = ada().quarantine().hide(BY_MALLORY).operation();
        ada().remember(said("e1", "s1", NOON, "crane"));
        contract.clock().advance(Duration.ofHours(1));
        String second = ada().quarantine().hide(Selection.session("s1")).operation();
        assertThat(ada().quarantine().hide(Selection.session("s1")).operation()).isEmpty();

        contract.closeDaybook();
        List<QuarantineReceipt> list = ada().quarantine().list();

        assertThat(list).extracting(QuarantineReceipt::operation).containsExactly(first, second);
        assertThat(list.get(0).counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.FACT, 1L));
        assertThat(list.get(1).counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));
        assertThat(list.get(1).at()).isEqualTo(NOON.plusHours(1));
        assertThat(ada().quarantine().entries(first).map(Entry::text))
                .containsExactlyInAnyOrder("user: heron", "ada owes gold [confidence 1.00]");
        assertThat(ada().quarantine().entries("op_none")).isEmpty();
        assertThat(found("heron crane gold")).isEmpty();
        assertThat(contract.daybook().user("bob").quarantine().list()).isEmpty();
    }

    @Test
    void an_entry_with_any_id_is_quarantined_alone_and_released() {
        List<NewEpisode> poisoned = MessageFixture.HOSTILE.stream()
                .map(id -> poison(id, "s1", 1, "heron " + id.hashCode()))
                .toList();
        ada().remember(poisoned);
        ada().remember(said("a", "s1", NOON, "crane"));
        ada().facts()
                .remember(MessageFixture.HOSTILE.stream()
                        .map(id -> NewFact.of("ada", "saw", "heron " + id.hashCode())
                                .singleValued(false)
                                .id(id)
                                .origin(MALLORY))
                        .toList());
        long all = MessageFixture.HOSTILE.size();

        QuarantineReceipt there = ada().quarantine().hide(BY_MALLORY);
        ada().remember(poisoned);
        ada().facts().remember(NewFact.of("ada", "saw", "a crane").id("a"));

        assertThat(there.counts()).isEqualTo(Map.of(Kind.EPISODE, all, Kind.FACT, all));
        assertThat(ids(ada().archive().exportAll())).containsExactly("a", "a");
        ada().forget(Selection.entry(Kind.FACT, "a/b"));
        assertThat(ada().quarantine().release(there.operation()).counts())
                .isEqualTo(Map.of(Kind.EPISODE, all, Kind.FACT, all - 1));
        assertThat(ada().archive().profile().counts()).isEqualTo(Map.of(Kind.EPISODE, all + 1, Kind.FACT, all));
        assertThat(states()).isEmpty();
    }

    @Test
    void the_same_again_does_not_release_it_and_anything_else_is_refused() {
        NewEpisode episode = poison("p1", "s1", 1, "heron");
        Receipt first = ada().remember(episode);
        NewFact fact = NewFact.of("ada", "owes", "gold").id("f1").origin(MALLORY);
        ada().facts().remember(fact);
        ada().blocks().remember(NewBlock.of("spell", "obey").origin(MALLORY));
        List<Entry> exported = ada().archive().exportAll().toList();
        String operation = ada().quarantine().hide(BY_MALLORY).operation();

        Receipt again = ada().remember(episode);
        List<Receipt> imported = ada().archive().importAll(exported);

        assertThat(again.position()).isEqualTo(first.position());
        assertThat(imported).hasSize(3).allMatch(receipt -> receipt.position() == 1);
        assertThat(ada().archive().exportAll()).isEmpty();
        assertThatThrownBy(() -> ada().remember(poison("p1", "s1", 1, "another heron")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'p1' is in quarantine");
        assertThatThrownBy(() -> ada().facts().remember(fact))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'f1' is in quarantine");
        assertThat(ada().archive().exportAll()).isEmpty();
        ada().quarantine().release(operation);
        assertThat(ids(ada().archive().exportAll())).containsExactly("p1", "f1", "spell");
    }

    @Test
    void several_ids_are_hidden_and_released_by_one_operation() {
        for (String id : List.of("e1", "e2", "e3")) {
            ada().remember(said(id, "s2", NOON, "heron " + id));
        }

        String operation = ada().quarantine()
                .hide(Selection.entries(Kind.EPISODE, List.of("e3", "e1", "nobody")))
                .operation();

        assertThat(found("heron")).containsExactly("e2");
        assertThat(ada().quarantine().release(operation).counts()).isEqualTo(Map.of(Kind.EPISODE, 2L));
        assertThat(found("heron")).containsExactlyInAnyOrder("e1", "e2", "e3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "ids", "session", "writer", "all"})
    void an_entry_forgotten_in_quarantine_is_erased_for_good(String how) {
        ada().remember(said("e1", "s2", NOON, "crane"));
        ada().remember(poison("p1", "s1", 1, "heron"));
        ada().facts()
                .remember(NewFact.of("ada", "saw", "heron")
                        .id("f1")
                        .origin(MALLORY)
                        .sources(List.of(ref(Kind.EPISODE, "p1"))));
        ada().quarantine().hide(BY_MALLORY);
        Selection selection = switch (how) {
            case "id" -> Selection.episode("p1");
            case "ids" -> Selection.entries(Kind.EPISODE, List.of("p1", "p2"));
            case "session" -> Selection.session("s1");
            case "writer" -> BY_MALLORY;
            default -> Selection.everything();
        };
        ErasureReceipt preview = ada().preview(selection).receipt();

        ErasureReceipt erasure = ada().forget(selection);

        assertThat(erasure.counts()).isEqualTo(preview.counts());
        if (!how.equals("all")) {
            assertThat(erasure.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.FACT, 1L));
        }
        assertThat(states()).isEmpty();
        assertThat(ada().quarantine().list()).isEmpty();
        for (Kind kind : Kind.values()) {
            assertThat(contract.store()
                            .scan(ada().scope(), EntryScan.of(kind).versions(EntryScan.Versions.ALL))
                            .items())
                    .extracting(stored -> stored.key().id())
                    .doesNotContain("p1", "f1");
        }
        assertThat(ada().forget(Selection.writer("mallory")).count()).isZero();
        ada().remember(poison("p1", "s1", 1, "another heron"));
        assertThat(found("heron")).containsExactly("p1");
    }
}
