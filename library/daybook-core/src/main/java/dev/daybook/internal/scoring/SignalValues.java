package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import java.util.BitSet;
import java.util.Map;

/**
 * The values of a {@link ScoreSignal} by message number. Only the signals whose values differ from message to message
 * have an array: in a large scope the allocation of one costs more than a pass over it.
 */
interface SignalValues {

    /** Returns the number of messages that have a value. */
    int messages();

    double at(int message);

    /**
     * Adds the weighted values to a number per message. A value of 0 may be skipped: totals are sums that begin at 0, and so
     * are never -0.
     */
    default void addTo(double[] totals, double weight) {
        int messages = messages();
        for (int message = 0; message < messages; message++) {
            totals[message] += weight * at(message);
        }
    }

    /** Returns the value of each message, which a caller may not change. */
    default double[] toArray() {
        double[] values = new double[messages()];
        addTo(values, 1);
        return values;
    }

    /** A value for each message in an array. Not a record, because it owns the array. */
    final class Dense implements SignalValues {

        private final double[] values;

        Dense(double[] values) {
            this.values = values;
        }

        @Override
        public int messages() {
            return values.length;
        }

        @Override
        public double at(int message) {
            return values[message];
        }

        // The loop over the array itself: a call for each message is dearer.
        @Override
        public void addTo(double[] totals, double weight) {
            for (int message = 0; message < values.length; message++) {
                totals[message] += weight * values[message];
            }
        }

        @Override
        public double[] toArray() {
            return values;
        }
    }

    /** The value 1 for some messages, and 0 for the others. */
    record Marked(BitSet marked, int messages) implements SignalValues {

        @Override
        public double at(int message) {
            return marked.get(message) ? 1 : 0;
        }

        @Override
        public void addTo(double[] totals, double weight) {
            for (int message = marked.nextSetBit(0); message >= 0; message = marked.nextSetBit(message + 1)) {
                totals[message] += weight;
            }
        }
    }

    /** A value for a few messages, and 0 for the others. */
    record Few(Map<Integer, Double> values, int messages) implements SignalValues {

        @Override
        public double at(int message) {
            return values.getOrDefault(message, 0.0);
        }

        @Override
        public void addTo(double[] totals, double weight) {
            values.forEach((message, value) -> totals[message] += weight * value);
        }
    }

    /** The value of the session of each message, 0 without a session. Not a record, because it owns an array. */
    final class BySession implements SignalValues {

        private final ScopeIndex scopeIndex;
        private final double[] sessions;

        BySession(ScopeIndex scopeIndex, double[] sessions) {
            this.scopeIndex = scopeIndex;
            this.sessions = sessions;
        }

        @Override
        public int messages() {
            return scopeIndex.messageCount();
        }

        @Override
        public double at(int message) {
            int session = scopeIndex.sessionOf(message);
            return session < 0 ? 0 : sessions[session];
        }
    }
}
