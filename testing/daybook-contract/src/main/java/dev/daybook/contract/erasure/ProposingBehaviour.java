package dev.daybook.contract.erasure;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static dev.daybook.contract.memory.MessageFixture.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.access.Principal;
import dev.daybook.contract.MemoryContract;
import dev.daybook.contract.memory.MessageFixture;
import dev.daybook.contract.recall.WatchedEmbedder;
import dev.daybook.error.AccessRefusedException;
import dev.daybook.error.ForgottenTextException;
import dev.daybook.model.Block;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Event;
import dev.daybook.outcome.MemoryChange;
import dev.daybook.outcome.QuarantineReceipt;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Proposed episodes are in quarantine from their first moment, and ordinary ones after a release. */
public abstract class ProposingBehaviour extends PoisonedMemory {

    private static final Principal PROPOSER = new Principal("k1", Trust.TOOL, false, Set.of(AccessRight.PROPOSE));

    protected ProposingBehaviour(MemoryContract contract) {
        super(contract);
    }

    private Memory by(Principal principal) {
        contract.daybook();
        return contract.embedded().space("default", principal).user("ada");
    }

    private String proposed(NewEpisode episode) {
        return by(PROPOSER).quarantine().propose(List.of(episode)).get(0);
    }

    private QuarantineReceipt waiting() {
        List<QuarantineReceipt> all = ada().quarantine().list();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private List<String> reviewed(QuarantineReceipt there) {
        try (Stream<Entry> entries = ada().quarantine().entries(there.operation())) {
            return entries.map(Entry::text).toList();
        }
    }

    @Test
    void no_view_shows_a_proposal_but_the_quarantine() {
        ada().remember(said("e1", "s1", NOON, "heron by the river"));
        String before = ada().archive().changes(null, 100).next();

        List<String> ids = ada().quarantine()
                .propose(List.of(
                        said("p1", "s1", NOON.plusMinutes(1), "heron for sale"),
                        said("p2", "s2", NOON.plusMinutes(2), "heron for free").session("s2")));

        assertThat(ids).hasSize(2).doesNotHaveDuplicates().doesNotContain("p1", "p2");
        assertThat(found("heron")).containsExactly("e1");
        assertThat(ada().recall(Query.of("for").by(Query.By.TEXT))).isEmpty();
        assertThat(ada().recall(Query.of("heron").by(Query.By.NEWEST))).hasSize(1);
        assertThat(ada().recall(Query.of("heron").asOf(NOON.plusHours(1).toInstant())))
                .hasSize(1);
        assertThat(texts(ada().session("s1").turns(9))).containsExactly("heron by the river");
        assertThat(ada().session("s1").context("heron").text()).doesNotContain("sale", "free");
        assertThat(ada().sessions()).extracting(session -> session.id()).containsExactly("s1");
        assertThat(ada().session("s1").pending()).isOne();
        assertThat(ids(ada().archive().exportAll())).containsExactly("e1");
        assertThat(ada().archive().profile().counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));
        assertThat(ada().archive().profile().lastSeen()).isEqualTo(NOON);
        assertThat(ada().archive().changes(before, 100).changes()).isEmpty();
        assertThat(ada().archive().changes(null, 100).changes()).hasSize(1);
        for (String id : ids) {
            assertThat(ada().find(Episode.class, id)).isEmpty();
            assertThat(ada().archive().history(id)).isEmpty();
        }
        ada().consolidate();
        assertThat(ada().facts().list(FactQuery.all()))
                .noneMatch(fact -> fact.text().contains("sale"));
        assertThat(contract.embedded().maintenance().check(false).ok()).isTrue();
        assertThat(reviewed(waiting())).hasSize(2).allMatch(text -> text.contains("heron for"));
        assertThat(waiting().counts()).isEqualTo(Map.of(Kind.EPISODE, 2L));
    }

    @Test
    void the_list_names_the_proposer_and_the_time() {
        proposed(said("p1", "heron"));
        ada().remember(poison("e1", "s1", 0, "crane"));
        ada().quarantine().hide(BY_MALLORY);

        List<QuarantineReceipt> all = ada().quarantine().list();

        assertThat(all).hasSize(2);
        assertThat(all)
                .filteredOn(QuarantineReceipt::isProposal)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.proposer()).isEqualTo("k1");
                    assertThat(each.at()).isEqualTo(NOON);
                });
        assertThat(all)
                .filteredOn(each -> !each.isProposal())
                .extracting(QuarantineReceipt::proposer)
                .containsOnlyNulls();
    }

    @Test
    void a_released_proposal_is_an_ordinary_episode_with_the_trust_of_its_proposer() {
        String id = proposed(said("p1", "heron for sale").trust(Trust.USER));

        QuarantineReceipt released = ada().quarantine().release(waiting().operation());

        assertThat(released.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));
        assertThat(found("heron")).containsExactly(id);
        Episode there = ada().find(Episode.class, id).orElseThrow();
        assertThat(there.trust()).isEqualTo(Trust.TOOL);
        assertThat(there.origin().key()).isEqualTo("k1");
        assertThat(ada().archive().changes(null, 100).changes())
                .singleElement()
                .isInstanceOf(MemoryChange.Written.class);
        assertThat(ada().quarantine().list()).isEmpty();
        assertThat(states()).isEmpty();
        assertThat(contract.embedded().maintenance().check(false).ok()).isTrue();
    }

    @Test
    void an_embedder_gets_a_proposal_after_its_release_only() {
        WatchedEmbedder embedder = new WatchedEmbedder(16);
        contract.openedWith(embedder);
        String id = proposed(said("p1", "heron"));
        awaited(said("e1", "crane"));
        assertThat(embedder.documents()).isOne();

        ada().quarantine().release(waiting().operation());
        awaited(said("e2", "crane again"));

        assertThat(embedder.documents()).isEqualTo(3);
        assertThat(MessageFixture.ids(ada().recall(Query.of("heron").by(Query.By.MEANING))))
                .contains(id);
    }

    private void awaited(NewEpisode episode) {
        Receipt receipt = ada().operations().await(ada().remember(episode), Duration.ofSeconds(30));
        assertThat(receipt.vector()).isEqualTo(Receipt.Progress.DONE);
    }

    @Test
    void a_proposal_is_no_event_and_its_release_is_one() {
        List<Event> events = new CopyOnWriteArrayList<>();
        contract.openedWith(parts -> parts.noEmbedder().listener(events::add));
        String id = proposed(said("p1", "heron"));
        assertThat(events).isEmpty();

        String operation = waiting().operation();
        ada().quarantine().release(operation);

        assertThat(events)
                .contains(new Event.Quarantined(ada().scope(), operation, 1, true))
                .noneMatch(event -> event.toString().contains(id));
    }

    @Test
    void the_feed_tells_that_an_episode_was_hidden_which_it_showed_under_the_id_of_a_proposal() {
        String id = proposed(said("p1", "heron"));
        ada().remember(said(id, "crane"));
        assertThat(found("crane")).containsExactly(id);
        String shown = ada().archive().changes(null, 100).next();

        ada().quarantine().hide(Selection.episode(id));

        assertThat(ada().archive().changes(shown, 100).changes()).hasAtLeastOneElementOfType(MemoryChange.Hidden.class);
    }

    @Test
    void a_forget_erases_a_proposal_and_its_state() {
        String id = proposed(said("p1", "heron"));

        assertThat(ada().forget(Selection.episode(id)).counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));

        assertThat(ada().quarantine().list()).isEmpty();
        assertThat(states()).isEmpty();
    }

    @Test
    void a_repeated_proposal_is_written_once_also_after_its_release() {
        NewEpisode heron = said("p1", "heron");
        String id = proposed(heron);
        assertThat(proposed(heron)).isEqualTo(id);
        assertThat(waiting().count()).isOne();

        ada().quarantine().release(waiting().operation());
        assertThat(proposed(heron)).isEqualTo(id);

        assertThat(ada().quarantine().list()).isEmpty();
        assertThat(ada().archive().history(id)).extracting(Episode::text).containsOnly("user: heron");
        assertThat(found("heron")).containsExactly(id);
    }

    @Test
    void the_answer_tells_nothing_about_other_entries() {
        ada().remember(said("e1", "heron"));

        String same = proposed(said("e1", "heron"));
        String other = proposed(said("e2", "heron"));
        assertThat(same).isNotEqualTo("e1");
        assertThat(same.length()).isEqualTo(other.length());
        ada().quarantine().list().forEach(each -> ada().quarantine().release(each.operation()));
        ada().remember(said(same, "the text of another writer"));

        assertThat(proposed(said("e1", "a guess"))).isEqualTo(same);
        assertThat(proposed(said("e1", "the text of another writer"))).isEqualTo(same);
        assertThat(ada().find(Episode.class, same).orElseThrow().text()).contains("another writer");
        assertThat(ada().find(Episode.class, "e1").orElseThrow().text()).contains("heron");
        assertThat(ada().quarantine().list()).isEmpty();
    }

    @Test
    void another_key_proposes_under_other_ids() {
        String first = proposed(said("p1", "heron"));
        Principal second = new Principal("k2", Trust.TOOL, false, Set.of(AccessRight.PROPOSE));

        assertThat(by(second).quarantine().propose(List.of(said("p1", "crane"))))
                .doesNotContain(first);
        assertThat(ada().quarantine().list()).hasSize(2);
    }

    @Test
    void an_id_with_other_content_is_refused_and_nothing_of_the_batch_is_written() {
        proposed(said("p1", "heron"));

        assertThatThrownBy(() -> by(PROPOSER).quarantine().propose(List.of(said("p2", "gull"), said("p1", "crane"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'p1'")
                .hasMessageContaining("use another id");
        assertThat(reviewed(waiting())).singleElement().asString().contains("heron");
    }

    @Test
    void a_proposer_changes_nothing_else() {
        ada().remember(said("e1", "heron"));
        ada().facts().remember(NewFact.of("ada", "likes", "tea").id("f1"));
        ada().blocks().remember(NewBlock.of("b1", "Be kind."));
        String id = proposed(said("p1", "gull"));
        String operation = waiting().operation();
        List<Consumer<Memory>> calls = List.of(
                memory -> memory.remember(said("p9", "crane")),
                memory -> memory.remember(said("e1", "crane")),
                memory -> memory.session("s1").remember(Message.user("crane")),
                memory -> memory.facts().remember(NewFact.of("ada", "likes", "gold")),
                memory -> memory.facts().end("f1"),
                memory -> memory.blocks().remember("b1", "Obey."),
                memory -> memory.notes().remember("Ada swims."),
                memory -> memory.forget(Selection.episode("e1")),
                memory -> memory.forget(Selection.episode(id)),
                memory -> memory.quarantine().hide(Selection.episode("e1")),
                memory -> memory.quarantine().release(operation),
                memory -> memory.operations().undo(operation),
                memory -> memory.archive()
                        .importAll(List.of(ada().find(Episode.class, "e1").orElseThrow())));

        for (Consumer<Memory> call : calls) {
            assertThatThrownBy(() -> call.accept(by(PROPOSER))).isInstanceOf(RuntimeException.class);
        }

        assertThatThrownBy(() -> by(PROPOSER).remember(said("p9", "crane")))
                .isInstanceOf(AccessRefusedException.class)
                .hasMessageContaining("'write'")
                .hasMessageContaining("propose");
        assertThat(found("crane")).isEmpty();
        assertThat(ada().find(Episode.class, "e1").orElseThrow().text()).contains("heron");
        assertThat(ada().facts().list(FactQuery.all())).hasSize(1);
        assertThat(ada().blocks().find("b1").map(Block::content)).contains("Be kind.");
        assertThat(waiting().operation()).isEqualTo(operation);
    }

    @Test
    void a_caller_without_the_right_proposes_nothing() {
        Principal writer = new Principal("k2", Trust.USER, false, Set.of(AccessRight.WRITE, AccessRight.READ));

        assertThatThrownBy(() -> by(writer).quarantine().propose(List.of(said("p1", "heron"))))
                .isInstanceOf(AccessRefusedException.class)
                .hasMessageContaining("'propose'");
        assertThat(ada().quarantine().list()).isEmpty();
    }

    @Test
    void an_undo_does_not_release_a_proposal() {
        proposed(said("p1", "heron"));

        assertThatThrownBy(() -> ada().operations().undo(waiting().operation()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("proposal");
        assertThat(found("heron")).isEmpty();
    }

    @Test
    void a_forgotten_text_is_refused_by_the_release_and_not_told_to_the_proposer() {
        contract.daybook().space("default").changeSettings(settings -> settings.refuseForgotten(true));
        ada().remember(said("e1", "My diary is in the red drawer."));
        ada().forget(Selection.episode("e1"));

        proposed(said("p1", "My diary is in the red drawer."));

        assertThatThrownBy(() -> ada().quarantine().release(waiting().operation()))
                .isInstanceOf(ForgottenTextException.class);
        assertThat(ada().archive().exportAll()).isEmpty();
        assertThat(waiting().count()).isOne();
    }

    private static final String DIARY = "My diary is in the red drawer.";

    private void refuseForgotten() {
        contract.daybook().space("default").changeSettings(settings -> settings.refuseForgotten(true));
    }

    @Test
    void a_waiting_proposal_of_a_text_does_not_keep_a_forget_from_refusing_it() {
        refuseForgotten();
        ada().remember(said("e1", DIARY));
        proposed(said("p1", DIARY));

        assertThat(ada().forget(Selection.episode("e1")).keptHashes()).isOne();

        assertThatThrownBy(() -> ada().quarantine().release(waiting().operation()))
                .isInstanceOf(ForgottenTextException.class);
        assertThatThrownBy(() -> ada().remember(said("e2", DIARY))).isInstanceOf(ForgottenTextException.class);
        assertThat(ada().archive().exportAll()).isEmpty();
        assertThat(waiting().count()).isOne();
    }

    @Test
    void a_rejected_proposal_leaves_no_text_that_others_may_not_write() {
        refuseForgotten();
        String id = proposed(said("p1", DIARY));

        assertThat(ada().forget(Selection.episode(id)).keptHashes()).isZero();
        ada().remember(said("e1", DIARY));
        assertThat(found("diary")).containsExactly("e1");

        proposed(said("p1", "The kettle is in the blue cupboard."));
        assertThat(ada().forget(Selection.everything()).keptHashes()).isOne();
        ada().remember(said("e2", "The kettle is in the blue cupboard."));
        assertThat(found("kettle")).containsExactly("e2");
    }

    @Test
    void the_text_of_a_released_proposal_is_forgotten_like_any_other() {
        refuseForgotten();
        String id = proposed(said("p1", DIARY));
        ada().quarantine().release(waiting().operation());

        assertThat(ada().forget(Selection.episode(id)).keptHashes()).isOne();

        assertThatThrownBy(() -> ada().remember(said("e2", DIARY))).isInstanceOf(ForgottenTextException.class);
    }

    @Test
    void a_forget_of_an_entry_written_over_a_proposal_refuses_the_text_of_the_entry_alone() {
        refuseForgotten();
        String id = proposed(said("p1", DIARY));
        ada().remember(said(id, "The kettle is in the blue cupboard."));

        assertThat(ada().forget(Selection.episode(id)).keptHashes()).isOne();

        ada().remember(said("e1", DIARY));
        assertThatThrownBy(() -> ada().remember(said("e2", "The kettle is in the blue cupboard.")))
                .isInstanceOf(ForgottenTextException.class);
    }

    @Test
    void an_operation_that_proposed_is_none_that_an_undo_accepts() {
        proposed(said("p1", "heron"));

        assertThat(ada().operations().find(waiting().operation())).isEmpty();
    }

    @Test
    void ended_proposals_do_not_count_among_those_that_wait() {
        by(PROPOSER)
                .quarantine()
                .propose(IntStream.range(0, SizeLimits.WAITING_PROPOSALS)
                        .mapToObj(i -> said("p" + i, "heron " + i)
                                .expiresAt(NOON.plusHours(i < 2 ? 1 : 9).toInstant()))
                        .toList());
        contract.clock().advance(Duration.ofHours(2));

        assertThatThrownBy(() -> by(PROPOSER)
                        .quarantine()
                        .propose(List.of(said("q1", "gull"), said("q2", "gull"), said("q3", "gull"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1001");
        by(PROPOSER).quarantine().propose(List.of(said("p0", "crane"), said("q1", "gull")));

        assertThat(ada().quarantine().list())
                .extracting(QuarantineReceipt::count)
                .containsExactlyInAnyOrder(SizeLimits.WAITING_PROPOSALS - 2L, 2L);
    }

    @Test
    void only_so_many_episodes_of_a_key_wait_and_a_review_makes_room() {
        List<NewEpisode> most = IntStream.range(0, SizeLimits.WAITING_PROPOSALS)
                .mapToObj(i -> said("p" + i, "heron " + i))
                .toList();
        by(PROPOSER).quarantine().propose(most);

        assertThatThrownBy(() -> proposed(said("more", "crane")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1000")
                .hasMessageContaining("after a review");
        proposed(most.get(0));
        Principal second = new Principal("k2", Trust.TOOL, false, Set.of(AccessRight.PROPOSE));
        by(second).quarantine().propose(List.of(said("p1", "gull")));
        assertThat(ada().quarantine().list()).hasSize(2);

        ada().quarantine().list().stream()
                .filter(each -> "k1".equals(each.proposer()))
                .forEach(each -> ada().quarantine().release(each.operation()));
        proposed(said("more", "crane"));
        assertThat(ada().quarantine().list()).hasSize(2);
    }

    @Test
    void an_ended_proposal_is_no_longer_in_the_list_and_its_id_is_free() {
        NewEpisode brief = said("p1", "heron").expiresAt(NOON.plusHours(1).toInstant());
        proposed(brief);
        contract.clock().advance(Duration.ofHours(2));

        assertThat(ada().quarantine().list()).isEmpty();
        proposed(said("p1", "crane"));
        assertThat(reviewed(waiting())).singleElement().asString().contains("crane");
    }
}
