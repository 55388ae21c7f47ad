package dev.daybook.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearEqualFormTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I live in Lisbon, Ada's town",
                "i LIVE in lisbon ada\u2019s town.",
                "  I live\tin\u00A0Lisbon,\n Ada's town!!! ",
                "I live in Lis\u00ADbon\u2026 Ada's t\u200Bown..."
            })
    void case_space_invisible_characters_and_ends_of_clauses_do_not_count(String text) {
        assertThat(NearEqualForm.of(text)).isEqualTo("i live in lisbon ada's town");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a != b|a = b",
                "it is .5|it is 5",
                "3.5|35",
                "3,500|3500",
                "-5|5",
                "he came.|he came?",
                "well :)|well :(",
                "C++|C",
                "r\u00E9sum\u00E9|resume",
                "\u4E09\uFF0C\u4E94|\u4E09\u4E94",
                "\u03C0\u03BF\u03CD;|\u03C0\u03BF\u03CD"
            })
    void what_can_change_the_meaning_stays(String one, String other) {
        assertThat(NearEqualForm.of(one)).isNotEqualTo(NearEqualForm.of(other));
    }

    @Test
    void wide_marks_are_spaces_between_words() {
        assertThat(NearEqualForm.of("\u6211\u7D20\u98DF\uFF0C\u4F4F\u5728\u8FD9\u91CC\u3002"))
                .isEqualTo(NearEqualForm.of("\u6211\u7D20\u98DF \u4F4F\u5728\u8FD9\u91CC"));
    }

    @Test
    void a_form_is_its_own_form() {
        for (String text : new String[] {"", ".", "...", " . a", "a .", "a. ", "\u3002", "\u00AB a \u00BB", "?!"}) {
            assertThat(NearEqualForm.of(NearEqualForm.of(text))).isEqualTo(NearEqualForm.of(text));
        }
    }

    @Test
    void a_million_marks_take_no_time() {
        String marks = ".".repeat(1_000_000);

        assertThat(NearEqualForm.of("a" + marks + " b" + marks + "c")).hasSize(3 + marks.length() + 1);
    }
}
