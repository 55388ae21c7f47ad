package dev.daybook.internal.recall;

import dev.daybook.internal.scoring.QuestionWords;
import dev.daybook.internal.scoring.RepeatedTexts;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.ScoreReason;
import dev.daybook.query.Query;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reserves half of the first places of a hybrid recall ({@link Query.By#BEST}) for trusted hits. A text that repeats a
 * question outranks every answer to it, so prompt injection through a tool's page or an imported file could fill the
 * first places for any question. Hits with less trust than an assistant therefore get at most half of any number of
 * first places, as long as a more trusted hit matches too; and all hits with less trust than a user, together, at most
 * half as long as one of a user matches. The limits hold for the sums, because an attacker has as many names, sessions
 * and sources as it likes. The trusted matches are searched on their own, so no number of other texts hides them. An
 * assistant's answer to a message of the user counts with the user's ({@link ExchangeTrust}), and an assistant's text that
 * repeats one before it with the texts of tools ({@link RepeatedTexts}). No hit is dropped. The
 * messages that a context selects from the hits follow the same rule. Decisions 56 and 91.
 *
 * @param <T> the type of the ordered items
 */
public final class TrustShare<T> {

    /** The lowest trust that may take any place. */
    private static final Trust LOWEST_TRUSTED = Trust.ASSISTANT;

    private static final String REASON = "what is believed as ";

    private static final String REPEATED = "it repeats a text of an assistant that ranks before it";

    /**
     * The share of the best score that counts as a match, besides a share of the words of the question. Every message has some score, and an unrelated message must
     * not move ahead of one that answers the question.
     */
    private static final double MATCH = 1 / 3.0;

    /**
     * The number of items that are read in vain because the index told too much trust of them: words in the role of the user
     * by a key of less trust than an assistant's, and records from before the mark of low trust.
     */
    private static final int MAX_IN_VAIN = 2_000;

    private final IntFunction<@Nullable T> source;
    private final ShareRule<T> rule;
    private final Trust lowest;

    /** The trusted items of the source, best first. */
    private final IntFunction<@Nullable T> trusted;

    /** The keys of the items that have a place already, because both sources have them. */
    private final Set<Object> taken = new HashSet<>();

    /** The next item of low trust, while there is no room for it. */
    private @Nullable T waiting;

    /** The next trusted item, if it was read already. */
    private @Nullable T ahead;

    private int inVain;
    private int lowTrust;
    private int places;
    private double best = Double.NaN;

    /** The lowest score that stands before its place. */
    private double movedForward = Double.POSITIVE_INFINITY;

    private boolean open;

    /**
     * The properties of the items that the rule reads.
     *
     * @param key identifies an item
     * @param explained adds the reason to an item that moves back
     */
    record ShareRule<T>(Function<T, Standing> standing, Function<T, Object> key, UnaryOperator<T> explained) {}

    /** The score and trust that decide a place. */
    public static final class Standing {
        private final double score;
        private final Trust trust;
        private final BooleanSupplier words;
        private @Nullable Boolean sharesWords;

        /** @param words whether the item shares words with the question, see {@link QuestionWords}; asked once at most */
        public Standing(double score, Trust trust, BooleanSupplier words) {
            this.score = score;
            this.trust = trust;
            this.words = words;
        }

        public double score() {
            return score;
        }

        /** Returns the standing of the text if it may repeat one before it. */
        public Standing counted(RepeatedTexts repeated, Object key, Supplier<String> text) {
            return new Standing(score, repeated.counted(key, trust, text), words);
        }

        /** Returns whether the trust is high enough for any place. */
        public boolean isTrusted() {
            return TrustShare.isTrusted(trust);
        }

        /** Returns whether the item is a match, by its score relative to the best, or by its words. */
        public boolean matches(double best) {
            return best > 0 && (score >= MATCH * best || sharesWords());
        }

        private boolean sharesWords() {
            boolean known = sharesWords == null ? words.getAsBoolean() : sharesWords;
            sharesWords = known;
            return known;
        }
    }

    /**
     * @param source returns the next best item, or null; its argument is how many may still be asked for
     * @param trusted the same of the items that may take any place
     * @param lowest the lowest trust that may take any place
     */
    private TrustShare(
            IntFunction<@Nullable T> source, IntFunction<@Nullable T> trusted, ShareRule<T> rule, Trust lowest) {
        this.source = source;
        this.trusted = trusted;
        this.rule = rule;
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

    /**
     * Returns the first hits in the order of the rule.
     *
     * @param search returns the hits whose best message may have at least some trust, best first; null: all hits
     * @param trust the trust that a hit counts with
     */
    static List<Hit> order(
            Function<@Nullable Trust, RankedHits> search, Function<Hit, Trust> trust, QuestionWords words, int limit) {
        RepeatedTexts repeated = new RepeatedTexts();
        Function<Hit, Trust> counted = hit -> repeated.counted(ref(hit), trust.apply(hit), () -> text(hit));
        ShareRule<Hit> rule = new ShareRule<>(
                hit -> new Standing(hit.score(), counted.apply(hit), () -> words.match(text(hit))),
                TrustShare::ref,
                hit -> explained(hit, trust.apply(hit), counted.apply(hit)));
        return first(search.apply(null)::next, lowest -> lazily(() -> search.apply(lowest)), rule, limit);
    }

    private static EntryRef ref(Hit hit) {
        return new EntryRef(hit.scope(), hit.kind(), hit.id());
    }

    /** Returns the text of the best matching message, or of the whole hit if it has none. */
    private static String text(Hit hit) {
        return hit.messages().isEmpty() || !(hit.entry() instanceof Episode episode)
                ? hit.text()
                : episode.messages().get(hit.messages().get(0).index()).shownText();
    }

    /** Most searches find no text of low trust, and need no second one. */
    private static IntFunction<@Nullable Hit> lazily(Supplier<RankedHits> search) {
        return new IntFunction<>() {
            private @Nullable RankedHits hits;

            @Override
            public @Nullable Hit apply(int more) {
                RankedHits found = hits == null ? search.get() : hits;
                hits = found;
                return found.next(more);
            }
        };
    }

    /**
     * Returns the first of any ranked items, best first, in the order of the rule.
     *
     * @param key identifies an item
     */
    public static <T> List<T> order(
            List<T> ranked, Function<T, Standing> standing, Function<T, Object> key, int limit) {
        ShareRule<T> rule = new ShareRule<>(standing, key, UnaryOperator.identity());
        return first(in(ranked), lowest -> in(ranked), rule, limit);
    }

    private static <T> IntFunction<@Nullable T> in(List<T> ranked) {
        Iterator<T> next = ranked.iterator();
        return more -> next.hasNext() ? next.next() : null;
    }

    private static <T> List<T> first(
            IntFunction<@Nullable T> all,
            Function<Trust, IntFunction<@Nullable T>> search,
            ShareRule<T> given,
            int limit) {
        Map<T, Standing> known = new IdentityHashMap<>();
        ShareRule<T> rule =
                new ShareRule<>(item -> known.computeIfAbsent(item, given.standing()), given.key(), given.explained());
        // The second order only moves hits of users forward, so it keeps the limit of the first.
        TrustShare<T> low = new TrustShare<>(all, search.apply(LOWEST_TRUSTED), rule, LOWEST_TRUSTED);
        TrustShare<T> share = new TrustShare<>(low::next, search.apply(Trust.USER), rule, Trust.USER);
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
        T low = waiting;
        if (low == null) {
            T next = nextOfSource(more);
            if (next == null || open || isTrusted(next) || hasRoom()) {
                return next == null ? null : placed(next);
            }
            low = next;
        }
        T match = open || hasRoom() ? null : trustedMatch(more);
        if (match != null) {
            waiting = low;
            ahead = null;
            movedForward = Math.min(movedForward, score(match));
            return placed(match);
        }
        open = open || !hasRoom();
        waiting = null;
        return placed(low);
    }

    private @Nullable T nextOfSource(int more) {
        T next = source.apply(more);
        while (next != null && taken.contains(rule.key().apply(next))) {
            next = source.apply(more);
        }
        if (next != null && Double.isNaN(best)) {
            best = score(next);
        }
        return next;
    }

    /** Returns the best trusted item without a place if it matches, or null. */
    private @Nullable T trustedMatch(int more) {
        T next = ahead == null ? trusted.apply(more) : ahead;
        while (next != null && (taken.contains(rule.key().apply(next)) || !isTrusted(next))) {
            inVain += isTrusted(next) ? 0 : 1;
            next = inVain > MAX_IN_VAIN ? null : trusted.apply(more);
        }
        ahead = next;
        return next != null && rule.standing().apply(next).matches(best) ? next : null;
    }

    private T placed(T item) {
        taken.add(rule.key().apply(item));
        places++;
        if (isTrusted(item)) {
            return item;
        }
        lowTrust++;
        return score(item) > movedForward ? rule.explained().apply(item) : item;
    }

    private double score(T item) {
        return rule.standing().apply(item).score();
    }

    /** Returns whether a trust is high enough for any place beside those of low trust. */
    public static boolean isTrusted(Trust trust) {
        return !trust.isBelow(LOWEST_TRUSTED);
    }

    private boolean isTrusted(T item) {
        return !rule.standing().apply(item).trust.isBelow(lowest);
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

    /**
     * Returns the reasons of a hit with those of its place: hits with higher scores stand behind it, or it counts with the
     * words of the user.
     *
     * @param ranked the hits in the order of the rule
     * @param trust the trust that a hit counts with
     */
    static List<ScoreReason> placed(List<Hit> ranked, int place, Function<Hit, Trust> trust) {
        Hit hit = ranked.get(place);
        List<ScoreReason> why = new ArrayList<>(hit.why());
        Trust own = hit.messages().isEmpty()
                ? hit.trust()
                : ExchangeTrust.spoken(hit, hit.messages().get(0).index());
        if (own.isBelow(Trust.USER) && !trust.apply(hit).isBelow(Trust.USER)) {
            why.add(new ScoreReason(
                    TrustView.SIGNAL, 0, "it answers a message of the user and counts with the words of the user"));
        }
        if (!standsBack(hit)
                && ranked.subList(place + 1, ranked.size()).stream().anyMatch(behind -> behind.score() > hit.score())) {
            why.add(new ScoreReason(
                    TrustView.SIGNAL,
                    0,
                    "it stands before hits with higher scores: what is believed less has at most half of the first"
                            + " places"));
        }
        return why;
    }

    private static boolean standsBack(Hit hit) {
        return hit.why().stream()
                .map(ScoreReason::detail)
                .anyMatch(detail -> detail.startsWith(REASON) || detail.startsWith(REPEATED));
    }

    /** @param counted the trust that the place of the hit counts with */
    private static Hit explained(Hit hit, Trust trust, Trust counted) {
        if (standsBack(hit)) {
            return hit;
        }
        String detail = trust == counted
                ? REASON + trust.label()
                        + " has at most half of the first places; it stands behind what is believed more"
                : REPEATED + ", and copies have at most half of the first places; it stands behind other texts";
        List<ScoreReason> why = new ArrayList<>(hit.why());
        why.add(new ScoreReason(TrustView.SIGNAL, 0, detail));
        return hit.withWhy(why);
    }
}
