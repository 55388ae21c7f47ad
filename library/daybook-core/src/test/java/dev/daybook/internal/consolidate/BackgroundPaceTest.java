package dev.daybook.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackgroundPaceTest {

    private long now = 1_000;
    private final BackgroundPace pace = new BackgroundPace(() -> now);

    @Test
    void work_is_a_quarter_of_the_time() {
        long begin = pace.begin();
        now += Duration.ofMillis(5).toNanos();

        assertThat(pace.rest(begin)).isEqualTo(Duration.ofMillis(15));
    }

    @Test
    void the_rest_after_long_work_is_bounded() {
        long begin = pace.begin();
        now += Duration.ofHours(1).toNanos();

        assertThat(pace.rest(begin)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void the_clock_may_overflow() {
        now = Long.MAX_VALUE;
        long begin = pace.begin();
        now += 10;

        assertThat(pace.rest(begin)).isEqualTo(Duration.ofNanos(30));
    }
}
