package dev.daybook.contract;

import static dev.daybook.contract.MemoryContract.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import dev.daybook.query.SpaceSettings;
import dev.daybook.query.SpaceSettings.LowTrust;
import dev.daybook.testkit.HashEmbedder;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A scope that is too large to be held in memory, beside the same one that is held. */
class LargeScopeTest {

    /** More than the candidates that are taken by words and by meaning together. */
    private static final int EPISODES = 2_500;

    private static final String SECRET = " AKIA" + "ABCDEFGH" + "IJKLMNOP";

    private static final AtomicInteger USERS = new AtomicInteger();

    /** Shared by all tests, which leave the memory of Ada as it is. */
    private static Daybook held;

    private static Daybook large;

    /** The user of a test that writes. */
    private final String bob = "bob" + USERS.incrementAndGet();

    @BeforeAll
    static void write() {
        held = Daybook.builder(new InMemoryStore())
                .embedder(new HashEmbedder(16))
                .open();
        large = Daybook.builder(new CrampedStore(new InMemoryStore(), 100))
                .embedder(new HashEmbedder(16))
                .open();
        for (Daybook daybook : List.of(held, large)) {
            List<NewEpisode> episodes = new ArrayList<>();
            for (int i = 0; i < EPISODES; i++) {
                String text =
                        "The heron stood by the lake on walk " + i + (i == 1_234 ? ", beside a kingfisher." : ".");
                episodes.add(NewEpisode.of(Message.user(text))
                        .id("e" + i)
                        .session(i == 77 ? "alone" : "s" + i % 7)
                        .occurredAt(NOON.plusMinutes(i)));
            }
            List<Receipt> receipts = daybook.user("ada").remember(episodes);
            daybook.user("ada").operations().await(receipts.get(EPISODES - 1), Duration.ofMinutes(2));
        }
    }

    @AfterEach
    void reset_the_settings() {
        for (Daybook daybook : List.of(held, large)) {
            daybook.space("default").changeSettings(settings -> settings.lowTrust(SpaceSettings.DEFAULTS.lowTrust()));
        }
    }

    @AfterAll
    static void close() {
        held.close();
        large.close();
    }

    private static List<String> ids(List<Hit> hits) {
        return hits.stream().map(Hit::id).toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"MEANING", "NEWEST", "TEXT"})
    void conditions_on_a_single_entry_give_the_same_answer(By by) {
        Query query = Query.of("the lake on walk 12").by(by).limit(25);

        List<Hit> expected = held.user("ada").recall(query);
        assertThat(expected).isNotEmpty();
        assertThat(ids(large.user("ada").recall(query))).isEqualTo(ids(expected));
    }

    @ParameterizedTest
    @EnumSource(names = {"WORDS", "BEST"})
    void a_rare_word_is_found_among_all(By by) {
        assertThat(ids(large.user("ada").recall(Query.of("the kingfisher").by(by)))
                        .get(0))
                .isEqualTo("e1234");
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void filters_apply_before_the_candidates_are_cut(By by) {
        Query query = Query.of("heron").by(by).sessions("alone");

        assertThat(ids(large.user("ada").recall(query))).containsExactly("e77");
    }

    @ParameterizedTest
    @EnumSource(By.class)
    void a_text_in_many_copies_leaves_the_places_to_others(By by) {
        for (Daybook daybook : List.of(held, large)) {
            List<Receipt> receipts = daybook.user(bob)
                    .remember(IntStream.range(0, 2_500)
                            .mapToObj(i -> NewEpisode.of(
                                            Message.user(i % 100 == 0 ? "A coot on lake " + i : "A coot on the lake"))
                                    .id("c" + i)
                                    .occurredAt(NOON.plusMinutes(i)))
                            .toList());
            daybook.user(bob).operations().await(receipts.get(2_499), Duration.ofMinutes(2));
        }
        Query asked = Query.of(by == By.TEXT ? "coot" : "a coot on the lake")
                .by(by)
                .limit(12)
                .collapse(true);

        List<Hit> hits = large.user(bob).recall(asked);
        assertThat(hits).hasSize(12);
        assertThat(hits.stream().map(Hit::text).distinct()).hasSize(12);
        assertThat(ids(hits)).contains("c2499");
        assertThat(ids(held.user(bob).recall(asked))).contains("c2499").hasSize(12);
    }

    @ParameterizedTest
    @EnumSource(names = {"NEWEST", "TEXT"})
    void episodes_of_the_same_time_come_in_the_order_of_a_small_scope(By by) {
        for (Daybook daybook : List.of(held, large)) {
            daybook.user(bob)
                    .remember(IntStream.range(0, 650)
                            .mapToObj(i -> NewEpisode.of(Message.user("A coot on the lake"))
                                    .id("c" + i)
                                    .occurredAt(NOON.plusMinutes(i < 600 ? 0 : 1)))
                            .toList());
        }
        Query query = Query.of("coot").by(by).kinds(Kind.EPISODE);

        for (int limit : new int[] {5, 60, 300}) {
            assertThat(ids(large.user(bob).recall(query.limit(limit))))
                    .as("limit %d", limit)
                    .isEqualTo(ids(held.user(bob).recall(query.limit(limit))))
                    .hasSize(limit);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NEWEST", "TEXT"})
    void episodes_that_a_space_leaves_out_take_no_place(By by) {
        Query query = Query.of("coot").by(by).limit(20);
        for (Daybook daybook : List.of(held, large)) {
            daybook.space("default").changeSettings(settings -> settings.lowTrust(LowTrust.LEAVE_OUT));
            daybook.user(bob)
                    .remember(IntStream.range(0, 600)
                            .mapToObj(i -> NewEpisode.of(
                                            i < 100 ? Message.user("A coot " + i) : Message.tool("A coot " + i))
                                    .id("c" + i)
                                    .occurredAt(NOON.plusMinutes(i)))
                            .toList());
        }

        assertThat(ids(large.user(bob).recall(query)))
                .isEqualTo(ids(held.user(bob).recall(query)))
                .hasSize(20);
    }

    @ParameterizedTest
    @EnumSource(names = {"NEWEST", "TEXT"})
    void sensitive_entries_of_the_shared_scope_take_no_place(By by) {
        Query query = Query.of("coot").by(by).shared(true).limit(20);
        for (Daybook daybook : List.of(held, large)) {
            daybook.space("default")
                    .shared()
                    .remember(IntStream.range(0, 600)
                            .mapToObj(i -> NewEpisode.of(Message.user("A coot " + i + (i < 100 ? "" : SECRET)))
                                    .id("c" + i)
                                    .occurredAt(NOON.plusDays(9).plusMinutes(i)))
                            .toList());
        }

        assertThat(ids(large.user("ada").recall(query)))
                .isEqualTo(ids(held.user("ada").recall(query)))
                .contains("c99");
    }

    /** Times, sessions, kinds, trust, metadata and validity at random; many entries share a time. */
    @Test
    void random_queries_by_time_give_the_same_answer() {
        for (Daybook daybook : List.of(held, large)) {
            Random random = new Random(20_261_124);
            Memory memory = daybook.user(bob);
            for (int i = 0; i < 400; i++) {
                OffsetDateTime time = NOON.plusMinutes(random.nextInt(40));
                if (random.nextInt(4) == 0) {
                    memory.facts()
                            .remember(NewFact.of("coot " + random.nextInt(9), "swims on", "lake " + i)
                                    .id("f" + i)
                                    .validFrom(time));
                } else {
                    memory.remember(NewEpisode.of(
                                    random.nextInt(3) == 0 ? Message.tool("A coot " + i) : Message.user("A coot " + i))
                            .id("c" + i)
                            .session(random.nextInt(5) == 0 ? null : "s" + random.nextInt(4))
                            .metadata(Map.of("part", random.nextInt(3)))
                            .occurredAt(time));
                }
                if (random.nextInt(20) == 0) {
                    memory.forget(Selection.episode("c" + random.nextInt(i + 1)));
                }
            }
        }
        Random random = new Random(7);
        int found = 0;
        for (int i = 0; i < 400; i++) {
            Query query = random(random);
            LowTrust lowTrust = LowTrust.values()[random.nextInt(3)];
            for (Daybook daybook : List.of(held, large)) {
                daybook.space("default").changeSettings(settings -> settings.lowTrust(lowTrust));
            }
            List<String> expected = ids(held.user(bob).recall(query));
            assertThat(ids(large.user(bob).recall(query)))
                    .as("%s, %s", query, lowTrust)
                    .isEqualTo(expected);
            found += expected.size();
        }
        assertThat(found).isGreaterThan(1_000);
    }

    private static Query random(Random random) {
        Query query = Query.of(random.nextBoolean() ? "coot" : "coot 1")
                .by(random.nextBoolean() ? By.NEWEST : By.TEXT)
                .limit(1 + random.nextInt(random.nextInt(4) == 0 ? 500 : 20));
        query = switch (random.nextInt(4)) {
            case 0 -> query.kinds(Kind.EPISODE);
            case 1 -> query.kinds(Kind.FACT);
            default -> query;
        };
        query = switch (random.nextInt(4)) {
            case 0 -> query.sessions("s1");
            case 1 -> query.sessions("s2", "s3", "none");
            case 2 -> query.excludedSessions("s0");
            default -> query;
        };
        if (random.nextInt(3) == 0) {
            query = query.from(NOON.plusMinutes(random.nextInt(20)).toInstant())
                    .to(NOON.plusMinutes(20 + random.nextInt(30)).toInstant());
        }
        if (random.nextInt(4) == 0) {
            query = query.filter(Filter.equal("part", 1));
        }
        return random.nextInt(4) == 0
                ? query.validAt(NOON.plusMinutes(random.nextInt(40)).toInstant())
                : query;
    }

    @Test
    void the_confidence_is_that_of_the_scope_whatever_the_conditions() {
        Query query = Query.of("Which kingfisher stood beside the lake?").minimumConfidence(0.6);

        for (Query each : List.of(query, query.sessions("alone"), query.excludedSessions("s2"))) {
            assertThat(large.user("ada").recall(each)).as("%s", each.sessions()).isNotEmpty();
            assertThat(held.user("ada").recall(each)).isNotEmpty();
        }
        assertThat(large.user("ada").recall(query.sessions("alone").minimumConfidence(0.99)))
                .isEmpty();
    }

    @Test
    void an_entry_that_is_no_candidate_is_not_denied() {
        Memory ada = large.user("ada");
        EntryRef old = new EntryRef(ada.scope(), Kind.EPISODE, "e3");
        EntryRef none = new EntryRef(ada.scope(), Kind.EPISODE, "none");
        Query query = Query.of("").limit(5);

        assertThat(ada.explain(query, old).keptOut()).contains("not among the candidates");
        assertThat(ada.explain(query, none).keptOut()).contains("there is no such episode");
    }

    @Test
    void sessions_and_profile_are_those_of_the_whole_scope() {
        Memory ada = large.user("ada");

        assertThat(ada.sessions()).isEqualTo(held.user("ada").sessions());
        assertThat(ada.archive().profile().counts())
                .isEqualTo(held.user("ada").archive().profile().counts());
    }

    @Test
    void a_detail_comes_with_the_turns_beside_it() {
        String context = large.user("ada")
                .session("now")
                .context("What stood beside the kingfisher?", ContextOptions.defaults())
                .text();

        assertThat(context).contains("walk 1234", "walk 1227", "walk 1241");
    }

    @Test
    void a_small_scope_of_the_same_store_is_held() {
        large.user(bob)
                .session("s")
                .remember(Message.user("An answer with the turn it answers?"), Message.assistant("Yes."));

        assertThat(large.user(bob).recall("the turn it answers")).hasSize(1);
        assertThat(large.user(bob)
                        .explain(
                                Query.of("answers"),
                                new EntryRef(
                                        large.user(bob).scope(),
                                        Kind.EPISODE,
                                        large.user(bob).recall("answers").get(0).id()))
                        .returned())
                .isTrue();
    }
}
