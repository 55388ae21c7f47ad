package dev.daybook.internal.scoring;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The best messages of a first search, from which a second one goes on. Their weights come from scores alone, so equal
 * scores have equal weights, in whatever order the messages lie in the index.
 */
final class FirstHits {

    /** From 3 to 10 the recall of all sets is within a point (decision 46). */
    private static final int COUNT = 5;

    private FirstHits() {}

    /**
     * A message and how far it stands out.
     *
     * @param weight from 1, the best message, down to almost 0: one just above the message behind the last
     */
    record FirstHit(int message, double weight) {}

    /** Returns the hits that score higher than the one behind them, best first; none if all scores are equal. */
    static List<FirstHit> of(MessageScores scores) {
        double[] values = scores.values();
        int[] best = new int[COUNT + 1];
        int count = 0;
        BitSet eligible = scores.eligible();
        // Few messages of a large scope are better than the last place, and most are eligible.
        double lowest = Double.NEGATIVE_INFINITY;
        for (int message = 0; message < values.length; message++) {
            if ((values[message] > lowest || count < best.length) && eligible.get(message)) {
                count = Math.min(count + 1, best.length);
                insert(message, best, count, values);
                lowest = values[best[count - 1]];
            }
        }
        List<FirstHit> hits = new ArrayList<>(COUNT);
        for (int i = 0; i < count && values[best[i]] > values[best[count - 1]]; i++) {
            hits.add(new FirstHit(best[i], (values[best[i]] - lowest) / (values[best[0]] - lowest)));
        }
        return hits;
    }

    /** Inserts a message into the last of the places, and moves it up to its own. */
    private static void insert(int message, int[] best, int places, double[] values) {
        int place = places - 1;
        for (; place > 0 && values[message] > values[best[place - 1]]; place--) {
            best[place] = best[place - 1];
        }
        best[place] = message;
    }
}
