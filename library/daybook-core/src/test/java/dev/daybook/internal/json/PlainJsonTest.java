package dev.daybook.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainJsonTest {

    @Test
    void plain_values_come_back_as_they_were() {
        Map<String, @Nullable Object> value = new LinkedHashMap<>();
        value.put("text", "Grüße, \"quoted\" \\ and \u0001 and \uD83D\uDC39");
        value.put("whole", Long.MIN_VALUE);
        value.put("decimal", 0.1);
        value.put("truth", true);
        value.put("nothing", null);
        value.put("list", Arrays.asList(1L, null, List.of(), Map.of()));

        assertThat(PlainJson.readObject(PlainJson.write(value))).isEqualTo(value);
    }

    @Test
    void numbers_are_written_as_java_writes_them_in_any_locale() {
        assertThat(PlainJson.write(List.of(1L, 1.0, 1e-5, 1e21, -0.0, 0.1f, 1e10f, 1 / 3f)))
                .isEqualTo("[1,1.0,1.0E-5,1.0E21,-0.0,0.1,1.0E10,0.33333334]");
        assertThat(PlainJson.readObject("{\"n\":[1, 1.0, 1e2, -0.0]}").get("n"))
                .isEqualTo(List.of(1L, 1.0, 100.0, -0.0));
    }

    @Test
    void control_characters_are_escaped_and_all_else_stands_as_it_is() {
        assertThat(PlainJson.write("\b\f\n\r\t\u001f\u007f\"\\/\u2028é"))
                .isEqualTo("\"\\b\\f\\n\\r\\t\\u001F\u007f\\\"\\\\/\u2028é\"");
    }

    @Test
    void the_usual_mistakes_of_other_programs_are_tolerated_on_request() {
        String mistakes = "{\"a\":\"\t\\ud83d\",\"b\":1,\"b\":2,\"c\":NaN,\"d\":18446744073709551615,\"e\":1e400,}";

        assertThat(PlainJson.readLenient(mistakes)).hasToString("{a=\t\uFFFD, b=2, c=null, d=null, e=null}");
        assertThatIllegalArgumentException().isThrownBy(() -> PlainJson.read(mistakes));
        assertThatIllegalArgumentException().isThrownBy(() -> PlainJson.readLenient("{} {}"));
    }

    @Test
    void canonical_texts_have_sorted_keys_at_every_depth() {
        assertThat(PlainJson.writeCanonical(PlainJson.readObject("{\"b\":1, \"a\":[{\"d\":1,\"c\":2}]}")))
                .isEqualTo("{\"a\":[{\"c\":2,\"d\":1}],\"b\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"a\":1}{",
                "{'a':1}",
                "{\"a\":NaN}",
                "{\"a\":01}",
                "{\"a\":1,\"a\":null}",
                "{\"a\":1,}"
            })
    void other_texts_than_one_object_are_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlainJson.readObject(text))
                .withMessageContaining("not JSON");
    }

    @Test
    void a_value_that_is_no_object_is_refused_by_its_kind() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlainJson.readObject("[1]"))
                .withMessage("JSON is an array; give an object, {…}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "-9223372036854775809", "1e999"})
    void a_number_that_would_change_is_refused(String number) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlainJson.readObject("{\"n\":" + number + "}"))
                .withMessageContaining(number)
                .withMessageContaining("write it as a text");
    }

    @Test
    void values_of_every_kind_are_read_and_written_to_a_stream() {
        StringBuilder out = new StringBuilder();
        PlainJson.write(Arrays.asList(1L, null, "\uD800", true), out);

        assertThat(out).hasToString("[1,null,\"\\uD800\",true]");
        assertThat(PlainJson.read(out.toString())).isEqualTo(Arrays.asList(1L, null, "\uD800", true));
    }

    @Test
    void an_error_has_the_line_and_the_column() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlainJson.read("{\"a\": 1,\n \"b\" 2}"))
                .withMessageStartingWith("not JSON at line 2, column 6: ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlainJson.read("[1,"))
                .withMessageStartingWith("not JSON at column 4: ");
    }

    @Test
    void nesting_is_allowed_to_sixty_four_and_no_deeper() {
        assertThat(PlainJson.read("[".repeat(64) + "]".repeat(64))).isNotNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlainJson.read("[".repeat(65) + "]".repeat(65)))
                .withMessageContaining("64");
        assertThatIllegalArgumentException().isThrownBy(() -> PlainJson.read("{\"a\":".repeat(100_000)));
    }

    @Test
    void a_text_of_a_million_characters_is_read() {
        String text = "m".repeat(1_000_000);
        assertThat(PlainJson.read(PlainJson.write(text))).isEqualTo(text);
    }

    @Test
    void a_float_comes_back_bit_for_bit() {
        for (float number : new float[] {0.1f, 1 / 3f, Float.MIN_VALUE, Float.MAX_VALUE, -0.0f, 16777217f}) {
            Number read = (Number) Objects.requireNonNull(PlainJson.read(PlainJson.write(number)));
            assertThat(Float.floatToRawIntBits(read.floatValue())).isEqualTo(Float.floatToRawIntBits(number));
        }
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
                .isThrownBy(() -> PlainJson.read(text))
                .withMessageContaining("not JSON");
    }

    @Test
    void a_key_named_twice_is_refused_by_its_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlainJson.read("{\"user\":\"ada\",\"user\":\"bob\"}"))
                .withMessageContaining("user");
    }

    @Test
    void whole_numbers_and_decimals_keep_their_kind() {
        assertThat(PlainJson.read("[1, 1.0, 1e2]")).isEqualTo(List.of(1L, 1.0, 100.0));
    }

    @Test
    void the_keys_of_an_object_keep_their_order() {
        assertThat(PlainJson.write(PlainJson.read("{\"b\":1,\"a\":{\"d\":1,\"c\":2}}")))
                .isEqualTo("{\"b\":1,\"a\":{\"d\":1,\"c\":2}}");
    }
}
