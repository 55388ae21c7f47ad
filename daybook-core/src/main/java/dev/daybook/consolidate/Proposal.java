package dev.daybook.consolidate;

import dev.daybook.data.Outcome.Result;
import dev.daybook.data.Ref;
import dev.daybook.remember.Ledger;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a derivation would write.
 *
 * @param result how it went: {@code DONE}, {@code FALLBACK}, {@code NOTHING} or {@code FAILED}
 * @param watermark the revision up to which the scope was read for it
 * @param read what it was made from, with the revisions it had then: if any has changed, the proposal is void
 * @param write puts the entries; runs in the turn of the scope
 * @param detail what happened, in words; no stored text
 * @param tokens what it cost
 * @param retried of a fallback, the subjects to be tried again in the place of this one; empty: this one
 * @param notBefore when it can be tried again at the earliest, if it is to be; null: after the usual pause
 * @param more whether the subject is to be done again at once, because this was a step of several
 */
record Proposal(
        Result result,
        long watermark,
        List<Read> read,
        Consumer<Ledger.Change> write,
        String detail,
        long tokens,
        List<String> retried,
        @Nullable Instant notBefore,
        boolean more) {

    Proposal {
        read = List.copyOf(read);
        retried = List.copyOf(retried);
    }

    /** The same, where only a part of it has to be tried again, under subjects of its own. */
    Proposal retriedAs(List<String> subjects) {
        return new Proposal(result, watermark, read, write, detail, tokens, subjects, notBefore, more);
    }

    /** The same, as a step after which there is more to do at once: the mark stays where it is until the last. */
    Proposal andMore() {
        return new Proposal(result, watermark, read, write, detail, tokens, retried, notBefore, true);
    }

    /** The same, put off: what could not be made is due then, and so is what only stands in for it. */
    Proposal putOff(Instant until, String why) {
        Result put = result == Result.FAILED ? Result.WAITING : result;
        return new Proposal(put, watermark, read, write, detail + "; " + why, tokens, retried, until, more);
    }

    /** An entry as it was read: the revision of its content then. */
    record Read(Ref entry, long revision) {}

    static Proposal done(long watermark, List<Read> read, Consumer<Ledger.Change> write, String detail, long tokens) {
        return new Proposal(Result.DONE, watermark, read, write, detail, tokens, List.of(), null, false);
    }

    /** Made without the model that should have made it: it will be derived again. */
    static Proposal fallback(
            long watermark, List<Read> read, Consumer<Ledger.Change> write, String detail, long tokens) {
        return new Proposal(Result.FALLBACK, watermark, read, write, detail, tokens, List.of(), null, false);
    }

    /** Nothing to write, but read up to a mark. */
    static Proposal nothing(long watermark, String detail, long tokens) {
        return new Proposal(Result.NOTHING, watermark, List.of(), change -> {}, detail, tokens, List.of(), null, false);
    }

    /** Nothing could be made; the mark stays where it is. */
    static Proposal failed(String detail, long tokens) {
        return new Proposal(Result.FAILED, 0, List.of(), change -> {}, detail, tokens, List.of(), null, false);
    }
}
