package dev.daybook.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetryAfterTest {

    private static final String NOW = "Sun, 06 Nov 2044 08:49:37 GMT";

    @Test
    void a_date_is_a_wait_from_the_date_of_the_answer() {
        assertThat(wait("Sun, 06 Nov 2044 08:49:42 GMT", NOW)).isEqualTo(Duration.ofSeconds(5));
        assertThat(wait("Sunday, 06-Nov-44 08:50:37 GMT", NOW)).isEqualTo(Duration.ofMinutes(1));
        assertThat(wait("Sun Nov  6 09:49:37 2044", NOW)).isEqualTo(Duration.ofHours(1));
        assertThat(wait("Fri, 31 Dec 9999 23:59:59 GMT", NOW)).isGreaterThan(Duration.ofDays(2_000_000));
    }

    @Test
    void without_a_date_of_the_answer_a_date_is_a_wait_from_now() {
        Duration rest = wait("Fri, 31 Dec 9999 23:59:59 GMT", "soon");

        assertThat(rest).isGreaterThan(Duration.ofDays(2_000_000));
    }

    @Test
    void a_number_is_a_wait_in_seconds_and_never_negative() {
        assertThat(wait("120", NOW)).isEqualTo(Duration.ofMinutes(2));
        assertThat(wait("-1", NOW)).isZero();
    }

    @Test
    void a_date_that_has_passed_and_a_value_that_cannot_be_read_are_a_second() {
        for (String value : List.of("Sun, 06 Nov 2044 08:49:36 GMT", NOW, "Mon, 06 Nov 2044 09:00:00 GMT", "1.5", "")) {
            assertThat(wait(value, NOW)).as(value).isEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void an_answer_without_the_header_names_no_wait() {
        assertThat(RetryAfter.of(HttpHeaders.of(Map.of(), (name, value) -> true)))
                .isEmpty();
    }

    private static Duration wait(String retryAfter, String date) {
        Map<String, List<String>> headers = new HashMap<>();
        headers.put("retry-after", List.of(retryAfter));
        headers.put("date", List.of(date));
        return RetryAfter.of(HttpHeaders.of(headers, (name, value) -> true)).orElseThrow();
    }
}
