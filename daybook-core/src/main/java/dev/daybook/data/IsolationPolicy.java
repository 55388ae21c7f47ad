package dev.daybook.data;

/**
 * What to do when the anonymous scope is recalled from while named users of its space hold episodes or facts. No scope ever sees another; but who gets an empty answer there has often forgotten to say whose
 * memory is meant.
 */
public enum IsolationPolicy {
    /** Tell the listener each time, and log it once for each space. */
    WARN,
    /** Nothing. */
    IGNORE,
    /** Refuse the call with an {@link IllegalArgumentException}, for programs in which everybody has a name. */
    REFUSE
}
