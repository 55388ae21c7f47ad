package dev.daybook.context;

import dev.daybook.data.ContextOptions;
import dev.daybook.data.Episode;
import dev.daybook.data.Filter;
import dev.daybook.data.Kind;
import dev.daybook.data.Query;
import dev.daybook.data.RecentTurns;
import dev.daybook.data.Scope;

/**
 * What a context is asked for: in which conversation of whose memory, and before the answer to which prompt.
 *
 * @param shared whether what is shared in the space is shown
 */
record Asked(Scope scope, String session, String prompt, ContextOptions options, boolean shared) {

    /** Enough to fill the usual budgets; what does not fit is reported as left out. */
    private static final int DETAILS = 60;

    /** Whether details are recalled: a blank prompt asks nothing. */
    boolean asksForDetails() {
        return !prompt.isBlank() && options.shows(Kind.EPISODE);
    }

    /** How many turns of the conversation are repeated. */
    RecentTurns recent() {
        return options.shows(Kind.EPISODE) ? options.recent() : RecentTurns.none();
    }

    Query details() {
        return query(Kind.EPISODE, DETAILS);
    }

    /** Entries of a kind for the prompt, those that are shared among them if they may be shown. */
    Query query(Kind kind, int limit) {
        Query own = ownQuery(prompt, kind, limit);
        return shared ? own.includeShared() : own;
    }

    /** Entries of a kind in the asking scope alone. */
    Query ownQuery(String text, Kind kind, int limit) {
        return Query.of(text).kinds(kind).limit(limit).asOf(options.asOf()).where(options.filter());
    }

    /** Whether an episode belongs to the conversation that is going on. */
    boolean isHere(Scope owner, Episode episode) {
        return owner.equals(scope) && session.equals(episode.session());
    }

    /** Whether an episode that no search has looked at may be shown. */
    boolean mayShow(Scope owner, Episode episode) {
        Filter filter = options.filter();
        return (!episode.sensitive() || owner.equals(scope)) && (filter == null || filter.matches(episode.metadata()));
    }
}
