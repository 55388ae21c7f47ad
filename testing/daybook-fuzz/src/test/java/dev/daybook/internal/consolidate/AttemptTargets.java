package dev.daybook.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.error.StoreException;
import dev.daybook.fuzz.FuzzTarget;
import dev.daybook.fuzz.FuzzedMemory;
import dev.daybook.fuzz.StateFixture;
import dev.daybook.internal.codec.ByteWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The decoders of the states of derived work. */
public final class AttemptTargets {

    private AttemptTargets() {}

    public static List<FuzzTarget> all() {
        List<byte[]> attempts = new ArrayList<>(FuzzedMemory.filled().states("derive/"));
        attempts.add(DerivationAttempt.NONE
                .failed(Instant.parse("2026-05-08T13:56:00Z"), 300)
                .encode()
                .toArray());
        byte[] usage = new ByteWriter()
                .octet(1)
                .text("2026-05-08")
                .number(12)
                .number(3_456)
                .toBlob()
                .toArray();
        return List.of(
                FuzzTarget.ofBytes("state-attempt", AttemptTargets::attempt, attempts)
                        .refusing(StoreException.class),
                FuzzTarget.ofBytes(
                                "state-usage",
                                bytes -> DailyTokenBudget.decode(StateFixture.state(bytes)),
                                List.of(usage))
                        .refusing(StoreException.class));
    }

    private static void attempt(byte[] bytes) {
        DerivationAttempt read = DerivationAttempt.decode(StateFixture.state(bytes));
        assertThat(DerivationAttempt.decode(StateFixture.state(read.encode().toArray())))
                .isEqualTo(read);
    }
}
