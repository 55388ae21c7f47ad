package dev.daybook.server.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

    @Test
    void values_come_back_as_they_were() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("text", "Grüße, \"quoted\" \\ and \u0001 and \uD83D\uDC39");
        value.put("whole", Long.MIN_VALUE);
        value.put("decimal", 0.1);
        value.put("truth", true);
        value.put("nothing", null);
        value.put("list", Arrays.asList(1L, null, List.of()));

        assertThat(JsonText.read(JsonText.write(value))).isEqualTo(value);
    }

    @Test
    void whole_numbers_and_decimals_keep_their_kind() {
        assertThat(JsonText.read("[1, 1.0, 1e2]")).isEqualTo(List.of(1L, 1.0, 100.0));
    }

    @Test
    void a_float_comes_back_bit_for_bit() {
        float[] hard = {0.1f, 1 / 3f, Float.MIN_VALUE, Float.MAX_VALUE, -0.0f, 16777217f};
        for (float number : hard) {
            Object read = JsonText.read(JsonText.write(number));
            assertThat(((Number) read).floatValue()).isEqualTo(number);
            assertThat(Float.floatToRawIntBits(((Number) read).floatValue()))
                    .isEqualTo(Float.floatToRawIntBits(number));
        }
    }

    @Test
    void the_keys_of_an_object_keep_their_order_and_canonical_sorts_them() {
        assertThat(JsonText.write(JsonText.read("{\"b\":1,\"a\":{\"d\":1,\"c\":2}}")))
                .isEqualTo("{\"b\":1,\"a\":{\"d\":1,\"c\":2}}");
        assertThat(JsonText.writeCanonical(JsonText.read("{\"b\":1, \"a\":{\"d\":1,\"c\":2}}")))
                .isEqualTo("{\"a\":{\"c\":2,\"d\":1},\"b\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "{",
                "[1,",
                "{\"a\":1}{",
                "{\"a\":1} 2",
                "{'a':1}",
                "{a:1}",
                "[NaN]",
                "[01]",
                "\"\\x\"",
                "\"unclosed",
                "nul",
                "\u0000"
            })
    void text_other_than_one_json_value_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonText.read(text))
                .withMessageContaining("not JSON");
    }

    @Test
    void a_key_named_twice_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonText.read("{\"user\":\"ada\",\"user\":\"bob\"}"))
                .withMessageContaining("user");
    }

    @Test
    void nesting_is_allowed_to_sixty_four_and_no_deeper() {
        assertThat(JsonText.read("[".repeat(64) + "]".repeat(64))).isNotNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonText.read("[".repeat(65) + "]".repeat(65)))
                .withMessageContaining("64");
        assertThatIllegalArgumentException().isThrownBy(() -> JsonText.read("{\"a\":".repeat(100_000)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "-9223372036854775809", "1e999"})
    void a_number_that_would_be_changed_is_refused(String number) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonText.read(number))
                .withMessageContaining(number)
                .withMessageContaining("write it as a text");
    }

    @Test
    void a_text_of_a_million_characters_is_read() {
        String text = "m".repeat(1_000_000);
        assertThat(JsonText.read(JsonText.write(text))).isEqualTo(text);
    }

    @Test
    void an_object_is_asked_for_by_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonText.readObject("[1]"))
                .withMessageContaining("an array")
                .withMessageContaining("object");
    }
}
