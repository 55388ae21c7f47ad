package dev.daybook.internal.sweep;

import dev.daybook.error.ConflictException;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryScan;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The clock of the retention sweep, with the latest time that is known to be right: the <em>reference</em>. A forget
 * cannot be undone, so a time far after the reference ends no retention period (decision 92).
 *
 * <p>The reference is a state of the store, which all its processes share and which each round with a right clock moves on.
 * A store without it has the newest recording time of an entry from before the opening as its first reference: the time
 * of an episode may come from its caller, and an entry of this process has the time of the clock in question. Within a
 * process the reference goes on with {@link System#nanoTime}, which no person sets. Not thread-safe.
 */
public final class RetentionClock {

    /** A clock this far after the reference is right: a restart, a night. */
    static final Duration USUAL_PAUSE = Duration.ofDays(1);

    /** A clock further after the reference needs an operator: longer than a holiday, shorter than most periods. */
    static final Duration MAX_JUMP = Duration.ofDays(14);

    /** Between the two a clock must stay for this time, in which the time service of a machine corrects it. */
    static final Duration SETTLING = Duration.ofHours(1);

    /** The reference is written this seldom, because an idle application should not write every hour. */
    private static final Duration WRITTEN_EVERY = Duration.ofHours(12);

    private static final Scope PLACE = new Scope.Anonymous(new Space("daybook:retention"));
    private static final String STATE = "clock/reference";
    private static final int PAGE = 16;

    private final Store store;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final @Nullable Instant checked;
    private final Instant opened;
    private final long openedNanos;
    private final ScopeRound survey;

    private boolean isSurveyed;

    /** The newest recording time from before the opening, as far as the survey has come. */
    private @Nullable Instant newest;

    private Instant first;

    /** True until a round has used the reference: entries may have been recorded with a clock that was wrong before. */
    private boolean isUnproven;

    private @Nullable Instant right;
    private long rightNanos;
    private boolean isSettling;
    private long settlingNanos;

    /** The judgement of a time of the clock. */
    enum Verdict {
        /** It ends retention periods. */
        RIGHT,
        /** It is days after the reference, or the reference is new, and for less than an hour so far. */
        SETTLING,
        /** It is too far after the reference. */
        REFUSED
    }

    /**
     * @param checked a time at which an operator found the clock right; null: none
     * @param nanoTime as {@link System#nanoTime}
     */
    public RetentionClock(Store store, Clock clock, @Nullable Instant checked, LongSupplier nanoTime) {
        this.store = store;
        this.clock = clock;
        this.checked = checked;
        this.nanoTime = nanoTime;
        this.opened = clock.instant();
        this.openedNanos = nanoTime.getAsLong();
        this.survey = new ScopeRound(store);
        this.first = opened;
    }

    /** Tests whether a space is that of the reference, which no list of spaces shows. */
    public static boolean isPlace(Space space) {
        return space.equals(PLACE.space());
    }

    Instant now() {
        return clock.instant();
    }

    /**
     * Makes sure that there is a reference, if need be by the next scopes of a survey of the store.
     *
     * @return whether it is done; else call it again
     */
    boolean prepare(int scopes) {
        if (!isSurveyed && stored().isEmpty()) {
            if (!survey.next(scopes, this::survey)) {
                return false;
            }
            isUnproven = newest != null;
            first = newest == null ? opened : newest;
            // Written whatever the clock says now: entries of a wrong clock must not be the reference of the next
            // opening.
            write(null, first);
        }
        isSurveyed = true;
        return true;
    }

    private void survey(ScopeHead head) {
        head.head().counts().keySet().forEach(kind -> survey(head.scope(), kind));
    }

    /** Reads back until an entry from before the opening: usually one. */
    private void survey(Scope scope, Kind kind) {
        EntryScan scan =
                EntryScan.of(kind).order(EntryScan.Order.NEWEST_POSITION).limit(PAGE);
        PagedReads.all(cursor -> store.scan(scope, scan.after(cursor)))
                .map(StoredEntry::recorded)
                .filter(recorded -> recorded.isBefore(opened))
                .findFirst()
                .ifPresent(recorded -> newest = later(newest, recorded));
    }

    /** Judges a time of the clock, and keeps it as the reference if it is right. */
    Verdict judge(Instant now) {
        Optional<ScopeState> stored = stored();
        Instant reference = reference(stored);
        if (now.isAfter(reference.plus(MAX_JUMP))) {
            isSettling = false;
            return Verdict.REFUSED;
        }
        if ((isUnproven || now.isAfter(reference.plus(USUAL_PAUSE))) && !hasSettled()) {
            return Verdict.SETTLING;
        }
        isSettling = false;
        isUnproven = false;
        if (!now.isBefore(reference)) {
            right = now;
            rightNanos = nanoTime.getAsLong();
            Instant written = stored.map(RetentionClock::decode).orElse(null);
            if (written == null || now.isAfter(written.plus(WRITTEN_EVERY))) {
                write(stored.orElse(null), now);
            }
        }
        return Verdict.RIGHT;
    }

    private boolean hasSettled() {
        if (!isSettling) {
            isSettling = true;
            settlingNanos = nanoTime.getAsLong();
        }
        return nanoTime.getAsLong() - settlingNanos >= SETTLING.toNanos();
    }

    /** Returns the latest time that is known to be right. */
    Instant reference() {
        return reference(stored());
    }

    private Instant reference(Optional<ScopeState> stored) {
        Instant reference = stored.map(RetentionClock::decode).orElse(first);
        // A clock that was right at the opening went on as time does.
        if (!opened.isAfter(reference.plus(USUAL_PAUSE))) {
            reference = later(opened.plusNanos(nanoTime.getAsLong() - openedNanos), reference);
        }
        if (right != null) {
            reference = later(right.plusNanos(nanoTime.getAsLong() - rightNanos), reference);
        }
        return checked == null ? reference : later(checked, reference);
    }

    private static Instant later(@Nullable Instant one, Instant other) {
        return one == null || other.isAfter(one) ? other : one;
    }

    private Optional<ScopeState> stored() {
        return store.state(PLACE, STATE);
    }

    private static Instant decode(ScopeState state) {
        return Instant.parse(state.bytes().text());
    }

    private void write(@Nullable ScopeState before, Instant reference) {
        StateChange change =
                new StateChange(STATE, before == null ? 0 : before.version(), Blob.of(reference.toString()));
        WriteBatch batch =
                new WriteBatch(PLACE, "clock-" + UUID.randomUUID(), List.of(), List.of(), List.of(change), null);
        try {
            store.write(batch);
        } catch (ConflictException writtenByAnother) {
            // Its time is as good.
        }
    }
}
