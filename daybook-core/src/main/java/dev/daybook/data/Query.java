package dev.daybook.data;

import java.time.OffsetDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What to recall. Start with {@link #of} and add what matters; all conditions hold together, and they apply before
 * anything is cut off at the limit.
 *
 * @param text the question, of at most {@link Bounds#QUESTION} characters ({@link Bounds#LITERAL} by {@link By#TEXT}); blank: the newest entries (by meaning a blank text is embedded like any other)
 * @param by how to search
 * @param kinds which kinds of entry; empty: all
 * @param from the earliest time of happening, inclusive; null: none
 * @param to the latest time of happening, inclusive; null: none
 * @param sessions only these conversations; empty: all
 * @param excludedSessions not these conversations
 * @param filter a condition on metadata; null: none
 * @param limit how many hits at the most; zero or below: none
 * @param asOf as the memory was then: what had been written down by that time; null: now
 * @param minimumScore hits below are left out; null: none are
 * @param shared whether to search what is shared in the space as well
 * @param fallback whether a search by {@link By#TEXT} that finds nothing answers the newest entries, marked so
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
        @Nullable Double minimumScore,
        boolean shared,
        boolean fallback) {

    /** Ten fit on a screen and into a prompt. */
    public static final int DEFAULT_LIMIT = 10;

    /** How to search. */
    public enum By {
        /** Words and, where there is an embedder, meaning, with the support of the conversation around. */
        BEST,
        /** Cosine of the vectors alone; the score is the cosine. Needs an embedder. */
        MEANING,
        /** BM25 of the words alone. */
        WORDS,
        /** The text as it stands, in any case, somewhere in a message; newest first. */
        TEXT,
        /** The latest first; the text is not looked at. */
        NEWEST;

        /** The name as it is written outside Java: {@code best}, {@code words}, … */
        public String label() {
            return Labels.label(this);
        }

        /**
         * Reads a {@link #label()}.
         *
         * @throws IllegalArgumentException if there is no such way; the message lists those there are
         */
        public static By of(String label) {
            return Labels.read("by", values(), label);
        }
    }

    public Query {
        Require.text("query", text);
        Require.present("by", by);
        Bounds.check("query", text, Bounds.QUESTION);
        if (by == By.TEXT) {
            Bounds.check("query by text", text, Bounds.LITERAL);
        }
        kinds = Set.copyOf(kinds);
        sessions = Set.copyOf(sessions);
        excludedSessions = Set.copyOf(excludedSessions);
        sessions.forEach(session -> Require.id("session", session));
        excludedSessions.forEach(session -> Require.id("excluded session", session));
        from = Require.optionalTime("from", from);
        to = Require.optionalTime("to", to);
        asOf = Require.optionalTime("asOf", asOf);
        if (minimumScore != null && minimumScore.isNaN()) {
            throw new IllegalArgumentException("minimumScore is NaN; give a number or null");
        }
    }

    public static Query of(String text) {
        return new Query(
                text, By.BEST, Set.of(), null, null, Set.of(), Set.of(), null, DEFAULT_LIMIT, null, null, false, false);
    }

    public Query by(By by) {
        Parts parts = new Parts(this);
        parts.by = by;
        return parts.query();
    }

    public Query kinds(Kind... kinds) {
        Parts parts = new Parts(this);
        parts.kinds = Set.of(kinds);
        return parts.query();
    }

    /** Only what happened from one time to another, both inclusive; null leaves a side open. */
    public Query between(@Nullable OffsetDateTime from, @Nullable OffsetDateTime to) {
        Parts parts = new Parts(this);
        parts.from = from;
        parts.to = to;
        return parts.query();
    }

    public Query inSessions(String... sessions) {
        Parts parts = new Parts(this);
        parts.sessions = Set.of(sessions);
        return parts.query();
    }

    public Query notInSessions(String... sessions) {
        Parts parts = new Parts(this);
        parts.excludedSessions = Set.of(sessions);
        return parts.query();
    }

    public Query where(@Nullable Filter filter) {
        Parts parts = new Parts(this);
        parts.filter = filter;
        return parts.query();
    }

    public Query limit(int limit) {
        Parts parts = new Parts(this);
        parts.limit = limit;
        return parts.query();
    }

    public Query asOf(@Nullable OffsetDateTime asOf) {
        Parts parts = new Parts(this);
        parts.asOf = asOf;
        return parts.query();
    }

    public Query minimumScore(@Nullable Double minimumScore) {
        Parts parts = new Parts(this);
        parts.minimumScore = minimumScore;
        return parts.query();
    }

    /** Search what is shared in the space as well: one of the two crossings between scopes, and a read only. */
    public Query includeShared() {
        Parts parts = new Parts(this);
        parts.shared = true;
        return parts.query();
    }

    public Query withFallback() {
        Parts parts = new Parts(this);
        parts.fallback = true;
        return parts.query();
    }

    /** A query in the making: all that it has, so that each change above says only what changes. */
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
        private @Nullable Double minimumScore;
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
            minimumScore = query.minimumScore;
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
                    minimumScore,
                    shared,
                    fallback);
        }
    }
}
