package dev.daybook.forget;

import dev.daybook.data.Erasure;
import dev.daybook.data.Kind;
import dev.daybook.data.Recorded;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.data.Space;
import dev.daybook.remember.AuditTrail;
import dev.daybook.remember.BankEntries;
import dev.daybook.remember.KeptContexts;
import dev.daybook.remember.QuarantineStates;
import dev.daybook.remember.QuarantineStates.Kept;
import dev.daybook.remember.Turns;
import dev.daybook.remember.Ulids;
import dev.daybook.spi.Batch;
import dev.daybook.spi.Erase;
import dev.daybook.spi.Erased;
import dev.daybook.spi.Key;
import dev.daybook.spi.Pages;
import dev.daybook.spi.Put;
import dev.daybook.spi.State;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Erases the entries of a selection in one commit with an audit entry. The audit entry holds counts and keyed hashes of ids; the key is
 * erased with the scope.
 *
 * <p>Only shared entries may cite another scope. If any do, a forget takes two commits: the first erases the citing shared entries and writes
 * a state with the remaining work, the second erases the scope's own entries. {@link #finishAll()} resumes a forget that stopped between
 * them. Thread-safe.
 */
public final class Forgetter {

    private final Store store;
    private final Clock clock;
    private final Turns turns;
    private final AuditTrail audit;
    private final Ulids operations;

    public Forgetter(Store store, Clock clock, Turns turns, AuditTrail audit) {
        this.store = store;
        this.clock = clock;
        this.turns = turns;
        this.audit = audit;
        this.operations = new Ulids(clock);
    }

    /** The erasure plans of a scope and of the shared scope of its space. */
    record Plan(Doom own, Doom shared) {

        boolean isEmpty() {
            return own.isEmpty() && shared.isEmpty();
        }

        Map<Kind, Long> counts() {
            return sum(Doom::counts);
        }

        /** Returns the number of entries kept in quarantine, by kind. */
        Map<Kind, Long> kept() {
            return sum(Doom::keptCounts);
        }

        /** Returns the number of entries erased and not kept, by kind. */
        Map<Kind, Long> lost() {
            return sum(Doom::lostCounts);
        }

        private Map<Kind, Long> sum(Function<Doom, Map<Kind, Long>> each) {
            Map<Kind, Long> counts = new HashMap<>(each.apply(own));
            each.apply(shared).forEach((kind, count) -> counts.merge(kind, count, Long::sum));
            return counts;
        }
    }

    Plan plan(Scope scope, Selection selection, boolean keeping, long upTo) {
        Seeker seeker = new Seeker(store, keeping);
        Doom own = seeker.planScope(scope, selection, upTo);
        Scope shared = shared(scope);
        boolean mayBeCited = !scope.equals(shared) && (selection.isEverything() || !own.isEmpty());
        return new Plan(
                own,
                mayBeCited
                        ? seeker.planCiting(
                                shared,
                                scope,
                                selection.isEverything() ? ref -> ref.scope().equals(scope) : own.affectedRefs(),
                                // These states name sessions and record how far each was read.
                                states(seeker, shared, scope, selection))
                        : Doom.empty(shared));
    }

    private List<String> states(Seeker seeker, Scope shared, Scope scope, Selection selection) {
        List<String> states = new ArrayList<>(seeker.states(shared, BankEntries.states(scope)));
        if (selection.isEverything()) {
            states.addAll(KeptContexts.of(store, scope));
        }
        return states;
    }

    static Scope shared(Scope scope) {
        return new Scope.Shared(scope.space());
    }

    /** Counts the entries that a forget would erase. */
    public Erasure preview(Scope scope, Selection selection) {
        Plan plan = plan(scope, selection, false, Long.MAX_VALUE);
        return new Erasure("", plan.counts(), now(), 0, Erasure.Bytes.KEPT);
    }

    /** Lists the entries that a forget would erase. */
    public List<Ref> entries(Scope scope, Selection selection) {
        Plan plan = plan(scope, selection, false, Long.MAX_VALUE);
        List<Ref> entries = new ArrayList<>();
        if (plan.own().everything()) {
            new Seeker(store, false).keys(scope, key -> entries.add(ref(scope, key)));
        }
        for (Doom erasurePlan : List.of(plan.own(), plan.shared())) {
            erasurePlan.erased().forEach(key -> entries.add(ref(erasurePlan.scope(), key)));
            quarantined(erasurePlan).forEach(key -> entries.add(ref(erasurePlan.scope(), key)));
        }
        return entries;
    }

    /** Returns the erased entries that lie in quarantine, except episodes: those stay in the store. */
    private Stream<Key> quarantined(Doom erasurePlan) {
        Set<String> going = Set.copyOf(erasurePlan.states());
        return QuarantineStates.all(store, erasurePlan.scope())
                .filter(kept -> !kept.isLink() && kept.version() != null)
                .filter(kept -> erasurePlan.everything() || going.contains(kept.name()))
                .map(Kept::key);
    }

    private static Ref ref(Scope scope, Key key) {
        return new Ref(scope, key.kind(), key.id());
    }

    public Erasure forget(Scope scope, Selection selection) {
        Done done = execute(scope, selection, false);
        return new Erasure(done.operation(), done.plan().counts(), done.at(), done.number(), done.bytes());
    }

    /** The outcome of a forget. If there was nothing to erase, the operation is empty and the number zero. */
    record Done(Plan plan, String operation, OffsetDateTime at, long number, Erasure.Bytes bytes) {}

    /** @param keeping whether the selected entries are kept in quarantine */
    Done execute(Scope scope, Selection selection, boolean keeping) {
        resume(scope.space());
        return underLocks(scope, () -> execute(scope, selection, keeping, Long.MAX_VALUE, operations.next("op_")));
    }

    /** Erases entries of a scope, every entry derived from them, and states. */
    public Erasure erase(Scope scope, List<Key> keys, List<String> states) {
        resume(scope.space());
        return underLocks(scope, () -> {
            Doom erasurePlan = new Seeker(store, false)
                    .withDerivedStates(scope, Doom.of(scope, keys, List.of(), states), Set.of());
            OffsetDateTime at = now();
            if (erasurePlan.isEmpty()) {
                return new Erasure("", Map.of(), at, 0, Erasure.Bytes.GONE);
            }
            String operation = operations.next("op_");
            long number = erase(erasurePlan, operation, Recorded.FORGET, at, List.of())
                    .number();
            return new Erasure(operation, erasurePlan.counts(), at, number, store.bytes(number, Duration.ZERO));
        });
    }

    /** Returns the names of the states of a scope with this prefix. */
    public List<String> states(Scope scope, String prefix) {
        return new Seeker(store, false).states(scope, prefix);
    }

    /** Waits for the bytes of an erasure to leave the files, at most for the timeout, and returns its status. */
    public Erasure await(Erasure erasure, Duration timeout) {
        if (erasure.bytes() != Erasure.Bytes.PENDING) {
            return erasure;
        }
        return new Erasure(
                erasure.operation(),
                erasure.counts(),
                erasure.at(),
                erasure.number(),
                store.bytes(erasure.number(), timeout));
    }

    /** Resumes every forget that stopped between its two commits. Call it before the first read. */
    public void finishAll() {
        Pages.all(cursor -> store.spaces(cursor, Pages.SIZE)).forEach(this::resume);
    }

    private List<State> pending(Scope shared) {
        return Pages.all(cursor -> store.states(shared, Pending.PREFIX, cursor, Pages.SIZE))
                .toList();
    }

    void resume(Space space) {
        Scope shared = new Scope.Shared(space);
        for (State state : pending(shared)) {
            Pending pending = Pending.decode(space, state);
            underLocks(pending.scope(), () -> {
                // Another thread may have finished it before this one held the locks.
                boolean still = store.states(shared, state.name(), null, 1).items().stream()
                        .anyMatch(left -> left.name().equals(state.name()));
                if (still) {
                    execute(
                            pending.scope(),
                            pending.selection(),
                            pending.keeping(),
                            pending.upTo(),
                            Pending.operation(state));
                    clear(shared, state.name());
                }
                return still;
            });
        }
    }

    <T> T underLocks(Scope scope, Supplier<T> work) {
        return turns.takeBoth(scope, shared(scope), work);
    }

    private Done execute(Scope scope, Selection selection, boolean keeping, long upTo, String operation) {
        Plan plan = plan(scope, selection, keeping, upTo);
        OffsetDateTime at = now();
        if (plan.isEmpty()) {
            return new Done(plan, "", at, 0, Erasure.Bytes.GONE);
        }
        String action = keeping
                ? Recorded.QUARANTINE
                : plan.own().everything() ? AuditTrail.FORGET_EVERYTHING : Recorded.FORGET;
        boolean twoSteps = !plan.own().isEmpty() && !plan.shared().isEmpty();
        String pending = Pending.name(operation);
        long number = 0;
        if (!plan.shared().isEmpty()) {
            long revision = Math.min(upTo, store.head(scope).revision());
            List<StateChange> states = twoSteps
                    // The state exists already if this call resumes a forget and a shared entry has cited the scope
                    // since.
                    ? List.of(new StateChange(
                            pending, Put.ANY, new Pending(scope, selection, keeping, revision).encode()))
                    : List.of();
            number = erase(plan.shared(), operation, action, at, states).number();
        }
        if (!plan.own().isEmpty()) {
            number = erase(plan.own(), operation, action, at, List.of()).number();
        }
        if (twoSteps) {
            number = clear(shared(scope), pending);
        }
        return new Done(plan, operation, at, number, store.bytes(number, Duration.ZERO));
    }

    /** Erases in one scope in one commit. The batch also queues the derivations that have to read their sources again. */
    private Erased erase(
            Doom erasurePlan, String operation, String action, OffsetDateTime at, List<StateChange> states) {
        Scope scope = erasurePlan.scope();
        AuditTrail.Entry entry =
                audit.forgotten(scope, operation, action, at.toInstant(), erasurePlan.counts(), erasurePlan.erased());
        List<StateChange> marks = new ArrayList<>(states);
        marks.addAll(erasurePlan.marks());
        erasurePlan.kept().forEach(kept -> marks.add(kept.put(operation, at.toInstant())));
        Batch alongside = new Batch(scope, operations.next("op_"), erasurePlan.puts(), List.of(), marks, entry.audit());
        Erased erased = store.erase(scope, erasurePlan.erase(), alongside);
        if (erasurePlan.everything()) {
            audit.drop(scope);
        }
        return erased;
    }

    /** Erases the state instead of removing it: the state names a scope, and that name must leave the files too. */
    private long clear(Scope shared, String state) {
        Batch alongside = new Batch(shared, operations.next("op_"), List.of(), List.of(), List.of(), null);
        return store.erase(shared, Erase.of(List.of(), List.of(state)), alongside)
                .number();
    }

    private OffsetDateTime now() {
        return OffsetDateTime.now(clock);
    }
}
