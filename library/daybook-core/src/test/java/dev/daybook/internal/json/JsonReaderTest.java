package dev.daybook.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.internal.json.JsonValue.Constant;
import dev.daybook.internal.json.JsonValue.Elements;
import dev.daybook.internal.json.JsonValue.Members;
import dev.daybook.internal.json.JsonValue.Numeral;
import dev.daybook.internal.json.JsonValue.Text;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

    @Test
    void every_kind_of_value_is_read() {
        Members read = (Members)
                JsonReader.read(" {\"a\":[1,-2.5e3,true,false,null,{}],\"b\\n\":\"\\u00e9\\\"\\\\\\/\",\"c\":[]} ");

        assertThat(read.values()).containsOnlyKeys("a", "b\n", "c");
        assertThat(read.get("b\n")).isEqualTo(new Text("é\"\\/"));
        assertThat(((Elements) read.values().get("a")).values())
                .containsExactly(
                        Numeral.of(1),
                        new Numeral(new java.math.BigDecimal("-2.5e3")),
                        Constant.TRUE,
                        Constant.FALSE,
                        Constant.NULL,
                        new Members(java.util.Map.of()));
    }

    @Test
    void the_order_of_members_is_kept() {
        assertThat(((Members) JsonReader.read("{\"z\":1,\"a\":2,\"m\":3}"))
                        .values()
                        .keySet())
                .containsExactly("z", "a", "m");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "[1",
                "[1,",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "\"open",
                "\"a\\",
                "\"\\u00",
                "tru",
                "-",
                "1.",
                "1e"
            })
    void a_truncated_value_is_reported_as_cut_off(String text) {
        JsonException strict = catchThrowableOfType(JsonException.class, () -> JsonReader.read(text));
        JsonException lenient = catchThrowableOfType(
                JsonException.class, () -> JsonReader.lenient(text, 0).next());

        assertThat(strict.cutOff()).isTrue();
        assertThat(lenient.cutOff()).isTrue();
        assertThat(strict.position()).isEqualTo(text.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01",
                "+1",
                ".5",
                "1 2",
                "[1 2]",
                "[,]",
                "{,}",
                "{a:1}",
                "{\"a\" 1}",
                "{'a':1}",
                "\"\\x\"",
                "\"\\u12g4\"",
                "truth",
                "nul!",
                "//x",
                "[1]]",
                "[1]x",
                "1.e3",
                "\u00a01"
            })
    void invalid_json_is_rejected_without_quoting_it(String text) {
        JsonException refused = catchThrowableOfType(JsonException.class, () -> JsonReader.read(text));

        assertThat(refused).hasMessageMatching("not JSON at column \\d+: .+");
        assertThat(refused.cutOff()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a\nb\"", "[1,]", "{\"a\":1,}", "{\"a\":1,\"a\":2}", "NaN", "[Infinity,-Infinity]"})
    void mistakes_of_models_are_rejected_strictly_and_read_leniently(String text) {
        assertThatThrownBy(() -> JsonReader.read(text)).isInstanceOf(JsonException.class);

        JsonReader lenient = JsonReader.lenient(text, 0);
        lenient.next();
        assertThat(lenient.position()).isEqualTo(text.length());
    }

    @Test
    void lenient_values_have_their_intended_meaning() {
        assertThat(JsonReader.lenient("[\"a\nb\tc\",NaN,]", 0).next())
                .isEqualTo(new Elements(List.of(new Text("a\nb\tc"), Constant.NULL)));
        assertThat(JsonReader.lenient("{\"a\":1,\"a\":2}", 0).next())
                .isEqualTo(new Members(java.util.Map.of("a", Numeral.of(2))));
    }

    @Test
    void half_a_surrogate_pair_of_a_model_is_replaced_and_a_whole_one_kept() {
        assertThat(JsonReader.lenient("\"\\ud83d\\ude00 \\ud800 \\udc00\"", 0).next())
                .isEqualTo(new Text("😀 \uFFFD \uFFFD"));
    }

    @Test
    void a_lenient_value_begins_and_ends_anywhere() {
        JsonReader reader = JsonReader.lenient("see [1] there", 4);

        assertThat(reader.next()).isEqualTo(new Elements(List.of(Numeral.of(1))));
        assertThat(reader.position()).isEqualTo(7);
    }

    @Test
    void depth_is_bounded_so_that_no_text_fills_the_stack() {
        assertThat(JsonReader.read("[".repeat(64) + "]".repeat(64))).isInstanceOf(Elements.class);
        assertThatThrownBy(() -> JsonReader.read("[".repeat(65) + "]".repeat(65)))
                .hasMessageContaining("nested deeper than 64");
        assertThatThrownBy(
                        () -> JsonReader.lenient("{\"a\":".repeat(100_000), 0).next())
                .hasMessageContaining("nested deeper than 64");
    }

    @Test
    void depth_counts_open_brackets_only() {
        assertThat(JsonReader.read("[" + "[],{},".repeat(100) + "[]]")).isInstanceOf(Elements.class);
    }

    @Test
    void length_and_numbers_are_bounded() {
        assertThatThrownBy(() -> JsonReader.read(" ".repeat(JsonReader.MAX_LENGTH + 1)))
                .hasMessageContaining("longer than");
        assertThatThrownBy(() -> JsonReader.read("9".repeat(401))).hasMessageContaining("number is longer");
        assertThatThrownBy(() -> JsonReader.read("1e99999999999")).hasMessageContaining("out of range");
    }

    @Test
    void written_values_are_read_back() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            JsonValue value = RandomJson.value(random, 4);
            assertThat(JsonReader.read(JsonWriter.write(value))).isEqualTo(value);
        }
    }

    @Test
    void any_cut_of_a_text_is_cut_off_and_never_half_a_value() {
        String text = "{\"memories\":[\"one\",{\"a\":[true,null,-1.5e+2]}],\"coverage\":\"complete\\u00e9\"}";
        for (int end = 0; end < text.length(); end++) {
            String cut = text.substring(0, end);
            assertThat(catchThrowableOfType(
                                    JsonException.class,
                                    () -> JsonReader.lenient(cut, 0).next())
                            .cutOff())
                    .as(cut)
                    .isTrue();
        }
    }

    @Test
    void random_damage_gives_a_value_or_a_json_exception() {
        Random random = new Random(11);
        int refused = 0;
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder(JsonWriter.write(RandomJson.value(random, 3)));
            for (int j = 0; j < 3; j++) {
                text.setCharAt(random.nextInt(text.length()), "{}[]\",:\\u1-ex\n".charAt(random.nextInt(14)));
            }
            try {
                JsonReader.lenient(text.toString(), 0).next();
            } catch (JsonException expected) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(500);
    }
}
