package dev.daybook.data;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A search of one scope. {@link #of} makes one for a text; each further method returns a copy with one condition more
 * or other. All conditions hold together, and all apply before the limit.
 *
 * <p>An accessor has no parameter and returns the condition ({@code limit()}); the method of the same name with a
 * parameter returns the changed copy ({@code limit(5)}). Do not call the constructor: a new condition adds a parameter
 * to it.
 *
 * @param text the question, of at most {@link SizeLimits#QUESTION} characters ({@link SizeLimits#LITERAL} by
 *     {@link By#TEXT}); blank: the newest entries (a semantic search embeds a blank text like any other)
 * @param by the kind of search
 * @param kinds the kinds of entry to search; empty: all
 * @param from the earliest time of an entry, inclusive; null: no bound
 * @param to the latest time of an entry, inclusive; null: no bound
 * @param sessions the sessions to search; empty: all
 * @param excludedSessions the sessions to leave out
 * @param filter a condition on metadata; null: none
 * @param limit the maximum number of hits; zero or below: none
 * @param asOf the knowledge time of a point-in-time query: only versions recorded by then count; null: now
 * @param validAt the world time of facts: a fact is a hit only if it was true then, other kinds are not affected; null:
 *     closed facts too
 * @param minimumScore the lowest score of a hit, finite; null: no bound
 * @param minimumConfidence the lowest confidence of a scope that gives hits; null: no bound. See
 *     {@link #minimumConfidence(Double)}
 * @param shared whether to search the shared scope of the space as well
 * @param fallback whether a search by {@link By#TEXT} without a match returns the newest entries, marked as a fallback
 */
public record Query(
        String text,
        By by,
        Set<Kind> kinds,
        @Nullable OffsetDateTime from,
        @Nullable OffsetDateTime to,
        Set<String> sessions,
        Set<String> excludedSessions,
        @Nullable Filter filter,
        int limit,
        @Nullable OffsetDateTime asOf,
        @Nullable OffsetDateTime validAt,
        @Nullable Double minimumScore,
        @Nullable Double minimumConfidence,
        boolean shared,
        boolean fallback) {

    /** The limit of a query without one: ten hits fit on a screen and into a prompt. */
    public static final int DEFAULT_LIMIT = 10;

    /** The kind of search. */
    public enum By {
        /**
         * Hybrid search: keyword search (BM25) and, with an embedder, semantic search, fused, with context expansion
         * from the session around a match.
         */
        BEST,
        /** Semantic search: the cosine of the vectors, which is also the score. Needs an embedder. */
        MEANING,
        /** Keyword search: BM25 of the words. */
        WORDS,
        /** Literal search: the text as a substring of a message, case ignored, the newest first. */
        TEXT,
        /**
         * No search: the newest entries by their times, which an import may give; the text is ignored. The turns that were
         * written last are the end of {@link dev.daybook.Session#turns}.
         */
        NEWEST;

        /** Returns the name used outside Java: {@code best}, {@code words}, … */
        public String label() {
            return EnumLabels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if no kind of search has this label; the message lists the labels
         */
        public static By of(String label) {
            return EnumLabels.read("by", values(), label);
        }
    }

    /**
     * Checks all conditions. Not to be called by applications; use {@link #of}.
     *
     * @throws IllegalArgumentException if the text is too long, a session id is blank, the minimum score is NaN, or a
     *     minimum confidence is outside 0 to 1 or given with {@link By#TEXT} or {@link By#NEWEST}
     */
    public Query {
        ArgumentChecks.text("query", text);
        ArgumentChecks.present("by", by);
        SizeLimits.check("query", text, SizeLimits.QUESTION);
        if (by == By.TEXT) {
            SizeLimits.check("query by text", text, SizeLimits.LITERAL);
        }
        kinds = ArgumentChecks.distinct("kinds", kinds);
        sessions = ArgumentChecks.distinct("sessions", sessions);
        excludedSessions = ArgumentChecks.distinct("excluded sessions", excludedSessions);
        sessions.forEach(session -> ArgumentChecks.id("session", session));
        excludedSessions.forEach(session -> ArgumentChecks.id("excluded session", session));
        from = ArgumentChecks.optionalTime("from", from);
        to = ArgumentChecks.optionalTime("to", to);
        asOf = ArgumentChecks.optionalTime("asOf", asOf);
        validAt = ArgumentChecks.optionalTime("validAt", validAt);
        // JSON has no other numbers, so a remote search could not take one.
        if (minimumScore != null && !Double.isFinite(minimumScore)) {
            throw new IllegalArgumentException("minimumScore is " + minimumScore + "; give a finite number or null");
        }
        if (minimumConfidence != null) {
            checkConfidence(minimumConfidence, by);
        }
    }

    private static void checkConfidence(double minimumConfidence, By by) {
        if (!(minimumConfidence >= 0 && minimumConfidence <= 1)) {
            throw new IllegalArgumentException(
                    "minimumConfidence is " + minimumConfidence + "; give a number from 0 to 1, or null");
        }
        if (by == By.TEXT || by == By.NEWEST) {
            throw new IllegalArgumentException("minimumConfidence is given with by '" + by.label()
                    + "', which ranks by no question; search by best, words or meaning, or leave it out");
        }
    }

    /** Returns a hybrid search for a text, in all sessions and kinds, for the ten best hits. */
    public static Query of(String text) {
        return new Query(
                text,
                By.BEST,
                Set.of(),
                null,
                null,
                Set.of(),
                Set.of(),
                null,
                DEFAULT_LIMIT,
                null,
                null,
                null,
                null,
                false,
                false);
    }

    /** Sets the kind of search. */
    public Query by(By by) {
        Parts parts = new Parts(this);
        parts.by = by;
        return parts.query();
    }

    /** Searches these kinds only. */
    public Query kinds(Kind first, Kind... more) {
        return kinds(ArgumentChecks.oneOrMore("kinds", first, more));
    }

    /** Searches these kinds only; an empty collection: all kinds. */
    public Query kinds(Collection<Kind> kinds) {
        Parts parts = new Parts(this);
        parts.kinds = ArgumentChecks.distinct("kinds", kinds);
        return parts.query();
    }

    /** Searches entries of a range of time only, both ends inclusive; null leaves an end open. */
    public Query between(@Nullable OffsetDateTime from, @Nullable OffsetDateTime to) {
        Parts parts = new Parts(this);
        parts.from = from;
        parts.to = to;
        return parts.query();
    }

    /** Searches entries of a range of time only, both ends inclusive; null leaves an end open. */
    public Query between(@Nullable Instant from, @Nullable Instant to) {
        return between(TimeText.utc(from), TimeText.utc(to));
    }

    /** Searches these sessions only; none: all sessions. */
    public Query inSessions(String... sessions) {
        return inSessions(Arrays.asList(sessions));
    }

    /** Searches these sessions only; an empty collection: all sessions. */
    public Query inSessions(Collection<String> sessions) {
        Parts parts = new Parts(this);
        parts.sessions = ArgumentChecks.distinct("sessions", sessions);
        return parts.query();
    }

    /** Leaves these sessions out; none: leaves out no session. */
    public Query notInSessions(String... sessions) {
        return notInSessions(Arrays.asList(sessions));
    }

    /** Leaves these sessions out; an empty collection: leaves out no session. */
    public Query notInSessions(Collection<String> sessions) {
        Parts parts = new Parts(this);
        parts.excludedSessions = ArgumentChecks.distinct("excluded sessions", sessions);
        return parts.query();
    }

    /** Sets the condition on metadata; null: none. Only episodes have metadata. */
    public Query where(@Nullable Filter filter) {
        Parts parts = new Parts(this);
        parts.filter = filter;
        return parts.query();
    }

    /** Sets the maximum number of hits; zero or below: none. */
    public Query limit(int limit) {
        Parts parts = new Parts(this);
        parts.limit = limit;
        return parts.query();
    }

    /** Sets the knowledge time: a point-in-time query over the versions recorded by then; null: now. */
    public Query asOf(@Nullable OffsetDateTime asOf) {
        Parts parts = new Parts(this);
        parts.asOf = asOf;
        return parts.query();
    }

    /** Sets the knowledge time: a point-in-time query over the versions recorded by then. */
    public Query asOf(Instant asOf) {
        return asOf(TimeText.utc("asOf", asOf));
    }

    /** Sets the world time of facts: only facts that were true then are hits; null: closed facts too. */
    public Query validAt(@Nullable OffsetDateTime validAt) {
        Parts parts = new Parts(this);
        parts.validAt = validAt;
        return parts.query();
    }

    /** Sets the world time of facts: only facts that were true then are hits. */
    public Query validAt(Instant validAt) {
        return validAt(TimeText.utc("validAt", validAt));
    }

    /** Sets the lowest score of a hit; null: no bound. */
    public Query minimumScore(@Nullable Double minimumScore) {
        Parts parts = new Parts(this);
        parts.minimumScore = minimumScore;
        return parts.query();
    }

    /**
     * Sets the lowest confidence that a scope has the answer, from 0 to 1; a scope below it gives no hit. Null: no bound.
     *
     * <p>The confidence is a property of a question and a scope, whatever the other conditions of the query but the
     * knowledge time. It rises with the share of the question's words in one message, and, if the question names one
     * speaker, with how much better the words of that person match than those of all others. At 0.5 an answer is as
     * likely as none, in the mixture of questions to which it was fitted.
     *
     * <p>It recognises a question about another subject, and in part a question that names the wrong person. It does not
     * recognise a question about a detail that was never said of a subject that was: there it is chance. A question in
     * other words than the memory's has a low confidence even where a semantic search finds its answer, so give a low
     * bound, or none, with an embedder. It was fitted and measured on English (decision 109 of the project). In a scope
     * that is too large for an index in memory, it is read from the thousand entries that match the words best.
     * {@code explain} states the value of a scope below the bound.
     *
     * @throws IllegalArgumentException if it is outside 0 to 1, or the search is by {@link By#TEXT} or
     *     {@link By#NEWEST}
     */
    public Query minimumConfidence(@Nullable Double minimumConfidence) {
        Parts parts = new Parts(this);
        parts.minimumConfidence = minimumConfidence;
        return parts.query();
    }

    /** Searches the shared scope of the space as well: one of the two reads that cross scopes. */
    public Query includeShared() {
        Parts parts = new Parts(this);
        parts.shared = true;
        return parts.query();
    }

    /** Returns the newest entries, marked as a fallback, where a search by {@link By#TEXT} has no match. */
    public Query withFallback() {
        Parts parts = new Parts(this);
        parts.fallback = true;
        return parts.query();
    }

    /** The mutable form of a query, so that each method above names only the condition it changes. */
    private static final class Parts {
        private final String text;
        private By by;
        private Set<Kind> kinds;
        private @Nullable OffsetDateTime from;
        private @Nullable OffsetDateTime to;
        private Set<String> sessions;
        private Set<String> excludedSessions;
        private @Nullable Filter filter;
        private int limit;
        private @Nullable OffsetDateTime asOf;
        private @Nullable OffsetDateTime validAt;
        private @Nullable Double minimumScore;
        private @Nullable Double minimumConfidence;
        private boolean shared;
        private boolean fallback;

        Parts(Query query) {
            text = query.text;
            by = query.by;
            kinds = query.kinds;
            from = query.from;
            to = query.to;
            sessions = query.sessions;
            excludedSessions = query.excludedSessions;
            filter = query.filter;
            limit = query.limit;
            asOf = query.asOf;
            validAt = query.validAt;
            minimumScore = query.minimumScore;
            minimumConfidence = query.minimumConfidence;
            shared = query.shared;
            fallback = query.fallback;
        }

        Query query() {
            return new Query(
                    text,
                    by,
                    kinds,
                    from,
                    to,
                    sessions,
                    excludedSessions,
                    filter,
                    limit,
                    asOf,
                    validAt,
                    minimumScore,
                    minimumConfidence,
                    shared,
                    fallback);
        }
    }
}
