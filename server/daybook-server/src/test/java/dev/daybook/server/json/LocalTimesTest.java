package dev.daybook.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalTimesTest {

    private final LocalTimes times = new LocalTimes(
            ZoneId.of("Europe/Lisbon"), Clock.fixed(Instant.parse("2026-05-08T00:00:00Z"), ZoneOffset.UTC));

    @ParameterizedTest
    @CsvSource({
        "1767225600, 2026-01-01T00:00Z",
        "1767225600.25, 2026-01-01T00:00:00.250Z",
        "1767225600250, 2026-01-01T00:00:00.250Z",
        "1767225600250000, 2026-01-01T00:00:00.250Z",
        "1767225600250000000, 2026-01-01T00:00:00.250Z",
        "0, 1970-01-01T00:00Z",
        "2025-07-01T12:00:00+02:00, 2025-07-01T12:00+02:00",
        "2025-07-01T12:00:00.000000Z, 2025-07-01T12:00Z",
        "2025-07-01 12:00:00, 2025-07-01T12:00+01:00",
        "2025/07/01 12:00, 2025-07-01T12:00+01:00",
        "2025-07-01, 2025-07-01T00:00+01:00",
        "2025-07-01 12:00:00 UTC, 2025-07-01T12:00Z",
        "'Tue, 1 Jul 2025 12:00:00 +0200', 2025-07-01T12:00+02:00"
    })
    void a_time_is_read_in_any_usual_form(String text, String time) {
        assertThat(times.anyForm(text)).isEqualTo(OffsetDateTime.parse(time));
    }

    @Test
    void numbers_are_read_as_their_texts() {
        assertThat(times.anyForm(1767225600250L)).isEqualTo(OffsetDateTime.parse("2026-01-01T00:00:00.250Z"));
        assertThat(times.anyForm(1.76722560025E9)).isEqualTo(OffsetDateTime.parse("2026-01-01T00:00:00.250Z"));
        assertThat(times.assumptions()).isEmpty();
    }

    @Test
    void unreadable_times_and_times_in_the_future_are_counted() {
        assertThat(times.anyForm("soon")).isNull();
        assertThat(times.anyForm("2026-05-09T12:00:00Z")).isNull();
        assertThat(times.anyForm("2026-05-08T12:00:00Z")).isNotNull();
        assertThat(times.anyForm(null)).isNull();
        assertThat(times.assumptions()).containsExactly("1 time unreadable", "1 time in the future");
    }
}
