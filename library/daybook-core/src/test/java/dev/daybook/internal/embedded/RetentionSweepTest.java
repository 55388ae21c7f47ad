package dev.daybook.internal.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.LocalDaybook;
import dev.daybook.Memory;
import dev.daybook.error.StoreException;
import dev.daybook.internal.forget.ExpiredEntries;
import dev.daybook.internal.options.ModelOptions;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.internal.sweep.RetentionClock;
import dev.daybook.internal.sweep.RetentionSweep;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.query.Selection;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Page;
import dev.daybook.store.ScopeHead;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetentionSweepTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5);

    /** The difference of the clock from the elapsed time: it jumps when a person sets the clock. */
    private Duration jump = Duration.ZERO;

    private final Clock clock = new Clock() {
        @Override
        public Instant instant() {
            return START.plusNanos(nanoTime.get() - (Long.MAX_VALUE - 5)).plus(jump);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("the tests use UTC");
        }
    };

    private final AtomicInteger headReads = new AtomicInteger();
    private boolean isAway;
    private final InMemoryStore store = new InMemoryStore();
    private final DaybookWiring wiring =
            new DaybookWiring(store, WiringFixture.options(null, clock, ModelOptions.DEFAULTS));
    private final LocalDaybook daybook = wiring.daybook();
    private final List<Selection> forgotten = new ArrayList<>();
    private final List<RetentionSweep> opened = new ArrayList<>();
    private final RetentionSweep sweep = open(null);

    /** Opens a sweep as another process does, or this one after a restart. */
    private RetentionSweep open(@Nullable Instant checked) {
        RetentionSweep sweep = new RetentionSweep(
                new ForwardingStore(store) {
                    @Override
                    public Page<ScopeHead> heads(Space space, @Nullable String cursor, int limit) {
                        headReads.incrementAndGet();
                        if (isAway) {
                            throw new StoreException("the store is away");
                        }
                        return super.heads(space, cursor, limit);
                    }
                },
                new ExpiredEntries(store, wiring.settings),
                this::forget,
                wiring.erasures::forgetEnded,
                new RetentionClock(store, clock, checked, nanoTime::get),
                nanoTime::get);
        opened.add(sweep);
        return sweep;
    }

    private void forget(Scope scope, Selection selection) {
        forgotten.add(selection);
        wiring.erasures.forgetExpired(scope, selection);
    }

    @AfterEach
    void close() {
        opened.forEach(RetentionSweep::close);
        daybook.close();
    }

    private void elapse(Duration time) {
        nanoTime.addAndGet(time.toNanos());
    }

    private Memory ada() {
        return daybook.user("ada");
    }

    private void retain(@Nullable Integer days) {
        daybook.space("default").changeSettings(settings -> settings.retentionDays(days));
    }

    private static NewEpisode said(String id, String session) {
        return NewEpisode.of(Message.user("The text of " + id + ".")).id(id).session(session);
    }

    private List<String> episodes(Memory memory) {
        return memory.archive()
                .exportAll()
                .filter(Episode.class::isInstance)
                .map(entry -> entry.id())
                .toList();
    }

    @Test
    void a_period_that_is_over_during_a_legal_hold_is_applied_after_it() {
        retain(90);
        ada().remember(said("old", "s"));
        daybook.space("default").changeSettings(settings -> settings.legalHold("case 17"));
        elapse(Duration.ofDays(91));
        sweep.step();
        assertThat(episodes(ada())).containsExactly("old");

        daybook.space("default").changeSettings(settings -> settings.legalHold(null));
        elapse(Duration.ofHours(1));
        sweep.step();
        assertThat(episodes(ada())).isEmpty();
    }

    @Test
    void entries_are_forgotten_when_the_period_of_their_space_is_over() {
        retain(90);
        ada().remember(said("old", "s"));
        ada().facts().remember(NewFact.of("ada", "lives in", "Lisbon"));
        daybook.space("other").user("bob").remember(said("kept", "s"));
        elapse(Duration.ofDays(1));
        ada().remember(said("new", "s"));

        elapse(Duration.ofDays(89));
        sweep.step();
        assertThat(episodes(ada())).containsExactly("old", "new");

        elapse(Duration.ofHours(1));
        sweep.step();
        assertThat(episodes(ada())).containsExactly("new");
        assertThat(ada().archive().profile().counts()).hasSize(1);
        assertThat(episodes(daybook.space("other").user("bob"))).containsExactly("kept");
    }

    @Test
    void a_forget_by_the_clock_is_in_the_audit_log() {
        retain(1);
        ada().remember(said("old", "s"));
        elapse(Duration.ofDays(2));
        sweep.step();

        assertThat(store.audits(ada().scope(), null, 100).items())
                .extracting(AuditRecord::action)
                .containsExactly("remember", "forget expired");
        assertThat(daybook.maintenance().verifyErasure(Duration.ZERO).ok()).isTrue();
    }

    @Test
    void the_shorter_period_of_session_and_space_applies() {
        retain(90);
        ada().remember(said("brief", "short"));
        ada().remember(said("usual", "long"));
        ada().session("short").change(options -> options.retentionDays(7));
        ada().session("long").change(options -> options.retentionDays(365));
        ada().session("short").rememberSummary("A summary.", 1);

        elapse(Duration.ofDays(8));
        sweep.step();
        assertThat(episodes(ada())).containsExactly("usual");
        assertThat(ada().session("short").summary()).isEmpty();

        elapse(Duration.ofDays(83));
        sweep.step();
        assertThat(episodes(ada())).isEmpty();
    }

    @Test
    void nothing_is_forgotten_without_a_period_or_after_it_was_removed() {
        ada().remember(said("kept", "s"));
        retain(1);
        ada().session("s").change(options -> options.retentionDays(1));
        retain(null);
        ada().session("s").change(options -> options.retentionDays(0));

        elapse(Duration.ofDays(1_000));
        sweep.step();

        assertThat(forgotten).isEmpty();
        assertThat(episodes(ada())).containsExactly("kept");
    }

    @Test
    void quarantined_entries_are_forgotten_too() {
        retain(10);
        ada().remember(said("held", "s"));
        ada().quarantine().hide(Selection.episode("held"));

        elapse(Duration.ofDays(11));
        sweep.step();

        assertThat(ada().quarantine().list()).isEmpty();
    }

    @Test
    void a_clock_that_jumps_ahead_forgets_nothing() {
        retain(90);
        ada().remember(said("kept", "s"));
        jump = Duration.ofDays(3_650);

        sweep.step();
        assertThat(episodes(ada())).containsExactly("kept");

        jump = Duration.ofDays(-3_650);
        sweep.step();
        assertThat(episodes(ada())).containsExactly("kept");

        jump = Duration.ZERO;
        elapse(Duration.ofDays(91));
        sweep.step();
        assertThat(episodes(ada())).isEmpty();
    }

    @Test
    void a_round_begins_every_hour_and_continues_every_minute() {
        sweep.step();
        elapse(Duration.ofMinutes(61));
        IntStream.range(0, 1_500)
                .forEach(i -> daybook.user("user " + i).session("s").remember(Message.user("Hello.")));
        headReads.set(0);

        sweep.step();
        int first = headReads.get();
        sweep.step();
        int second = headReads.get();
        sweep.step();
        assertThat(second).isGreaterThan(first);
        assertThat(headReads).as("the round is over").hasValue(second);

        elapse(Duration.ofMinutes(61));
        sweep.step();
        assertThat(headReads.get()).isGreaterThan(second);
    }

    @Test
    void a_clock_ahead_at_the_opening_forgets_nothing_and_says_so() {
        retain(90);
        ada().remember(said("kept", "s"));
        jump = Duration.ofDays(200);
        RetentionSweep restarted = open(null);

        for (int hour = 0; hour < 48; hour++) {
            restarted.step();
            elapse(Duration.ofHours(1));
        }

        assertThat(episodes(ada())).containsExactly("kept");
        assertThat(restarted.pause()).get().asString().contains("2026-01-01T00:00:00Z", "clockChecked(2026-07-2");
    }

    @Test
    void entries_written_with_a_wrong_clock_do_not_vouch_for_it_at_the_next_opening() {
        retain(90);
        ada().remember(said("kept", "s"));
        jump = Duration.ofDays(200);
        open(null).step();
        ada().remember(said("dated ahead", "s"));
        elapse(Duration.ofHours(2));
        RetentionSweep again = open(null);

        for (int hour = 0; hour < 3; hour++) {
            again.step();
            elapse(Duration.ofHours(1));
        }

        assertThat(episodes(ada())).containsExactly("kept", "dated ahead");
    }

    @Test
    void a_time_that_a_caller_gives_vouches_for_no_clock() {
        retain(90);
        ada().remember(said("kept", "s"));
        ada().remember(said("imported", "s")
                .occurredAt(START.plus(Duration.ofDays(200)).atOffset(ZoneOffset.UTC)));
        jump = Duration.ofDays(200);

        open(null).step();
        elapse(Duration.ofHours(2));
        open(null).step();

        assertThat(episodes(ada())).contains("kept");
    }

    @Test
    void a_clock_some_days_ahead_forgets_after_an_hour_in_which_it_may_be_corrected() {
        retain(2);
        ada().remember(said("kept", "s"));
        sweep.step();
        jump = Duration.ofDays(5);
        RetentionSweep restarted = open(null);

        restarted.step();
        elapse(Duration.ofMinutes(59));
        restarted.step();
        assertThat(episodes(ada())).containsExactly("kept");
        assertThat(restarted.pause()).isEmpty();

        elapse(Duration.ofMinutes(1));
        restarted.step();
        assertThat(episodes(ada())).isEmpty();
    }

    @Test
    void a_store_without_a_last_round_is_not_swept_in_the_first_hour() {
        retain(1);
        ada().remember(said("old", "s"));
        elapse(Duration.ofHours(30));
        ada().remember(said("new", "s"));
        elapse(Duration.ofHours(1));
        RetentionSweep first = open(null);

        first.step();
        elapse(Duration.ofMinutes(59));
        first.step();
        assertThat(episodes(ada())).containsExactly("old", "new");

        elapse(Duration.ofMinutes(1));
        first.step();
        assertThat(episodes(ada())).containsExactly("new");
    }

    @Test
    void a_correction_within_the_hour_forgets_nothing() {
        retain(2);
        ada().remember(said("kept", "s"));
        sweep.step();
        jump = Duration.ofDays(5);
        sweep.step();
        jump = Duration.ZERO;
        elapse(Duration.ofHours(1));

        sweep.step();

        assertThat(episodes(ada())).containsExactly("kept");
    }

    @Test
    void a_restart_within_a_day_of_the_last_round_goes_on_at_once() {
        retain(1);
        ada().remember(said("old", "s"));
        sweep.step();
        elapse(Duration.ofHours(20));
        sweep.step();
        elapse(Duration.ofHours(20));

        open(null).step();

        assertThat(episodes(ada())).isEmpty();
    }

    @Test
    void a_store_that_was_closed_for_a_year_goes_on_when_an_operator_has_checked_the_clock() {
        retain(90);
        ada().remember(said("old", "s"));
        sweep.step();
        jump = Duration.ofDays(365);

        RetentionSweep unchecked = open(null);
        unchecked.step();
        assertThat(episodes(ada())).containsExactly("old");
        assertThat(unchecked.pause()).isPresent();

        open(Instant.parse("2027-01-01T00:00:00Z")).step();
        assertThat(episodes(ada())).isEmpty();

        elapse(Duration.ofHours(1));
        unchecked.step();
        assertThat(unchecked.pause())
                .as("the checked time is that of the store")
                .isEmpty();
    }

    @Test
    void a_refused_clock_is_not_reported_while_no_period_is_over() {
        ada().remember(said("kept", "s"));
        jump = Duration.ofDays(365);
        RetentionSweep restarted = open(null);

        restarted.step();

        assertThat(restarted.pause()).isEmpty();
    }

    @Test
    void a_clock_that_went_back_forgets_no_more_than_before() {
        retain(10);
        ada().remember(said("kept", "s"));
        sweep.step();
        jump = Duration.ofDays(-400);

        open(null).step();
        elapse(Duration.ofHours(2));
        sweep.step();

        assertThat(episodes(ada())).containsExactly("kept");
    }

    @Test
    void the_space_of_the_reference_is_in_no_list() {
        sweep.step();

        assertThat(store.spaces(null, 10).items()).hasSize(1);
        assertThat(daybook.spaces()).isEmpty();
    }

    @Test
    void a_round_that_failed_begins_again_with_the_next_step() {
        retain(1);
        ada().remember(said("old", "s"));
        elapse(Duration.ofDays(2));
        isAway = true;
        sweep.step();
        isAway = false;

        sweep.step();

        assertThat(episodes(ada())).isEmpty();
    }

    @Test
    void a_scope_in_which_no_period_is_over_is_not_planned() {
        retain(2);
        ada().remember(said("new", "s"));
        elapse(Duration.ofDays(1));

        sweep.step();

        assertThat(forgotten).isEmpty();
    }
}
