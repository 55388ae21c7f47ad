package dev.daybook.internal.context;

import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.RecentTurns;

/**
 * A request for a context: the scope, the session, the prompt and the options.
 *
 * @param shared whether shared entries of the space are shown
 */
record ContextRequest(Scope scope, String session, String prompt, ContextOptions options, boolean shared) {

    /** Enough to fill the usual budgets; the context reports other entries as left out. */
    private static final int MAX_DETAILS = 60;

    /** Returns whether details are recalled; a blank prompt matches nothing. */
    boolean asksForDetails() {
        return !prompt.isBlank() && options.shows(Kind.EPISODE);
    }

    /** Returns the limits on recent turns. */
    RecentTurns recent() {
        return options.shows(Kind.EPISODE) ? options.recent() : RecentTurns.none();
    }

    Query details() {
        return query(Kind.EPISODE, MAX_DETAILS);
    }

    /** Returns the query for entries of a kind that match the prompt, including shared ones if they may be shown. */
    Query query(Kind kind, int limit) {
        return ownQuery(prompt, kind, limit).shared(shared);
    }

    /** Returns the query for entries of a kind in the asking scope alone. */
    Query ownQuery(String text, Kind kind, int limit) {
        return Query.of(text).kinds(kind).limit(limit).asOf(options.asOf()).filter(options.filter());
    }

    /** Returns whether an episode belongs to the current session. */
    boolean isCurrentSession(Scope owner, Episode episode) {
        return owner.equals(scope) && session.equals(episode.session());
    }

    /** Returns whether an episode that no search has filtered may be shown. */
    boolean mayShow(Scope owner, Episode episode) {
        Filter filter = options.filter();
        return (!episode.sensitive() || owner.equals(scope)) && (filter == null || filter.matches(episode.metadata()));
    }
}
