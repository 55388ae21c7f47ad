package dev.daybook.window;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Tells the messages of a saved list that the window has already from the new ones: the longest common subsequence of
 * both (Hunt and McIlroy, 1976). Order and number count as well as content, so the second "yes" of a user is a new
 * message, and a list that lost its oldest messages has no new one. Of equally long subsequences it takes the one that
 * matches early messages of the list, because new messages are at its end.
 */
public final class WindowAlignment {

    /** Stands for a message that the window does not have. */
    public static final int NEW = -1;

    private WindowAlignment() {}

    /**
     * Returns for each message of the list its index in the window, or {@link #NEW}.
     *
     * @param same whether a message of the window (first) is a message of the list (second)
     */
    public static <W, M> int[] align(List<W> window, List<M> list, BiPredicate<W, M> same) {
        List<W> known = new ArrayList<>(window);
        List<M> given = new ArrayList<>(list);
        int[][] common = new int[known.size() + 1][given.size() + 1];
        for (int w = known.size() - 1; w >= 0; w--) {
            for (int m = given.size() - 1; m >= 0; m--) {
                common[w][m] = same.test(known.get(w), given.get(m))
                        ? common[w + 1][m + 1] + 1
                        : Math.max(common[w + 1][m], common[w][m + 1]);
            }
        }
        int[] places = new int[given.size()];
        Arrays.fill(places, NEW);
        for (int w = 0, m = 0; w < known.size() && m < given.size(); ) {
            if (same.test(known.get(w), given.get(m))) {
                places[m++] = w++;
            } else if (common[w + 1][m] >= common[w][m + 1]) {
                w++;
            } else {
                m++;
            }
        }
        return places;
    }
}
