package dev.daybook.internal.scoring;

import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.index.VectorTable;
import dev.daybook.model.Embedding;
import java.util.Arrays;
import java.util.BitSet;

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

    /**
     * Up to this number of vectors all cosines are exact: they take less than a millisecond then. LoCoMo has R@10 of
     * 82.6 with exact cosines and 82.2 with nothing but estimates.
     */
    static final int EXACT = 5_000;

    /** The lowest number of exact cosines above it: with 250, LoCoMo has R@10 of 82.5 (decision 68). */
    static final int RESCORED = 250;

    private final ScopeIndex scopeIndex;
    private final VectorTable vectors;
    private final double[] cosines;

    VectorMatch(ScopeIndex scopeIndex, Embedding query) {
        this.scopeIndex = scopeIndex;
        this.vectors = scopeIndex.messageVectors();
        this.cosines = vectors.cosines(query, scopeIndex.messageCount(), EXACT, RESCORED);
    }

    /** Returns the messages that have a vector. The others count as neutral. */
    BitSet present() {
        return vectors.present();
    }

    ScoreSignal messages() {
        double baseline = CosineBaseline.of(cosines, message -> vectors.has(message) && !scopeIndex.isDead(message));
        double[] values = new double[cosines.length];
        for (int message = 0; message < values.length; message++) {
            if (vectors.has(message)) {
                int previous = scopeIndex.previous(message);
                int next = scopeIndex.next(message);
                values[message] = cosines[message]
                        + (previous < 0 ? 0 : fromBefore(previous) * support(previous, baseline))
                        + (next < 0 ? 0 : FROM_NEXT * support(next, baseline));
            }
        }
        return new ScoreSignal("meaning", values, message -> "cosine " + hundredths(cosines[message]));
    }

    /** Returns a number with two decimals. Each hit has one, and a format of the JDK takes a fifth of the recall of a small scope. */
    static String hundredths(double value) {
        long hundredths = Math.round(Math.abs(value) * 100);
        String decimals = Long.toString(100 + hundredths % 100).substring(1);
        return (value < 0 && hundredths > 0 ? "-" : "") + hundredths / 100 + "." + decimals;
    }

    ScoreSignal session() {
        double[] means = sessionMeans();
        double[] values = new double[cosines.length];
        for (int message = 0; message < values.length; message++) {
            if (vectors.has(message)) {
                int session = scopeIndex.sessionOf(message);
                values[message] = session < 0 ? cosines[message] : means[session];
            }
        }
        return new ScoreSignal("meaning of conversation", values, message -> "its best messages");
    }

    /** Returns the mean of the highest few cosines of each session. */
    private double[] sessionMeans() {
        int sessions = scopeIndex.sessions().size();
        // The highest of all sessions lie in one array, in descending order for each.
        double[] highest = new double[sessions * BEST_OF_SESSION];
        Arrays.fill(highest, Double.NEGATIVE_INFINITY);
        for (int message = 0; message < cosines.length; message++) {
            int session = scopeIndex.sessionOf(message);
            if (session >= 0 && vectors.has(message)) {
                insert(cosines[message], highest, session * BEST_OF_SESSION);
            }
        }
        double[] means = new double[sessions];
        for (int session = 0; session < sessions; session++) {
            means[session] = mean(highest, session * BEST_OF_SESSION);
        }
        return means;
    }

    private static void insert(double value, double[] highest, int begin) {
        int place = begin + BEST_OF_SESSION - 1;
        if (value <= highest[place]) {
            return;
        }
        for (; place > begin && highest[place - 1] < value; place--) {
            highest[place] = highest[place - 1];
        }
        highest[place] = value;
    }

    private static double mean(double[] highest, int begin) {
        double sum = 0;
        int count = 0;
        for (; count < BEST_OF_SESSION && highest[begin + count] > Double.NEGATIVE_INFINITY; count++) {
            sum += highest[begin + count];
        }
        return count == 0 ? 0 : sum / count;
    }

    private double fromBefore(int previous) {
        return scopeIndex.isQuestion(previous) ? FROM_QUESTION : FROM_PREVIOUS;
    }

    /** Returns by how much a neighbour is closer to the query than an unrelated message. */
    private double support(int neighbour, double baseline) {
        return vectors.has(neighbour) ? cosines[neighbour] - baseline : 0;
    }
}
