package dev.daybook.internal.consolidate;

import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.internal.store.StateFamilies;
import dev.daybook.model.Scope;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The attempts of a scope, stored as its states, so a forget of the scope erases them. */
public final class AttemptStates {

    private final Store store;

    AttemptStates(Store store) {
        this.store = store;
    }

    public DerivationAttempt find(Scope scope, String derivation, String subject) {
        String wanted = DerivedStates.attempt(derivation, subject);
        return store.state(scope, wanted).map(DerivationAttempt::decode).orElse(DerivationAttempt.NONE);
    }

    /** Returns all attempts of a derivation, by subject. */
    public Map<String, DerivationAttempt> all(Scope scope, String derivation) {
        return startingWith(scope, DerivedStates.attempt(derivation, ""));
    }

    /** Returns the earliest retry time of the failed attempts. */
    Optional<Instant> nextTry(Scope scope) {
        return startingWith(scope, DerivedStates.ATTEMPTS).values().stream()
                .map(DerivationAttempt::notBefore)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder());
    }

    private Map<String, DerivationAttempt> startingWith(Scope scope, String prefix) {
        Map<String, DerivationAttempt> attempts = new LinkedHashMap<>();
        StateFamilies.all(store, scope, prefix)
                .forEach(state ->
                        attempts.put(state.name().substring(prefix.length()), DerivationAttempt.decode(state)));
        return attempts;
    }

    static StateChange change(String derivation, String subject, DerivationAttempt attempt) {
        return new StateChange(DerivedStates.attempt(derivation, subject), attempt.version(), attempt.encode());
    }

    /** Returns the change that removes an attempt whose subject is complete. */
    static StateChange removal(String derivation, String subject, DerivationAttempt attempt) {
        return new StateChange(DerivedStates.attempt(derivation, subject), attempt.version(), null);
    }
}
