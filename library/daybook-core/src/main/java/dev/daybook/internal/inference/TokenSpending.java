package dev.daybook.internal.inference;

import dev.daybook.error.ModelException;
import dev.daybook.error.ModelException.Trouble;

/** The token account of a model. Thread-safe. */
@FunctionalInterface
public interface TokenSpending {

    /** An account that records nothing. */
    TokenSpending IGNORED = (stage, tokens) -> {};

    /**
     * Records the tokens of a call. Called after every answered call, whether the answer is usable or not.
     *
     * @param stage the name of the prompt
     * @param tokens prompt and answer together; estimated if the model reports no plausible number
     */
    void spent(String stage, long tokens);

    /**
     * Checks the budget before a call.
     *
     * @throws ModelException if the budget is spent
     */
    default void permit() {}

    /** Returns an account without budget, which refuses every call with {@link Trouble#SPENT}. */
    static TokenSpending refused(String why) {
        return new TokenSpending() {
            @Override
            public void spent(String stage, long tokens) {
                throw new IllegalStateException("tokens were spent on a refused call");
            }

            @Override
            public void permit() {
                throw new ModelException(Trouble.SPENT, why);
            }
        };
    }
}
