package dev.daybook;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.TokenUsage;
import dev.daybook.query.SpaceSettings;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The handle of one space: the scopes in it, its settings, its bank and its account of model tokens. A space is the
 * tenant of a multi-tenant memory, or a project; no operation crosses from one space into another.
 *
 * <p>A handle holds no state of its own and is cheap to create. Thread-safe.
 */
public interface MemorySpace {

    /** Returns the space. */
    Space space();

    /**
     * Returns the memory of a user.
     *
     * @throws IllegalArgumentException if the id is blank, longer than 512 characters or has a control character
     */
    default Memory user(String id) {
        return memory(new Scope.User(space(), id));
    }

    /**
     * Returns the memory of an agent of the space, which belongs to no user; see {@link Memory#agent} for one of a user.
     *
     * @throws IllegalArgumentException if the id is blank, longer than 512 characters or has a control character
     */
    default Memory agent(String id) {
        return memory(new Scope.Agent(space(), null, id));
    }

    /**
     * Returns the memory of the anonymous scope, for callers without a user id. Users do not see it, and it sees no
     * user.
     */
    default Memory anonymous() {
        return memory(new Scope.Anonymous(space()));
    }

    /** Returns the memory of the shared scope, which every user of the space reads on request. */
    default Memory shared() {
        return memory(new Scope.Shared(space()));
    }

    /**
     * Returns the memory of a scope of this space.
     *
     * @throws IllegalArgumentException if the scope is in another space
     */
    Memory memory(Scope scope);

    /** Returns the scopes that have any data, in no particular order. */
    Stream<Scope> scopes();

    /**
     * Runs the derivations that are due in every scope of this space and waits for them.
     *
     * @return the outcome of each piece of work, in order; empty if nothing was due
     * @see Memory#consolidate()
     */
    List<DerivationOutcome> consolidate();

    /**
     * Returns the bank of this space: summaries of the sessions of all its users. Empty unless the settings enable it.
     */
    Bank bank();

    /** Returns the settings of this space. */
    SpaceSettings settings();

    /**
     * Replaces the settings of this space. Writes that begin after the return follow the new settings. Durable on
     * return.
     */
    void settings(SpaceSettings settings);

    /**
     * Changes the settings atomically: reads them, applies a function and writes the result, with no other change in
     * between.
     *
     * @param change returns the new settings for the present ones; must not call this daybook
     * @return the new settings
     */
    SpaceSettings changeSettings(UnaryOperator<SpaceSettings> change);

    /** Returns how many tokens language models have used for this space, in total and today (UTC). */
    TokenUsage usage();
}
