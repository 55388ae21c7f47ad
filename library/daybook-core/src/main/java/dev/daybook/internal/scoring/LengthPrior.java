package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * A length prior for messages between people. A statement is longer than a reaction to it, which a vector does not
 * show: "That sounds wonderful!" is close to many questions, because nothing in it contradicts them.
 */
final class LengthPrior {

    private LengthPrior() {}

    /** Scores from -1 to 1; 0 for a message of mean length, without a neighbour, or beside an assistant. */
    static ScoreSignal of(ScopeIndex scopeIndex) {
        double mean = scopeIndex.meanLength();
        // A replaced message has no neighbours.
        BitSet people = scopeIndex.betweenPeople();
        IntFunction<String> detail = message -> scopeIndex.unitLength(scopeIndex.unitOf(message)) + " words";
        if (people.isEmpty()) {
            return new ScoreSignal("length", new SignalValues.Marked(people, scopeIndex.messageCount()), detail);
        }
        double[] values = new double[scopeIndex.messageCount()];
        for (int message = people.nextSetBit(0); message >= 0; message = people.nextSetBit(message + 1)) {
            double length = scopeIndex.unitLength(scopeIndex.unitOf(message));
            values[message] = (length - mean) / (length + mean);
        }
        return new ScoreSignal("length", values, detail);
    }
}
