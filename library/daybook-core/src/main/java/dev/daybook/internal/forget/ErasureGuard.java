package dev.daybook.internal.forget;

import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.internal.quarantine.QuarantineStates;
import dev.daybook.internal.settings.AccessRules;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.model.Entry;
import dev.daybook.store.EntryKey;
import dev.daybook.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Checks the trust of everything that a plan erases or hides, also of what is derived and what is in quarantine. */
record ErasureGuard(Store store, AccessRules rules) {

    /** @throws dev.daybook.error.AccessRefusedException if an entry has more trust than the rules allow */
    void check(ScopeEraser.PlanPair plan, ProtectedOperation operation) {
        // An ordinary key may take everything, so nothing is read.
        if (rules.isBounded()) {
            rules.requireTrust(operation, Stream.of(plan.own(), plan.shared()).flatMap(this::taken));
        }
    }

    private Stream<Entry> taken(ErasurePlan plan) {
        List<EntryKey> keys = new ArrayList<>(plan.erased());
        if (plan.everything()) {
            new ErasurePlanner(store, false).keys(plan.scope(), keys::add);
        }
        Set<String> states = Set.copyOf(plan.states());
        Stream<Entry> quarantined = QuarantineStates.all(store, plan.scope())
                .filter(kept -> plan.everything() || states.contains(kept.name()))
                .flatMap(kept -> kept.entry().stream());
        Stream<Entry> stored = keys.stream()
                .flatMap(key -> store.get(plan.scope(), List.of(key)).stream())
                .map(EntryCodec::decode);
        return Stream.concat(stored, quarantined);
    }
}
