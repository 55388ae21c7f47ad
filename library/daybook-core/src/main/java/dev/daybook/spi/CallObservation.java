package dev.daybook.spi;

import java.util.Map;

/** The observation of one call. Exactly one of {@link #succeeded} and {@link #failed} is called. */
public interface CallObservation {

    /** An observation without an observer. */
    CallObservation NONE = new CallObservation() {

        @Override
        public void succeeded(CallResult result) {}

        @Override
        public void failed(Throwable failure) {}
    };

    /** Returns the headers that continue the trace in the server of the call, such as {@code traceparent}. */
    default Map<String, String> headers() {
        return Map.of();
    }

    /** Ends the observation. */
    void succeeded(CallResult result);

    /**
     * Ends the observation.
     *
     * @param failure its message may quote stored text; report only its type
     */
    void failed(Throwable failure);
}
