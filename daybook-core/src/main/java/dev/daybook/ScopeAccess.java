package dev.daybook;

import dev.daybook.data.ErasureReceipt;
import dev.daybook.data.Event;
import dev.daybook.data.Hit;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Principal;
import dev.daybook.data.ProtectedOperation;
import dev.daybook.data.Query;
import dev.daybook.data.Receipt;
import dev.daybook.data.Receipt.Progress;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.ledger.AccessRules;
import dev.daybook.ledger.RefusalKey;
import dev.daybook.ledger.RefusalStates;
import dev.daybook.ledger.RefusedTexts;
import dev.daybook.ledger.SettingsStates.StoredSettings;
import dev.daybook.ledger.WritePolicy;
import dev.daybook.remember.WrittenEpisodes;
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
