package dev.daybook.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainFormTest {

    @ParameterizedTest
    @CsvSource({
        "cafe\u0301, café",
        "pass\u200Bword, password",
        "\u2068Jordan\u2069, Jordan",
        "Daten\u00ADbank, Datenbank",
        "\uFEFFpass\u2060port\u200E, passport",
        "می\u200Cخواهم, میخواهم",
        "❤\uFE0F, ❤",
    })
    void what_looks_the_same_is_the_same(String text, String plain) {
        assertThat(PlainForm.of(text)).isEqualTo(plain);
    }

    @Test
    void a_plain_text_is_left_as_it_is() {
        String text = "Ça va? “Ja”, sagte Jürgen: привет, 你好 👍 – \u0627\u0644\u0642\u0647\u0648\u0629\n\t1 2";

        assertThat(PlainForm.of(text)).isEqualTo(text);
    }

    @Test
    void an_emoji_of_several_people_stays_one() {
        assertThat(PlainForm.of("👩\u200D⚕\uFE0F")).isEqualTo("👩\u200D⚕");
    }

    @Test
    void its_own_form_is_itself() {
        String plain = PlainForm.of("a\u200D\u0301\u200B" + "\u0316\u0301".repeat(40) + "\u1100\u1161\u11A8\u034F");

        assertThat(PlainForm.of(plain)).isEqualTo(plain);
    }

    /** Marks of two classes are sorted, and a million of them on one letter take minutes in quadratic time. */
    @ParameterizedTest
    @ValueSource(strings = {"\u0301\u0316", "\u05B0\u05C1", "\u200B\u0301\u200D\u0316"})
    void a_million_marks_take_no_minutes(String marks) {
        String text = "a" + marks.repeat(1_000_000 / marks.length());

        assertTimeoutPreemptively(
                Duration.ofSeconds(30), () -> assertThat(PlainForm.of(text)).hasSizeLessThan(40));
    }
}
