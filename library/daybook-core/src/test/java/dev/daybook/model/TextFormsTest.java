package dev.daybook.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.checks.TimeText;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries as one reads them in a prompt or a log. */
class TextFormsTest {

    private static final OffsetDateTime NINE = OffsetDateTime.parse("2026-01-01T09:00:00Z");

    private static Fact fact(double confidence, @Nullable OffsetDateTime until) {
        return new Fact(
                "f",
                "user",
                "likes",
                "tea",
                confidence,
                NINE,
                until,
                null,
                NINE,
                List.of(),
                SummaryMethod.GIVEN,
                new Provenance(1, 1, Origin.USER, Trust.USER));
    }

    private static String line(OffsetDateTime at, String input, String output) {
        return new Episode(
                        "e",
                        null,
                        at,
                        at,
                        List.of(Message.user(input), Message.assistant(output)),
                        List.of(),
                        Map.of(),
                        new Provenance(1, 1, Origin.USER, Trust.USER),
                        false,
                        null)
                .line();
    }

    @Test
    void a_block_stands_between_lines_with_its_name() {
        Block block = new Block(
                "persona", "x\ny", 0, false, 0, NINE, List.of(), new Provenance(1, 1, Origin.USER, Trust.USER));

        assertThat(block.text()).isEqualTo("<persona>\nx\ny\n</persona>");
    }

    @ParameterizedTest
    @CsvSource({"0.456,0.46", "1,1.00", "0,0.00", "0.125,0.12", "0.375,0.38", "0.145,0.14", "0.999,1.00"})
    void a_fact_says_how_sure_it_is_rounded_as_python_does(double confidence, String shown) {
        assertThat(fact(confidence, null).text()).isEqualTo("user likes tea [confidence " + shown + "]");
    }

    @Test
    void a_closed_fact_says_until_when_it_held() {
        assertThat(fact(0.456, NINE.plusMinutes(5)).text())
                .isEqualTo("user likes tea [confidence 0.46] (until 2026-01-01T09:05:00+00:00)");
    }

    @Test
    void an_episode_is_one_line_with_both_sides_in_quotes() {
        assertThat(line(NINE, "say \"hi\"\nit's", "ok"))
                .isEqualTo("[2026-01-01T09:00:00+00:00] 'say \"hi\"\\nit\\'s' -> 'ok'");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-01T09:00:00Z,2026-01-01T09:00:00+00:00",
        "2026-01-01T09:00:00.000001Z,2026-01-01T09:00:00.000001+00:00",
        "2026-01-01T09:00:01.5-03:30,2026-01-01T09:00:01.500000-03:30",
        "2026-01-01T09:00:00+05:45:30,2026-01-01T09:00:00+05:45:30"
    })
    void a_time_has_seconds_and_an_offset_and_microseconds_if_there_are_any(String time, String shown) {
        assertThat(TimeText.text(OffsetDateTime.parse(time))).isEqualTo(shown);
    }
}
