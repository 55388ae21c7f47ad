package dev.daybook.testkit;

import static dev.daybook.testkit.Chats.said;
import static dev.daybook.testkit.Chats.texts;
import static dev.daybook.testkit.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Memory;
import dev.daybook.data.Block;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.Entry;
import dev.daybook.data.Erasure;
import dev.daybook.data.Fact;
import dev.daybook.data.FactQuery;
import dev.daybook.data.Kind;
import dev.daybook.data.NewBlock;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.NewFact;
import dev.daybook.data.Origin;
import dev.daybook.data.Quarantined;
import dev.daybook.data.Query;
import dev.daybook.data.Receipt;
import dev.daybook.data.Ref;
import dev.daybook.data.Selection;
import dev.daybook.local.HashEmbedder;
import dev.daybook.spi.Scan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What lies in quarantine is nowhere to be seen, is not lost, and comes back when it is released. */
abstract class QuarantiningBehaviour {

    private static final Origin MALLORY = new Origin(Origin.Source.TOOL, "mallory");
    private static final Selection BY_MALLORY = Selection.writer("mallory");

    private final MemoryContract contract;

    QuarantiningBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Memory ada() {
        return contract.ada();
    }

    private static NewEpisode poison(String id, String session, int minutes, String text) {
        return said(id, session, NOON.plusMinutes(minutes), text).withOrigin(MALLORY);
    }

    private Ref ref(Kind kind, String id) {
        return new Ref(ada().scope(), kind, id);
    }

    private static List<String> ids(Stream<Entry> entries) {
        try (entries) {
            return entries.map(Entry::id).toList();
        }
    }

    private List<String> found(String text) {
        return Chats.ids(ada().recall(Query.of(text).limit(50)));
    }

    /** All that the store holds for quarantine. */
    private List<String> states() {
        return contract.store().states(ada().scope(), "quarantine/", null, 100).items().stream()
                .map(state -> state.name())
                .toList();
    }

    @Test
    void an_episode_of_the_writer_is_in_no_view_and_one_of_another_stays() {
        ada().remember(said("e1", "s1", NOON, "heron by the river"));
        ada().remember(poison("p1", "s1", 1, "heron for sale"));
        ada().remember(poison("p2", "s2", 2, "heron for free"));

        Quarantined there = ada().quarantine().put(BY_MALLORY);

        assertThat(there.operation()).startsWith("op_");
        assertThat(there.counts()).isEqualTo(Map.of(Kind.EPISODE, 2L));
        assertThat(there.derived()).isEmpty();
        assertThat(found("heron")).containsExactly("e1");
        assertThat(ada().recall(Query.of("heron").by(Query.By.NEWEST))).hasSize(1);
        assertThat(ada().recall(Query.of("for").by(Query.By.TEXT))).isEmpty();
        assertThat(texts(ada().history("s1", 9))).containsExactly("heron by the river");
        assertThat(ada().history("s2", 9)).isEmpty();
        assertThat(ada().context("s1", "heron").text()).contains("river").doesNotContain("sale", "free");
        assertThat(ada().context("s2", "heron").text()).doesNotContain("sale", "free");
        assertThat(ada().episode("p1")).isEmpty();
        assertThat(ada().entry(Kind.EPISODE, "p1")).isEmpty();
        assertThat(ada().sessions()).extracting(session -> session.id()).containsExactly("s1");
        assertThat(ids(ada().export())).containsExactly("e1");
        assertThat(ada().profile().counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));
        assertThat(ada().profile().lastSeen()).isEqualTo(NOON);
        assertThat(ada().summaries().pending("s1")).isOne();
        assertThat(contract.daybook().check(false).ok()).isTrue();
    }

    @Test
    void what_was_asked_as_of_an_earlier_time_does_not_show_it_and_shows_it_again_when_it_is_released() {
        ada().remember(poison("p1", "s1", 0, "heron"));
        contract.clock().advance(Duration.ofHours(1));
        ada().remember(poison("p1", "s1", 0, "heron again"));
        contract.clock().advance(Duration.ofHours(1));
        Query then = Query.of("heron").asOf(NOON.plusMinutes(30));
        assertThat(ada().recall(then)).hasSize(1);
        String operation = ada().quarantine().put(BY_MALLORY).operation();

        assertThat(ada().recall(then)).isEmpty();
        assertThat(ada().context("s1", "heron", ContextOptions.defaults().asOf(NOON.plusMinutes(30)))
                        .text())
                .doesNotContain("heron");
        assertThat(ada().recall(Query.of("heron").asOf(NOON.plusHours(9)))).isEmpty();
        ada().quarantine().release(operation);

        assertThat(ada().recall(then)).extracting(hit -> hit.text()).allMatch(text -> text.endsWith("heron"));
        assertThat(ada().recall(Query.of("heron").asOf(NOON.plusMinutes(90)))).hasSize(1);
    }

    @Test
    void it_is_not_found_by_meaning_and_is_again_when_it_was_released() {
        contract.openedWith(new HashEmbedder());
        ada().remember(said("e1", "s1", NOON, "crane"));
        awaited(poison("p1", "s1", 1, "heron"));
        Query query = Query.of("heron").by(Query.By.MEANING);
        assertThat(Chats.ids(ada().recall(query))).contains("p1");

        String operation = ada().quarantine().put(BY_MALLORY).operation();
        assertThat(Chats.ids(ada().recall(query))).containsExactly("e1");

        ada().quarantine().release(operation);
        awaited(said("e2", "s1", NOON, "crane again"));
        assertThat(Chats.ids(ada().recall(query))).startsWith("p1").hasSize(3);
    }

    /** Vectors are written in the order of the revisions, so those of all that was written before are there too. */
    private void awaited(NewEpisode episode) {
        Receipt receipt = ada().await(ada().remember(episode), Duration.ofSeconds(30));
        assertThat(receipt.vector()).isEqualTo(Receipt.Progress.DONE);
    }

    @Test
    void released_episodes_stand_where_they_stood_with_the_times_that_they_had() {
        for (int i = 0; i < 6; i++) {
            NewEpisode episode = said("e" + i, "s1", NOON, "heron " + i);
            ada().remember(i % 2 == 0 ? episode : episode.withOrigin(MALLORY));
        }
        List<Entry> before = ada().export().toList();
        contract.clock().advance(Duration.ofHours(1));
        String operation = ada().quarantine().put(BY_MALLORY).operation();
        assertThat(texts(ada().history("s1", 9))).containsExactly("heron 0", "heron 2", "heron 4");

        Quarantined released = ada().quarantine().release(operation);

        assertThat(released.counts()).isEqualTo(Map.of(Kind.EPISODE, 3L));
        assertThat(texts(ada().history("s1", 9)))
                .containsExactly("heron 0", "heron 1", "heron 2", "heron 3", "heron 4", "heron 5");
        assertThat(ada().export())
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("revision")
                .containsExactlyElementsOf(before);
        assertThat(found("heron")).hasSize(6);
        assertThat(ada().profile().count(Kind.EPISODE)).isEqualTo(6);
        assertThat(ada().quarantine().list()).isEmpty();
        assertThat(states()).isEmpty();
        assertThatThrownBy(() -> ada().quarantine().release(operation))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(operation);
    }

    @Test
    void every_condition_that_is_given_must_hold() {
        ada().remember(poison("old", "s1", 0, "heron"));
        contract.clock().advance(Duration.ofHours(1));
        ada().remember(poison("late", "s1", -999, "heron"));
        ada().remember(poison("elsewhere", "s2", 0, "heron"));
        ada().remember(said("tool", "s1", NOON, "heron").withOrigin(Origin.TOOL));
        ada().remember(said("good", "s1", NOON, "heron"));
        Selection late = Selection.since(NOON.plusHours(1));

        assertThat(previewed(BY_MALLORY)).isEqualTo(3);
        assertThat(previewed(Selection.source(Origin.Source.TOOL))).isEqualTo(4);
        assertThat(previewed(late)).as("since is inclusive").isEqualTo(4);
        assertThat(previewed(Selection.since(NOON.plusHours(1).plusNanos(1_000))))
                .isZero();
        assertThat(previewed(late.andWriter("mallory"))).isEqualTo(2);
        assertThat(previewed(late.andWriter("mallory").andSession("s1"))).isEqualTo(1);
        assertThat(previewed(late.andSource(Origin.Source.TOOL).andSession("s1")))
                .isEqualTo(2);
        assertThat(previewed(Selection.episode("good").andWriter("mallory"))).isZero();
        assertThat(ids(ada().export())).hasSize(5);
        assertThat(states()).isEmpty();

        ada().quarantine().put(late.andWriter("mallory"));
        assertThat(ids(ada().export())).containsExactlyInAnyOrder("old", "tool", "good");
        ada().quarantine().put(Selection.episode("good"));
        assertThat(ids(ada().export())).containsExactlyInAnyOrder("old", "tool");
        assertThatThrownBy(() -> ada().quarantine().put(Selection.everything()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("condition");
    }

    private long previewed(Selection selection) {
        Quarantined preview = ada().quarantine().preview(selection);
        assertThat(preview.operation()).isEmpty();
        return preview.count();
    }

    @Test
    void what_lies_there_is_listed_by_operation_with_its_texts_and_survives_reopening() {
        ada().remember(poison("p1", "s1", 1, "heron"));
        ada().facts().assertFact(NewFact.of("ada", "owes", "gold").withId("f1").withOrigin(MALLORY));
        String first = ada().quarantine().put(BY_MALLORY).operation();
        ada().remember(said("e1", "s1", NOON, "crane"));
        contract.clock().advance(Duration.ofHours(1));
        String second = ada().quarantine().put(Selection.session("s1")).operation();
        assertThat(ada().quarantine().put(Selection.session("s1")).operation()).isEmpty();

        contract.closeDaybook();
        List<Quarantined> list = ada().quarantine().list();

        assertThat(list).extracting(Quarantined::operation).containsExactly(first, second);
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
    void whatever_an_id_looks_like_it_goes_alone_and_comes_back() {
        List<NewEpisode> poisoned = Chats.HOSTILE.stream()
                .map(id -> poison(id, "s1", 1, "heron " + id.hashCode()))
                .toList();
        ada().rememberAll(poisoned);
        ada().remember(said("a", "s1", NOON, "crane"));
        ada().facts()
                .assertAll(Chats.HOSTILE.stream()
                        .map(id -> NewFact.of("ada", "saw", "heron " + id.hashCode())
                                .manyValued()
                                .withId(id)
                                .withOrigin(MALLORY))
                        .toList());
        long all = Chats.HOSTILE.size();

        Quarantined there = ada().quarantine().put(BY_MALLORY);
        ada().rememberAll(poisoned);
        ada().facts().assertFact(NewFact.of("ada", "saw", "a crane").withId("a"));

        assertThat(there.counts()).isEqualTo(Map.of(Kind.EPISODE, all, Kind.FACT, all));
        assertThat(ids(ada().export())).containsExactly("a", "a");
        ada().forget(Selection.entry(Kind.FACT, "a/b"));
        assertThat(ada().quarantine().release(there.operation()).counts())
                .isEqualTo(Map.of(Kind.EPISODE, all, Kind.FACT, all - 1));
        assertThat(ada().profile().counts()).isEqualTo(Map.of(Kind.EPISODE, all + 1, Kind.FACT, all));
        assertThat(states()).isEmpty();
    }

    @Test
    void its_operation_can_be_undone_as_any_other() {
        ada().remember(poison("p1", "s1", 1, "heron"));
        String operation = ada().quarantine().put(BY_MALLORY).operation();
        assertThat(ada().operation(operation))
                .hasValueSatisfying(found -> assertThat(found.wrote()).containsExactly(ref(Kind.EPISODE, "p1")));

        assertThat(ada().undo(operation).derivation()).isEqualTo("quarantine");

        assertThat(found("heron")).containsExactly("p1");
        assertThat(ada().operation(operation)).isEmpty();
        assertThatThrownBy(() -> ada().undo(operation)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_fact_of_the_writer_goes_and_what_it_had_ended_holds_again_until_it_is_released() {
        ada().facts().assertFact(NewFact.of("ada", "lives_in", "Porto").withId("good"));
        contract.clock().advance(Duration.ofHours(1));
        ada().facts()
                .assertFact(
                        NewFact.of("ada", "lives_in", "Nowhere").withId("bad").withOrigin(MALLORY));
        List<Fact> before = ada().facts().list(FactQuery.all());

        Quarantined there = ada().quarantine().put(BY_MALLORY);

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
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("revision", "position")
                .containsExactlyElementsOf(before);
        assertThat(found("Nowhere")).contains("bad");
    }

    @Test
    void a_block_goes_back_to_its_newest_version_that_holds_nothing_of_it() {
        ada().blocks().put("other", "stands first");
        ada().blocks().put("user", "good");
        ada().blocks().put(NewBlock.of("user", "good, and pay mallory").withOrigin(MALLORY));
        ada().blocks().append("user", ", said ada later");
        ada().blocks().put(NewBlock.of("spell", "obey").withOrigin(MALLORY));

        Quarantined there = ada().quarantine().put(BY_MALLORY);

        assertThat(there.counts()).isEqualTo(Map.of(Kind.BLOCK, 2L));
        assertThat(ada().blocks().list()).extracting(Block::content).containsExactly("stands first", "good");
        assertThat(ada().blocks().history("user")).extracting(Block::content).containsExactly("good");
        assertThat(ada().context("s1", "mallory").text()).contains("good").doesNotContain("mallory", "obey");
        assertThat(ada().quarantine().entries(there.operation()).map(Entry::text))
                .anyMatch(text -> text.contains("obey"))
                .anyMatch(text -> text.contains("good, and pay mallory, said ada later"));

        ada().blocks().put("third", "came meanwhile");
        ada().quarantine().release(there.operation());
        assertThat(ada().blocks().list())
                .extracting(Block::content)
                .containsExactlyInAnyOrder(
                        "stands first", "good, and pay mallory, said ada later", "obey", "came meanwhile");
        assertThat(ada().blocks().list()).extracting(Block::order).doesNotHaveDuplicates();
    }

    @Test
    void what_was_written_in_its_place_meanwhile_stays_when_it_is_released() {
        ada().blocks().put("user", "good");
        ada().blocks().put(NewBlock.of("user", "bad").withOrigin(MALLORY));
        String operation = ada().quarantine().put(BY_MALLORY).operation();
        ada().blocks().put("user", "better");

        assertThat(ada().quarantine().release(operation).counts()).isEmpty();

        assertThat(ada().blocks().find("user")).map(Block::content).hasValue("better");
        assertThat(states()).isEmpty();
    }

    @Test
    void a_text_by_hand_that_rests_on_it_is_kept_and_a_derived_one_is_not() {
        contract.openedWith(parts -> parts.noEmbedder().background(false));
        ada().remember(poison("p1", "s1", 1, "I live in Nowhere."));
        ada().summaries().put("s1", "about nowhere", 1);
        ada().consolidate();
        assertThat(ada().facts().list(FactQuery.all())).hasSize(1);

        Quarantined there = ada().quarantine().put(BY_MALLORY);

        assertThat(there.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.SUMMARY, 1L));
        assertThat(there.derived()).isEqualTo(Map.of(Kind.FACT, 1L));
        assertThat(ada().summaries().list()).isEmpty();
        assertThat(ada().export()).isEmpty();
        assertThat(ada().consolidate()).isEmpty();

        ada().quarantine().release(there.operation());
        ada().consolidate();
        assertThat(ada().summaries().find("s1")).isPresent();
        assertThat(ada().facts().list(FactQuery.all())).hasSize(1);
    }

    @Test
    void the_same_again_does_not_release_it_and_anything_else_is_refused() {
        NewEpisode episode = poison("p1", "s1", 1, "heron");
        Receipt first = ada().remember(episode);
        NewFact fact = NewFact.of("ada", "owes", "gold").withId("f1").withOrigin(MALLORY);
        ada().facts().assertFact(fact);
        ada().blocks().put(NewBlock.of("spell", "obey").withOrigin(MALLORY));
        List<Entry> exported = ada().export().toList();
        String operation = ada().quarantine().put(BY_MALLORY).operation();

        Receipt again = ada().remember(episode);
        List<Receipt> imported = ada().importAll(exported);

        assertThat(again.position()).isEqualTo(first.position());
        assertThat(imported).hasSize(3).allMatch(receipt -> receipt.position() == 1);
        assertThat(ada().export()).isEmpty();
        assertThatThrownBy(() -> ada().remember(poison("p1", "s1", 1, "another heron")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'p1' lies in quarantine");
        assertThatThrownBy(() -> ada().facts().assertFact(fact))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'f1' lies in quarantine");
        assertThat(ada().export()).isEmpty();
        ada().quarantine().release(operation);
        assertThat(ids(ada().export())).containsExactly("p1", "f1", "spell");
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "session", "writer", "all"})
    void what_is_forgotten_there_is_gone_for_good(String how) {
        ada().remember(said("e1", "s2", NOON, "crane"));
        ada().remember(poison("p1", "s1", 1, "heron"));
        ada().facts()
                .assertFact(NewFact.of("ada", "saw", "heron")
                        .withId("f1")
                        .withOrigin(MALLORY)
                        .from(List.of(ref(Kind.EPISODE, "p1"))));
        ada().quarantine().put(BY_MALLORY);
        Selection selection = switch (how) {
            case "id" -> Selection.episode("p1");
            case "session" -> Selection.session("s1");
            case "writer" -> BY_MALLORY;
            default -> Selection.everything();
        };
        Erasure preview = ada().preview(selection);

        Erasure erasure = ada().forget(selection);

        assertThat(erasure.counts()).isEqualTo(preview.counts());
        if (!how.equals("all")) {
            assertThat(erasure.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.FACT, 1L));
        }
        assertThat(states()).isEmpty();
        assertThat(ada().quarantine().list()).isEmpty();
        for (Kind kind : Kind.values()) {
            assertThat(contract.store()
                            .scan(ada().scope(), Scan.of(kind).versions(Scan.Versions.ALL))
                            .items())
                    .extracting(stored -> stored.key().id())
                    .doesNotContain("p1", "f1");
        }
        assertThat(ada().forget(Selection.writer("mallory")).count()).isZero();
        ada().remember(poison("p1", "s1", 1, "another heron"));
        assertThat(found("heron")).containsExactly("p1");
    }

    @Test
    void a_fact_alone_is_forgotten_there_and_what_it_had_ended_knows_nothing_of_it() {
        ada().facts().assertFact(NewFact.of("ada", "lives_in", "Porto").withId("good"));
        contract.clock().advance(Duration.ofHours(1));
        ada().facts()
                .assertFact(
                        NewFact.of("ada", "lives_in", "Nowhere").withId("bad").withOrigin(MALLORY));
        ada().quarantine().put(BY_MALLORY);

        assertThat(ada().facts().remove("bad")).isTrue();

        assertThat(states()).isEmpty();
        assertThat(ada().facts().find("good")).map(Fact::validUntil).isEmpty();
    }

    @Test
    void what_is_shared_and_cites_it_goes_and_comes_back_with_it() {
        Memory shared = contract.daybook().shared();
        ada().remember(poison("p1", "s1", 1, "heron"));
        ada().remember(said("e1", "s1", NOON, "crane"));
        String kept = Objects.requireNonNull(
                ada().context("s1", "heron", ContextOptions.defaults().keep(true))
                        .id());
        shared.facts()
                .assertFact(NewFact.of("ada", "saw", "heron").withId("of p1").from(List.of(ref(Kind.EPISODE, "p1"))));
        shared.facts()
                .assertFact(NewFact.of("ada", "saw", "crane").withId("of e1").from(List.of(ref(Kind.EPISODE, "e1"))));

        Quarantined there = ada().quarantine().put(BY_MALLORY);

        assertThat(there.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.FACT, 1L));
        assertThat(ada().keptContext(kept)).isEmpty();
        assertThat(ids(shared.export())).containsExactly("of e1");
        assertThat(Chats.ids(ada().recall(Query.of("heron").includeShared()))).doesNotContain("of p1", "p1");

        assertThat(ada().quarantine().release(there.operation()).counts()).isEqualTo(there.counts());
        assertThat(ids(shared.export())).containsExactlyInAnyOrder("of e1", "of p1");
        assertThat(shared.quarantine().list()).isEmpty();
    }

    @Test
    void what_is_shared_and_lies_there_is_forgotten_with_what_it_cites() {
        Memory shared = contract.daybook().shared();
        ada().remember(poison("p1", "s1", 1, "heron"));
        shared.facts()
                .assertFact(NewFact.of("ada", "saw", "heron").withId("of p1").from(List.of(ref(Kind.EPISODE, "p1"))));
        ada().quarantine().put(BY_MALLORY);
        assertThat(shared.quarantine().list()).hasSize(1);

        assertThat(ada().forget(Selection.everything()).counts()).isEqualTo(Map.of(Kind.EPISODE, 1L, Kind.FACT, 1L));

        assertThat(shared.quarantine().list()).isEmpty();
    }
}
