package dev.daybook.query;

import dev.daybook.internal.checks.ArgumentChecks;
import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.checks.NullChecks;
import dev.daybook.model.ImmutableValue;
import dev.daybook.model.Kind;
import dev.daybook.model.SizeLimits;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A search of one scope. {@link #of} makes one for a text; each further method returns a copy with one condition more
 * or other. All conditions hold together, and all apply before the limit. A condition that is null is not set.
 *
 * <p>An accessor has no parameter and returns the condition ({@code limit()}); the method of the same name with a
 * parameter returns the changed copy ({@code limit(5)}).
 */
public final class Query extends ImmutableValue<Query> {

    /** The limit of a query without one: ten hits fit on a screen and into a prompt. */
    public static final int DEFAULT_LIMIT = 10;

    private String text = "";
    private By by = By.BEST;
    private Set<Kind> kinds = Set.of();
    private @Nullable Instant from;
    private @Nullable Instant to;
    private Set<String> sessions = Set.of();
    private Set<String> excludedSessions = Set.of();
    private @Nullable Filter filter;
    private int limit = DEFAULT_LIMIT;
    private @Nullable Instant asOf;
    private @Nullable Instant validAt;
    private @Nullable Double minimumScore;
    private @Nullable Double minimumConfidence;
    private boolean shared;
    private boolean fallback;
    private boolean collapse;

    private Query() {}

    /**
     * Returns a hybrid search for a text, in all sessions and kinds, for the ten best hits.
     *
     * @param text the question, of at most {@link SizeLimits#QUESTION} characters ({@link SizeLimits#LITERAL} by
     *     {@link By#TEXT}); blank: the newest entries (a semantic search embeds a blank text like any other)
     */
    public static Query of(String text) {
        return new Query().with(query -> query.text = text);
    }

    public String text() {
        return text;
    }

    public By by() {
        return by;
    }

    /** Sets the kind of search. */
    public Query by(By by) {
        return with(copy -> copy.by = by);
    }

    /** Returns the kinds of entry to search; empty: all. */
    public Set<Kind> kinds() {
        return kinds;
    }

    /** Searches these kinds only. */
    public Query kinds(Kind first, Kind... more) {
        return kinds(ArgumentChecks.oneOrMore("kinds", first, more));
    }

    /** Searches these kinds only; an empty collection: all kinds. */
    public Query kinds(Collection<Kind> kinds) {
        return with(copy -> copy.kinds = ArgumentChecks.distinct("kinds", kinds));
    }

    public @Nullable Instant from() {
        return from;
    }

    /** Sets the earliest time of an entry, inclusive; null: no bound. Years 0001 to 9999. */
    public Query from(@Nullable Instant from) {
        return with(copy -> copy.from = from);
    }

    public @Nullable Instant to() {
        return to;
    }

    /** Sets the latest time of an entry, inclusive; null: no bound. Years 0001 to 9999. */
    public Query to(@Nullable Instant to) {
        return with(copy -> copy.to = to);
    }

    /** Returns the sessions to search; empty: all. */
    public Set<String> sessions() {
        return sessions;
    }

    /** Searches these sessions only. */
    public Query sessions(String... sessions) {
        return sessions(Arrays.asList(sessions));
    }

    /** Searches these sessions only; an empty collection: all sessions. */
    public Query sessions(Collection<String> sessions) {
        return with(copy -> copy.sessions = ArgumentChecks.distinct("sessions", sessions));
    }

    public Set<String> excludedSessions() {
        return excludedSessions;
    }

    /** Leaves these sessions out. */
    public Query excludedSessions(String... sessions) {
        return excludedSessions(Arrays.asList(sessions));
    }

    /** Leaves these sessions out; an empty collection: leaves out no session. */
    public Query excludedSessions(Collection<String> sessions) {
        return with(copy -> copy.excludedSessions = ArgumentChecks.distinct("excluded sessions", sessions));
    }

    public @Nullable Filter filter() {
        return filter;
    }

    /** Sets the condition on metadata; null: none. Only episodes have metadata. */
    public Query filter(@Nullable Filter filter) {
        return with(copy -> copy.filter = filter);
    }

    public int limit() {
        return limit;
    }

    /** Sets the maximum number of hits; zero or below: none. */
    public Query limit(int limit) {
        return with(copy -> copy.limit = limit);
    }

    public @Nullable Instant asOf() {
        return asOf;
    }

    /**
     * Sets the knowledge time: a point-in-time query over the versions recorded by then; null: now. Years 0001 to 9999.
     */
    public Query asOf(@Nullable Instant asOf) {
        return with(copy -> copy.asOf = asOf);
    }

    public @Nullable Instant validAt() {
        return validAt;
    }

    /**
     * Sets the world time of facts: a fact is a hit only if it was true then, other kinds are not affected; null: closed
     * facts too.
     */
    public Query validAt(@Nullable Instant validAt) {
        return with(copy -> copy.validAt = validAt);
    }

    public @Nullable Double minimumScore() {
        return minimumScore;
    }

    /** Sets the lowest score of a hit, finite; null: no bound. */
    public Query minimumScore(@Nullable Double minimumScore) {
        return with(copy -> copy.minimumScore = minimumScore);
    }

    public @Nullable Double minimumConfidence() {
        return minimumConfidence;
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
        return with(copy -> copy.minimumConfidence = minimumConfidence);
    }

    public boolean shared() {
        return shared;
    }

    /** Sets whether to search the shared scope of the space as well: one of the two reads that cross scopes. */
    public Query shared(boolean shared) {
        return with(copy -> copy.shared = shared);
    }

    public boolean fallback() {
        return fallback;
    }

    /**
     * Sets whether a search by {@link By#TEXT} without a match returns the newest entries, marked as a fallback.
     */
    public Query fallback(boolean fallback) {
        return with(copy -> copy.fallback = fallback);
    }

    public boolean collapse() {
        return collapse;
    }

    /**
     * Sets whether one hit stands for all with near-equal texts; the limit then counts different texts. Off by default.
     *
     * <p>Texts are near-equal if the same speakers say the same words in the same order: case, white space, invisible
     * characters and the punctuation at the end of a clause do not count. Another number, name or negation is another text, and
     * a question is no statement. An episode is compared with all its messages. One of three words or fewer behind a question
     * stays, because it answers that question.
     *
     * <p>The hit has the place of the best of them, is the newest of them, and tells their number ({@link
     * dev.daybook.outcome.Hit#copies}). Only those of the highest trust count: less trusted ones are left out. In a scope that is
     * too large for an index in memory, the copies among its candidates count, and short texts stay. Without the setting the
     * same query returns each of them.
     */
    public Query collapse(boolean collapse) {
        return with(copy -> copy.collapse = collapse);
    }

    @Override
    protected void check() {
        ArgumentChecks.text("query", text);
        NullChecks.present("by", by);
        SizeLimits.check("query", text, SizeLimits.QUESTION);
        if (by == By.TEXT) {
            SizeLimits.check("query by text", text, SizeLimits.LITERAL);
        }
        sessions.forEach(session -> ArgumentChecks.id("session", session));
        excludedSessions.forEach(session -> ArgumentChecks.id("excluded session", session));
        from = SizeLimits.time("from", from);
        to = SizeLimits.time("to", to);
        asOf = SizeLimits.time("asOf", asOf);
        validAt = SizeLimits.time("validAt", validAt);
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

    @Override
    protected @Nullable Object[] parts() {
        return new @Nullable Object[] {
            "text", text,
            "by", by,
            "kinds", kinds,
            "from", from,
            "to", to,
            "sessions", sessions,
            "excludedSessions", excludedSessions,
            "filter", filter,
            "limit", limit,
            "asOf", asOf,
            "validAt", validAt,
            "minimumScore", minimumScore,
            "minimumConfidence", minimumConfidence,
            "shared", shared,
            "fallback", fallback,
            "collapse", collapse
        };
    }

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
}
