package dev.daybook.ask;

import dev.daybook.data.ModelException;
import dev.daybook.data.ModelException.Trouble;

/** Keeps account of what models cost. Thread-safe. */
@FunctionalInterface
public interface Spending {

    /** Nobody counts. */
    Spending IGNORED = (stage, tokens) -> {};

    /**
     * Some tokens were spent. Called after every call that was answered, usable or not.
     *
     * @param stage the name of the prompt
     * @param tokens prompt and answer together; estimated if the model does not say, or says what cannot be
     */
    void spent(String stage, long tokens);

    /**
     * Called before every call.
     *
     * @throws ModelException if nothing may be spent
     */
    default void permit() {}

    /** Nothing may be spent: whoever asks is refused with {@link Trouble#SPENT}. */
    static Spending refused(String why) {
        return new Spending() {
            @Override
            public void spent(String stage, long tokens) {
                throw new IllegalStateException("a call that was refused has cost something");
            }

            @Override
            public void permit() {
                throw new ModelException(Trouble.SPENT, why);
            }
        };
    }
}
