package dev.daybook.internal.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {

    /** Reverses the escape by its specification. */
    private static String readBack(String visible) {
        Pattern escaped = Pattern.compile("(\\\\++)u\\{(?:([0-9A-F]++)})?");
        Matcher matcher = escaped.matcher(visible);
        StringBuilder text = new StringBuilder();
        while (matcher.find()) {
            int backslashes = matcher.group(1).length();
            String rest = matcher.group(2) == null ? "u{" : "u{" + matcher.group(2) + "}";
            String character = backslashes % 2 == 1 ? Character.toString(Integer.parseInt(matcher.group(2), 16)) : rest;
            matcher.appendReplacement(text, Matcher.quoteReplacement("\\".repeat(backslashes / 2) + character));
        }
        return matcher.appendTail(text).toString();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 0x7, 0xD, 0x85, 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x200B, 0x200D,
                0x200E, 0x2028, 0x2029, 0x202E, 0x2060, 0x2066, 0x2800, 0x3164, 0xE000, 0xF8FF, 0xFE00, 0xFE0F, 0xFEFF,
                0xFFA0, 0xFFF9, 0xFFFF, 0x1D159, 0x1D173, 0xE0001, 0xE0041, 0xE007F, 0xE0100, 0xE01EF, 0xF0000, 0x10FFFF
            })
    void invisible_characters_are_written_out(int c) {
        String character = Character.toString(c);

        assertThat(VisibleText.of("a" + character + "b"))
                .doesNotContain(character)
                .matches("a\\\\u\\{[0-9A-F]{2,6}}b");
        assertThat(VisibleText.quoted("a" + character + "b"))
                .doesNotContain(character)
                .matches("\"a\\\\u\\{[0-9A-F]{2,6}}b\"");
        assertThat(readBack(VisibleText.of("a" + character + "b"))).isEqualTo("a" + character + "b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "na\u00efve \u4f60\u597d \u0434\u0430 \u0627\u0644 \ud83d\ude00 1\u00bd \u201cquoted\u201d\tand\\so on\n",
                "C:\\users\\unit \\u200B",
                "\u2764\ufe0f",
                "1\ufe0f\u20e3",
                "\u203c\ufe0f",
                "\u263a\ufe0f and \ud83c\udf36\ufe0f",
                "e\u0301",
                "\ud83d\udc4d\ud83c\udffd",
                "\ud83e\udee0"
            })
    void ordinary_text_and_emoji_stay(String text) {
        assertThat(VisibleText.of(text)).isEqualTo(text);
    }

    @Test
    void a_selector_may_follow_an_emoji_and_nothing_else() {
        assertThat(VisibleText.of("\u2764\ufe0f\ufe0f")).isEqualTo("\u2764\ufe0f\\u{FE0F}");
        assertThat(VisibleText.of("a\ufe0f")).isEqualTo("a\\u{FE0F}");
        assertThat(VisibleText.of("1\ufe0f")).isEqualTo("1\\u{FE0F}");
        assertThat(VisibleText.of("\ufe0f")).isEqualTo("\\u{FE0F}");
        assertThat(VisibleText.of("\u2800\ufe0f")).isEqualTo("\\u{2800}\\u{FE0F}");
        assertThat(VisibleText.of("\u2764\ufe0e")).isEqualTo("\u2764\\u{FE0E}");
    }

    @Test
    void a_text_that_only_looks_like_an_escape_differs_from_one() {
        assertThat(VisibleText.of("\u200b")).isEqualTo("\\u{200B}");
        assertThat(VisibleText.of("\\u{200B}")).isEqualTo("\\\\u{200B}");
        assertThat(VisibleText.of("\\\u200b")).isEqualTo("\\\\\\u{200B}");
    }

    @Test
    void every_text_can_be_read_back() {
        List<String> pieces = List.of("\\", "u", "{", "200B", "}", "\u200b", "a");
        List<String> texts = new ArrayList<>(List.of(""));
        Map<String, String> written = new HashMap<>();
        for (int length = 0; length < 6; length++) {
            List<String> longer = new ArrayList<>();
            texts.forEach(text -> pieces.forEach(piece -> longer.add(text + piece)));
            texts = longer;
            texts.forEach(text -> {
                String visible = VisibleText.of(text);
                assertThat(readBack(visible)).isEqualTo(text);
                assertThat(written.put(visible, text)).isIn(null, text);
            });
        }
        assertThat(written).hasSizeGreaterThan(100_000);
    }

    @Test
    void a_long_text_of_one_character_takes_linear_time() {
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (String unit : List.of("\\", "\n", "\u200b", "\ufe0f", "u{", "[", "#", " ", "\u2764\ufe0f")) {
                String text = unit.repeat(1_000_000);
                assertThat(VisibleText.of(text).length()).isGreaterThanOrEqualTo(text.length());
                assertThat(VisibleText.quoted(text).length()).isGreaterThan(text.length());
            }
        });
    }
}
