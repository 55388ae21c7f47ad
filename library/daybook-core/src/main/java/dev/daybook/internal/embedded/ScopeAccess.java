package dev.daybook.internal.embedded;

import dev.daybook.access.Principal;
import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.settings.SettingsStates;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.query.Query;

/**
 * The access of one principal to one scope: the checks before a read and the rules of a write.
 *
 * @param scopes the scope, with those joined with it for reading
 */
record ScopeAccess(SettingsStates settings, IsolationMonitor isolation, ReadScopes scopes, Principal principal) {

    Scope scope() {
        return scopes.own();
    }

    /** Returns the rules for a write that begins now. */
    WritePolicy policy() {
        return settings.policy(scope(), principal);
    }

    /** Returns the rules for what the principal may do. */
    AccessRules rules() {
        return new AccessRules(principal);
    }

    void require(ProtectedOperation operation) {
        rules().require(operation);
    }

    boolean readsShared() {
        return principal.readsShared() || scopes.reads(new Scope.Shared(scope().space()));
    }

    /** Returns the scopes of a context: with the shared one, if the principal may read it. */
    ReadScopes shownScopes() {
        return readsShared() ? scopes.withShared() : scopes;
    }

    /** Refuses a query of the shared scope by a principal that may not read it, and one that lacks a user id. */
    void recalls(Query query) {
        if (query.shared() && !readsShared()) {
            throw new IllegalArgumentException(
                    "query includes the shared scope, which this principal may not read; leave shared(true) out");
        }
        recalls(Kind.EPISODE);
    }

    /** Checks a recall of entries of a kind for a missing user id. */
    void recalls(Kind kind) {
        isolation.recalls(scope(), kind);
    }
}
