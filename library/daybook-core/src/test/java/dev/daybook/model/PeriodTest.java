package dev.daybook.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Summary.Level;
import java.time.OffsetDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeriodTest {

    /** The weeks around New Year are where the year of a week and that of its day differ. */
    @ParameterizedTest
    @CsvSource({
        "2026-03-04T12:00:00Z, 2026-03-04, 2026-W10, 2026-03",
        "2024-12-30T12:00:00Z, 2024-12-30, 2025-W01, 2024-12",
        "2021-01-03T23:59:59Z, 2021-01-03, 2020-W53, 2021-01",
        "2021-01-04T00:00:00Z, 2021-01-04, 2021-W01, 2021-01",
        "2026-01-01T01:00:00+02:00, 2025-12-31, 2026-W01, 2025-12"
    })
    void a_period_is_a_day_a_week_or_a_month_in_utc(OffsetDateTime time, String day, String week, String month) {
        assertThat(Level.SESSION.period(time)).isEqualTo(day);
        assertThat(Level.DAY.period(time)).isEqualTo(day);
        assertThat(Level.WEEK.period(time)).isEqualTo(week);
        assertThat(Level.MONTH.period(time)).isEqualTo(month);
    }
}
