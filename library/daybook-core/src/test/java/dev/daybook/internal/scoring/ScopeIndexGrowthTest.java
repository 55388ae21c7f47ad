package dev.daybook.internal.scoring;

import static dev.daybook.internal.index.RowFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.index.RowFixture;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.ScopeLayout;
import dev.daybook.internal.index.TermPostings;
import dev.daybook.internal.recall.AllocatedBytes;
import dev.daybook.model.Embedding;
import dev.daybook.model.Message;
import dev.daybook.query.Query;
import dev.daybook.store.IndexRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares an index that grew row by row with one that was built at once, and counts the memory another row takes. */
class ScopeIndexGrowthTest {

    private static final int EPISODES = 160;
    private static final int WORDS = 60;

    private final RowFixture rowFixture = new RowFixture();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void an_index_that_grew_equals_one_built_at_once(int seed) {
        Random random = new Random(seed);
        record(random, seed % 2 == 0);
        List<IndexRow> rows = new ArrayList<>(rowFixture.rows());
        if (seed % 3 == 0) {
            // As a store returns them if vectors came late: out of the order of their positions.
            Collections.shuffle(rows.subList(0, rows.size() / 2), random);
        }
        ScopeIndex grown = new ScopeIndex(RowFixture.VECTORS);
        for (int count = 1; count <= rows.size(); count++) {
            grown.add(rows.get(count - 1));
            if (random.nextInt(5) > 0 || count == rows.size()) {
                grown.complete();
                if (random.nextInt(10) == 0 || count == rows.size()) {
                    assertEqual(grown, builtAtOnce(rows.subList(0, count)), random);
                }
            }
        }
    }

    /** Records episodes in sessions that overlap, pause and resume. */
    private void record(Random random, boolean changes) {
        long minutes = 0;
        for (int i = 0; i < EPISODES; i++) {
            minutes += random.nextInt(12) == 0 ? 400 : 5;
            String session = random.nextInt(8) == 0 ? null : "s" + (i / 30 + random.nextInt(3));
            rowFixture.at(NOON.plusMinutes(minutes));
            put(random, "e" + i, session);
            if (changes && random.nextInt(6) == 0) {
                change(random, "e" + random.nextInt(i + 1), session);
            }
        }
    }

    private void put(Random random, String id, @Nullable String session) {
        Message[] messages =
                Stream.generate(() -> message(random)).limit(random.nextInt(4)).toArray(Message[]::new);
        rowFixture.put(id, session, messages);
        if (messages.length > 0 && random.nextInt(4) > 0) {
            rowFixture.vectors(
                    id, Arrays.stream(messages).map(message -> vector(random)).toArray(Embedding[]::new));
        }
    }

    private void change(Random random, String id, @Nullable String session) {
        if (random.nextBoolean()) {
            put(random, id, session);
        } else {
            rowFixture.supersede(id);
        }
    }

    private static Message message(Random random) {
        String text = text(random, random.nextInt(10) == 0 ? 90 : 6) + (random.nextInt(3) == 0 ? "?" : ".");
        if (random.nextInt(3) == 0) {
            return Message.assistant(text);
        }
        return random.nextBoolean() ? Message.user(text) : Message.user(text).withName("Name" + random.nextInt(4));
    }

    private static String text(Random random, int words) {
        return String.join(
                " ",
                IntStream.range(0, words)
                        .mapToObj(i -> "word" + random.nextInt(WORDS))
                        .toList());
    }

    private static Embedding vector(Random random) {
        return Embedding.of(random.nextFloat(), random.nextFloat(), random.nextFloat());
    }

    private static ScopeIndex builtAtOnce(List<IndexRow> rows) {
        ScopeIndex scopeIndex = new ScopeIndex(RowFixture.VECTORS);
        rows.forEach(scopeIndex::add);
        scopeIndex.complete();
        return scopeIndex;
    }

    private static void assertEqual(ScopeIndex grown, ScopeIndex atOnce, Random random) {
        assertThat(messages(grown)).isEqualTo(messages(atOnce));
        assertThat(scope(grown)).isEqualTo(scope(atOnce));
        for (int word = 0; word < WORDS; word++) {
            assertThat(postings(grown, "word" + word)).isEqualTo(postings(atOnce, "word" + word));
        }
        for (Query.By by : List.of(Query.By.BEST, Query.By.WORDS, Query.By.MEANING)) {
            AnalyzedQuery query = AnalyzedQuery.of("Name1 " + text(random, 4), vector(random));
            assertThat(HybridScoring.score(grown, by, query).values())
                    .isEqualTo(HybridScoring.score(atOnce, by, query).values());
        }
    }

    private static List<List<Object>> messages(ScopeIndex scopeIndex) {
        return IntStream.range(0, scopeIndex.messageCount())
                .mapToObj(message -> List.<Object>of(
                        scopeIndex.previous(message),
                        scopeIndex.next(message),
                        scopeIndex.sessionOf(message),
                        scopeIndex.isBetweenPeople(message),
                        scopeIndex.toAssistants().get(message)))
                .toList();
    }

    private static List<Object> scope(ScopeIndex scopeIndex) {
        return List.of(
                scopeIndex.sessions(),
                IntStream.range(0, scopeIndex.sessions().size())
                        .mapToDouble(scopeIndex::sessionLength)
                        .boxed()
                        .toList(),
                scopeIndex.meanSessionLength(),
                List.copyOf(scopeIndex.activityBySession(Instant.EPOCH).entrySet()),
                scopeIndex.activityBySession(Instant.EPOCH).keySet().stream()
                        .map(session -> Arrays.stream(scopeIndex.slotsOfSession(session))
                                .boxed()
                                .toList())
                        .toList(),
                List.copyOf(scopeIndex.speakers()),
                scopeIndex.liveMessages(),
                scopeIndex.meanLength(),
                scopeIndex.isEmbedded());
    }

    private static List<Integer> postings(ScopeIndex scopeIndex, String term) {
        TermPostings postings = scopeIndex.postings(term);
        return postings == null
                ? List.of()
                : IntStream.range(0, postings.size())
                        .boxed()
                        .flatMap(i -> Stream.of(postings.unit(i), postings.frequency(i)))
                        .toList();
    }

    @Test
    void another_row_takes_no_more_memory_in_a_large_scope() {
        Random random = new Random(7);
        int episodes = 5_000;
        int more = 51;
        for (int i = 0; i < episodes + more; i++) {
            // New terms come all the time, as in real text.
            rowFixture.put("e" + i, "s" + i / 20, text(random, 8) + " word" + i, text(random, 8));
        }
        List<IndexRow> rows = rowFixture.rows();
        ScopeIndex scopeIndex = builtAtOnce(rows.subList(0, episodes));
        long rebuilt = AllocatedBytes.by(() -> ScopeLayout.of(scopeIndex));
        long[] taken = new long[more];
        for (int i = 0; i < more; i++) {
            IndexRow row = rows.get(episodes + i);
            taken[i] = AllocatedBytes.by(() -> {
                scopeIndex.add(row);
                scopeIndex.complete();
            });
        }
        Arrays.sort(taken);

        // The median: at times an array doubles, or the recent postings are merged.
        assertThat(taken[more / 2]).isPositive().isLessThan(20_000);
        assertThat(rebuilt).isGreaterThan(10 * 20_000);
    }
}
