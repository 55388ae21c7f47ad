package dev.daybook;

import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.Summary;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.Receipt;
import dev.daybook.outcome.SessionInfo;
import dev.daybook.outcome.Turn;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.SessionOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The handle of one session, a conversation thread of a scope: writes its messages, assembles the context of the next
 * prompt, and reads its turns and its summary. The first episode of a session creates it; no call is needed for that.
 *
 * <p>A handle holds no state of its own and is cheap to create. Each call is atomic, and durable on return unless the
 * store is in memory. Thread-safe.
 */
public interface Session {

    /** Returns the id of the session, unique in its scope. */
    String id();

    /**
     * Writes an episode of one or more messages, such as a prompt and its answer. Short for
     * {@link Memory#remember(NewEpisode)}, which also accepts an id, a time, an origin and metadata.
     */
    Receipt remember(Message first, Message... more);

    /**
     * Assembles the context of a prompt within 2,000 tokens. Short for a call with {@link ContextOptions#defaults()}.
     */
    default Context context(String prompt) {
        return context(prompt, ContextOptions.defaults());
    }

    /**
     * Assembles the context that a model needs before it answers a prompt: blocks, bank, facts, notes, summaries,
     * recalled messages and the latest turns of the session, which may be new. Never exceeds the token budget of the
     * options.
     *
     * <p>Its work is bounded by what it shows: four searches, at most 2,000 of the latest episodes of the session, and at
     * most two further messages for each of sixty recalled ones, whatever the length of the session. Only a search of a
     * scope that is too large for an index in memory grows with the scope.
     *
     * @throws IllegalArgumentException if this is in the anonymous scope, users of the space have episodes, and the
     *     daybook was opened with {@link dev.daybook.query.IsolationPolicy#REFUSE}
     */
    Context context(String prompt, ContextOptions options);

    /**
     * Returns the turns that were written last, in the order of writing. Their times do not count, because clocks go back
     * and those of two processes differ: an older conversation that is imported into a session stands behind what the
     * session had. A recall by {@link dev.daybook.query.Query.By#NEWEST} orders by time.
     *
     * @param limit the maximal number of turns; none if it is zero or negative
     * @return empty for an unknown session
     */
    List<Turn> turns(int limit);

    /** Returns what is known of the session, or empty if it has no episode and was never changed. */
    Optional<SessionInfo> info();

    /**
     * Changes settings of the session: {@code change(options -> options.name("Trip to Porto"))}. Each setting that is
     * given is set, the others stay; a new session is created. Idempotent.
     *
     * @param change is called once, with {@link SessionOptions#UNCHANGED}
     * @return the session as it is now
     */
    SessionInfo change(UnaryOperator<SessionOptions> change);

    /** Returns the live summary, which covers the episodes up to a position, or empty if there is none. */
    Optional<Summary> summary();

    /** Returns all versions of the summary, the oldest first. */
    List<Summary> summaryHistory();

    /** Returns the number of episodes that the summary does not cover; all of them if there is none. */
    long pending();

    /**
     * Writes the summary; the earlier one stays in the history.
     *
     * @param upTo the position of the last episode that the summary covers
     * @return the new summary
     * @throws IllegalArgumentException if the position is below that of the present summary, or above the last episode
     *     of the session
     */
    Summary rememberSummary(String text, long upTo);

    /**
     * Derives the summary now, and nothing else, even if little is new. Retries failed work at once.
     *
     * @return the outcome of each step, in order; empty if nothing is new
     */
    List<DerivationOutcome> summarize();
}
