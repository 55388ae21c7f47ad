package dev.daybook.internal.forget;

import dev.daybook.access.Principal;
import dev.daybook.error.ConflictException;
import dev.daybook.error.LegalHoldException;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.commit.ConflictRetry;
import dev.daybook.internal.commit.ScopeLocks;
import dev.daybook.internal.commit.UlidGenerator;
import dev.daybook.internal.context.KeptContexts;
import dev.daybook.internal.expiry.EndedEntries;
import dev.daybook.internal.ledger.BankEntries;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.quarantine.QuarantineStates.QuarantinedEntry;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.RefusalKey;
import dev.daybook.internal.settings.RefusalStates;
import dev.daybook.internal.settings.RefusalStates.AddedHashes;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.Selection;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.EraseResult;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.WriteBatch;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Erases the entries of a selection in one commit with an audit entry. The audit entry holds counts and keyed hashes of
 * ids; the key is erased with the scope.
 *
 * <p>Only shared entries may cite another scope. If any do, a forget takes two commits: the first erases the citing
 * shared entries and writes a state with the remaining work, the second erases the scope's own entries. So it does if the
 * space refuses forgotten texts, whose hashes are states of the shared scope: the first commit writes them.
 * {@link #finishAll()} resumes a forget that stopped between them. Thread-safe.
 */
public final class ScopeEraser {

    /** The last revision to consider of a forget that is not resumed: all. */
    static final long NO_LIMIT = Long.MAX_VALUE;

    /** The ended entries of one erasure: it reads the derived entries of the scope once for all. */
    private static final int ENDED_BATCH = 500;

    /** Of erasures without a caller, or whose caller was checked. */
    private static final AccessRules OWNER = new AccessRules(Principal.OWNER);

    final Store store;
    final boolean isShared;
    private final Clock clock;
    private final ScopeLocks scopeLocks;
    final AuditTrail audit;
    private final SettingsStates settings;
    private final UlidGenerator operations;

    public ScopeEraser(Store store, Clock clock, ScopeLocks scopeLocks, AuditTrail audit, SettingsStates settings) {
        this.store = store;
        this.isShared = store.guarantees().isShared();
        this.clock = clock;
        this.scopeLocks = scopeLocks;
        this.audit = audit;
        this.settings = settings;
        this.operations = new UlidGenerator(clock);
    }

    /**
     * The erasure plans of a scope and of the shared scope of its space.
     *
     * @param ownHead the head that the scope must have when its plan is executed
     * @param sharedHead the same of the shared scope
     */
    record PlanPair(ErasurePlan own, ErasurePlan shared, ExpectedHead ownHead, ExpectedHead sharedHead) {

        boolean isEmpty() {
            return own.isEmpty() && shared.isEmpty();
        }

        PlanPair withShared(ErasurePlan done) {
            return new PlanPair(own, done, ownHead, sharedHead);
        }

        Map<Kind, Long> counts() {
            return sum(ErasurePlan::counts);
        }

        /** Returns the number of entries kept in quarantine, by kind. */
        Map<Kind, Long> kept() {
            return sum(ErasurePlan::keptCounts);
        }

        /** Returns the number of entries erased and not kept, by kind. */
        Map<Kind, Long> lost() {
            return sum(ErasurePlan::lostCounts);
        }

        private Map<Kind, Long> sum(Function<ErasurePlan, Map<Kind, Long>> each) {
            Map<Kind, Long> counts = new HashMap<>(each.apply(own));
            each.apply(shared).forEach((kind, count) -> counts.merge(kind, count, Long::sum));
            return counts;
        }
    }

    PlanPair plan(Scope scope, Selection selection, boolean keeping, long upTo) {
        return plan(scope, List.of(selection), new ErasurePlanner(store, keeping), upTo);
    }

    /** Plans one erasure of all that any of the selections matches. */
    PlanPair plan(Scope scope, List<Selection> selections, ErasurePlanner erasurePlanner, long upTo) {
        return plan(scope, () -> selections, erasurePlanner, upTo);
    }

    /** @param selected reads the selections after the heads, so that an entry that another process changes since conflicts */
    PlanPair plan(Scope scope, Supplier<List<Selection>> selected, ErasurePlanner erasurePlanner, long upTo) {
        Scope shared = shared(scope);
        ExpectedHead ownHead = head(scope);
        ExpectedHead sharedHead = head(shared);
        List<Selection> selections = selected.get();
        boolean everything = selections.stream().anyMatch(Selection.Everything.class::isInstance);
        ErasurePlan own = erasurePlanner.planScope(scope, selections, upTo);
        boolean mayBeCited = everything || !own.isEmpty();
        return new PlanPair(
                own,
                mayBeCited
                        ? planShared(erasurePlanner, scope, everything, cited(scope, everything, own))
                        : ErasurePlan.empty(shared),
                // An erasure of the whole scope also takes entries that another process wrote since.
                own.everything() && upTo == NO_LIMIT ? ExpectedHead.ofEpoch(ownHead.epoch()) : ownHead,
                sharedHead);
    }

    static Predicate<EntryRef> cited(Scope scope, boolean everything, ErasurePlan own) {
        return everything ? ref -> ref.scope().equals(scope) : own.affectedRefs();
    }

    /** Plans the erasure of shared entries and states that cite erased entries of a scope. */
    ErasurePlan planShared(ErasurePlanner erasurePlanner, Scope scope, boolean everything, Predicate<EntryRef> cited) {
        Scope shared = shared(scope);
        // The shared scope of most spaces is never used.
        return scope.equals(shared) || erasurePlanner.isEmpty(shared, 0)
                ? ErasurePlan.empty(shared)
                : erasurePlanner.planCiting(
                        shared,
                        scope,
                        cited,
                        // These states name sessions and record how far each was read.
                        states(erasurePlanner, shared, scope, everything));
    }

    /** Returns the head to expect after a decision that begins now; any, if no other process writes. */
    ExpectedHead head(Scope scope) {
        return isShared ? ExpectedHead.of(store.head(scope)) : ExpectedHead.ANY;
    }

    private List<String> states(ErasurePlanner erasurePlanner, Scope shared, Scope scope, boolean everything) {
        List<String> states = new ArrayList<>(erasurePlanner.states(shared, BankEntries.states(scope)));
        if (everything) {
            states.addAll(KeptContexts.of(store, scope));
        }
        return states;
    }

    static Scope shared(Scope scope) {
        return new Scope.Shared(scope.space());
    }

    /** Returns the scopes that a forget reaches in their order: that of a whole user the user's agents first. */
    public List<Scope> reached(Scope scope, Selection selection) {
        if (!(scope instanceof Scope.User user && selection instanceof Selection.Everything)) {
            return List.of(scope);
        }
        List<Scope> reached = new ArrayList<>(store.agents(user));
        reached.add(scope);
        return List.copyOf(reached);
    }

    /** Counts the entries that a forget would erase. */
    public ErasureReceipt preview(Scope scope, Selection selection) {
        PlanPair plan = plan(scope, selection, false, NO_LIMIT);
        return new ErasureReceipt("", plan.counts(), now(), 0, ErasureReceipt.Bytes.KEPT, 0);
    }

    /** Lists the entries that a forget would erase. */
    public List<EntryRef> entries(Scope scope, Selection selection) {
        PlanPair plan = plan(scope, selection, false, NO_LIMIT);
        List<EntryRef> entries = new ArrayList<>();
        if (plan.own().everything()) {
            new ErasurePlanner(store, false).keys(scope, key -> entries.add(ref(scope, key)));
        }
        for (ErasurePlan erasurePlan : List.of(plan.own(), plan.shared())) {
            erasurePlan.erased().forEach(key -> entries.add(ref(erasurePlan.scope(), key)));
            quarantined(erasurePlan).forEach(key -> entries.add(ref(erasurePlan.scope(), key)));
        }
        return entries;
    }

    /** Returns the erased entries in quarantine, except episodes, which stay in the store. */
    private Stream<EntryKey> quarantined(ErasurePlan erasurePlan) {
        Set<String> erasedStates = Set.copyOf(erasurePlan.states());
        return QuarantineStates.all(store, erasurePlan.scope())
                .filter(QuarantinedEntry::isOnlyState)
                .filter(kept -> erasurePlan.everything() || erasedStates.contains(kept.name()))
                .map(QuarantinedEntry::key);
    }

    private static EntryRef ref(Scope scope, EntryKey key) {
        return new EntryRef(scope, key.kind(), key.id());
    }

    /** Returns the id of a new operation. */
    public String newOperation() {
        return operations.next("op_");
    }

    /** Forgets in one scope; several scopes of one forget have one operation. */
    public ErasureReceipt forget(Scope scope, Selection selection, AccessRules rules, String operation) {
        return receipt(execute(scope, selection, false, AuditEntry.FORGET, rules, operation));
    }

    /** Forgets entries whose retention period is over; the audit entry says so. */
    public ErasureReceipt forgetExpired(Scope scope, Selection selection) {
        return receipt(execute(scope, selection, false, AuditTrail.FORGET_EXPIRED, OWNER, newOperation()));
    }

    /**
     * Forgets some of the entries that have ended, at most {@value #ENDED_BATCH}; the audit entry says that they expired. No
     * space refuses their texts.
     */
    public ErasureReceipt forgetEnded(Scope scope, Instant now) {
        return forgetEnded(scope, () -> EndedEntries.keys(store, scope, now).limit(ENDED_BATCH), now);
    }

    /** Forgets those of some entries that have ended. */
    public ErasureReceipt forgetEnded(Scope scope, Collection<EntryKey> keys) {
        Instant now = clock.instant();
        Set<EntryKey> some = Set.copyOf(keys);
        return forgetEnded(scope, () -> EndedEntries.among(store, scope, some, now), now);
    }

    private ErasureReceipt forgetEnded(Scope scope, Supplier<Stream<EntryKey>> keys, Instant now) {
        return receipt(execute(scope, ErasureGoal.ended(keys, now), OWNER, newOperation()));
    }

    private static ErasureReceipt receipt(CommittedErasure done) {
        return new ErasureReceipt(
                done.operation(), done.plan().counts(), done.at(), done.number(), done.bytes(), done.keptHashes());
    }

    /**
     * The outcome of a forget. If there was nothing to erase, the operation is empty and the number zero.
     *
     * @param keptHashes the number of hashes of forgotten texts that it added
     */
    record CommittedErasure(
            PlanPair plan,
            String operation,
            OffsetDateTime at,
            long number,
            ErasureReceipt.Bytes bytes,
            long keptHashes) {}

    /** Erases the selected entries and keeps them in quarantine. */
    CommittedErasure quarantine(Scope scope, Selection.Matching selection, AccessRules rules) {
        return execute(scope, selection, true, AuditEntry.QUARANTINE, rules, newOperation());
    }

    /** @param keeping whether the selected entries are kept in quarantine */
    private CommittedErasure execute(
            Scope scope, Selection selection, boolean keeping, String action, AccessRules rules, String operation) {
        return execute(scope, ErasureGoal.of(selection, keeping, action), rules, operation);
    }

    private CommittedErasure execute(Scope scope, ErasureGoal goal, AccessRules rules, String operation) {
        resume(scope.space());
        return underLocks(scope, () -> new ErasureRun(this, scope, goal, NO_LIMIT, operation, rules).run());
    }

    /** A change of settings takes the lock of an erasure, so none of this process begins after a hold. */
    void requireNoHold(Space space) {
        String reason = settings.of(space).legalHold();
        if (reason != null) {
            throw new LegalHoldException("the space " + space.id() + " is under a legal hold (" + reason
                    + "), so nothing in it can be erased; end the hold with the setting legalHold (none on the command line,"
                    + " null elsewhere), or hide entries by a quarantine");
        }
    }

    /**
     * Returns the changes of the shared scope that keep hashes of the texts of a plan; none unless the space refuses
     * forgotten texts. Call it after the head of the shared scope is read: when the setting is switched off, the epoch is
     * raised.
     */
    AddedHashes hashes(ErasurePlan erasurePlan) {
        Scope scope = erasurePlan.scope();
        RefusalKey key = settings.stored(scope.space()).refusalKey();
        return key == null
                ? AddedHashes.NONE
                : RefusalStates.adding(store, key, scope, ErasedTexts.hashes(store, erasurePlan, key));
    }

    /** Erases entries of the shared scope, every entry derived from them, and states. */
    public ErasureReceipt erase(Scope scope, List<EntryKey> keys, List<String> states) {
        resume(scope.space());
        return underLocks(scope, () -> {
            ConflictRetry retry = new ConflictRetry(isShared);
            while (true) {
                try {
                    return eraseOnce(scope, keys, states);
                } catch (ConflictException conflict) {
                    audit.drop(scope);
                    retry.next(conflict);
                }
            }
        });
    }

    private ErasureReceipt eraseOnce(Scope scope, List<EntryKey> keys, List<String> states) {
        ExpectedHead head = head(scope);
        ErasurePlan erasurePlan = new ErasurePlanner(store, false)
                .withDerivedStates(scope, ErasurePlan.of(scope, keys, List.of(), states), Set.of());
        OffsetDateTime at = now();
        if (erasurePlan.isEmpty()) {
            return new ErasureReceipt("", Map.of(), at, 0, ErasureReceipt.Bytes.GONE, 0);
        }
        requireNoHold(scope.space());
        String operation = newOperation();
        AddedHashes hashes = hashes(erasurePlan);
        long number = erase(erasurePlan, operation, AuditEntry.FORGET, at, hashes.states(), head)
                .number();
        if (isShared && scope instanceof Scope.Shared) {
            number = Math.max(number, eraseLateContexts(erasurePlan));
        }
        return new ErasureReceipt(
                operation, erasurePlan.counts(), at, number, store.bytes(number, Duration.ZERO), hashes.count());
    }

    /**
     * Erases contexts that another process kept of the erased entries between plan and erasure; zero: none. A context is
     * a state, so the expected head does not show it; one that was decided before the erasure conflicts after it.
     */
    private long eraseLateContexts(ErasurePlan done) {
        Scope scope = done.scope();
        List<String> late = KeptContexts.citing(store, scope.space(), done.affectedRefs());
        return late.isEmpty()
                ? 0
                : store.erase(scope, EraseRequest.of(List.of(), late), nothing(scope))
                        .number();
    }

    /** Returns the names of the states of a scope with this prefix. */
    public List<String> states(Scope scope, String prefix) {
        return new ErasurePlanner(store, false).states(scope, prefix);
    }

    /** Waits for the bytes of an erasure to leave the files, at most for the timeout, and returns its status. */
    public ErasureReceipt await(ErasureReceipt erasure, Duration timeout) {
        if (erasure.bytes() != ErasureReceipt.Bytes.PENDING) {
            return erasure;
        }
        return new ErasureReceipt(
                erasure.operation(),
                erasure.counts(),
                erasure.at(),
                erasure.number(),
                store.bytes(erasure.number(), timeout),
                erasure.keptHashes());
    }

    /** Resumes every forget that stopped between its two commits. Call it before the first read. */
    public void finishAll() {
        PagedReads.all(cursor -> store.spaces(cursor, PagedReads.SIZE)).forEach(this::resume);
    }

    private List<ScopeState> pending(Scope shared) {
        return PagedReads.all(cursor -> store.states(shared, PendingErasure.PREFIX, cursor, PagedReads.SIZE))
                .toList();
    }

    void resume(Space space) {
        Scope shared = new Scope.Shared(space);
        for (ScopeState state : pending(shared)) {
            PendingErasure pending = PendingErasure.decode(space, state);
            underLocks(pending.scope(), () -> {
                // Another thread or process may have finished it before this one held the locks.
                boolean still = store.state(shared, state.name()).isPresent();
                if (still) {
                    new ErasureRun(
                                    this,
                                    pending.scope(),
                                    ErasureGoal.of(
                                            pending.selection(),
                                            pending.keeping(),
                                            pending.keeping() ? AuditEntry.QUARANTINE : AuditEntry.FORGET),
                                    pending.upTo(),
                                    PendingErasure.operation(state),
                                    OWNER)
                            .run();
                    clear(shared, state.name());
                }
                return still;
            });
        }
    }

    <T> T underLocks(Scope scope, Supplier<T> work) {
        return scopeLocks.withLocks(scope, shared(scope), work);
    }

    /**
     * Erases in one scope in one commit. The batch also queues the derivations that have to read their sources again.
     */
    EraseResult erase(
            ErasurePlan erasurePlan,
            String operation,
            String action,
            OffsetDateTime at,
            List<StateChange> states,
            ExpectedHead head) {
        Scope scope = erasurePlan.scope();
        AuditTrail.AuditWrite entry = audit.forgotten(
                scope, operation, action, at.toInstant(), erasurePlan.counts(), erasurePlan.erased(), head.epoch());
        // By name: a forget of everything writes the present hashes again, and may add to them.
        Map<String, StateChange> marks = new LinkedHashMap<>();
        erasurePlan.marks().forEach(mark -> marks.put(mark.name(), mark));
        states.forEach(state -> marks.put(state.name(), state));
        erasurePlan.kept().stream()
                .map(kept -> kept.put(operation, at.toInstant()))
                .forEach(state -> marks.put(state.name(), state));
        WriteBatch alongside = new WriteBatch(
                scope, newOperation(), erasurePlan.puts(), List.of(), List.copyOf(marks.values()), entry.audit());
        EraseResult eraseResult = store.erase(scope, erasurePlan.erase(), alongside.expecting(head));
        // The cached key is erased, or of an epoch that is over.
        audit.drop(scope);
        return eraseResult;
    }

    /** Erases the state instead of removing it: the state names a scope, and that name must leave the files too. */
    long clear(Scope shared, String state) {
        long number = store.erase(shared, EraseRequest.of(List.of(), List.of(state)), nothing(shared))
                .number();
        audit.drop(shared);
        return number;
    }

    /** Writes states without an audit entry; that of the erasure follows. */
    void write(Scope scope, List<StateChange> states, ExpectedHead head) {
        store.write(new WriteBatch(scope, newOperation(), List.of(), List.of(), states, null).expecting(head));
    }

    WriteBatch nothing(Scope scope) {
        return new WriteBatch(scope, newOperation(), List.of(), List.of(), List.of(), null);
    }

    OffsetDateTime now() {
        return OffsetDateTime.now(clock);
    }
}
