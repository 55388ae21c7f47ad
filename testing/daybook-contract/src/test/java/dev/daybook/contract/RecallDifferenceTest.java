package dev.daybook.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Origin;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.ContextDifference;
import dev.daybook.outcome.Explanation;
import dev.daybook.outcome.Hit;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings.LowTrust;
import dev.daybook.testkit.HashEmbedder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The ways to one answer agree, over random memories and queries with every setting: a recall again, with another limit, as of
 * now, without an entry that nobody wrote, its explanation, and the same in a scope too large for an index. As many memories as
 * {@code -Ddaybook.recallDifferences} says.
 */
class RecallDifferenceTest {

    private static final int MEMORIES = Integer.getInteger("daybook.recallDifferences", 30);
    private static final int QUERIES = 12;
    private static final int EXPLAINED = 6;
    private static final double ROUNDING = 1e-6;
    private static final Duration SETTLED = Duration.ofSeconds(30);
    private static final Instant DECEMBER = Instant.parse("2025-12-01T00:00:00Z");
    private static final List<Selection> NOTHING = List.of(Selection.episode("never written"));

    private static final List<String> ENGLISH = List.of(
            "lisbon moved may warm dog ana walk river coffee work project deadline garden tomato bike train blue sister cake"
                    .split(" "));
    private static final List<String> GERMAN =
            List.of("der hund läuft im garten und die katze schläft auf dem sofa weil es sehr kalt ist".split(" "));

    /** A clock that each reading moves on. */
    private static final class SteppingClock extends Clock {
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public synchronized Instant instant() {
            now = now.plusMillis(3);
            return now;
        }
    }

    private final SteppingClock clock = new SteppingClock();
    private final InMemoryStore store = new InMemoryStore();
    private final List<Instant> times = new ArrayList<>();
    private Random random = new Random();

    static IntStream seeds() {
        return IntStream.rangeClosed(1, MEMORIES);
    }

    private Daybook open(boolean large) {
        return Daybook.builder(large ? new CrampedStore(store, 1) : store)
                .embedder(new HashEmbedder(24))
                .background(false)
                .clock(clock)
                .open();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void all_ways_to_an_answer_agree(int seed) {
        random = new Random(seed);
        Map<Query, List<Hit>> answers = new LinkedHashMap<>();
        try (Daybook daybook = open(false)) {
            daybook.space("default")
                    .changeSettings(settings -> settings.lowTrust(LowTrust.values()[random.nextInt(3)]));
            Memory memory = daybook.user("u");
            List<EntryRef> written =
                    write(memory, daybook.space(Space.DEFAULT.id()).shared());
            for (int i = 0; i < QUERIES; i++) {
                Query query = query();
                List<Hit> hits = memory.recall(query);
                answers.put(query, hits);
                agree(memory, query, hits);
                explained(memory, query, hits, written);
            }
            contexts(memory);
            inLargeScope(answers, written);
        }
    }

    /** The words of a large scope are ranked among its candidates, so their scores differ from those of a scope in memory. */
    private void inLargeScope(Map<Query, List<Hit>> answers, List<EntryRef> written) {
        try (Daybook daybook = open(true)) {
            Memory memory = daybook.user("u");
            answers.forEach((query, hits) -> {
                List<Hit> found = memory.recall(query);
                explained(memory, query, found, written);
                if (query.minimumConfidence() == null && query.by() != By.BEST && query.by() != By.WORDS) {
                    same("in a large scope", query, hits, found);
                }
            });
        }
    }

    private void agree(Memory memory, Query query, List<Hit> hits) {
        same("again", query, hits, memory.recall(query));
        same(
                "without nothing",
                query,
                hits,
                memory.without(NOTHING.toArray(Selection[]::new)).recall(query).without());
        if (query.asOf() == null) {
            same("as of now", query, hits, memory.recall(query.asOf(clock.instant())));
        }
        int fewer = Math.max(1, query.limit() / 2);
        same("fewer", query, hits.subList(0, Math.min(hits.size(), fewer)), memory.recall(query.limit(fewer)));
    }

    private static void explained(Memory memory, Query query, List<Hit> hits, List<EntryRef> written) {
        List<EntryRef> refs = hits.stream().map(RecallDifferenceTest::ref).toList();
        for (int i = 0; i < Math.min(EXPLAINED, hits.size()); i++) {
            if (!(hits.get(i).scope() instanceof Scope.Shared) && !hits.get(i).fallback()) {
                Explanation explanation = memory.explain(query, refs.get(i));
                assertThat(explanation.keptOut())
                        .as("%s of %s", refs.get(i), query)
                        .isNull();
                assertThat(explanation.rank())
                        .as("%s of %s", refs.get(i), query)
                        .isEqualTo(i + 1);
                assertThat(explanation.score())
                        .as("%s of %s", refs.get(i), query)
                        .isCloseTo(hits.get(i).score(), offset(ROUNDING));
            }
        }
        written.stream()
                .filter(ref -> !refs.contains(ref))
                .limit(EXPLAINED / 2)
                .forEach(ref -> assertThat(memory.explain(query, ref).returned())
                        .as("%s is no hit of %s", ref, query)
                        .isFalse());
    }

    private static EntryRef ref(Hit hit) {
        return new EntryRef(hit.scope(), hit.kind(), hit.id());
    }

    private void contexts(Memory memory) {
        for (int budget : new int[] {150, 600}) {
            String prompt = text();
            ContextOptions options = ContextOptions.defaults().maxTokens(budget);
            ContextDifference difference =
                    memory.without(NOTHING.toArray(Selection[]::new)).context("s1", prompt, options);
            assertThat(difference.without().text())
                    .as(prompt)
                    .isEqualTo(difference.with().text());
        }
    }

    /** Hits with equal scores may stand in another order where sums are rounded in another one. */
    private static void same(String way, Query query, List<Hit> expected, List<Hit> actual) {
        assertThat(actual).as("%s: %s", way, query).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            double score = expected.get(i).score();
            assertThat(actual.get(i).score())
                    .as("%s, place %d: %s", way, i + 1, query)
                    .isCloseTo(score, offset(ROUNDING));
            assertThat(equals(expected, score))
                    .as("%s, place %d: %s", way, i + 1, query)
                    .contains(ref(actual.get(i)));
        }
    }

    private static Stream<EntryRef> equals(List<Hit> hits, double score) {
        return hits.stream()
                .filter(hit -> Math.abs(hit.score() - score) < ROUNDING)
                .map(RecallDifferenceTest::ref);
    }

    private List<EntryRef> write(Memory memory, Memory shared) {
        List<EntryRef> written = new ArrayList<>();
        int count = 25 + random.nextInt(30);
        for (int i = 0; i < count; i++) {
            Memory owner = random.nextInt(6) == 0 ? shared : memory;
            times.add(clock.instant());
            switch (random.nextInt(9)) {
                case 0 -> {
                    NewFact fact = NewFact.of("user", "p" + random.nextInt(3), word())
                            .validFrom(DECEMBER.plus(Duration.ofDays(random.nextInt(30)))
                                    .atOffset(ZoneOffset.UTC));
                    owner.operations().await(owner.facts().remember(fact), SETTLED);
                }
                case 1 ->
                    owner.notes()
                            .remember(text())
                            .ifPresent(receipt -> owner.operations().await(receipt, SETTLED));
                case 2 -> memory.forget(Selection.episode("e" + random.nextInt(i + 1)));
                default -> {
                    String id = "e" + random.nextInt(i + 1);
                    owner.operations().await(owner.remember(episode(id)), SETTLED);
                    written.add(new EntryRef(owner.scope(), Kind.EPISODE, id));
                }
            }
        }
        memory.consolidate();
        memory.operations().await(memory.remember(episode("last")), SETTLED);
        return written.stream()
                .filter(ref -> ref.scope().equals(memory.scope()))
                .distinct()
                .toList();
    }

    private NewEpisode episode(String id) {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            messages.add(
                    switch (random.nextInt(4)) {
                        case 0 -> Message.assistant(text());
                        case 1 -> Message.user(text()).withName(random.nextBoolean() ? "Ana" : "Ben");
                        case 2 -> Message.tool(text());
                        default -> Message.user(text());
                    });
        }
        NewEpisode episode = NewEpisode.of(messages)
                .id(id)
                .session(random.nextInt(8) == 0 ? null : "s" + random.nextInt(4))
                .occurredAt(DECEMBER.plus(Duration.ofMinutes(10L * random.nextInt(30 * 24 * 6)))
                        .atOffset(ZoneOffset.UTC))
                .metadata(Map.of("k", random.nextInt(3)));
        return random.nextInt(6) == 0 ? episode.origin(Origin.IMPORT) : episode;
    }

    private String word() {
        return ENGLISH.get(random.nextInt(ENGLISH.size()));
    }

    private String text() {
        List<String> words = random.nextInt(5) == 0 ? GERMAN : ENGLISH;
        int count = random.nextInt(12) == 0 ? 70 + random.nextInt(80) : 3 + random.nextInt(10);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(i > 0 ? " " : "").append(words.get(random.nextInt(words.size())));
        }
        return text.append(random.nextInt(8) == 0 ? " yesterday" : "")
                .append(random.nextInt(5) == 0 ? "?" : ".")
                .toString();
    }

    private boolean once(int in) {
        return random.nextInt(in) == 0;
    }

    private Query query() {
        By by = By.values()[random.nextInt(By.values().length)];
        Query query = Query.of(by == By.TEXT ? word() : text()).by(by).limit(1 + random.nextInt(30));
        query = once(3) ? query.kinds(once(2) ? List.of(Kind.EPISODE) : List.of(Kind.FACT, Kind.NOTE)) : query;
        query = once(4) ? query.sessions("s" + random.nextInt(4), "s" + random.nextInt(4)) : query;
        query = once(4) ? query.excludedSessions("s" + random.nextInt(4)) : query;
        query = once(4) ? query.filter(Filter.equal("k", random.nextInt(3))) : query;
        query = once(4) ? query.from(DECEMBER.plus(Duration.ofDays(random.nextInt(20)))) : query;
        query = once(4) ? query.minimumScore(3 * random.nextDouble()) : query;
        query = once(4) && by != By.TEXT && by != By.NEWEST ? query.minimumConfidence(random.nextDouble()) : query;
        query = once(4) ? query.shared(true) : query;
        query = once(4) ? query.validAt(DECEMBER.plus(Duration.ofDays(random.nextInt(30)))) : query;
        query = once(3) ? query.asOf(times.get(random.nextInt(times.size()))) : query;
        return by == By.TEXT && once(2) ? query.fallback(true) : query;
    }
}
