package dev.daybook.spi;

import java.util.concurrent.Callable;

/**
 * Observes the calls of a daybook, for traces and metrics; {@code daybook-micrometer} adapts Micrometer's observations.
 * Thread-safe. An exception of an observer is logged and does not affect the call.
 */
public interface CallObserver {

    /** An observer of nothing. */
    CallObserver NONE = call -> CallObservation.NONE;

    /** Begins to observe a call, before its work. The same thread reports the end of the call to the result. */
    CallObservation begin(ObservedCall call);

    /** Returns work for another thread as a part of the call that this thread observes. */
    default <T> Callable<T> carry(Callable<T> work) {
        return work;
    }
}
