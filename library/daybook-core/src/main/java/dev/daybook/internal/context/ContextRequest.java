package dev.daybook.internal.context;

import dev.daybook.internal.scopes.ReadScopes;
import dev.daybook.model.Episode;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import dev.daybook.query.RecentTurns;

/** A request for a context: the scopes it shows entries of, the session of the own one, the prompt and the options. */
record ContextRequest(ReadScopes scopes, String session, String prompt, ContextOptions options) {

    /** Enough to fill the usual budgets; the context reports other entries as left out. */
    private static final int MAX_DETAILS = 60;

    Scope scope() {
        return scopes.own();
    }

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

    /** Returns the query for entries of a kind that match the prompt. */
    Query query(Kind kind, int limit) {
        return query(prompt, kind, limit);
    }

    /** Returns the query for entries of a kind that match a text. */
    Query query(String text, Kind kind, int limit) {
        return Query.of(text)
                .kinds(kind)
                .limit(limit)
                .asOf(options.asOf())
                .filter(options.filter())
                .collapse(options.collapse());
    }

    /** Returns whether an episode belongs to the current session. */
    boolean isCurrentSession(Scope owner, Episode episode) {
        return owner.equals(scope()) && session.equals(episode.session());
    }

    /** Returns whether an episode that no search has filtered may be shown. */
    boolean mayShow(Scope owner, Episode episode) {
        Filter filter = options.filter();
        return (!episode.sensitive() || owner.equals(scope()))
                && (filter == null || filter.matches(episode.metadata()));
    }
}
