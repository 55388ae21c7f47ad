package dev.daybook;

import dev.daybook.data.BankContents;
import dev.daybook.data.BankText;
import dev.daybook.data.Chat;
import dev.daybook.data.NewSummary;
import dev.daybook.data.Outcome;
import dev.daybook.data.Summary;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What conversations of a space came to, for all of its users: a summary of each conversation, and digests of older ones
 * by day, week and month, within a budget of tokens.
 *
 * <p>It is off until {@link dev.daybook.data.Settings.Bank} of the space says otherwise; see there for what that means to
 * the users. While it is on it reads the conversations of all users and of nobody, except private ones and whatever looks
 * like a secret, and writes to what is shared, nowhere else. Nothing in it is lost by a failure of the language model: what
 * could not be made is made later. Each outcome can be undone with {@link Memory#undo} of what is shared. When a
 * conversation is forgotten, what was made of it goes too, and digests are made again of what is left. Thread-safe.
 *
 * <p>Without a language model summaries are sentences of what they stand for, made only where that is shorter.
 */
public interface Bank {

    /** The conversations that have rested for ten minutes or more. Same as {@code due(Duration.ofMinutes(10))}. */
    List<Chat> due();

    /**
     * The conversations to be summed up: their last turn is at least so old, and some turn is in no summary yet. Longest
     * at rest first; none while the bank is off.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    List<Chat> due(Duration idle);

    /**
     * Sums up what is new in a conversation, from its earlier summary and the latest 40 turns since, whether it has rested
     * or not. Nothing is written if there is nothing new, the conversation is private or unknown, or the model fails.
     *
     * @throws IllegalArgumentException if the bank is off, or the conversation is not one of a user, or of nobody, of this
     *     space
     */
    Outcome summarize(Chat chat);

    /**
     * Brings the texts of the summaries within a number of tokens, if they have a quarter more: folds summaries of
     * conversations that are older than a day into digests of days, days older than a week into weeks, weeks older than 30
     * days into months, and drops the oldest if that is not enough. It stops as soon as they fit. What cannot be folded
     * because the model fails stays as it is, and then nothing is dropped. A summary that is larger than the whole budget
     * is shortened.
     *
     * @throws IllegalArgumentException if the number is not positive
     */
    List<Outcome> compress(int maxTokens);

    /**
     * Sums up five of the conversations that are due, then brings the bank, as {@link #preview()} shows it, within its
     * budget. What failed before has its time to wait. Nothing happens while the bank is off.
     */
    List<Outcome> run();

    /** What is in use. */
    BankContents list();

    /** What a digest stands for, and what did not fit; newest first. */
    List<Summary> archive();

    /**
     * Puts a summary in by hand. If there is one in use of the same conversation, or a digest of the same period, it takes
     * its place, and the earlier one stays in history. What was said in its conversation up to its last source is not
     * summed up again.
     *
     * @throws IllegalArgumentException if its conversation is not one of a user, or of nobody, of this space
     */
    Summary add(NewSummary summary);

    /** The bank as a model is shown it, within its budget. Same as {@code preview(}the budget of the settings{@code )}. */
    BankText preview();

    /** The bank as a model would be shown it within another budget. */
    BankText preview(int maxTokens);

    /** The bank as it was shown at a time; null: as it is. */
    BankText preview(int maxTokens, @Nullable OffsetDateTime asOf);

    /**
     * Erases everything that is in the bank, its archive included; there is no undo. The conversations are due again.
     *
     * @return how many summaries were erased
     */
    int clear();
}
