package dev.daybook.internal.consolidate;

import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.store.Blob;
import dev.daybook.store.ScopeState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a derivation on one subject. It is the only state of derived work: the backlog follows from it and
 * from the revisions of the scope.
 *
 * @param watermark the revision up to which the scope was read
 * @param failures the failures since the last success
 * @param notBefore the earliest time of a retry; null: any time
 * @param provisional whether a fallback was written, to be derived again from the same sources
 * @param tokens the model tokens spent so far
 * @param version the version of the state, 0 if there is none; of two workers only one can write it
 */
public record DerivationAttempt(
        long watermark, int failures, @Nullable Instant notBefore, boolean provisional, long tokens, long version) {

    public static final DerivationAttempt NONE = new DerivationAttempt(0, 0, null, false, 0, 0);

    private static final int PLAIN = 1;

    /**
     * Longer than any back-off and than the wait for the next day's token budget. A later time was written before the
     * clock was set back.
     */
    private static final Duration MAX_PAUSE = Duration.ofDays(2);

    public boolean mustWait(Instant now) {
        return notBefore != null && now.isBefore(notBefore) && isPlausible(notBefore, now);
    }

    /** Tests whether a retry time is consistent with the present clock. */
    static boolean isPlausible(Instant notBefore, Instant now) {
        return !notBefore.isAfter(now.plus(MAX_PAUSE));
    }

    DerivationAttempt reached(long watermark, boolean provisional, @Nullable Instant notBefore, long tokens) {
        return new DerivationAttempt(
                watermark, provisional ? failures + 1 : 0, notBefore, provisional, this.tokens + tokens, version);
    }

    /** Returns the attempt after one step of several: the subject stays due. */
    DerivationAttempt stepped(long tokens) {
        return new DerivationAttempt(watermark, 0, null, provisional, this.tokens + tokens, version);
    }

    DerivationAttempt failed(Instant notBefore, long tokens) {
        return new DerivationAttempt(watermark, failures + 1, notBefore, provisional, this.tokens + tokens, version);
    }

    Blob encode() {
        return new ByteWriter()
                .octet(PLAIN)
                .number(watermark)
                .number(failures)
                .optionalText(notBefore == null ? null : notBefore.toString())
                .octet(provisional ? 1 : 0)
                .number(tokens)
                .toBlob();
    }

    static DerivationAttempt decode(ScopeState state) {
        return ByteReader.decode(state.bytes(), in -> read(in, state.version()));
    }

    private static DerivationAttempt read(ByteReader in, long version) {
        int form = in.octet();
        if (form == DerivedStates.DUE) {
            return new DerivationAttempt(in.number(), 0, null, false, 0, version);
        }
        if (form != PLAIN) {
            throw ByteReader.damaged("an attempt has an unknown form");
        }
        long watermark = in.number();
        int failures = Math.toIntExact(in.number());
        String notBefore = in.optionalText();
        return new DerivationAttempt(
                watermark,
                failures,
                notBefore == null ? null : Instant.parse(notBefore),
                in.octet() == 1,
                in.number(),
                version);
    }
}
