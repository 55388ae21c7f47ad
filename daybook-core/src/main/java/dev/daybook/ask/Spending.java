package dev.daybook.ask;

/** Keeps account of what models cost. Called after every call that was answered, usable or not. Thread-safe. */
@FunctionalInterface
public interface Spending {

    /** Nobody counts. */
    Spending IGNORED = (stage, tokens) -> {};

    /**
     * Some tokens were spent.
     *
     * @param stage the name of the prompt
     * @param tokens prompt and answer together; estimated if the model does not say
     */
    void spent(String stage, long tokens);
}
