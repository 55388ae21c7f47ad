package dev.daybook.internal.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.access.Principal;
import dev.daybook.error.StoreException;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.forget.ExpiredEntries;
import dev.daybook.internal.forget.ScopeEraser;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.internal.sweep.RetentionClock;
import dev.daybook.internal.sweep.RetentionSweep;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Block;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.NewNote;
import dev.daybook.model.Scope;
import dev.daybook.model.Trust;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Selection;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryScan;
import dev.daybook.store.Head;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StoreGuarantees;
import dev.daybook.store.StoredEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The sweep erases what has ended as any erasure does. */
class EndedSweepTest {

    private static final OffsetDateTime START = OffsetDateTime.parse("2026-01-01T00:00:00Z");
    private static final Instant END = START.toInstant().plus(Duration.ofHours(2));

    /** A store in which some entries cannot be read. */
    private static final class DamagedStore extends ForwardingStore {

        private final Set<String> damaged = new HashSet<>();
        private String unreadable = "";

        DamagedStore() {
            super(new InMemoryStore());
        }

        @Override
        public List<StoredEntry> get(Scope scope, Collection<EntryKey> keys) {
            if (keys.stream().anyMatch(key -> damaged.contains(key.id()))) {
                throw new StoreException("an entry is damaged", null, false);
            }
            return super.get(scope, keys);
        }

        @Override
        public Page<ScopeState> states(Scope scope, String prefix, @Nullable String cursor, int limit) {
            if (prefix.equals(unreadable) && scope.toString().contains("ada")) {
                throw new StoreException("a state is damaged", null, false);
            }
            return super.states(scope, prefix, cursor, limit);
        }
    }

    private final SettableClock clock = new SettableClock("2026-01-01T00:00:00Z");
    private final AtomicLong nanoTime = new AtomicLong();
    private final DamagedStore store = new DamagedStore();
    private final DaybookWiring wiring =
            new DaybookWiring(store, WiringFixture.options(null, clock, ModelOptions.DEFAULTS));
    private final LocalDaybook daybook = wiring.daybook();
    private final RetentionSweep sweep = new RetentionSweep(
            store,
            new ExpiredEntries(store, wiring.settings),
            wiring.erasures::forgetExpired,
            wiring.erasures::forgetEnded,
            new RetentionClock(store, clock, null, nanoTime::get),
            nanoTime::get);

    @AfterEach
    void close() {
        sweep.close();
        daybook.close();
    }

    private Memory ada() {
        return daybook.user("ada");
    }

    private void sweepAfter(Duration time) {
        clock.advance(time);
        nanoTime.addAndGet(time.toNanos());
        sweep.step();
    }

    private static NewEpisode said(String id) {
        return NewEpisode.of(Message.user("The text of " + id + ".")).id(id).session("s");
    }

    /** Returns the ids of all entries in the store, ended ones included. */
    private List<String> stored() {
        return stored(ada());
    }

    private List<String> stored(Memory memory) {
        return Stream.of(Kind.values())
                .flatMap(kind -> store.scan(memory.scope(), EntryScan.of(kind)).items().stream())
                .map(StoredEntry::key)
                .map(key -> key.id())
                .toList();
    }

    private List<String> states(String prefix) {
        return PagedReads.all(cursor -> store.states(ada().scope(), prefix, cursor, PagedReads.SIZE))
                .map(ScopeState::name)
                .toList();
    }

    private List<String> audits() {
        return store.audits(ada().scope(), null, 100).items().stream()
                .map(AuditRecord::action)
                .toList();
    }

    @Test
    void ended_entries_are_erased_in_one_erasure_with_what_is_derived_from_them() {
        IntStream.range(0, 30).forEach(i -> ada().remember(said("brief " + i).expiresAt(END)));
        ada().remember(said("kept"));
        ada().facts()
                .remember(NewFact.of("Ada", "said", "something")
                        .id("derived")
                        .sources(List.of(new EntryRef(ada().scope(), Kind.EPISODE, "brief 0"))));
        sweepAfter(Duration.ofHours(1));
        assertThat(stored()).hasSize(32);

        sweepAfter(Duration.ofHours(1));

        assertThat(stored()).containsExactly("kept");
        assertThat(audits()).filteredOn("forget expired"::equals).hasSize(1);
        assertThat(states("ends/")).isEmpty();
        assertThat(daybook.maintenance().verifyErasure(Duration.ZERO).ok()).isTrue();
    }

    @Test
    void an_entry_with_a_later_end_since_stays() {
        ada().blocks().remember(NewBlock.of("today", "Buy oars.").expiresAt(END));
        ada().blocks().remember(NewBlock.of("today", "Buy oars.").expiresAt(END.plusSeconds(7_200)));

        sweepAfter(Duration.ofHours(3));
        assertThat(stored()).containsExactly("today");

        sweepAfter(Duration.ofHours(1));
        assertThat(stored()).isEmpty();
    }

    @Test
    void a_legal_hold_keeps_it_and_it_stays_hidden() {
        ada().remember(said("brief").expiresAt(END));
        daybook.space("default").changeSettings(settings -> settings.legalHold("case 17"));

        sweepAfter(Duration.ofHours(3));
        assertThat(stored()).containsExactly("brief");
        assertThat(ada().archive().exportAll()).isEmpty();

        daybook.space("default").changeSettings(settings -> settings.legalHold(null));
        sweepAfter(Duration.ofHours(1));
        assertThat(stored()).isEmpty();
    }

    @Test
    void a_clock_that_jumps_ahead_erases_nothing() {
        ada().remember(said("brief").expiresAt(END));
        sweep.step();
        clock.advance(Duration.ofDays(3_650));
        nanoTime.addAndGet(Duration.ofHours(1).toNanos());

        sweep.step();

        assertThat(stored()).containsExactly("brief");
        assertThat(sweep.pause()).isPresent();
    }

    @Test
    void an_ended_text_may_be_written_again_where_forgotten_ones_are_refused() {
        daybook.space("default").changeSettings(settings -> settings.refuseForgotten(true));
        ada().remember(said("brief").expiresAt(END));
        sweepAfter(Duration.ofHours(3));
        assertThat(stored()).isEmpty();

        ada().remember(said("brief"));

        assertThat(stored()).containsExactly("brief");
    }

    @Test
    void quarantined_entries_and_kept_contexts_are_erased_too() {
        ada().remember(said("hidden").expiresAt(END));
        ada().remember(said("shown").expiresAt(END));
        ada().facts().remember(NewFact.of("Ada", "owns", "a canoe").id("fact").expiresAt(END));
        ada().session("now").context("text", ContextOptions.defaults().keep(true));
        ada().quarantine().hide(Selection.episode("hidden"));
        ada().quarantine().hide(Selection.entry(Kind.FACT, "fact"));

        sweepAfter(Duration.ofHours(3));

        assertThat(stored()).isEmpty();
        assertThat(states("quarantine/")).isEmpty();
        assertThat(store.states(daybook.space("default").shared().scope(), "context/", null, 10)
                        .items())
                .isEmpty();
    }

    @Test
    void a_due_note_leaves_no_state() {
        ada().notes().remember(NewNote.of("Water the plants.").dueAt(START).expiresAt(END));
        assertThat(states("due/")).hasSize(1);

        sweepAfter(Duration.ofHours(3));

        assertThat(stored()).isEmpty();
        assertThat(states("due/")).isEmpty();
    }

    @Test
    void a_fact_without_an_end_stays_when_one_that_it_repeats_ends() {
        ada().remember(NewEpisode.of(Message.user("I live in Oslo."))
                .id("brief")
                .expiresAt(END));
        ada().consolidate();
        clock.advance(Duration.ofMinutes(1));
        ada().remember(NewEpisode.of(Message.user("I live in Oslo.")).id("kept"));
        ada().consolidate();
        assertThat(states("ends/fact/")).hasSize(1);

        sweepAfter(Duration.ofHours(3));

        assertThat(ada().find(Episode.class, "brief")).isEmpty();
        assertThat(ada().facts().list(FactQuery.all())).singleElement().satisfies(fact -> {
            assertThat(fact.object()).isEqualTo("Oslo");
            assertThat(fact.expiresAt()).isNull();
            assertThat(fact.supersededBy()).isNull();
        });
    }

    @Test
    void a_block_without_an_end_stays_when_a_version_of_it_in_quarantine_ends() {
        ada().blocks().remember("plan", "Rest.");
        as("k1").blocks().remember(NewBlock.of("plan", "Attack.").expiresAt(END));
        ada().quarantine().hide(Selection.key("k1"));
        assertThat(ada().blocks().find("plan").map(Block::content)).contains("Rest.");

        sweepAfter(Duration.ofHours(3));

        assertThat(ada().blocks().find("plan").map(Block::content)).contains("Rest.");
        assertThat(states("quarantine/")).isEmpty();
    }

    @Test
    void a_version_in_quarantine_stays_when_the_block_ends() {
        ada().blocks().remember(NewBlock.of("plan", "Rest.").expiresAt(END));
        as("k1").blocks().remember(NewBlock.of("plan", "Attack.").expiresAt(END.plusSeconds(36_000)));
        String operation = ada().quarantine().hide(Selection.key("k1")).operation();

        clock.advance(Duration.ofHours(2));
        assertThat(ada().blocks().find("plan")).isEmpty();
        assertThat(ada().quarantine().entries(operation)).hasSize(1);
        sweepAfter(Duration.ofHours(1));

        assertThat(stored()).isEmpty();
        assertThat(ada().quarantine().entries(operation)).hasSize(1);
    }

    private Memory as(String key) {
        return daybook.space("default", new Principal(key, Trust.USER, false)).user("ada");
    }

    @Test
    void a_damaged_ended_entry_stops_no_erasure_of_others() {
        Memory ben = daybook.user("ben");
        ada().remember(said("damaged").expiresAt(END));
        ada().facts().remember(NewFact.of("Ada", "owns", "a canoe").id("beside").expiresAt(END));
        ben.remember(said("of ben").expiresAt(END));
        store.damaged.add("damaged");

        sweepAfter(Duration.ofHours(3));

        assertThat(stored()).containsExactly("damaged");
        assertThat(stored(ben)).isEmpty();
    }

    @Test
    void a_scope_that_cannot_be_read_stops_no_erasure_in_others() {
        Memory ben = daybook.user("ben");
        ada().remember(said("of ada").expiresAt(END));
        ben.remember(said("of ben").expiresAt(END));
        store.unreadable = "ends/";

        sweepAfter(Duration.ofHours(3));

        assertThat(stored()).containsExactly("of ada");
        assertThat(stored(ben)).isEmpty();
    }

    @Test
    void a_damaged_due_note_fails_no_context() {
        ada().notes().remember(NewNote.of("Water the plants.").dueAt(START));
        String damaged = ada().notes().latest(0, 1).get(0).id();
        ada().notes().remember(NewNote.of("Return the canoe.").dueAt(START));
        store.damaged.add(damaged);

        assertThat(ada().session("now").context("").text()).contains("canoe").doesNotContain("plants");
    }

    /** Another process gives the entry a later end after this one has begun the erasure. */
    @Test
    void an_end_that_another_process_moves_meanwhile_is_seen() {
        ada().blocks().remember(NewBlock.of("today", "Buy oars.").expiresAt(END));
        clock.advance(Duration.ofHours(3));
        ForwardingStore racing = new ForwardingStore(store) {

            private boolean isMoved;

            @Override
            public StoreGuarantees guarantees() {
                return new StoreGuarantees(true, true, true, true, true, Long.MAX_VALUE);
            }

            @Override
            public Head head(Scope scope) {
                if (!isMoved && scope.equals(ada().scope())) {
                    isMoved = true;
                    clock.advance(Duration.ofHours(-3));
                    ada().blocks().remember(NewBlock.of("today", "Buy oars.").expiresAt(END.plusSeconds(36_000)));
                    clock.advance(Duration.ofHours(3));
                }
                return super.head(scope);
            }
        };
        ScopeLocks scopeLocks = new ScopeLocks();
        AuditTrail audit = new AuditTrail(racing);
        ScopeEraser eraser =
                new ScopeEraser(racing, clock, scopeLocks, audit, new SettingsStates(racing, clock, scopeLocks, audit));

        eraser.forgetEnded(ada().scope(), clock.instant());

        assertThat(stored()).containsExactly("today");
    }

    @Test
    void entries_without_an_end_have_no_state() {
        ada().remember(said("kept"));
        ada().facts().remember(NewFact.of("Ada", "owns", "a canoe"));

        assertThat(states("ends/")).isEmpty();
    }
}
