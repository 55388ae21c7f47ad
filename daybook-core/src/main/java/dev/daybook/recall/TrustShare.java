package dev.daybook.recall;

import dev.daybook.data.Episode;
import dev.daybook.data.Hit;
import dev.daybook.data.Query;
import dev.daybook.data.Reason;
import dev.daybook.data.Trust;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The order of the hits of a recall by {@link Query.By#BEST}. A text that repeats a question beats every answer to it, so
 * whoever can have texts written down (a page that a tool reads, a file that is imported) could fill the first places of
 * any question. So texts that are believed less than an assistant have at most half of any number of first places, as
 * long as something that is believed more matches as well. It is an order: nothing is dropped. The messages that a context
 * takes from the hits keep to it too. Decision 56.
 *
 * @param <T> what is put into an order
 */
public final class TrustShare<T> {

    /** What is believed less shares the places. */
    private static final Trust LEAST_FREE = Trust.ASSISTANT;

    /**
     * The part of the best score that another must have to count as a match. Any message has some score, and one that has
     * nothing to do with the question must not stand before one that answers it.
     */
    private static final double MATCH = 1 / 3.0;

    /** How many hits are looked through for such: each costs the reading of its body. */
    private static final int DEPTH = 500;

    private final IntFunction<@Nullable T> source;
    private final Function<T, Standing> standing;
    private final UnaryOperator<T> explained;
    private final int limit;
    private final List<T> order = new ArrayList<>();
    private final Deque<T> heldBack = new ArrayDeque<>();
    private int sharing;
    private int seen;
    private double best;
    private boolean open;

    /** What the order depends on. */
    public record Standing(double score, Trust trust) {

        /** Whether it is believed so much that it may take any place. */
        public boolean isFree() {
            return trust.compareTo(LEAST_FREE) <= 0;
        }

        /** Whether it answers the question, measured by the best score. */
        public boolean matches(double best) {
            return best > 0 && score >= MATCH * best;
        }
    }

    /**
     * @param source the next best, null if there is none; it is told how many may be asked for after it
     * @param explained what one becomes that has to stand behind others
     */
    private TrustShare(
            IntFunction<@Nullable T> source, Function<T, Standing> standing, UnaryOperator<T> explained, int limit) {
        this.source = source;
        this.standing = standing;
        this.explained = explained;
        this.limit = limit;
    }

    /** Whoever asks for certain entries, by their metadata or their conversation, gets them in the order of their scores. */
    public static boolean appliesTo(Query query) {
        return query.by() == Query.By.BEST
                && query.filter() == null
                && query.sessions().isEmpty();
    }

    /** The first hits in their order. */
    static List<Hit> order(RankedHits hits, int limit) {
        return new TrustShare<>(hits::next, TrustShare::standing, TrustShare::explained, limit).order();
    }

    /** The first of anything that was ranked, the best first, in their order. */
    public static <T> List<T> order(List<T> ranked, Function<T, Standing> standing, int limit) {
        Iterator<T> next = ranked.iterator();
        return new TrustShare<T>(more -> next.hasNext() ? next.next() : null, standing, UnaryOperator.identity(), limit)
                .order();
    }

    private List<T> order() {
        while (order.size() < limit) {
            if (!heldBack.isEmpty() && (open || hasRoom())) {
                sharing++;
                order.add(heldBack.remove());
                continue;
            }
            T next = source.apply(limit - order.size());
            if (next == null && heldBack.isEmpty()) {
                break;
            }
            if (next == null || endsSharing(standing.apply(next))) {
                open = true;
            }
            if (next != null) {
                place(next);
            }
        }
        return order;
    }

    private void place(T next) {
        boolean free = standing.apply(next).isFree();
        if (heldBack.isEmpty() && (open || hasRoom()) || free && !open) {
            sharing += free ? 0 : 1;
            order.add(next);
        } else {
            heldBack.add(open ? next : explained.apply(next));
        }
    }

    private boolean hasRoom() {
        return hasRoom(sharing, order.size());
    }

    /**
     * Whether one more that is believed less leaves the others half of the places so far.
     *
     * @param sharing how many of these are believed less
     */
    public static boolean hasRoom(int sharing, int places) {
        return 2 * (sharing + 1) <= places + 1;
    }

    /** Whether neither it nor anything after it is a match before which another should not stand. */
    private boolean endsSharing(Standing next) {
        best = seen == 0 ? next.score() : best;
        seen++;
        return !next.matches(best) || seen > DEPTH;
    }

    /** By the message for which it is here; what else stands in the episode is only shown with it. */
    private static Standing standing(Hit hit) {
        return new Standing(hit.score(), trust(hit));
    }

    private static Trust trust(Hit hit) {
        return hit.messages().isEmpty()
                ? hit.trust()
                : trust(hit, hit.messages().get(0).index());
    }

    /** How much a message of a hit is believed; the whole hit if it is no episode, or has no such message. */
    public static Trust trust(Hit hit, int message) {
        return hit.entry() instanceof Episode episode
                        && message < episode.messages().size()
                ? episode.trustOf(message)
                : hit.trust();
    }

    private static Hit explained(Hit hit) {
        List<Reason> why = new ArrayList<>(hit.why());
        why.add(new Reason(
                "trust",
                0,
                "what is believed as " + trust(hit).label() + " has at most half of the first places; it stands behind"
                        + " what is believed more"));
        return new Hit(hit.scope(), hit.entry(), hit.score(), hit.messages(), why, hit.fallback());
    }
}
