package dev.daybook.contract.recall;

import static dev.daybook.contract.MemoryContract.NOON;
import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.model.Entry;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Space;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.testkit.HashEmbedder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Explaining agrees with recalling. */
public abstract class ExplainingBehaviour {

    private static final List<String> WORDS = List.of("heron", "canoe", "nets", "varnish", "gravel", "saffron");

    private final MemoryContract contract;

    protected ExplainingBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    /** Thirty episodes of all sorts; some are written over. */
    @BeforeEach
    void remember() {
        HashEmbedder embedder = new HashEmbedder(8);
        Memory ada = contract.openedWith(embedder).user("ada");
        for (int i = 0; i < 36; i++) {
            String text = WORDS.get(i % 6) + " " + WORDS.get(i * 7 % 5) + " " + WORDS.get(i / 6);
            ada.remember(said("e" + i % 30, "s" + i % 3, NOON.plusMinutes(i), text)
                    .metadata(Map.of("even", i % 2 == 0))
                    .embedding(embedder.embedQueries(List.of(text)).get(0)));
        }
        contract.daybook().space(Space.DEFAULT.id()).shared().remember(said("e1", "s1", NOON, "heron heron heron"));
    }

    private static List<Query> queries() {
        List<Query> queries = new ArrayList<>();
        for (By by : By.values()) {
            Query query = by(by, "heron canoe").limit(7);
            queries.add(query);
            queries.add(query.limit(100));
            queries.add(query.limit(0));
            queries.add(query.shared(true));
            queries.add(query.sessions("s1", "s2").excludedSessions("s2"));
            queries.add(query.from(NOON.plusMinutes(10).toInstant())
                    .to(NOON.plusMinutes(20).toInstant()));
            queries.add(query.filter(Filter.equal("even", true)));
            queries.add(query.minimumScore(0.3));
            queries.add(query.collapse(true));
            queries.add(query.kinds(Kind.NOTE));
            queries.add(by(by, ""));
            if (by != By.TEXT && by != By.NEWEST) {
                queries.add(query.minimumConfidence(0.6));
                queries.add(query.minimumConfidence(1.0));
            }
        }
        return queries;
    }

    @Test
    void for_every_episode_and_query_both_say_the_same() {
        Memory ada = contract.ada();
        int returned = 0;
        int keptOut = 0;
        for (Query query : queries()) {
            List<Hit> hits = ada.recall(query);
            for (String id : ids(ada.archive().exportAll())) {
                Explanation explanation = ada.explain(query, new EntryRef(ada.scope(), Kind.EPISODE, id));
                assertThat(explanation.entry()).isEqualTo(new EntryRef(ada.scope(), Kind.EPISODE, id));
                int index = IntStream.range(0, hits.size())
                        .filter(i -> hits.get(i).id().equals(id)
                                && hits.get(i).scope().equals(ada.scope()))
                        .findFirst()
                        .orElse(-1);
                assertThat(explanation.returned()).as("%s for %s", id, query).isEqualTo(index >= 0);
                if (index >= 0) {
                    returned++;
                    assertThat(explanation.rank()).isEqualTo(index + 1);
                    assertThat(explanation.score()).isEqualTo(hits.get(index).score());
                    assertThat(explanation.why()).isEqualTo(hits.get(index).why());
                } else {
                    keptOut++;
                }
            }
        }
        assertThat(returned).isGreaterThan(100);
        assertThat(keptOut).isGreaterThan(100);
    }

    @Test
    void a_block_is_not_denied() {
        String block = contract.ada()
                .blocks()
                .remember(NewBlock.of("birds", "Herons."))
                .id();
        Query query = Query.of("heron");

        assertThat(keptOut(query, Kind.BLOCK, block)).isEqualTo("recall does not search blocks; each context has them");
        assertThat(keptOut(query, Kind.BLOCK, "none")).isEqualTo("there is no such block");
    }

    private String keptOut(Query query, String episode) {
        return keptOut(query, Kind.EPISODE, episode);
    }

    private String keptOut(Query query, Kind kind, String id) {
        Explanation explanation =
                contract.ada().explain(query, new EntryRef(contract.ada().scope(), kind, id));
        assertThat(explanation.returned()).isFalse();
        return String.valueOf(explanation.keptOut());
    }

    @Test
    void each_rule_that_keeps_out_is_named() {
        Query query = by(By.WORDS, "heron").limit(100);
        contract.ada().remember(said("found", "s1", NOON, "heron"));
        contract.ada().remember(said("alone", "kestrel"));

        assertThat(keptOut(query.kinds(Kind.NOTE, Kind.FACT), "found")).contains("kind episode");
        assertThat(keptOut(query.sessions("s0"), "found")).contains("none of the sessions");
        assertThat(keptOut(query.sessions("s0"), "alone")).contains("none of the sessions");
        assertThat(keptOut(query.excludedSessions("s1"), "found")).contains("session was left out");
        assertThat(keptOut(query.from(NOON.plusHours(1).toInstant()), "found")).contains("before the time");
        assertThat(keptOut(query.to(NOON.minusHours(1).toInstant()), "found")).contains("after the time");
        assertThat(keptOut(query.filter(Filter.present("even")), "found")).contains("metadata");
        assertThat(keptOut(query, "alone")).contains("nothing in common");
        assertThat(keptOut(query.by(By.TEXT), "alone")).contains("it does not hold the text");
        assertThat(keptOut(query.minimumScore(1e9), "found")).contains("below the minimum", "1.0E9");
        assertThat(keptOut(query.minimumConfidence(1.0), "found"))
                .contains("the confidence of its scope, 0.", "below the minimum of 1.0");
        assertThat(keptOut(query.by(By.NEWEST).limit(1), "e0")).contains("beyond the limit of 1");
        assertThat(keptOut(query, "nobody")).contains("no such episode");
    }

    @Test
    void an_episode_of_another_scope_is_none_here() {
        contract.daybook().user("bob").remember(said("bobs", "heron"));

        assertThat(keptOut(by(By.WORDS, "heron"), "bobs")).contains("no such episode");
    }

    @Test
    void the_rank_is_told_also_beyond_the_limit() {
        Memory ada = contract.ada();
        List<String> all = ids(ada.recall(by(By.NEWEST, "").limit(100)));

        assertThat(ada.explain(by(By.NEWEST, "").limit(2), new EntryRef(ada.scope(), Kind.EPISODE, all.get(9)))
                        .rank())
                .isEqualTo(10);
    }

    @Test
    void a_fallback_is_explained_as_it_is_recalled() {
        Memory ada = contract.ada();
        Query query = by(By.TEXT, "nowhere at all").fallback(true);
        Hit first = ada.recall(query).get(0);

        assertThat(ada.explain(query, new EntryRef(ada.scope(), Kind.EPISODE, first.id()))
                        .returned())
                .isTrue();
    }

    @Test
    void the_past_is_explained_as_it_is_recalled() {
        Memory ada = contract.ada();
        contract.clock().advance(java.time.Duration.ofHours(1));
        ada.remember(said("e1", "nothing of the kind"));
        Query query = by(By.WORDS, "heron canoe").asOf(NOON.toInstant()).limit(100);
        List<Hit> hits = ada.recall(query);

        for (Entry entry : ada.archive().exportAll().toList()) {
            Explanation explanation = ada.explain(query, new EntryRef(ada.scope(), Kind.EPISODE, entry.id()));
            assertThat(explanation.returned()).isEqualTo(ids(hits).contains(entry.id()));
        }
    }
}
