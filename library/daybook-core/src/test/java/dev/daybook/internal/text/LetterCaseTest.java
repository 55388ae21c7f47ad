package dev.daybook.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LetterCaseTest {

    /** A million of the letters take minutes in quadratic time, and less than a second in linear time. */
    private static final Duration FAR_ABOVE = Duration.ofSeconds(30);

    private static final int LONG = 1_000_000;

    @Test
    void each_character_has_the_other_case_of_the_root_locale() {
        assertThat(IntStream.rangeClosed(0, Character.MAX_CODE_POINT).mapToObj(Character::toString))
                .allSatisfy(letter -> {
                    assertThat(LetterCase.lower(letter)).isEqualTo(letter.toLowerCase(Locale.ROOT));
                    assertThat(LetterCase.upper(letter)).isEqualTo(letter.toUpperCase(Locale.ROOT));
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ΟΔΥΣΣΕΑΣ",
                "ΟΔΥΣΣΕΑΣ, ΣΟΦΟΣ ΣΑΣ Σ",
                "ΑΣ\u0301",
                "ΑΣ\u0301Α",
                "İSTANBUL",
                "STRASSE straße ǅ ﬃ",
                "Ada \uD801\uDC00"
            })
    void a_text_has_the_other_case_of_the_root_locale(String text) {
        assertThat(LetterCase.lower(text)).isEqualTo(text.toLowerCase(Locale.ROOT));
        assertThat(LetterCase.upper(text)).isEqualTo(text.toUpperCase(Locale.ROOT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"İ", "Σ", "Σ\u0301", "ß", "ﬃ", "ışĞÜİ", "ΑΣ."})
    void a_million_letters_take_no_minutes(String letters) {
        String text = letters.repeat(LONG / letters.length());

        assertTimeoutPreemptively(FAR_ABOVE, () -> {
            assertThat(LetterCase.lower(text)).isNotEmpty();
            assertThat(LetterCase.upper(text)).isNotEmpty();
        });
    }
}
