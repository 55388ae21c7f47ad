package dev.daybook;

import dev.daybook.model.NewSummary;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Summary;
import dev.daybook.outcome.BankContents;
import dev.daybook.outcome.BankText;
import dev.daybook.outcome.DerivationOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bank of one space: summaries of the sessions of all its users, within a token budget. Older summaries are merged
 * into digests of a day, a week and a month (hierarchical summarization).
 *
 * <p>Off until {@link dev.daybook.query.SpaceSettings.Bank} of the space enables it; see there for the consequences to
 * users. It reads the sessions of all users and of the anonymous scope, except private sessions and texts that look
 * like a secret, and writes summaries to the shared scope only. A failure of the language model loses nothing: the work
 * is done later. Every outcome can be undone by {@link Operations#undo} of the shared scope. When a session is
 * forgotten, its summaries are erased and the digests are derived again from the remaining summaries. Without a
 * language model a summary is a selection of sentences, and is written only if it is shorter than its source.
 *
 * <p>Thread-safe.
 */
public interface Bank {

    /** Returns the sessions that have been idle for ten minutes. Short for {@code due(Duration.ofMinutes(10))}. */
    List<SessionRef> due();

    /**
     * Returns the sessions to summarize: idle sessions with a turn that no summary covers.
     * The longest idle comes first. Empty while the bank is off.
     *
     * @throws IllegalArgumentException if the duration is negative
     */
    List<SessionRef> due(Duration idle);

    /**
     * Summarizes the new turns of a session, from its earlier summary and the latest 40 turns since, idle or not.
     * Writes nothing if there is no new turn, the session is private or unknown, or the model fails.
     *
     * @throws IllegalArgumentException if the bank is off, or the session is not one of a user or of the anonymous
     *     scope of this space
     */
    DerivationOutcome summarize(SessionRef sessionRef);

    /**
     * Compresses the summaries to a token budget if they exceed it by a quarter: merges summaries older than a day into
     * digests of a day, digests of a day older than a week into weeks, and weeks older than 30 days into months, then
     * drops the oldest. Stops as soon as the budget is met. If the model fails, the sources stay and nothing is
     * dropped. A summary larger than the whole budget is shortened.
     *
     * @return the outcome of each step, in order
     * @throws IllegalArgumentException if the number is not positive
     */
    List<DerivationOutcome> compress(int maxTokens);

    /**
     * Summarizes five of the due sessions and compresses the bank, as {@link #preview()} renders it, to its budget.
     * Failed work waits for its back-off. Does nothing while the bank is off.
     *
     * @return the outcome of each step, in order
     */
    List<DerivationOutcome> run();

    /** Returns the live summaries and digests with their counts and tokens. */
    BankContents list();

    /** Returns the summaries that a digest has replaced or that were dropped, the latest first. */
    List<Summary> archive();

    /**
     * Writes a summary by hand. It replaces the live summary of the same session, or the digest of the same period, which
     * stays in the history. Turns up to its last source are not summarized again.
     *
     * @return the new summary
     * @throws IllegalArgumentException if its session is not one of a user or of the anonymous scope of this space
     */
    Summary remember(NewSummary summary);

    /** Renders the bank as it appears in a context, within the budget of the settings. */
    BankText preview();

    /**
     * Renders the bank within another token budget, as of a time (a point-in-time query).
     *
     * @param asOf null: now
     */
    BankText preview(int maxTokens, @Nullable Instant asOf);

    /**
     * Erases every summary of the bank, including the archive. There is no undo. The sessions are due again.
     *
     * @return the number of erased summaries
     */
    int forget();
}
