package dev.daybook.recall;

import dev.daybook.data.Episode;
import dev.daybook.data.Hit;
import dev.daybook.data.Query;
import dev.daybook.data.ScoreReason;
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
 * Reserves half of the first places of a hybrid recall ({@link Query.By#BEST}) for trusted hits. A text that repeats a
 * question outranks every answer to it, so prompt injection through a tool's page or an imported file could fill the
 * first places for any question. Hits with less trust than an assistant therefore get at most half of any number of
 * first places, as long as a more trusted hit matches too; and all hits with less trust than a user, together, at most
 * half as long as one of a user matches. The limits hold for the sums, because an attacker has as many names, sessions
 * and sources as it likes. No hit is dropped. The messages that a context selects from the hits follow the same rule.
 * Decisions 56 and 91.
 *
 * @param <T> the type of the ordered items
 */
public final class TrustShare<T> {

    /** The lowest trust that may take any place. */
    private static final Trust LOWEST_TRUSTED = Trust.ASSISTANT;

    /** The name of the reason. */
    static final String SIGNAL = "trust";

    private static final String REASON = "what is believed as ";

    /**
     * The share of the best score that counts as a match. Every message has some score, and an unrelated message must
     * not move ahead of one that answers the question.
     */
    private static final double MATCH = 1 / 3.0;

    /** The number of hits searched for trusted matches; each costs the read of its body. */
    private static final int DEPTH = 2_000;

    private final IntFunction<@Nullable T> source;
    private final Function<T, Standing> standing;
    private final UnaryOperator<T> explained;
    private final Trust lowest;
    private final Deque<T> deferred = new ArrayDeque<>();
    private int lowTrust;
    private int places;
    private int seen;
    private double best;
    private boolean open;

    /** The score and trust that decide a place. */
    public record Standing(double score, Trust trust) {

        /** Returns whether the trust is high enough for any place. */
        public boolean isTrusted() {
            return trust.compareTo(LOWEST_TRUSTED) <= 0;
        }

        /** Returns whether the score is a match, relative to the best score. */
        public boolean matches(double best) {
            return best > 0 && score >= MATCH * best;
        }
    }

    /**
     * @param source returns the next best item, or null; its argument is how many may still be asked for
     * @param explained adds the reason to an item that moves back
     * @param lowest the lowest trust that may take any place
     */
    private TrustShare(
            IntFunction<@Nullable T> source, Function<T, Standing> standing, UnaryOperator<T> explained, Trust lowest) {
        this.source = source;
        this.standing = standing;
        this.explained = explained;
        this.lowest = lowest;
    }

    /**
     * Returns whether the rule applies. A query for certain entries, by metadata or session, keeps the order of the
     * scores.
     */
    public static boolean appliesTo(Query query) {
        return query.by() == Query.By.BEST
                && query.filter() == null
                && query.sessions().isEmpty();
    }

    /** Returns the first hits in the order of the rule. */
    static List<Hit> order(RankedHits hits, int limit) {
        return first(hits::next, TrustShare::standing, TrustShare::explained, limit);
    }

    /** Returns the first of any ranked items, best first, in the order of the rule. */
    public static <T> List<T> order(List<T> ranked, Function<T, Standing> standing, int limit) {
        Iterator<T> next = ranked.iterator();
        return first(more -> next.hasNext() ? next.next() : null, standing, UnaryOperator.identity(), limit);
    }

    private static <T> List<T> first(
            IntFunction<@Nullable T> source, Function<T, Standing> standing, UnaryOperator<T> explained, int limit) {
        // The second order only moves hits of users forward, so it keeps the limit of the first.
        TrustShare<T> low = new TrustShare<>(source, standing, explained, LOWEST_TRUSTED);
        TrustShare<T> share = new TrustShare<>(low::next, standing, explained, Trust.USER);
        List<T> order = new ArrayList<>();
        for (T next = share.next(limit); next != null; next = share.next(limit - order.size())) {
            order.add(next);
            if (order.size() == limit) {
                break;
            }
        }
        return order;
    }

    /** Returns the item at the next place, or null if there is none. */
    private @Nullable T next(int more) {
        while (true) {
            if (!deferred.isEmpty() && (open || hasRoom())) {
                return placed(deferred.remove());
            }
            T next = source.apply(more);
            if (next == null && deferred.isEmpty()) {
                return null;
            }
            if (next == null || endsSharing(standing.apply(next))) {
                open = true;
            }
            if (next != null && mayTakePlace(next)) {
                return placed(next);
            }
            if (next != null) {
                deferred.add(open ? next : explained.apply(next));
            }
        }
    }

    private boolean mayTakePlace(T next) {
        return deferred.isEmpty() && (open || hasRoom()) || isTrusted(next) && !open;
    }

    private T placed(T item) {
        lowTrust += isTrusted(item) ? 0 : 1;
        places++;
        return item;
    }

    private boolean isTrusted(T item) {
        return !standing.apply(item).trust().isBelow(lowest);
    }

    private boolean hasRoom() {
        return hasRoom(lowTrust, places);
    }

    /**
     * Returns whether one more item of low trust leaves half of the places to the others.
     *
     * @param lowTrust the number of items of low trust so far
     * @param places the number of places taken so far
     */
    public static boolean hasRoom(int lowTrust, int places) {
        return 2 * (lowTrust + 1) <= places + 1;
    }

    /** Returns whether neither this item nor any later one is a trusted match. */
    private boolean endsSharing(Standing next) {
        best = seen == 0 ? next.score() : best;
        seen++;
        return !next.matches(best) || seen > DEPTH;
    }

    /** Takes the trust of the best matching message, as the rest of the episode is only shown with it. */
    private static Standing standing(Hit hit) {
        return new Standing(hit.score(), trust(hit));
    }

    private static Trust trust(Hit hit) {
        return hit.messages().isEmpty()
                ? hit.trust()
                : trust(hit, hit.messages().get(0).index());
    }

    /** Returns the trust of a message of a hit, or of the whole hit if it is no episode or has no such message. */
    public static Trust trust(Hit hit, int message) {
        return hit.entry() instanceof Episode episode
                        && message < episode.messages().size()
                ? episode.trustOf(message)
                : hit.trust();
    }

    private static Hit explained(Hit hit) {
        if (hit.why().stream().anyMatch(reason -> reason.detail().startsWith(REASON))) {
            return hit;
        }
        List<ScoreReason> why = new ArrayList<>(hit.why());
        why.add(new ScoreReason(
                SIGNAL,
                0,
                REASON + trust(hit).label() + " has at most half of the first places; it stands behind"
                        + " what is believed more"));
        return new Hit(hit.scope(), hit.entry(), hit.score(), hit.messages(), why, hit.fallback());
    }
}
