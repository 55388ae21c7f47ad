package dev.daybook.internal.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoredEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Without a language model rules derive in the background, in the windows of a model. */
class RulesInBackgroundTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static final ModelOptions SOON =
            ModelOptions.DEFAULTS.extraction(ExtractionOptions.DEFAULTS.idle(Duration.ofMillis(50)));

    private final SettableClock clock = new SettableClock("2026-03-02T12:00:00Z");
    private final InMemoryStore kept = new InMemoryStore();

    /** Runs after each read of episodes in the background, before their text is known there. */
    private final AtomicReference<Runnable> afterRead = new AtomicReference<>(() -> {});

    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger reindexed = new AtomicInteger();
    private final AtomicInteger attempts = new AtomicInteger();

    private final ForwardingStore store = new ForwardingStore(kept) {
        @Override
        public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
            List<StoredEntry> read = super.get(scope, keys);
            if (Thread.currentThread().getName().equals("daybook-consolidate")) {
                reads.incrementAndGet();
                afterRead.get().run();
            }
            return read;
        }

        @Override
        public Page<IndexRow> rows(Scope scope, long afterRevision, int limit) {
            if (afterRevision == 0 && Thread.currentThread().getName().equals("daybook-consolidate")) {
                reindexed.incrementAndGet();
            }
            return super.rows(scope, afterRevision, limit);
        }

        @Override
        public Optional<ScopeState> state(Scope scope, String name) {
            if (name.startsWith(DerivedStates.ATTEMPTS)) {
                attempts.incrementAndGet();
            }
            return super.state(scope, name);
        }
    };

    private final List<DaybookWiring> opened = new ArrayList<>();

    private DaybookWiring open(ModelOptions models) {
        DaybookWiring wiring = new DaybookWiring(store, WiringFixture.options(null, clock, models));
        opened.add(wiring);
        return wiring;
    }

    private DaybookWiring open() {
        return open(ModelOptions.DEFAULTS);
    }

    @AfterEach
    void close() {
        opened.forEach(DaybookWiring::stop);
        kept.close();
    }

    private static Memory memory(DaybookWiring wiring, String user) {
        LocalDaybook daybook = wiring.daybook();
        return daybook.space(Space.DEFAULT.id()).user(user);
    }

    private static Receipt say(Memory memory, String text) {
        return memory.remember(NewEpisode.of(Message.user(text)));
    }

    private static List<String> facts(Memory memory) {
        return memory.facts().list(FactQuery.all()).stream().map(Fact::sentence).toList();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("the condition holds within " + LONG)
                    .isLessThan(end);
            Thread.sleep(5);
        }
    }

    private static void awaitFact(Memory memory, String fact) throws InterruptedException {
        await(() -> facts(memory).contains(fact));
    }

    /** Has all scopes visited, and waits for it: the full window comes last on the one thread. */
    private static void awaitSweep(DaybookWiring wiring) throws InterruptedException {
        Memory last = memory(
                wiring,
                "last " + wiring.daybook().space(Space.DEFAULT.id()).scopes().count());
        fill(last, "I live in Bremen.");
        swept(wiring);
        awaitFact(last, "user lives in Bremen");
    }

    /** Writes a fact and as many messages as fill a window. */
    private static void fill(Memory memory, String fact) {
        List<NewEpisode> episodes = new ArrayList<>(List.of(NewEpisode.of(Message.user(fact))));
        IntStream.range(0, 30)
                .forEach(i -> episodes.add(NewEpisode.of(Message.user("Line " + i + ": " + "fog ".repeat(80)))));
        memory.remember(episodes);
    }

    private static void swept(DaybookWiring wiring) {
        Objects.requireNonNull(wiring.sweep).step();
    }

    @Test
    void facts_come_when_a_scope_has_been_idle() throws Exception {
        DaybookWiring wiring = open();
        Memory ada = memory(wiring, "ada");
        assertThat(say(ada, "I live in Porto.").derived()).isEqualTo(Progress.OFF);
        clock.advance(ExtractionOptions.DEFAULTS.idle().minusMillis(1));
        awaitSweep(wiring);
        assertThat(facts(ada)).isEmpty();
        assertThat(wiring.background.derivationBacklog().failed()).isZero();

        clock.advance(Duration.ofMillis(1));
        swept(wiring);

        awaitFact(ada, "user lives in Porto");
    }

    @Test
    void a_full_window_is_read_at_the_next_visit() throws Exception {
        DaybookWiring wiring = open();
        Memory ada = memory(wiring, "ada");
        fill(ada, "I live in Porto.");
        swept(wiring);

        awaitFact(ada, "user lives in Porto");
    }

    @Test
    void a_scope_is_visited_by_itself_when_the_idle_time_is_over() throws Exception {
        DaybookWiring wiring = open(SOON);
        Memory ada = memory(wiring, "ada");
        say(ada, "I live in Porto.");
        clock.advance(Duration.ofMillis(50));

        awaitFact(ada, "user lives in Porto");
    }

    @Test
    void writes_cause_no_visit_before_the_idle_time_is_over() {
        DaybookWiring wiring = open();
        Memory ada = memory(wiring, "ada");
        fill(ada, "I live in Porto.");
        IntStream.range(0, 100).forEach(i -> say(ada, "I live in Porto."));

        assertThat(wiring.background.derivationBacklog().scopes()).isZero();
        assertThat(reads).hasValue(0);
    }

    @Test
    void what_an_earlier_process_left_is_found_by_the_round_over_all_scopes() throws Exception {
        DaybookWiring earlier = open();
        say(memory(earlier, "ada"), "I live in Porto.");
        earlier.stop();
        clock.advance(ExtractionOptions.DEFAULTS.idle());

        DaybookWiring later = open();
        Memory ada = memory(later, "ada");
        assertThat(reads).hasValue(0);
        swept(later);

        awaitFact(ada, "user lives in Porto");
    }

    @Test
    void nothing_is_derived_when_background_work_is_off() {
        DaybookWiring wiring = open(ModelOptions.DEFAULTS.background(false));
        Memory ada = memory(wiring, "ada");
        fill(ada, "I live in Porto.");
        clock.advance(ExtractionOptions.DEFAULTS.idle());

        assertThat(wiring.sweep).isNull();
        assertThat(reads).hasValue(0);
        assertThat(facts(ada)).isEmpty();
        ada.consolidate();
        assertThat(facts(ada)).containsExactly("user lives in Porto");
    }

    @Test
    void a_question_waits_for_its_answer() throws Exception {
        DaybookWiring wiring = open(ModelOptions.DEFAULTS.extraction(ExtractionOptions.DEFAULTS.idle(Duration.ZERO)));
        Memory ada = memory(wiring, "ada");
        ada.remember(NewEpisode.of(Message.user("I live in Porto. Is it warm there?"))
                .metadata(Map.of(Episode.UNANSWERED, true)));
        awaitSweep(wiring);
        assertThat(facts(ada)).isEmpty();

        clock.advance(Duration.ofMinutes(2));
        swept(wiring);

        awaitFact(ada, "user lives in Porto");
    }

    @Test
    void a_source_that_is_forgotten_between_reading_and_commit_leaves_nothing() throws Exception {
        DaybookWiring wiring = open();
        Memory ada = memory(wiring, "ada");
        String id = say(ada, "I live in Porto.").id();
        say(ada, "I work as a baker.");
        afterRead.set(() -> {
            afterRead.set(() -> {});
            ada.forget(Selection.episode(id));
        });
        clock.advance(ExtractionOptions.DEFAULTS.idle());
        swept(wiring);

        awaitFact(ada, "user works as baker");

        assertThat(facts(ada)).containsExactly("user works as baker");
    }

    @Test
    void a_source_that_is_replaced_between_reading_and_commit_is_read_again() throws Exception {
        DaybookWiring wiring = open();
        Memory ada = memory(wiring, "ada");
        ada.remember(NewEpisode.of(Message.user("I live in Porto.")).id("home"));
        afterRead.set(() -> {
            // The second read is that of the proposal.
            if (reads.get() == 2) {
                ada.remember(NewEpisode.of(Message.user("I live in Braga.")).id("home"));
            }
        });
        clock.advance(ExtractionOptions.DEFAULTS.idle());
        swept(wiring);

        awaitSweep(wiring);
        clock.advance(ExtractionOptions.DEFAULTS.idle());
        swept(wiring);
        awaitFact(ada, "user lives in Braga");

        assertThat(versionsOfFacts("ada")).isOne();
    }

    @Test
    void a_source_that_ends_between_reading_and_commit_leaves_nothing() throws Exception {
        DaybookWiring wiring = open();
        Memory ada = memory(wiring, "ada");
        clock.advance(Duration.ofSeconds(1));
        ada.remember(NewEpisode.of(Message.user("I live in Porto."))
                .expiresAt(
                        clock.instant().plus(ExtractionOptions.DEFAULTS.idle().plusSeconds(1))));
        clock.advance(ExtractionOptions.DEFAULTS.idle());
        afterRead.set(() -> {
            // The second read is that of the proposal.
            if (reads.get() == 2) {
                clock.advance(Duration.ofSeconds(2));
            }
        });
        swept(wiring);

        awaitSweep(wiring);

        assertThat(reads).hasValueGreaterThan(2);
        assertThat(versionsOfFacts("ada")).isZero();
    }

    private int versionsOfFacts(String user) {
        return kept.scan(
                        new Scope.User(Space.DEFAULT, user),
                        EntryScan.of(Kind.FACT).versions(EntryScan.Versions.ALL))
                .items()
                .size();
    }

    @Test
    void a_gist_of_a_long_session_waits_for_a_quarter_of_it_and_one_of_a_very_long_session_for_a_request()
            throws Exception {
        DaybookWiring wiring = open();
        Memory ada = memory(wiring, "ada");
        write(ada, "long", 100);
        write(ada, "longer", 201);
        swept(wiring);
        await(() -> ada.session("long").summary().isPresent());

        write(ada, "long", 24);
        awaitSweep(wiring);
        assertThat(ada.session("long").summary().orElseThrow().covers()).hasSize(100);
        assertThat(ada.session("longer").summary()).isEmpty();

        write(ada, "long", 20);
        swept(wiring);
        await(() -> ada.session("long").summary().orElseThrow().covers().size() == 144);
        ada.consolidate();
        assertThat(ada.session("longer").summary()).isPresent();
    }

    private static void write(Memory memory, String session, int episodes) {
        memory.remember(IntStream.range(0, episodes)
                .mapToObj(i -> NewEpisode.of(Message.user("On day " + i + " the ferry to Porto was late."))
                        .session(session))
                .toList());
    }

    @Test
    void the_episodes_of_a_scope_are_read_together() throws Exception {
        DaybookWiring wiring = open();
        Memory ada = memory(wiring, "ada");
        write(ada, "long", 100);
        clock.advance(ExtractionOptions.DEFAULTS.idle());
        swept(wiring);

        await(() -> ada.session("long").summary().isPresent()
                && wiring.background.derivationBacklog().scopes() == 0);

        assertThat(reads.get()).as("reads of entries").isLessThan(8);
        assertThat(reindexed)
                .as("reads of all rows, for facts, gists and notes")
                .hasValue(3);
        assertThat(attempts)
                .as("reads of two attempts, before and in each change, and one at the end")
                .hasValue(5);
    }

    @Test
    void the_sources_are_read_together_again_after_a_write_meanwhile() throws Exception {
        DaybookWiring wiring = open();
        Memory ada = memory(wiring, "ada");
        write(ada, "long", 100);
        afterRead.set(() -> {
            if (reads.get() <= 8) {
                say(ada, "It rains.");
            }
        });
        clock.advance(ExtractionOptions.DEFAULTS.idle());
        swept(wiring);

        await(() -> ada.session("long").summary().isPresent()
                && wiring.background.derivationBacklog().scopes() == 0);

        assertThat(reads.get()).as("reads of entries").isBetween(9, 30);
    }

    @Test
    void a_failed_round_is_repeated() throws Exception {
        DaybookWiring wiring = open();
        Memory ada = memory(wiring, "ada");
        AtomicInteger failures = new AtomicInteger();
        afterRead.set(() -> {
            failures.incrementAndGet();
            throw new StoreException("the store is away", null, true);
        });
        fill(ada, "I live in Porto.");
        swept(wiring);
        await(() -> failures.get() >= 2);
        assertThat(wiring.background.derivationBacklog().failed()).isOne();
        assertThat(facts(ada)).isEmpty();

        afterRead.set(() -> {});
        awaitFact(ada, "user lives in Porto");

        await(() -> wiring.background.derivationBacklog().failed() == 0);
    }
}
