package dev.daybook.words;

import static dev.daybook.words.EnglishAnalyzer.terms;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnglishAnalyzerTest {

    @ParameterizedTest
    @CsvSource({
        "boats, boat",
        "Boating, boat",
        "BOATED, boat",
        "hopping, hop",
        "happy, happiness",
        "generously, generous",
        "Jos\u00e9, Jose",
        "na\u00efve, naive",
        "\u00c5se, ase",
        "Ada's, Ada",
        "Ada\u2019s, Ada",
        "U.S.A., u.s.a",
    })
    void forms_of_a_word_are_one_term(String one, String other) {
        assertThat(terms(one)).hasSize(1).isEqualTo(terms(other));
    }

    @ParameterizedTest
    @CsvSource({"boat, coat", "universe, uniform", "7, 17", "3.14, 3.15", "new, news"})
    void different_words_are_different_terms(String one, String other) {
        assertThat(terms(one)).hasSize(1).isNotEqualTo(terms(other));
    }

    @Test
    void stop_words_are_left_out() {
        assertThat(terms("The and of WHAT is it to be, or not to be? Where were they all?"))
                .isEmpty();
        assertThat(terms("What's there? Who's that?")).isEmpty();
    }

    @Test
    void contractions_are_left_out() {
        assertThat(terms("I'm, I've, I'll, don't, didn't, you're, we'd")).isEmpty();
    }

    @Test
    void terms_come_in_order_with_repetitions() {
        assertThat(terms("Boats, nets and boats.")).isEqualTo(List.of("boat", "net", "boat"));
    }

    @Test
    void digits_are_terms() {
        assertThat(terms("Room 42, 19:30, 3.14, 4th, B2B"))
                .contains("42", "19", "30", "3.14", "4th", "b2b")
                .contains("room");
    }

    @Test
    void an_empty_text_has_no_terms() {
        assertThat(terms("")).isEmpty();
        assertThat(terms(" \n\t\u0000 ... !? \ud83c\udff3")).isNotNull();
    }

    @Test
    void other_scripts_come_out_as_terms_that_find_themselves() {
        for (String text : List.of(
                "\u4f60\u597d\u4e16\u754c",
                "\u041f\u0440\u0438\u0432\u0435\u0442",
                "\u0645\u0631\u062d\u0628\u0627",
                "\u3053\u3093\u306b\u3061\u306f",
                "\uc548\ub155",
                "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35")) {
            assertThat(terms(text)).isNotEmpty().isEqualTo(terms(text));
        }
    }

    @Test
    void a_megabyte_is_analysed_whole() {
        String text = "the boats and the nets ".repeat(45_000);
        assertThat(text.length()).isGreaterThan(1_000_000);
        assertThat(terms(text)).hasSize(90_000).contains("boat", "net");
        assertThat(terms("a".repeat(1_000_000))).isNotEmpty();
        assertThat(terms("\u4f60".repeat(100_000))).isNotEmpty();
    }

    @Test
    void many_threads_get_the_same_terms() {
        List<String> expected = terms("Boats and nets of Mira's brother");
        assertThat(IntStream.range(0, 500).parallel().mapToObj(i -> terms("Boats and nets of Mira's brother")))
                .allMatch(expected::equals);
    }
}
