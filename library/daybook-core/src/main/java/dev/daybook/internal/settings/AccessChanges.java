package dev.daybook.internal.settings;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.commit.AuditedCommit;
import dev.daybook.internal.commit.AuditedCommit.AuditedAction;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.AuditEntry;
import java.time.Clock;
import java.util.List;

/** Records changes of the rights of callers in the audit log of the shared scope of a space, as changes of its settings are. */
public record AccessChanges(AuditedCommit commit, Clock clock) {

    private static final List<String> ACTIONS = List.of(AuditEntry.GRANT, AuditEntry.WITHDRAW);

    /**
     * Commits one audit record.
     *
     * @param caller the id of the caller, of which the record holds a keyed hash
     * @return the id of the operation
     * @throws IllegalArgumentException if the action is none of a grant
     */
    public String record(Space space, String action, String caller) {
        if (!ACTIONS.contains(action)) {
            throw new IllegalArgumentException("action is '" + action + "'; use " + String.join(" or ", ACTIONS));
        }
        ArgumentChecks.id("caller", caller);
        Scope shared = new Scope.Shared(space);
        return commit.change(shared, () -> {
            AuditedAction grant = new AuditedAction(commit.nextOperation(), action, clock.instant(), List.of(caller));
            commit.commit(shared, grant, List.of(), List.of());
            return grant.operation();
        });
    }
}
