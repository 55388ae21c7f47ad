package dev.daybook.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.daybook.server.problem.OverloadedException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimiterTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final RateLimiter rateLimiter = new RateLimiter(4, now::get);

    private int taken(String key) {
        int taken = 0;
        while (taken < 100) {
            try {
                rateLimiter.take(key, null);
            } catch (OverloadedException overloadedException) {
                return taken;
            }
            taken++;
        }
        return taken;
    }

    @Test
    void a_key_may_make_as_many_calls_at_once_as_in_a_second() {
        assertThat(taken("a")).isEqualTo(4);
        assertThatExceptionOfType(OverloadedException.class)
                .isThrownBy(() -> rateLimiter.take("a", null))
                .withMessageContaining("4 calls a second")
                .satisfies(overloadedException ->
                        assertThat(overloadedException.retryAfterSeconds()).isEqualTo(1));
    }

    @Test
    void calls_come_back_evenly_and_never_more_than_a_second_allows() {
        taken("a");
        now.addAndGet(Duration.ofMillis(500).toNanos());
        assertThat(taken("a")).isEqualTo(2);
        now.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(taken("a")).isEqualTo(4);
    }

    @Test
    void one_key_is_not_in_the_way_of_another() {
        taken("a");

        assertThat(taken("b")).isEqualTo(4);
    }

    @Test
    void the_limit_of_a_key_replaces_the_limit_of_all_keys() {
        rateLimiter.take("slow", 1);
        assertThatExceptionOfType(OverloadedException.class)
                .isThrownBy(() -> rateLimiter.take("slow", 1))
                .withMessageContaining("1 calls a second");
        RateLimiter none = new RateLimiter(0, now::get);
        none.take("slow", 1);
        assertThatExceptionOfType(OverloadedException.class).isThrownBy(() -> none.take("slow", 1));

        for (int call = 0; call < 10; call++) {
            rateLimiter.take("quick", 10);
        }
        assertThatExceptionOfType(OverloadedException.class).isThrownBy(() -> rateLimiter.take("quick", 10));
    }

    @Test
    void without_a_rate_there_is_no_limit() {
        RateLimiter none = new RateLimiter(0, now::get);
        for (int i = 0; i < 10_000; i++) {
            none.take("a", null);
        }
    }
}
