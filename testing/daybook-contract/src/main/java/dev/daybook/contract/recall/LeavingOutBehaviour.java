package dev.daybook.contract.recall;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.ContextDifference;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.RecallDifference;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.testkit.HashEmbedder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An answer without some entries is that of a twin who never had them: the same hits, scores and reasons. */
public abstract class LeavingOutBehaviour {

    private static final List<String> WORDS = List.of("heron", "canoe", "nets", "varnish", "gravel", "saffron");

    private static final ContextOptions SMALL = ContextOptions.defaults().maxTokens(120);

    private final MemoryContract contract;
    private final HashEmbedder embedder = new HashEmbedder(8);

    protected LeavingOutBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private NewEpisode episode(int i) {
        String text = WORDS.get(i % 6) + " " + WORDS.get(i * 7 % 5) + " " + WORDS.get(i / 6);
        return said("e" + i, "s" + i % 3, NOON.plusMinutes(i), text)
                .embedding(embedder.embedQueries(List.of(text)).get(0));
    }

    /** Writes the same episodes to both, and to the first one those that are left out as well. */
    private void remember(Memory whole, Memory twin) {
        IntStream.range(0, 36).filter(i -> i % 5 != 2).forEach(i -> twin.remember(episode(i)));
        IntStream.range(0, 36).forEach(i -> whole.remember(episode(i)));
    }

    private static List<Selection> everyFifth() {
        return IntStream.range(0, 36)
                .filter(i -> i % 5 == 2)
                .<Selection>mapToObj(i -> Selection.episode("e" + i))
                .toList();
    }

    @Test
    void hits_are_those_of_a_twin_who_never_had_the_entries() {
        Memory ada = contract.openedWith(embedder).user("ada");
        Memory twin = contract.daybook().user("twin");
        remember(ada, twin);

        for (By by : By.values()) {
            for (Query query :
                    List.of(by(by, "heron canoe"), by(by, "heron canoe").limit(100))) {
                RecallDifference difference =
                        ada.without(everyFifth().toArray(Selection[]::new)).recall(query);

                assertThat(scores(difference.without())).isEqualTo(scores(twin.recall(query)));
                assertThat(difference.with()).isEqualTo(ada.recall(query));
                assertThat(difference.leftOut()).hasSize(7);
            }
        }
    }

    /** Everything but the scope: bit for bit. */
    private static List<List<Object>> scores(List<Hit> hits) {
        return hits.stream()
                .map(hit -> List.<Object>of(hit.id(), hit.score(), hit.messages(), hit.why(), hit.fallback()))
                .toList();
    }

    @Test
    void contexts_are_those_of_a_twin_who_never_had_the_entries() {
        Memory ada = contract.openedWith(embedder).user("ada");
        Memory twin = contract.daybook().user("twin");
        remember(ada, twin);

        ContextDifference difference =
                ada.without(everyFifth().toArray(Selection[]::new)).context("s1", "heron canoe", SMALL);

        Context expected = twin.session("s1").context("heron canoe", SMALL);
        assertThat(difference.without().text()).isEqualTo(expected.text());
        assertThat(difference.without().tokens()).isEqualTo(expected.tokens());
        assertThat(difference.with()).isEqualTo(ada.session("s1").context("heron canoe", SMALL));
        assertThat(difference.gone()).isNotEmpty();
        assertThat(difference.added()).isNotEmpty().doesNotContainAnyElementsOf(difference.gone());
        assertThat(difference.tokens())
                .isEqualTo(expected.tokens() - difference.with().tokens());
    }

    @Test
    void ranks_that_differ_are_named() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s", NOON, "The heron stands at the canoe."));
        ada.remember(said("e2", "s", NOON.plusHours(7), "A canoe needs varnish."));

        RecallDifference difference = ada.without(Selection.episode("e1")).recall(by(By.WORDS, "heron canoe"));

        EntryRef first = new EntryRef(ada.scope(), Kind.EPISODE, "e1");
        assertThat(difference.leftOut()).containsExactly(first);
        assertThat(difference.changes())
                .containsExactly(
                        new RecallDifference.RankChange(first, 1, 0),
                        new RecallDifference.RankChange(new EntryRef(ada.scope(), Kind.EPISODE, "e2"), 2, 1));
    }

    @Test
    void a_fact_that_the_left_out_one_had_ended_is_true_again() {
        Memory ada = contract.ada();
        ada.facts().remember(NewFact.of("ada", "lives_in", "Porto").validFrom(NOON.minusYears(2)));
        String lisbon = ada.facts()
                .remember(NewFact.of("ada", "lives_in", "Lisbon").validFrom(NOON.minusYears(1)))
                .id();
        Query now = by(By.WORDS, "ada lives").validAt(NOON.toInstant());

        RecallDifference difference =
                ada.without(Selection.entry(Kind.FACT, lisbon)).recall(now);

        assertThat(difference.with())
                .extracting(Hit::text)
                .singleElement()
                .asString()
                .contains("Lisbon");
        assertThat(difference.without())
                .extracting(Hit::text)
                .singleElement()
                .asString()
                .contains("Porto");
    }

    @Test
    void selections_are_left_out_together() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s", NOON, "one"));
        ada.remember(said("e2", "s", NOON, "two"));
        ada.blocks().remember(NewBlock.of("pinned", "written by hand"));
        for (String id : List.of("e1", "e2")) {
            ada.blocks()
                    .remember(NewBlock.of("pinned", "derived from " + id)
                            .sources(List.of(new EntryRef(ada.scope(), Kind.EPISODE, id))));
        }
        List<Selection> both = List.of(Selection.episode("e1"), Selection.episode("e2"));

        ContextDifference difference =
                ada.without(both.toArray(Selection[]::new)).context("other", "hello", SMALL);

        assertThat(difference.with().text()).contains("derived from e2");
        assertThat(difference.without().text()).contains("written by hand").doesNotContain("derived");
        assertThat(ada.without(Selection.session("s"))
                        .context("other", "hello", SMALL)
                        .without()
                        .text())
                .isEqualTo(difference.without().text());
        assertThat(difference.leftOut()).extracting(EntryRef::id).containsExactlyInAnyOrder("e1", "e2");
    }

    @Test
    void as_of_a_time_nothing_is_known_that_was_written_later() {
        Memory ada = contract.ada();
        for (int i = 0; i < 3; i++) {
            contract.clock().set(NOON.plusHours(i));
            ada.facts()
                    .remember(NewFact.of(
                                    "ada",
                                    "lives_in",
                                    List.of("Berlin", "Porto", "Oslo").get(i))
                            .id("f" + i)
                            .validFrom(NOON.minusYears(3 - i)));
        }
        Query beforeOslo =
                by(By.NEWEST, "").kinds(Kind.FACT).asOf(NOON.plusMinutes(90).toInstant());
        List<Selection> porto = List.of(Selection.entry(Kind.FACT, "f1"));

        List<Hit> without =
                ada.without(porto.toArray(Selection[]::new)).recall(beforeOslo).without();

        assertThat(without).extracting(Hit::id).containsExactly("f0");
        assertThat(((Fact) without.get(0).entry()).validUntil()).isNull();
        assertThat(ada.without(porto.toArray(Selection[]::new))
                        .context(
                                "s",
                                "where does ada live",
                                SMALL.asOf(NOON.plusMinutes(90).toInstant()))
                        .without()
                        .text())
                .contains("Berlin")
                .doesNotContain("until", "Oslo", "Porto");
        assertThat(ada.without(porto.toArray(Selection[]::new))
                        .recall(by(By.NEWEST, "").kinds(Kind.FACT))
                        .without())
                .extracting(Hit::id)
                .containsExactlyInAnyOrder("f0", "f2");
    }

    @Test
    void nothing_is_changed() {
        Memory ada = contract.ada();
        ada.remember(said("e1", "s", NOON, "The heron stands at the canoe."));
        List<Hit> before = ada.recall(by(By.WORDS, "heron"));

        ada.without(Selection.session("s")).recall(by(By.WORDS, "heron"));
        ada.without(Selection.session("s")).context("s", "heron", SMALL.keep(true));

        assertThat(ada.recall(by(By.WORDS, "heron"))).isEqualTo(before).hasSize(1);
        assertThat(contract.daybook()
                        .user("ada")
                        .session("s")
                        .context("heron", SMALL)
                        .text())
                .contains("heron");
    }

    @Test
    void a_selection_without_a_condition_is_refused() {
        Memory ada = contract.ada();
        Query query = by(By.WORDS, "heron");

        assertThatThrownBy(() -> ada.without().recall(query))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there are 0 selections to leave out");
        assertThatThrownBy(() -> ada.without(Selection.everything()).recall(query))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a selection to leave out has no condition");
    }
}
