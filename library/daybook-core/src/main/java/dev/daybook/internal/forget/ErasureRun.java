package dev.daybook.internal.forget;

import static dev.daybook.internal.forget.ScopeEraser.shared;

import dev.daybook.error.ConflictException;
import dev.daybook.internal.audit.AuditTrail;
import dev.daybook.internal.commit.ConflictRetry;
import dev.daybook.internal.context.KeptContexts;
import dev.daybook.internal.forget.ScopeEraser.CommittedErasure;
import dev.daybook.internal.forget.ScopeEraser.PlanPair;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.settings.RefusalStates.AddedHashes;
import dev.daybook.model.Scope;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.query.Selection;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.ExpectedHead;
import dev.daybook.store.StateChange;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** One forget or quarantine, which is planned again after a conflict with another process. */
final class ErasureRun {

    private final ScopeEraser eraser;
    private final Scope scope;
    private final ErasureGoal goal;
    private final long upTo;
    private final String operation;
    private final AccessRules rules;

    /** The erasures in the shared scope that are committed; a conflict after the first may need another one. */
    private ErasurePlan sharedDone;

    /** The number of hashes of forgotten texts that are committed. */
    private long keptHashes;

    /** Set while a state says that the erasure in the scope itself remains. */
    private boolean isPending;

    ErasureRun(ScopeEraser eraser, Scope scope, ErasureGoal goal, long upTo, String operation, AccessRules rules) {
        this.eraser = eraser;
        this.scope = scope;
        this.goal = goal;
        this.upTo = upTo;
        this.operation = operation;
        this.rules = rules;
        this.sharedDone = ErasurePlan.empty(shared(scope));
    }

    CommittedErasure run() {
        ConflictRetry retry = new ConflictRetry(eraser.isShared);
        while (true) {
            try {
                return attempt();
            } catch (ConflictException conflict) {
                eraser.audit.drop(scope);
                eraser.audit.drop(shared(scope));
                retry.next(conflict);
            }
        }
    }

    private CommittedErasure attempt() {
        PlanPair plan = eraser.plan(scope, goal.selected(), goal.planner(eraser.store), upTo);
        new ErasureGuard(eraser.store, rules)
                .check(plan, goal.keeping() ? ProtectedOperation.QUARANTINE : ProtectedOperation.FORGET);
        OffsetDateTime at = eraser.now();
        if (plan.isEmpty() && sharedDone.isEmpty() && !isPending) {
            return new CommittedErasure(plan, "", at, 0, ErasureReceipt.Bytes.GONE, 0);
        }
        // An erasure that a crash interrupted has begun before the hold.
        if (!goal.keeping() && upTo == ScopeEraser.NO_LIMIT) {
            eraser.requireNoHold(scope.space());
        }
        String action = plan.own().everything() && !goal.keeping() ? AuditTrail.FORGET_EVERYTHING : goal.action();
        long number = 0;
        AddedHashes hashes =
                goal.refuses() ? eraser.hashes(plan.own()).and(eraser.hashes(plan.shared())) : AddedHashes.NONE;
        boolean isOwnShared = scope.equals(shared(scope));
        if (!plan.shared().isEmpty()) {
            number = eraseShared(plan, action, at, hashes);
        } else if (!isOwnShared && !hashes.states().isEmpty()) {
            keepHashes(plan, hashes);
        }
        if (!plan.own().isEmpty()) {
            List<StateChange> states = isOwnShared ? hashes.states() : List.of();
            number = eraser.erase(plan.own(), operation, action, at, states, plan.ownHead())
                    .number();
            keptHashes += isOwnShared ? hashes.count() : 0;
        }
        if (eraser.isShared) {
            number = Math.max(number, eraseLate(plan, action, at));
        }
        if (isPending) {
            number = eraser.clear(shared(scope), PendingErasure.name(operation));
        }
        return new CommittedErasure(
                plan.withShared(sharedDone),
                operation,
                at,
                number,
                eraser.store.bytes(number, Duration.ZERO),
                keptHashes);
    }

    /**
     * Erases shared entries that another process wrote from the erased entries while they were erased; zero: nothing. A
     * change there that was decided before the erasure conflicts after it, because it expects the epoch; one that is
     * committed already is planned here.
     */
    private long eraseLate(PlanPair plan, String action, OffsetDateTime at) {
        Scope shared = shared(scope);
        if (!scope.equals(shared)) {
            // Raises the epoch, as the erasure did in its own scope.
            eraser.store.erase(shared, EraseRequest.of(List.of(), List.of()), eraser.nothing(shared));
            eraser.audit.drop(shared);
        }
        ConflictRetry retry = new ConflictRetry(true);
        while (true) {
            ExpectedHead head = eraser.head(shared);
            ErasurePlan late = planLate(plan);
            if (late.isEmpty()) {
                return 0;
            }
            try {
                return eraser.erase(late, operation, action, at, List.of(), head)
                        .number();
            } catch (ConflictException conflict) {
                eraser.audit.drop(shared);
                retry.next(conflict);
            }
        }
    }

    private ErasurePlan planLate(PlanPair plan) {
        boolean isOwn = scope.equals(shared(scope));
        ErasurePlan erased = isOwn ? plan.own() : sharedDone;
        boolean everything = goal.resumed() instanceof Selection.Everything;
        // A context is a state, so the head that the erasure expected does not show it.
        List<String> contexts = erased.isEmpty() || erased.everything()
                ? List.of()
                : KeptContexts.citing(eraser.store, scope.space(), erased.affectedRefs());
        return eraser.planShared(
                        new ErasurePlanner(eraser.store, goal.keeping()),
                        scope,
                        everything,
                        ScopeEraser.cited(scope, everything, plan.own()))
                .withStates(contexts);
    }

    private long eraseShared(PlanPair plan, String action, OffsetDateTime at, AddedHashes hashes) {
        long number = eraser.erase(plan.shared(), operation, action, at, firstStates(plan, hashes), plan.sharedHead())
                .number();
        sharedDone = sharedDone.and(plan.shared());
        committedFirst(plan, hashes);
        return number;
    }

    /**
     * Writes hashes before the texts are gone, since nothing can compute them afterwards. The state in the same commit has
     * an interrupted forget finished, so no text stays stored that is refused.
     */
    private void keepHashes(PlanPair plan, AddedHashes hashes) {
        eraser.write(shared(scope), firstStates(plan, hashes), plan.sharedHead());
        committedFirst(plan, hashes);
    }

    /** Returns the states of the first commit: hashes, and the erasure in the scope itself if it remains. */
    private List<StateChange> firstStates(PlanPair plan, AddedHashes hashes) {
        List<StateChange> states = new ArrayList<>(hashes.states());
        Selection resumed = goal.resumed();
        if (resumed != null && !plan.own().isEmpty()) {
            long revision = Math.min(upTo, eraser.store.head(scope).revision());
            // The state exists already if a shared entry has cited the scope since: before this run, which resumes
            // a forget, or since its first attempt.
            states.add(new StateChange(
                    PendingErasure.name(operation),
                    EntryPut.ANY,
                    new PendingErasure(scope, resumed, goal.keeping(), revision).encode()));
        }
        return states;
    }

    private void committedFirst(PlanPair plan, AddedHashes hashes) {
        keptHashes += hashes.count();
        isPending |= goal.resumed() != null && !plan.own().isEmpty();
    }
}
