package dev.daybook.recall;

import dev.daybook.data.Episode;
import dev.daybook.data.Hit;
import dev.daybook.data.Query;
import dev.daybook.data.Reason;
import dev.daybook.data.Trust;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The order of the hits of a recall by {@link Query.By#BEST}. A text that repeats a question beats every answer to it, so
 * whoever can have texts written down (a page that a tool reads, a file that is imported) could fill the first places of
 * any question. So texts that are believed less than an assistant have at most half of any number of first places, as
 * long as something that is believed more matches as well. It is an order: nothing is dropped. Decision 56.
 */
final class TrustShare {

    /** What is believed less shares the places. */
    private static final Trust LEAST_FREE = Trust.ASSISTANT;

    /**
     * The part of the best score that another must have to count as a match. Any message has some score, and one that has
     * nothing to do with the question must not stand before one that answers it.
     */
    private static final double MATCH = 1 / 3.0;

    /** How many hits are looked through for such: each costs the reading of its body. */
    private static final int DEPTH = 500;

    private final RankedHits hits;
    private final int limit;
    private final List<Hit> order = new ArrayList<>();
    private final Deque<Hit> heldBack = new ArrayDeque<>();
    private int sharing;
    private int seen;
    private double best;
    private boolean open;

    private TrustShare(RankedHits hits, int limit) {
        this.hits = hits;
        this.limit = limit;
    }

    /** Whoever asks for certain entries, by their metadata or their conversation, gets them in the order of their scores. */
    static boolean appliesTo(Query query) {
        return query.by() == Query.By.BEST
                && query.filter() == null
                && query.sessions().isEmpty();
    }

    /** The first hits in their order. */
    static List<Hit> order(RankedHits hits, int limit) {
        return new TrustShare(hits, limit).order();
    }

    private List<Hit> order() {
        while (order.size() < limit) {
            if (!heldBack.isEmpty() && (open || hasRoom())) {
                sharing++;
                order.add(heldBack.remove());
                continue;
            }
            Hit hit = hits.next(limit - order.size());
            if (hit == null && heldBack.isEmpty()) {
                break;
            }
            if (hit == null || endsSharing(hit)) {
                open = true;
            }
            if (hit != null) {
                place(hit);
            }
        }
        return order;
    }

    private void place(Hit hit) {
        boolean free = isFree(hit);
        if (heldBack.isEmpty() && (open || hasRoom()) || free && !open) {
            sharing += free ? 0 : 1;
            order.add(hit);
        } else {
            heldBack.add(open ? hit : explained(hit));
        }
    }

    /** Whether one more that shares leaves the others half of the places so far. */
    private boolean hasRoom() {
        return 2 * (sharing + 1) <= order.size() + 1;
    }

    /** Whether neither it nor anything after it is a match before which another should not stand. */
    private boolean endsSharing(Hit hit) {
        best = seen == 0 ? hit.score() : best;
        seen++;
        return best <= 0 || hit.score() < MATCH * best || seen > DEPTH;
    }

    /** By the message for which it is here; what else stands in the episode is only shown with it. */
    private static boolean isFree(Hit hit) {
        return trust(hit).compareTo(LEAST_FREE) <= 0;
    }

    private static Trust trust(Hit hit) {
        return hit.entry() instanceof Episode episode && !hit.messages().isEmpty()
                ? episode.trustOf(hit.messages().get(0).index())
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
