package dev.daybook.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class FixedClockTest {

    private static final OffsetDateTime TIME = OffsetDateTime.parse("2025-03-01T12:00:00.000001+02:00");

    @Test
    void it_stands_still_in_its_own_offset() {
        FixedClock clock = FixedClock.at(TIME);

        assertThat(OffsetDateTime.now(clock)).isEqualTo(TIME);
        assertThat(OffsetDateTime.now(clock).getOffset()).isEqualTo(ZoneOffset.ofHours(2));
        assertThat(clock.instant()).isEqualTo(clock.instant());
    }

    @Test
    void it_moves_when_it_is_moved() {
        FixedClock clock = FixedClock.at(TIME);
        clock.advance(Duration.ofMinutes(5));
        clock.advance(Duration.ofMinutes(-2));
        assertThat(OffsetDateTime.now(clock)).isEqualTo(TIME.plusMinutes(3));

        clock.set(TIME.minusYears(1));
        assertThat(OffsetDateTime.now(clock)).isEqualTo(TIME.minusYears(1));
    }

    @Test
    void the_same_clock_in_another_zone_moves_with_it() {
        FixedClock clock = FixedClock.at(TIME);
        FixedClock other = clock.withZone(ZoneOffset.UTC);
        clock.advance(Duration.ofHours(1));

        assertThat(other.instant()).isEqualTo(clock.instant());
        assertThat(OffsetDateTime.now(other).getOffset()).isEqualTo(ZoneOffset.UTC);
    }
}
