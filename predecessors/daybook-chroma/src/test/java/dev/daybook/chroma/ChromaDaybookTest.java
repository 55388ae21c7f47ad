package dev.daybook.chroma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Hit;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A daybook over a Chroma server, beside one over SQLite. */
@EnabledIfSystemProperty(named = RealServer.PROPERTY, matches = "http.+")
class ChromaDaybookTest {

    private static final OffsetDateTime NOON = OffsetDateTime.parse("2025-03-01T12:00:00+01:00");
    private static final List<String> NOUNS = List.of(
            "kettle", "harbour", "violin", "orchard", "bicycle", "lantern", "river", "cellar", "pigeon", "chess");
    private static final List<String> VERBS =
            List.of("mended", "painted", "sold", "borrowed", "photographed", "forgot", "measured", "bought");

    @TempDir
    Path folder;

    private static List<NewEpisode> episodes(int from, int to) {
        List<NewEpisode> episodes = new ArrayList<>();
        for (int i = from; i < to; i++) {
            Random random = new Random(i);
            String said = "I " + some(VERBS, random) + " the " + some(NOUNS, random) + " by the " + some(NOUNS, random)
                    + " on day " + i + ".";
            episodes.add(NewEpisode.of(
                            Message.user(said), Message.assistant("Tell me about the " + some(NOUNS, random) + "."))
                    .id("e" + i)
                    .session("s" + i / 10)
                    .occurredAt(NOON.plusMinutes(i)));
        }
        return episodes;
    }

    private static String some(List<String> words, Random random) {
        return words.get(random.nextInt(words.size()));
    }

    private static List<Tuple> found(Memory memory, Query query) {
        return memory.recall(query).stream()
                .map(hit -> Tuple.tuple(hit.id(), hit.score()))
                .toList();
    }

    @Test
    void the_hits_are_those_of_sqlite_with_the_same_scores() {
        try (Daybook ours = Daybook.builder(
                                RealServer.at(RealServer.freshTenant()).open())
                        .noEmbedder()
                        .open();
                Daybook sqlite = Daybook.builder(folder).noEmbedder().open()) {
            for (Daybook daybook : List.of(ours, sqlite)) {
                daybook.user("ada").remember(episodes(0, 300));
                daybook.user("ada").remember(episodes(100, 120));
                daybook.user("ada").forget(Selection.session("s7"));
            }
            for (String question : List.of("the violin by the harbour", "who sold a bicycle?", "pigeon", "")) {
                for (Query query : List.of(
                        Query.of(question).limit(40),
                        Query.of(question)
                                .limit(15)
                                .from(NOON.plusMinutes(50).toInstant())
                                .to(NOON.plusMinutes(200).toInstant()),
                        Query.of(question).by(Query.By.NEWEST).sessions("s3", "s4"))) {
                    assertThat(found(ours.user("ada"), query))
                            .as("%s", query)
                            .isNotEmpty()
                            .isEqualTo(found(sqlite.user("ada"), query));
                }
            }
            assertThat(ours.user("ada").archive().exportAll().map(entry -> entry.id()))
                    .containsExactlyElementsOf(sqlite.user("ada")
                            .archive()
                            .exportAll()
                            .map(entry -> entry.id())
                            .toList());
        }
    }

    @Test
    void ten_thousand_episodes_in_batches_are_found_again_after_opening_anew() {
        String tenant = RealServer.freshTenant();
        int all = Integer.getInteger("daybook.chroma.episodes", 10_000);
        long begin = System.nanoTime();
        try (Daybook daybook =
                Daybook.builder(RealServer.at(tenant).open()).noEmbedder().open()) {
            for (int from = 0; from < all; from += 1_000) {
                daybook.user("ada").remember(episodes(from, from + 1_000));
            }
        }
        long written = System.nanoTime();
        try (Daybook daybook =
                Daybook.builder(RealServer.at(tenant).open()).noEmbedder().open()) {
            Memory ada = daybook.user("ada");
            List<Hit> hits = ada.recall("what happened on day " + (all - 1234) + "?");
            long found = System.nanoTime();
            System.out.printf(
                    "%d episodes: written in %.1f s, opened and asked in %.1f s%n",
                    all, (written - begin) / 1e9, (found - written) / 1e9);
            assertThat(hits).extracting(Hit::id).contains("e" + (all - 1234));
            assertThat(ada.archive().profile().count(Kind.EPISODE)).isEqualTo(all);
            assertThat(ada.find(Episode.class, "e" + (all - 1)))
                    .hasValueSatisfying(last -> assertThat(last.position()).isEqualTo(all));
        }
    }

    @Test
    void a_forget_says_that_the_server_keeps_the_bytes() {
        try (Daybook daybook = Daybook.builder(
                        RealServer.at(RealServer.freshTenant()).open())
                .noEmbedder()
                .open()) {
            Memory ada = daybook.user("ada");
            ada.remember(episodes(0, 20));
            ErasureReceipt erasure = ada.forget(Selection.session("s1"));

            assertThat(erasure.bytes()).isEqualTo(ErasureReceipt.Bytes.KEPT);
            assertThat(erasure.count()).isEqualTo(10);
            assertThat(ada.recall(Query.of("day 12").limit(100)))
                    .extracting(Hit::id)
                    .doesNotContain("e12");
        }
    }
}
