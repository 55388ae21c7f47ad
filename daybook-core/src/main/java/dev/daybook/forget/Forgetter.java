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
 * Forgets: finds what a selection means, and erases it in one step with the record that it was done. The record holds
 * counts and keyed hashes of ids, and the key goes with the scope.
 *
 * <p>Only what is shared may cite another scope. Where it does, two steps are needed: first the citing entries go, in one
 * step with a state that says what is still to go; then the scope's own. Whoever opens the store in between finishes it.
 * Thread-safe.
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

    /** What goes from the scope itself, and from what is shared. */
    record Plan(Doom own, Doom shared) {

        boolean isNothing() {
            return own.isNothing() && shared.isNothing();
        }

        Map<Kind, Long> counts() {
            return sum(Doom::counts);
        }

        /** How many entries are kept in quarantine, by kind. */
        Map<Kind, Long> kept() {
            return sum(Doom::keptCounts);
        }

        /** How many entries go and are not kept, by kind. */
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
        Doom own = seeker.own(scope, selection, upTo);
        Scope shared = shared(scope);
        boolean mayBeCited = !scope.equals(shared) && (selection.isEverything() || !own.isNothing());
        return new Plan(
                own,
                mayBeCited
                        ? seeker.citing(
                                shared,
                                scope,
                                selection.isEverything() ? ref -> ref.scope().equals(scope) : own.cited(),
                                // They name conversations, and count what was said there as read.
                                states(seeker, shared, scope, selection))
                        : Doom.nothing(shared));
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

    /** What would go. */
    public Erasure preview(Scope scope, Selection selection) {
        Plan plan = plan(scope, selection, false, Long.MAX_VALUE);
        return new Erasure("", plan.counts(), now(), 0, Erasure.Bytes.KEPT);
    }

    /** The entries that would go. */
    public List<Ref> entries(Scope scope, Selection selection) {
        Plan plan = plan(scope, selection, false, Long.MAX_VALUE);
        List<Ref> entries = new ArrayList<>();
        if (plan.own().everything()) {
            new Seeker(store, false).keys(scope, key -> entries.add(ref(scope, key)));
        }
        for (Doom doom : List.of(plan.own(), plan.shared())) {
            doom.gone().forEach(key -> entries.add(ref(doom.scope(), key)));
            inQuarantine(doom).forEach(key -> entries.add(ref(doom.scope(), key)));
        }
        return entries;
    }

    /** The entries that go and lie in quarantine, but for episodes, which lie in the store. */
    private Stream<Key> inQuarantine(Doom doom) {
        Set<String> going = Set.copyOf(doom.states());
        return QuarantineStates.all(store, doom.scope())
                .filter(kept -> !kept.isLink() && kept.version() != null)
                .filter(kept -> doom.everything() || going.contains(kept.name()))
                .map(Kept::key);
    }

    private static Ref ref(Scope scope, Key key) {
        return new Ref(scope, key.kind(), key.id());
    }

    public Erasure forget(Scope scope, Selection selection) {
        Done done = carryOut(scope, selection, false);
        return new Erasure(done.operation(), done.plan().counts(), done.at(), done.number(), done.bytes());
    }

    /** What was done. The operation is empty and the number zero if nothing had to be. */
    record Done(Plan plan, String operation, OffsetDateTime at, long number, Erasure.Bytes bytes) {}

    /** @param keeping whether what is meant is kept in quarantine */
    Done carryOut(Scope scope, Selection selection, boolean keeping) {
        finish(scope.space());
        return inTurn(scope, () -> carryOut(scope, selection, keeping, Long.MAX_VALUE, operations.next("op_")));
    }

    /** Erases entries of a scope, with nothing that rests on them, and states. */
    public Erasure erase(Scope scope, List<Key> keys, List<String> states) {
        finish(scope.space());
        return inTurn(scope, () -> {
            Doom doom =
                    new Seeker(store, false).withDerived(scope, Doom.some(scope, keys, List.of(), states), Set.of());
            OffsetDateTime at = now();
            if (doom.isNothing()) {
                return new Erasure("", Map.of(), at, 0, Erasure.Bytes.GONE);
            }
            String operation = operations.next("op_");
            long number = erase(doom, operation, Recorded.FORGET, at, List.of()).number();
            return new Erasure(operation, doom.counts(), at, number, store.bytes(number, Duration.ZERO));
        });
    }

    /** The states of a scope whose names begin with a prefix. */
    public List<String> states(Scope scope, String prefix) {
        return new Seeker(store, false).states(scope, prefix);
    }

    /** The erasure as it is after waiting for at most some time. */
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

    /** Finishes what was broken off between two scopes. To be called before anything is read. */
    public void finishAll() {
        Pages.all(cursor -> store.spaces(cursor, Pages.SIZE)).forEach(this::finish);
    }

    private List<State> pending(Scope shared) {
        return Pages.all(cursor -> store.states(shared, Pending.PREFIX, cursor, Pages.SIZE))
                .toList();
    }

    void finish(Space space) {
        Scope shared = new Scope.Shared(space);
        for (State state : pending(shared)) {
            Pending pending = Pending.decode(space, state);
            inTurn(pending.scope(), () -> {
                // Another thread may have finished it, or be at it just before this turn.
                boolean still = store.states(shared, state.name(), null, 1).items().stream()
                        .anyMatch(left -> left.name().equals(state.name()));
                if (still) {
                    carryOut(
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

    <T> T inTurn(Scope scope, Supplier<T> work) {
        return turns.takeBoth(scope, shared(scope), work);
    }

    private Done carryOut(Scope scope, Selection selection, boolean keeping, long upTo, String operation) {
        Plan plan = plan(scope, selection, keeping, upTo);
        OffsetDateTime at = now();
        if (plan.isNothing()) {
            return new Done(plan, "", at, 0, Erasure.Bytes.GONE);
        }
        String action = keeping
                ? Recorded.QUARANTINE
                : plan.own().everything() ? AuditTrail.FORGET_EVERYTHING : Recorded.FORGET;
        boolean twoSteps = !plan.own().isNothing() && !plan.shared().isNothing();
        String pending = Pending.name(operation);
        long number = 0;
        if (!plan.shared().isNothing()) {
            long revision = Math.min(upTo, store.head(scope).revision());
            List<StateChange> states = twoSteps
                    // It is there already when it is finished, and something has come to cite it meanwhile.
                    ? List.of(new StateChange(
                            pending, Put.ANY, new Pending(scope, selection, keeping, revision).encode()))
                    : List.of();
            number = erase(plan.shared(), operation, action, at, states).number();
        }
        if (!plan.own().isNothing()) {
            number = erase(plan.own(), operation, action, at, List.of()).number();
        }
        if (twoSteps) {
            number = clear(shared(scope), pending);
        }
        return new Done(plan, operation, at, number, store.bytes(number, Duration.ZERO));
    }

    /**
     * One scope in one step. A derivation that has to look at its sources again learns of it here: the states that say so
     * are in this batch.
     */
    private Erased erase(Doom doom, String operation, String action, OffsetDateTime at, List<StateChange> states) {
        Scope scope = doom.scope();
        AuditTrail.Entry entry = audit.forgotten(scope, operation, action, at.toInstant(), doom.counts(), doom.gone());
        List<StateChange> marks = new ArrayList<>(states);
        marks.addAll(doom.marks());
        doom.kept().forEach(kept -> marks.add(kept.put(operation, at.toInstant())));
        Batch alongside = new Batch(scope, operations.next("op_"), doom.puts(), List.of(), marks, entry.audit());
        Erased erased = store.erase(scope, doom.erase(), alongside);
        if (doom.everything()) {
            audit.drop(scope);
        }
        return erased;
    }

    /** An erasure too: the state named a scope, and that name must leave the files as well. */
    private long clear(Scope shared, String state) {
        Batch alongside = new Batch(shared, operations.next("op_"), List.of(), List.of(), List.of(), null);
        return store.erase(shared, Erase.of(List.of(), List.of(state)), alongside)
                .number();
    }

    private OffsetDateTime now() {
        return OffsetDateTime.now(clock);
    }
}
