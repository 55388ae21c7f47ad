package dev.daybook.internal.window;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Tells the messages of a saved list that the window has already from the new ones: the longest common subsequence of
 * both. Order and number count as well as content, so the second "yes" of a user is a new message, and a list that lost
 * its oldest messages has no new one. Of equally long subsequences it takes the one that matches early messages of the
 * list, because new messages are at its end.
 *
 * <p>The work grows with the length of both and with their differences, not with their product (Myers, "An O(ND) difference
 * algorithm", 1986): from the ends of both, it looks how far each number of differences reaches. Of two lists with
 * thousands of differences it compares each message with the next {@link #AHEAD} of the window only.
 */
public final class WindowAlignment {

    /** Stands for a message that the window does not have. */
    public static final int NEW = -1;

    /** Four megabytes: some thousand differences in two long lists, any number if one is short. */
    private static final int MAX_STEPS = 1_000_000;

    private static final int AHEAD = 200;

    private WindowAlignment() {}

    /**
     * Returns for each message of the list its index in the window, or {@link #NEW}.
     *
     * @param same whether a message of the window (first) is a message of the list (second)
     */
    public static <W, M> int[] align(List<W> window, List<M> list, BiPredicate<W, M> same) {
        List<W> known = new ArrayList<>(window);
        List<M> given = new ArrayList<>(list);
        Differences<W, M> differences = new Differences<>(known, given, same);
        return differences.search() ? differences.places() : nearby(known, given, same);
    }

    /** Matches each message with the first equal one of the next in the window. */
    private static <W, M> int[] nearby(List<W> window, List<M> list, BiPredicate<W, M> same) {
        int[] places = unplaced(list.size());
        int next = 0;
        for (int m = 0; m < places.length; m++) {
            int end = Math.min(window.size(), next + AHEAD);
            int w = next;
            while (w < end && !same.test(window.get(w), list.get(m))) {
                w++;
            }
            if (w < end) {
                places[m] = w;
                next = w + 1;
            }
        }
        return places;
    }

    private static int[] unplaced(int size) {
        int[] places = new int[size];
        Arrays.fill(places, NEW);
        return places;
    }

    /**
     * The differences between a window and a list. A state is a number of differences, and how many of them are messages of
     * the list, the others being messages of the window; it fixes a diagonal of the table of both.
     */
    private static final class Differences<W, M> {
        private final List<W> window;
        private final List<M> list;
        private final BiPredicate<W, M> same;

        /** By number of differences and state, from {@link #first} on: the lowest index in the window that is reached. */
        private final List<int[]> reached = new ArrayList<>();

        private int inList;

        Differences(List<W> window, List<M> list, BiPredicate<W, M> same) {
            this.window = window;
            this.list = list;
            this.same = same;
        }

        /** Looks for the fewest differences; returns false if that takes too many steps. */
        boolean search() {
            int steps = 0;
            for (int differences = 0; steps <= MAX_STEPS; differences++) {
                int first = first(differences);
                int[] row = new int[last(differences) - first + 1];
                reached.add(row);
                for (int i = 0; i < row.length; i++) {
                    row[i] = reach(differences, first + i);
                    if (row[i] == 0 && listIndex(differences, first + i, 0) == 0) {
                        inList = first + i;
                        return true;
                    }
                }
                steps += row.length;
            }
            return false;
        }

        private int first(int differences) {
            return Math.max(0, differences - window.size());
        }

        private int last(int differences) {
            return Math.min(differences, list.size());
        }

        /** Returns the index in the list on the diagonal of a state. */
        private int listIndex(int differences, int ofList, int windowIndex) {
            return list.size() - window.size() + windowIndex + differences - 2 * ofList;
        }

        private boolean isReached(int differences, int ofList, int windowIndex) {
            return differences >= 0
                    && ofList >= first(differences)
                    && ofList <= last(differences)
                    && reached.get(differences)[ofList - first(differences)] <= windowIndex;
        }

        private int reach(int differences, int ofList) {
            int w = window.size();
            if (differences > 0) {
                int before = differences - 1;
                int first = first(before);
                if (ofList <= last(before)) {
                    w = reached.get(before)[ofList - first] - 1;
                }
                if (ofList > first) {
                    w = Math.min(w, reached.get(before)[ofList - 1 - first]);
                }
            }
            w = Math.max(w, Math.max(0, -listIndex(differences, ofList, 0)));
            int m = listIndex(differences, ofList, w);
            while (w > 0 && m > 0 && same.test(window.get(w - 1), list.get(m - 1))) {
                w--;
                m--;
            }
            return w;
        }

        /** Follows the differences that were found from the beginning of both. */
        int[] places() {
            int[] places = unplaced(list.size());
            int left = reached.size() - 1;
            int ofList = inList;
            for (int w = 0, m = 0; w < window.size() && m < list.size(); ) {
                if (same.test(window.get(w), list.get(m))) {
                    places[m++] = w++;
                } else if (isReached(--left, ofList, w + 1)) {
                    w++;
                } else {
                    m++;
                    ofList--;
                }
            }
            return places;
        }
    }
}
