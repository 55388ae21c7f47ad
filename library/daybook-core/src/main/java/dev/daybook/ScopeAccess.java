package dev.daybook;

import dev.daybook.access.Principal;
import dev.daybook.internal.remember.WrittenEpisodes;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.internal.settings.RefusalKey;
import dev.daybook.internal.settings.RefusalStates;
import dev.daybook.internal.settings.RefusedTexts;
import dev.daybook.internal.settings.SettingsStates.StoredSettings;
import dev.daybook.internal.settings.WritePolicy;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Scope;
import dev.daybook.outcome.ErasureReceipt;
import dev.daybook.outcome.Event;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.Receipt.Progress;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import java.util.List;

/** The access of one principal to one scope: the steps that the handles of the scope share. */
record ScopeAccess(DaybookWiring wiring, Scope scope, Principal principal) {

    /** Returns the rules for a write that begins now. */
    WritePolicy policy() {
        StoredSettings stored = wiring.writes().settings().stored(scope.space());
        RefusalKey key = stored.refusalKey();
        return new WritePolicy(
                principal,
                stored.settings().secrets(),
                key == null
                        ? RefusedTexts.NONE
                        : RefusalStates.of(wiring.options().store(), key, scope));
    }

    /** Returns the rules for what the principal may do. */
    AccessRules rules() {
        return new AccessRules(principal);
    }

    void require(ProtectedOperation operation) {
        rules().require(operation);
    }

    boolean readsShared() {
        return principal.readsShared() || scope instanceof Scope.Shared;
    }

    /** Refuses a query of the shared scope by a principal that may not read it. */
    void check(Query query) {
        if (query.shared() && !readsShared()) {
            throw new IllegalArgumentException(
                    "query includes the shared scope, which this principal may not read; leave shared(true) out");
        }
    }

    /** Recalls without the check for a missing user id. */
    List<Hit> search(Query query) {
        return wiring.reads().search().recall(scope, query);
    }

    /** Writes episodes, which may have the metadata names that are reserved for the library. */
    List<Receipt> write(List<NewEpisode> episodes) {
        WrittenEpisodes written = wiring.writes().episodes().write(scope, episodes, policy());
        wiring.written(scope, written);
        List<Receipt> receipts = written.receipts();
        tellRemembered(receipts.stream().map(Receipt::id).toList());
        return wiring.derived().background().isPresent()
                ? receipts.stream()
                        .map(receipt -> receipt.derived(Progress.PENDING))
                        .toList()
                : receipts;
    }

    void tellRemembered(List<String> ids) {
        if (!ids.isEmpty()) {
            wiring.events().tell(new Event.Remembered(scope, ids));
        }
    }

    void written() {
        wiring.written(scope);
    }

    ErasureReceipt forget(Selection selection) {
        require(ProtectedOperation.FORGET);
        return forgotten(wiring.erasing().eraser().forget(scope, selection, rules()));
    }

    /** Forgets entries whose retention period is over. */
    ErasureReceipt forgetExpired(Selection selection) {
        return forgotten(wiring.erasing().eraser().forgetExpired(scope, selection));
    }

    private ErasureReceipt forgotten(ErasureReceipt erasure) {
        erased();
        if (erasure.count() > 0) {
            wiring.events().tell(new Event.Forgotten(scope, erasure.operation(), erasure.counts()));
        }
        return erasure;
    }

    /**
     * Wakes the background threads: restored versions have no vector yet, and entries that lost a source are derived
     * again.
     */
    void erased() {
        written();
        wiring.written(new Scope.Shared(scope.space()));
    }
}
