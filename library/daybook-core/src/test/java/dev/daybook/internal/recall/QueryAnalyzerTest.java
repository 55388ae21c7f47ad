package dev.daybook.internal.recall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.codec.CheckedEmbedder;
import dev.daybook.internal.codec.EntryVectors;
import dev.daybook.internal.codec.EpisodeCodec;
import dev.daybook.internal.codec.VectorCodec;
import dev.daybook.internal.entries.EntryCache;
import dev.daybook.internal.hash.HashVectors;
import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.options.ReadOptions;
import dev.daybook.internal.words.TermRecord;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.SizeLimits;
import dev.daybook.model.Space;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.SpaceSettings;
import dev.daybook.spi.Embedder;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryAnalyzerTest {

    private static final Scope MIRA = new Scope.User(Space.DEFAULT, "mira");

    private final WatchedStore store = new WatchedStore();
    private final HashVectors vectors = new HashVectors(4);
    private final List<String> embedded = new ArrayList<>();
    private final Embedder embedder = Embedder.of(vectors.name(), 4, texts -> {
        embedded.addAll(texts);
        return texts.stream().map(vectors::embed).toList();
    });
    private final List<Duration> waits = new ArrayList<>();
    private boolean settled = true;
    private final MemorySearch memorySearch = new MemorySearch(
            store,
            new CheckedEmbedder(embedder),
            null,
            (scope, revision, timeout) -> {
                waits.add(timeout);
                return settled;
            },
            ReadOptions.defaults(),
            new EntryCache(Long.MAX_VALUE),
            space -> SpaceSettings.LowTrust.SHOW,
            Clock.fixed(RowFixture.NOON.plusDays(8).toInstant(), ZoneOffset.UTC));

    private void say(String id, String text) {
        say(id, text, true);
    }

    private void say(String id, String text, boolean embedded) {
        say(id, text, embedded, RowFixture.NOON);
    }

    private void say(String id, String text, boolean embedded, OffsetDateTime at) {
        Episode episode = RowFixture.episode(id, "s", at, Message.user(text));
        Instant time = at.toInstant();
        Blob vector = VectorCodec.encode(
                EntryVectors.supplied(embedder.embedDocuments(List.of(text)).get(0), 1));
        EntryPut put = new EntryPut(
                new EntryKey(Kind.EPISODE, id),
                "s",
                time,
                time,
                EntryPut.LIVE,
                EpisodeCodec.encode(episode),
                embedded
                        ? Map.of(
                                TermRecord.SIDECAR,
                                TermRecord.of(episode).encode(),
                                VectorCodec.sidecar(embedder),
                                vector)
                        : Map.of(TermRecord.SIDECAR, TermRecord.of(episode).encode()),
                EntryPut.ANY);
        store.write(new WriteBatch(MIRA, "op" + id, List.of(put), List.of(), List.of(), null));
    }

    @Test
    void a_recall_reads_its_scope_once() {
        say("a", "A kayak.");
        memorySearch.recall(MIRA, Query.of("kayak"));
        store.heads.clear();
        for (By by : By.values()) {
            assertThat(memorySearch.recall(MIRA, Query.of("kayak").by(by)))
                    .as("by %s", by)
                    .hasSize(1);
        }

        assertThat(store.heads).hasSize(By.values().length);
    }

    @Test
    void of_a_long_question_the_beginning_and_the_end_are_embedded() {
        say("a", "A kayak.");
        embedded.clear();
        String page = "a page ".repeat(SizeLimits.QUESTION / 10);

        memorySearch.recall(MIRA, Query.of("Hello, " + page + "where is it?"));
        memorySearch.recall(MIRA, Query.of("Hello, " + page + "what is it?").by(By.MEANING));

        assertThat(embedded)
                .hasSize(2)
                .allSatisfy(question -> assertThat(question)
                        .startsWith("Hello, a page")
                        .endsWith(" is it?")
                        .hasSizeBetween(SizeLimits.EMBEDDED, SizeLimits.EMBEDDED + 1));
    }

    @Test
    void a_relative_date_refers_to_the_time_of_the_question() {
        say("a", "A kayak.");
        say("old", "An old kayak.", true, RowFixture.NOON.minusYears(1));

        assertThat(signals(Query.of("a kayak last week"))).contains("time");
        assertThat(signals(Query.of("a kayak this week"))).doesNotContain("time");
        assertThat(signals(Query.of("a kayak this week")
                        .asOf(RowFixture.NOON.plusDays(1).toInstant())))
                .contains("time");
    }

    private List<String> signals(Query query) {
        return memorySearch.recall(MIRA, query).stream()
                .flatMap(hit -> hit.why().stream())
                .map(ScoreReason::signal)
                .toList();
    }

    @Test
    void pending_vectors_are_awaited_for_a_moment_and_then_searched() {
        say("a", "A kayak.");
        say("b", "Two kayaks.", false);
        memorySearch.recall(MIRA, Query.of("kayak"));
        store.heads.clear();
        waits.clear();
        settled = false;
        memorySearch.recall(MIRA, Query.of("kayak"));

        assertThat(waits).containsExactly(Duration.ZERO, Duration.ofMillis(100));
        assertThat(store.heads).hasSize(2);
    }

    @Test
    void nothing_is_awaited_if_every_entry_has_its_vector() {
        say("a", "A kayak.");
        settled = false;
        memorySearch.recall(MIRA, Query.of("kayak"));

        assertThat(waits).containsExactly(Duration.ZERO);
    }

    @Test
    void nothing_is_awaited_in_a_keyword_search() {
        say("a", "A kayak.");
        settled = false;
        memorySearch.recall(MIRA, Query.of("kayak").by(By.WORDS));

        assertThat(waits).isEmpty();
    }
}
