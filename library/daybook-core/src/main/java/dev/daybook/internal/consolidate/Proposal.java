package dev.daybook.internal.consolidate;

import dev.daybook.internal.ledger.EntryLedger;
import dev.daybook.model.EntryRef;
import dev.daybook.outcome.DerivationOutcome.Result;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The result of a derivation before it is applied.
 *
 * @param result {@code DONE}, {@code FALLBACK}, {@code NOTHING} or {@code FAILED}
 * @param watermark the revision up to which the scope was read
 * @param read the source entries with their revisions; a change to any of them voids the proposal
 * @param write puts the entries; runs under the scope's write lock
 * @param detail a description for people; contains no stored text
 * @param tokens the model tokens spent
 * @param retried for a fallback, the subjects to retry in place of this one; empty: this one
 * @param joined further subjects of the same step, which share its result
 * @param notBefore the earliest time of a retry; null: after the usual back-off
 * @param more whether this was one step of several, so the subject is due again at once
 */
public record Proposal(
        Result result,
        long watermark,
        List<Read> read,
        Consumer<EntryLedger.Change> write,
        String detail,
        long tokens,
        List<String> retried,
        List<String> joined,
        @Nullable Instant notBefore,
        boolean more) {

    public Proposal {
        read = List.copyOf(read);
        retried = List.copyOf(retried);
        joined = List.copyOf(joined);
    }

    /** Returns a copy that retries only parts, each as a subject of its own. */
    public Proposal retriedAs(List<String> subjects) {
        return new Proposal(result, watermark, read, write, detail, tokens, subjects, joined, notBefore, more);
    }

    /** Returns a copy that settles other subjects with this one. */
    public Proposal joining(List<String> subjects) {
        return new Proposal(result, watermark, read, write, detail, tokens, retried, subjects, notBefore, more);
    }

    /** Returns a copy that is one step of several. The watermark moves with the last step only. */
    Proposal asStep() {
        return new Proposal(result, watermark, read, write, detail, tokens, retried, joined, notBefore, true);
    }

    /** Returns a copy whose failure or fallback is retried no earlier than the given time. */
    Proposal postponed(Instant until, String why) {
        Result put = result == Result.FAILED ? Result.WAITING : result;
        return new Proposal(put, watermark, read, write, detail + "; " + why, tokens, retried, joined, until, more);
    }

    /** A source entry and the revision of its content. */
    public record Read(EntryRef entry, long revision) {}

    public static Proposal done(
            long watermark, List<Read> read, Consumer<EntryLedger.Change> write, String detail, long tokens) {
        return new Proposal(Result.DONE, watermark, read, write, detail, tokens, List.of(), List.of(), null, false);
    }

    /** Creates a proposal made without the model; it will be derived again. */
    public static Proposal fallback(
            long watermark, List<Read> read, Consumer<EntryLedger.Change> write, String detail, long tokens) {
        return new Proposal(Result.FALLBACK, watermark, read, write, detail, tokens, List.of(), List.of(), null, false);
    }

    /** Creates a proposal that writes nothing and moves the watermark. */
    public static Proposal nothing(long watermark, String detail, long tokens) {
        return new Proposal(
                Result.NOTHING, watermark, List.of(), change -> {}, detail, tokens, List.of(), List.of(), null, false);
    }

    /** Creates a proposal for a failure; the watermark stays. */
    public static Proposal failed(String detail, long tokens) {
        return new Proposal(
                Result.FAILED, 0, List.of(), change -> {}, detail, tokens, List.of(), List.of(), null, false);
    }
}
