package dev.daybook.query;

/**
 * The reaction to a recall of the anonymous scope while named users of its space have episodes or facts. No scope sees
 * another, so a caller that omitted the user id gets an empty answer.
 */
public enum IsolationPolicy {
    /** Notify the listener each time, and log once for each space. */
    WARN,
    /** Ignore it. */
    IGNORE,
    /** Refuse the call with an {@link IllegalArgumentException}, for applications that name every user. */
    REFUSE
}
