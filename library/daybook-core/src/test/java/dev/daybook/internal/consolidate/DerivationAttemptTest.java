package dev.daybook.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DerivationAttemptTest {

    private static final Instant NOW = Instant.parse("2026-03-04T12:00:00Z");

    private static boolean mustWait(Duration pause) {
        return DerivationAttempt.NONE.failed(NOW.plus(pause), 0).mustWait(NOW);
    }

    @Test
    void failed_work_waits_for_its_retry_time() {
        assertThat(mustWait(Duration.ofMinutes(1))).isTrue();
        assertThat(mustWait(Duration.ofDays(1))).isTrue();
        assertThat(mustWait(Duration.ZERO)).isFalse();
        assertThat(DerivationAttempt.NONE.mustWait(NOW)).isFalse();
    }

    @Test
    void a_time_that_a_wrong_clock_noted_is_not_waited_for() {
        assertThat(mustWait(Duration.ofDays(3650))).isFalse();
    }
}
