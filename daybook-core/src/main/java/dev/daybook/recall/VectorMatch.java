package dev.daybook.recall;

import dev.daybook.data.Embedding;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;

/** Dense (semantic) scores of messages: the cosine of the vectors of message and query. */
final class VectorMatch {

    /**
     * Support by the previous and next message. Less than for words, because a vector already holds more of the
     * context.
     */
    private static final double FROM_PREVIOUS = 0.2;

    private static final double FROM_QUESTION = 0.4;

    private static final double FROM_NEXT = 0.1;

    /** A session is about a question if several of its messages are, so its score is the mean of its best few. */
    private static final int BEST_OF_SESSION = 3;

    private final ScopeIndex scopeIndex;
    private final double[] cosines;
    private final BitSet present;

    VectorMatch(ScopeIndex scopeIndex, Embedding query) {
        this.scopeIndex = scopeIndex;
        this.cosines = scopeIndex.messageVectors().cosines(query, scopeIndex.messageCount());
        this.present = scopeIndex.messageVectors().present();
    }

    /** Returns the messages that have a vector. The others count as neutral. */
    BitSet present() {
        return present;
    }

    ScoreSignal messages() {
        double[] values = new double[cosines.length];
        for (int message = present.nextSetBit(0); message >= 0; message = present.nextSetBit(message + 1)) {
            values[message] = cosines[message]
                    + fromBefore(message) * cosine(scopeIndex.previous(message))
                    + FROM_NEXT * cosine(scopeIndex.next(message));
        }
        return new ScoreSignal(
                "meaning", values, message -> String.format(Locale.ROOT, "cosine %.2f", cosines[message]));
    }

    ScoreSignal session() {
        int sessions = scopeIndex.sessions().size();
        HighestCosines[] best = new HighestCosines[sessions];
        Arrays.setAll(best, unused -> new HighestCosines());
        for (int message = present.nextSetBit(0); message >= 0; message = present.nextSetBit(message + 1)) {
            int session = scopeIndex.sessionOf(message);
            if (session >= 0) {
                best[session].add(cosines[message]);
            }
        }
        double[] means = Arrays.stream(best).mapToDouble(HighestCosines::mean).toArray();
        double[] values = new double[cosines.length];
        for (int message = present.nextSetBit(0); message >= 0; message = present.nextSetBit(message + 1)) {
            int session = scopeIndex.sessionOf(message);
            values[message] = session < 0 ? cosines[message] : means[session];
        }
        return new ScoreSignal("meaning of conversation", values, message -> "its best messages");
    }

    private double fromBefore(int message) {
        int before = scopeIndex.previous(message);
        return before >= 0 && scopeIndex.isQuestion(before) ? FROM_QUESTION : FROM_PREVIOUS;
    }

    private double cosine(int message) {
        return message < 0 ? 0 : cosines[message];
    }

    /** Keeps the highest few of a series of numbers. */
    private static final class HighestCosines {

        /** In descending order. */
        private final double[] values = new double[BEST_OF_SESSION];

        private int count;

        void add(double value) {
            if (count == values.length && value <= values[count - 1]) {
                return;
            }
            int place = count < values.length ? count++ : count - 1;
            for (; place > 0 && values[place - 1] < value; place--) {
                values[place] = values[place - 1];
            }
            values[place] = value;
        }

        double mean() {
            double sum = 0;
            for (int i = 0; i < count; i++) {
                sum += values[i];
            }
            return count == 0 ? 0 : sum / count;
        }
    }
}
