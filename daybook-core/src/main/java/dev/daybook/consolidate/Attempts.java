package dev.daybook.consolidate;

import dev.daybook.data.Scope;
import dev.daybook.remember.DerivedStates;
import dev.daybook.spi.Pages;
import dev.daybook.spi.StateChange;
import dev.daybook.spi.Store;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The attempts of a scope, stored as its states, so a forget of the scope erases them. */
final class Attempts {

    private final Store store;

    Attempts(Store store) {
        this.store = store;
    }

    Attempt find(Scope scope, String derivation, String subject) {
        String wanted = DerivedStates.attempt(derivation, subject);
        // Longer names with this prefix sort after it.
        return store.states(scope, wanted, null, 1).items().stream()
                .filter(state -> state.name().equals(wanted))
                .findFirst()
                .map(Attempt::decode)
                .orElse(Attempt.NONE);
    }

    /** Returns all attempts of a derivation, by subject. */
    Map<String, Attempt> all(Scope scope, String derivation) {
        return startingWith(scope, DerivedStates.attempt(derivation, ""));
    }

    /** Returns the earliest retry time of the failed attempts. */
    Optional<Instant> nextTry(Scope scope) {
        return startingWith(scope, DerivedStates.ATTEMPTS).values().stream()
                .map(Attempt::notBefore)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder());
    }

    private Map<String, Attempt> startingWith(Scope scope, String prefix) {
        Map<String, Attempt> attempts = new LinkedHashMap<>();
        Pages.all(cursor -> store.states(scope, prefix, cursor, Pages.SIZE))
                .forEach(state -> attempts.put(state.name().substring(prefix.length()), Attempt.decode(state)));
        return attempts;
    }

    static StateChange change(String derivation, String subject, Attempt attempt) {
        return new StateChange(DerivedStates.attempt(derivation, subject), attempt.version(), attempt.encode());
    }

    /** Returns the change that removes an attempt whose subject is complete. */
    static StateChange removal(String derivation, String subject, Attempt attempt) {
        return new StateChange(DerivedStates.attempt(derivation, subject), attempt.version(), null);
    }
}
