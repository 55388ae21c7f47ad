package dev.daybook.internal.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BackgroundPaceTest {

    private static final Scope ADA = new Scope.User(new Space("default"), "ada");
    private static final Scope BOB = new Scope.User(new Space("default"), "bob");

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
    void a_scope_that_waits_for_more_than_a_minute_takes_the_rest() {
        Map<Scope, Long> behindSince = Map.of(ADA, now);

        now += Duration.ofMinutes(1).toNanos();
        assertThat(pace.isLate(behindSince, Set.of())).isFalse();
        now++;
        assertThat(pace.isLate(behindSince, Set.of())).isTrue();
    }

    @Test
    void a_scope_that_fails_again_and_again_takes_no_rest() {
        Map<Scope, Long> behindSince = new LinkedHashMap<>();
        behindSince.put(ADA, now);
        now += Duration.ofHours(1).toNanos();
        behindSince.put(BOB, now);

        assertThat(pace.isLate(behindSince, Set.of(ADA))).isFalse();
        now += Duration.ofMinutes(1).toNanos() + 1;
        assertThat(pace.isLate(behindSince, Set.of(ADA))).as("bob waits too").isTrue();
    }

    @Test
    void the_clock_may_overflow() {
        now = Long.MAX_VALUE;
        long begin = pace.begin();
        now += 10;

        assertThat(pace.rest(begin)).isEqualTo(Duration.ofNanos(30));
    }
}
