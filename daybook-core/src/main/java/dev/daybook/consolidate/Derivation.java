package dev.daybook.consolidate;

import dev.daybook.ask.Asker;
import dev.daybook.data.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One kind of derived work. It says what is due and proposes what to write; {@link Consolidation} keeps the attempts, asks
 * nobody twice at a time, and applies what is proposed.
 */
interface Derivation {

    /** Names it in outcomes and attempts: a word in lower case. */
    String name();

    /**
     * What is due in a scope, in the order in which it is to be done.
     *
     * @param demanded whether a user asks for it: then whatever is new is due, not only what is worth while
     */
    List<String> due(Scope scope, boolean demanded);

    /** Whether nothing is to be kept of a subject once it succeeded: there is nothing more to come of it. */
    default boolean isOver(String subject) {
        return false;
    }

    /**
     * Works one subject out. It may ask a model and take long; it changes nothing.
     *
     * @param attempt how far it has come
     * @param asker asks the language model on the account of the space; null: there is none
     */
    Proposal propose(Scope scope, String subject, Attempt attempt, @Nullable Asker asker);
}
