package dev.daybook.server.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonCostTest {

    private static long of(String json) {
        assertThat(JsonCost.of(json)).isEqualTo(JsonCost.of(json.getBytes(StandardCharsets.UTF_8)));
        return JsonCost.of(json);
    }

    @Test
    void signs_in_texts_cost_nothing() {
        assertThat(of("\"[{}],:\\\"[{\"")).isEqualTo(of("\"\""));
        assertThat(of("[\"\\\\\",{}]")).isEqualTo(of("[\"\",{}]"));
    }

    @Test
    void many_small_parts_cost_many_times_their_length() {
        String parts = "[{}" + ",{}".repeat(1_000) + "]";

        assertThat(of(parts)).isGreaterThan(20L * parts.length());
    }

    @Test
    void a_long_text_costs_no_more_than_a_short_one() {
        assertThat(of("{\"input\":\"" + "tea, {hot} ".repeat(1_000) + "\"}")).isEqualTo(of("{\"input\":\"\"}"));
    }
}
