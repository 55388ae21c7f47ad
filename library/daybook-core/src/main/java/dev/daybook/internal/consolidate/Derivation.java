package dev.daybook.internal.consolidate;

import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.model.Scope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A kind of derived work. It lists the due subjects and proposes their entries; {@link Consolidation} keeps the
 * attempts, runs one worker per scope and applies the proposals.
 */
public interface Derivation {

    /** Returns the name used in outcomes and attempts: one word in lower case. */
    String name();

    /**
     * Lists the due subjects of a scope, in the order of processing.
     *
     * @param urgency the reason for the run
     */
    List<String> due(Scope scope, RunUrgency urgency);

    /** Estimates the model calls of the due work of a scope: without failures, and with nothing written meanwhile. */
    default long calls(Scope scope) {
        return due(scope, RunUrgency.AWAITED).size();
    }

    /** Returns when work that waits for the answer to a question is due at the latest; empty: none waits. */
    default Optional<Instant> awaited(Scope scope) {
        return Optional.empty();
    }

    /** Tests whether the attempt of a subject is removed after success, because no further work can follow. */
    default boolean isOver(String subject) {
        return false;
    }

    /**
     * Derives one subject. May call a model and take long; changes nothing.
     *
     * @param attempt the progress so far
     * @param modelCaller the language model on the account of the space; empty if there is none
     */
    Proposal propose(Scope scope, String subject, DerivationAttempt attempt, @Nullable ModelCaller modelCaller);
}
