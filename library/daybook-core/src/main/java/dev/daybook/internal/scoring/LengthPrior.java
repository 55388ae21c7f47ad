package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;

/**
 * A length prior for messages between people. A statement is longer than a reaction to it, which a vector does not
 * show: "That sounds wonderful!" is close to many questions, because nothing in it contradicts them.
 */
final class LengthPrior {

    private LengthPrior() {}

    /** Scores from -1 to 1; 0 for a message of mean length, without a neighbour, or beside an assistant. */
    static ScoreSignal of(ScopeIndex scopeIndex) {
        double mean = scopeIndex.meanLength();
        double[] values = new double[scopeIndex.messageCount()];
        for (int message = 0; message < values.length; message++) {
            // A replaced message has no neighbours.
            if (SpeakerMatch.isBetweenPeople(scopeIndex, message)) {
                double length = scopeIndex.unitLength(scopeIndex.unitOf(message));
                values[message] = (length - mean) / (length + mean);
            }
        }
        return new ScoreSignal(
                "length", values, message -> scopeIndex.unitLength(scopeIndex.unitOf(message)) + " words");
    }
}
