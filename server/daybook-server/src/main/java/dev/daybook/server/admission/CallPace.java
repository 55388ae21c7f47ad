package dev.daybook.server.admission;

/** The bulkhead of a call: slow and waiting calls have their own, so that they never delay the others. */
public enum CallPace {
    QUICK,
    SLOW,
    /** Mostly waits for the end of an operation. */
    WAIT
}
