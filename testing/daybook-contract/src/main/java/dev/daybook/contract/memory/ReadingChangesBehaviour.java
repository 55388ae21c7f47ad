package dev.daybook.contract.memory;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.GoneException;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.outcome.ChangePage;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.MemoryChange;
import dev.daybook.outcome.MemoryChange.Erased;
import dev.daybook.outcome.MemoryChange.Hidden;
import dev.daybook.outcome.MemoryChange.Written;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.Selection;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The changes of a scope after a cursor. */
public abstract class ReadingChangesBehaviour {

    private static final int ALL = 1_000;

    private final MemoryContract contract;

    protected ReadingChangesBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private static List<MemoryChange> changes(Memory memory, @Nullable String since) {
        return memory.archive().changes(since, ALL).changes();
    }

    private static String end(Memory memory) {
        return memory.archive().changes(null, ALL).next();
    }

    /** Reads to the end in pages of this size. */
    private static List<MemoryChange> inPages(Memory memory, int limit) {
        List<MemoryChange> all = new ArrayList<>();
        ChangePage page = memory.archive().changes(null, limit);
        all.addAll(page.changes());
        while (page.more()) {
            page = memory.archive().changes(page.next(), limit);
            all.addAll(page.changes());
        }
        return all;
    }

    private static List<String> ids(List<MemoryChange> changes) {
        return changes.stream().map(ReadingChangesBehaviour::id).toList();
    }

    private static String id(MemoryChange change) {
        return change instanceof Written written
                ? written.entry().id()
                : change instanceof Hidden hidden ? "-" + hidden.id() : "erased";
    }

    private static Entry entry(MemoryChange change) {
        return ((Written) change).entry();
    }

    private Memory withThreeEpisodes() {
        Memory ada = contract.ada();
        for (String id : List.of("walk-1", "walk-2", "walk-3")) {
            ada.remember(said(id, "s1", NOON, "The heron of " + id + " stands in the pond."));
        }
        return ada;
    }

    @Test
    void the_first_page_has_every_entry_in_the_order_of_writing() {
        Memory ada = withThreeEpisodes();
        ada.facts().remember(NewFact.of("user", "lives_in", "Porto").id("f1"));
        ada.blocks().remember("persona", "calm");

        ChangePage page = ada.archive().changes(null, ALL);

        assertThat(ids(page.changes())).containsExactly("walk-1", "walk-2", "walk-3", "f1", "persona");
        assertThat(page.more()).isFalse();
        assertThat(entry(page.changes().get(0)))
                .isEqualTo(ada.find(Episode.class, "walk-1").orElseThrow());
        assertThat(entry(page.changes().get(3)))
                .isEqualTo(ada.facts().find("f1").orElseThrow());
    }

    @Test
    void a_scope_without_entries_has_a_cursor() {
        Memory ada = contract.ada();
        String start = end(ada);
        ada.remember(said("walk-1", "s1", NOON, "heron"));

        assertThat(ids(changes(ada, start))).containsExactly("walk-1");
    }

    @Test
    void a_page_has_what_was_written_since_the_one_before() {
        Memory ada = withThreeEpisodes();
        String since = end(ada);
        assertThat(changes(ada, since)).isEmpty();

        ada.remember(said("e4", "s1", NOON, "crane"));
        ada.facts().remember(NewFact.of("user", "likes", "tea").id("f1"));

        assertThat(ids(changes(ada, since))).containsExactly("e4", "f1");
    }

    @Test
    void an_entry_that_is_written_again_comes_again_in_its_present_version_only() {
        Memory ada = withThreeEpisodes();
        String since = end(ada);
        ada.remember(said("walk-2", "s1", NOON, "A crane came."));
        ada.remember(said("walk-2", "s1", NOON, "A stork came."));

        List<MemoryChange> later = changes(ada, since);

        assertThat(ids(later)).containsExactly("walk-2");
        assertThat(entry(later.get(0)).text()).endsWith("A stork came.");
        assertThat(ids(changes(ada, null))).containsExactly("walk-1", "walk-3", "walk-2");
    }

    @Test
    void pages_of_every_size_and_cursors_of_every_change_lead_through_the_same_changes() {
        Memory ada = withThreeEpisodes();
        ada.remember(said("walk-1", "s1", NOON, "A crane came."));
        ada.facts().remember(NewFact.of("user", "likes", "tea").id("f1"));
        List<String> all = List.of("walk-2", "walk-3", "walk-1", "f1");

        for (int limit = 1; limit <= 5; limit++) {
            assertThat(ids(inPages(ada, limit))).isEqualTo(all);
        }
        List<MemoryChange> changes = changes(ada, null);
        for (int i = 0; i < changes.size(); i++) {
            assertThat(ids(changes(ada, changes.get(i).cursor()))).isEqualTo(all.subList(i + 1, all.size()));
        }
    }

    @Test
    void a_vector_that_is_written_beside_an_entry_is_no_change() {
        Memory ada = contract.openedWith(new HashEmbedder(64)).user("ada");
        Receipt last = ada.remember(IntStream.rangeClosed(1, 30)
                        .mapToObj(i -> said("e" + i, "s1", NOON, "heron number " + i))
                        .toList())
                .get(29);
        ada.operations().await(last, Duration.ofSeconds(30));
        ChangePage page = ada.archive().changes(null, 30);
        assertThat(page.changes()).hasSize(30);
        Receipt next = ada.remember(said("e31", "s1", NOON, "crane"));
        ada.operations().await(next, Duration.ofSeconds(30));

        assertThat(ids(changes(ada, page.next()))).containsExactly("e31");
        assertThat(changes(ada, end(ada))).isEmpty();
    }

    @Test
    void a_fact_that_ends_comes_with_its_end_and_a_removed_block_without_text() {
        Memory ada = contract.ada();
        ada.facts().remember(NewFact.of("user", "lives_in", "Porto").id("f1"));
        ada.blocks().remember("persona", "calm");
        String since = end(ada);

        ada.facts().end("f1", NOON.plusDays(1));
        ada.blocks().end("persona");

        List<MemoryChange> later = changes(ada, since);
        assertThat(((Fact) entry(later.get(0))).validUntil()).isEqualTo(NOON.plusDays(1));
        assertThat(later.get(1)).isInstanceOfSatisfying(Hidden.class, hidden -> {
            assertThat(hidden.kind()).isEqualTo(Kind.BLOCK);
            assertThat(hidden.id()).isEqualTo("persona");
        });
    }

    @Test
    void an_erasure_names_the_entry_by_the_hash_it_was_written_with() {
        Memory ada = withThreeEpisodes();
        ChangePage before = ada.archive().changes(null, ALL);
        Written second = (Written) before.changes().get(1);

        ErasureReceipt receipt = ada.forget(Selection.episode("walk-2"));

        List<MemoryChange> later = changes(ada, before.next());
        assertThat(later).singleElement().isInstanceOfSatisfying(Erased.class, erased -> {
            assertThat(erased.operation()).isEqualTo(receipt.operation());
            assertThat(erased.action()).isEqualTo("forget");
            assertThat(erased.counts()).isEqualTo(Map.of(Kind.EPISODE, 1L));
            assertThat(erased.ids()).containsExactly(new MemoryChange.ErasedId(Kind.EPISODE, second.idHash()));
            assertThat(erased.complete()).isTrue();
            assertThat(erased.toString()).doesNotContain("walk-2").doesNotContain("heron");
        });
        assertThat(second.idHash()).isNotEqualTo(((Written) before.changes().get(0)).idHash());
        assertThat(changes(ada, later.get(0).cursor())).isEmpty();
    }

    /** The text was in a change before, in an earlier version, and in an entry that came back under its id. */
    @Test
    void an_erased_text_is_in_no_change_from_any_cursor() {
        Memory ada = contract.ada();
        List<String> cursors = new ArrayList<>(List.of(end(ada)));
        ada.remember(said("walk-1", "s1", NOON, "The canary is yellow."));
        cursors.add(end(ada));
        ada.remember(said("walk-1", "s1", NOON, "The canary is red."));
        ada.facts().remember(NewFact.of("canary", "is", "red").id("colour"));
        cursors.add(end(ada));
        ada.forget(Selection.session("s1"));
        ada.forget(Selection.entry(Kind.FACT, "colour"));
        ada.remember(said("walk-1", "s1", NOON, "A heron."));

        for (String cursor : cursors) {
            List<MemoryChange> later = changes(ada, cursor);
            assertThat(later.toString()).doesNotContain("canary").doesNotContain("colour");
            assertThat(ids(later)).containsExactly("erased", "erased", "walk-1");
        }
        assertThat(ids(changes(ada, null))).containsExactly("walk-1");
    }

    @Test
    void erasures_come_before_the_entries_that_were_written_after_them() {
        Memory ada = withThreeEpisodes();
        String since = end(ada);
        ada.forget(Selection.episode("walk-1"));
        ada.forget(Selection.episode("walk-2"));
        ada.remember(said("walk-1", "s1", NOON, "A crane came."));

        ChangePage one = ada.archive().changes(since, 1);
        ChangePage two = ada.archive().changes(one.next(), 1);
        ChangePage three = ada.archive().changes(two.next(), 1);

        assertThat(List.of(
                        id(one.changes().get(0)),
                        id(two.changes().get(0)),
                        id(three.changes().get(0))))
                .containsExactly("erased", "erased", "walk-1");
        assertThat(one.more()).isTrue();
        assertThat(ids(changes(ada, one.changes().get(0).cursor()))).containsExactly("erased", "walk-1");
        assertThat(ids(changes(ada, three.next()))).isEmpty();
    }

    @Test
    void the_erasure_of_the_whole_scope_is_a_change_and_later_ones_follow_it() {
        Memory ada = withThreeEpisodes();
        String since = end(ada);
        ada.forget(Selection.everything());
        ada.remember(said("e9", "s1", NOON, "crane"));

        List<MemoryChange> later = changes(ada, since);

        assertThat(ids(later)).containsExactly("erased", "e9");
        assertThat(later.get(0)).isInstanceOfSatisfying(Erased.class, erased -> {
            assertThat(erased.everything()).isTrue();
            assertThat(erased.ids()).isEmpty();
            assertThat(erased.complete()).isTrue();
            assertThat(erased.counts()).isEqualTo(Map.of(Kind.EPISODE, 3L));
        });
    }

    @Test
    void an_erasure_of_more_entries_than_it_names_says_so() {
        Memory ada = contract.ada();
        ada.remember(IntStream.range(0, 30)
                .mapToObj(i -> said("e" + i, "s1", NOON, "heron " + i))
                .toList());
        String since = end(ada);
        ada.forget(Selection.session("s1"));

        assertThat(changes(ada, since))
                .singleElement()
                .isInstanceOfSatisfying(
                        Erased.class, erased -> assertThat(erased.complete()).isFalse());
    }

    @Test
    void a_quarantine_takes_entries_away_and_a_release_brings_them_back() {
        Memory ada = withThreeEpisodes();
        String since = end(ada);
        String operation = ada.quarantine().hide(Selection.episode("walk-2")).operation();
        ChangePage hidden = ada.archive().changes(since, ALL);
        assertThat(ids(hidden.changes())).containsExactly("erased", "-walk-2");
        assertThat(hidden.toString()).doesNotContain("heron");

        ada.quarantine().release(operation);

        assertThat(ids(changes(ada, hidden.next()))).containsExactly("walk-2");
    }

    @Test
    void a_cursor_goes_on_after_the_daybook_was_closed() {
        Memory ada = withThreeEpisodes();
        String since = end(ada);
        ada.forget(Selection.episode("walk-1"));
        contract.closeDaybook();

        Memory again = contract.ada();
        again.remember(said("e4", "s1", NOON, "crane"));

        assertThat(ids(changes(again, since))).containsExactly("erased", "e4");
    }

    @Test
    void ten_thousand_changes_come_each_and_in_order() {
        Memory ada = contract.ada();
        List<String> written = new ArrayList<>();
        for (int batch = 0; batch < 10; batch++) {
            int first = batch * 1_000;
            List<NewEpisode> episodes = IntStream.range(first, first + 1_000)
                    .mapToObj(i -> said("e" + i, "s1", NOON, "heron"))
                    .toList();
            ada.remember(episodes);
            episodes.forEach(episode -> written.add(episode.id()));
        }

        assertThat(ids(inPages(ada, 777))).isEqualTo(written);
    }

    @Test
    void a_cursor_of_another_scope_and_a_changed_one_are_refused_by_name() {
        Memory ada = withThreeEpisodes();
        String since = end(ada);
        Memory bob = contract.daybook().user("bob");
        String changed = (since.charAt(3) == 'A' ? "B" : "A") + since.substring(1);

        for (String wrong : List.of(end(bob), changed, "", "rubbish", since + "AAAA", "%%%")) {
            assertThatIllegalArgumentException()
                    .as(wrong)
                    .isThrownBy(() -> ada.archive().changes(wrong, 10))
                    .withMessageContaining("since is no cursor of this scope")
                    .withMessageContaining("leave it out");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.archive().changes(null, 0))
                .withMessageContaining("limit is 0; use 1 to 1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ada.archive().changes(null, 1_001))
                .withMessageContaining("limit is 1001");
    }

    /** The scope of the same name in an empty store stands for a store that was restored from an earlier backup. */
    @Test
    void a_cursor_that_is_ahead_of_the_scope_is_gone() {
        Memory ada = contract.ada();
        assertThatThrownBy(() -> ada.archive().changes(aheadOf(ada), 10))
                .isInstanceOf(GoneException.class)
                .hasMessageContaining("restored");
    }

    private static String aheadOf(Memory ada) {
        try (LocalDaybook elsewhere =
                Daybook.builder(new InMemoryStore()).noEmbedder().open()) {
            Memory there = elsewhere.user("ada");
            there.remember(said("walk-1", "s1", NOON, "heron"));
            return end(there);
        }
    }

    @Test
    void a_reader_beside_writers_and_erasures_gets_every_entry_that_stays() throws Exception {
        Memory ada = contract.ada();
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 120; i++) {
                ada.remember(said("e" + i, "s1", NOON, "heron " + i));
                if (i % 10 == 9) {
                    ada.forget(Selection.episode("e" + (i - 1)));
                }
            }
        });
        writer.start();
        List<String> alive = new ArrayList<>();
        Map<String, String> byHash = new HashMap<>();
        String next = null;
        boolean isOver;
        do {
            isOver = !writer.isAlive();
            ChangePage page = ada.archive().changes(next, 7);
            next = page.next();
            isOver &= !page.more();
            for (MemoryChange change : page.changes()) {
                if (change instanceof Written written) {
                    byHash.put(written.idHash(), written.entry().id());
                    if (!alive.contains(written.entry().id())) {
                        alive.add(written.entry().id());
                    }
                } else if (change instanceof Erased erased) {
                    erased.ids().forEach(id -> alive.remove(byHash.getOrDefault(id.idHash(), "")));
                }
            }
        } while (!isOver);
        writer.join();

        assertThat(alive)
                .containsExactlyElementsOf(IntStream.range(0, 120)
                        .filter(i -> i % 10 != 8)
                        .mapToObj(i -> "e" + i)
                        .toList());
    }
}
