package dev.daybook.consolidate;

import dev.daybook.codec.ByteReader;
import dev.daybook.codec.ByteWriter;
import dev.daybook.remember.DerivedStates;
import dev.daybook.spi.Blob;
import dev.daybook.spi.State;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far one derivation has come with one subject. It is the only thing that derived work remembers: what is due follows
 * from it and from the revisions of the scope.
 *
 * @param watermark the revision up to which the scope was read
 * @param failures how often it failed since it last succeeded
 * @param notBefore when to try again; null: at any time
 * @param provisional whether what was written is a fallback, to be derived again from the same sources
 * @param tokens what it has cost so far
 * @param version of the state, 0 if there is none; so that of two workers only one can write
 */
record Attempt(
        long watermark, int failures, @Nullable Instant notBefore, boolean provisional, long tokens, long version) {

    static final Attempt NONE = new Attempt(0, 0, null, false, 0, 0);

    private static final int PLAIN = 1;

    /** Longer than any pause, the next day's allowance too: a time further ahead is of a clock that was set back since. */
    private static final Duration LONGEST_PAUSE = Duration.ofDays(2);

    boolean mustWait(Instant now) {
        return notBefore != null && now.isBefore(notBefore) && isPlausible(notBefore, now);
    }

    /** Whether a time to wait for may have been noted by a clock that is still right. */
    static boolean isPlausible(Instant notBefore, Instant now) {
        return !notBefore.isAfter(now.plus(LONGEST_PAUSE));
    }

    Attempt reached(long watermark, boolean provisional, @Nullable Instant notBefore, long tokens) {
        return new Attempt(
                watermark, provisional ? failures + 1 : 0, notBefore, provisional, this.tokens + tokens, version);
    }

    /** A step of several was done: it is as due as before. */
    Attempt stepped(long tokens) {
        return new Attempt(watermark, 0, null, provisional, this.tokens + tokens, version);
    }

    Attempt failed(Instant notBefore, long tokens) {
        return new Attempt(watermark, failures + 1, notBefore, provisional, this.tokens + tokens, version);
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

    static Attempt decode(State state) {
        ByteReader in = new ByteReader(state.bytes());
        int form = in.octet();
        if (form == DerivedStates.DUE) {
            return new Attempt(in.number(), 0, null, false, 0, state.version());
        }
        if (form != PLAIN) {
            throw ByteReader.damaged("an attempt has an unknown form");
        }
        long watermark = in.number();
        int failures = Math.toIntExact(in.number());
        String notBefore = in.optionalText();
        return new Attempt(
                watermark,
                failures,
                notBefore == null ? null : Instant.parse(notBefore),
                in.octet() == 1,
                in.number(),
                state.version());
    }
}
