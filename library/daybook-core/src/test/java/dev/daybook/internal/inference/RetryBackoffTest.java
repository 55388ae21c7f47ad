package dev.daybook.internal.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryBackoffTest {

    @Test
    void the_back_off_doubles_up_to_a_limit() {
        assertThat(delay(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(delay(2)).isEqualTo(Duration.ofSeconds(2));
        assertThat(delay(5)).isEqualTo(Duration.ofSeconds(16));
        assertThat(delay(6)).isEqualTo(Duration.ofSeconds(30));
        assertThat(delay(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(30));
    }

    private static Duration delay(int failures) {
        return RetryBackoff.delay(Duration.ofSeconds(1), Duration.ofSeconds(30), failures);
    }
}
