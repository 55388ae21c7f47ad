package dev.daybook.internal.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.time.Month;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A new language adds its rows to the tables of this test. */
class MessageLanguageTest {

    private static MessageLanguage language(String tag) {
        return MessageLanguage.all().stream()
                .filter(language -> language.tag().equals(tag))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en | I bought two books for Anna yesterday.",
                "de | Ich habe gestern zwei Bücher für Anna gekauft.",
                "de | Wo wohnt Anna jetzt",
                "de | Danke, bis morgen!",
                "fr | Hier j'ai acheté deux livres pour Anna.",
                "fr | Où habite Anna ?",
                "fr | C’est l’ami d’Anna",
                "es | Ayer compré dos libros para Anna.",
                "es | ¿Dónde vive Anna?",
                "ru | Вчера я купила Анне две книги.",
                "zh | 我昨天给安娜买了两本书。",
                "ja | 昨日アンナに本を二冊買いました。",
                "ja | ありがとう",
                "ko | 어제 안나에게 책 두 권을 사 줬어요.",
            })
    void a_text_shows_its_language(String tag, String text) {
        assertThat(MessageLanguage.of(text).tag()).isEqualTo(tag);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Ok!",
                "Anna, Lisboa, 42",
                "Los Angeles trip pics",
                "We went to Las Vegas with José and Jürgen",
                "The war in Dien Bien Phu, and a man in a hat",
                "C'est la vie, as they say",
                "\uD83D\uDE00 \uD83C\uDF89",
                "مرحبا بالعالم",
                "So I said danke to the man from Köln",
                "The word \u6771\u4EAC is on the sign of the station",
            })
    void a_text_that_shows_no_other_language_is_analysed_as_english(String text) {
        assertThat(MessageLanguage.of(text)).isEqualTo(MessageLanguage.ENGLISH);
    }

    @Test
    void the_script_of_most_of_a_text_decides() {
        assertThat(MessageLanguage.of("MacBook Proを買いました").tag()).isEqualTo("ja");
        assertThat(MessageLanguage.of("Смотрю YouTube каждый день").tag()).isEqualTo("ru");
        assertThat(MessageLanguage.of("Das neue Meeting mit dem Team ist um 9").tag())
                .isEqualTo("de");
    }

    @ParameterizedTest
    @CsvSource({
        "de, Häuser, Haus",
        "de, Straße, Strasse",
        "de, Bücher, Büchern",
        "fr, livres, livre",
        "fr, l'école, école",
        "fr, heureuse, heureux",
        "fr, ecole, école",
        "es, canciones, canción",
        "es, cancion, canción",
        "es, libros, libro",
        "ru, книгу, книга",
        "ru, Анны, Анна",
        "ru, ёлки, елка",
    })
    void forms_of_a_word_are_one_term(String tag, String one, String other) {
        assertThat(language(tag).terms(one)).hasSize(1).isEqualTo(language(tag).terms(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "de | Was hat er denn in seiner und für die",
                "fr | Où est-ce que tu les as avec nous",
                "es | ¿Qué es lo que ella tiene para ti?",
                "ru | что ты с ним и для неё",
                "zh | 我们 什么 的",
                "ja | これは です か",
                "ko | 그리고 어디",
            })
    void stop_words_are_left_out(String tag, String text) {
        assertThat(language(tag).terms(text)).isEmpty();
    }

    @Test
    void chinese_and_japanese_terms_are_characters_and_pairs_within_a_script() {
        assertThat(language("ja").terms("東京の図書館")).containsExactlyInAnyOrder("東", "京", "東京", "図", "書", "館", "図書", "書館");
        assertThat(language("ja").terms("ペンギン")).containsExactly("ペン", "ンギ", "ギン");
        assertThat(language("ko").terms("도서관에서 책")).containsExactly("도서", "서관", "관에", "책");
    }

    @Test
    void decomposed_text_has_the_same_terms() {
        String decomposed = Normalizer.normalize("도서관", Normalizer.Form.NFD);
        assertThat(language("ko").terms(decomposed)).isEqualTo(language("ko").terms("도서관"));
        assertThat(MessageLanguage.of(decomposed).tag()).isEqualTo("ko");
    }

    @Test
    void english_words_in_other_scripts_are_the_terms_of_english_text() {
        for (String tag : List.of("ru", "zh", "ja", "ko")) {
            assertThat(language(tag).terms("the Books of José")).isEqualTo(List.of("book", "jose"));
        }
    }

    @Test
    void each_language_has_its_own_number_and_complete_data() {
        Set<Integer> numbers = new HashSet<>();
        assertThat(MessageLanguage.all()).hasSizeGreaterThanOrEqualTo(8).allSatisfy(language -> {
            assertThat(numbers.add(language.number())).as(language.tag()).isTrue();
            assertThat(language.pronoun()).isNotBlank();
            assertThat(language.stopWords()).isNotEmpty();
            assertThat(language.standingInstructions()).isNotEmpty();
            assertThat(language.months("")).isEmpty();
        });
    }

    @Test
    void months_are_found_as_whole_names() {
        assertThat(language("de").months("Was war im März?")).containsExactly(Month.MARCH);
        assertThat(language("fr").months("Où habite Marie ?")).isEmpty();
        assertThat(language("ru").months("Что было в апреле?")).containsExactly(Month.APRIL);
        assertThat(language("zh").months("11月去了哪里？")).containsExactly(Month.NOVEMBER);
        assertThat(language("ja").months("一月と十二月")).containsExactlyInAnyOrder(Month.JANUARY, Month.DECEMBER);
    }

    @Test
    void a_megabyte_of_any_language_is_analysed_whole() {
        assertThat(language("zh").terms("猫".repeat(100_000))).hasSize(199_999);
        assertThat(language("de").terms("Häuser und Boote ".repeat(50_000))).hasSize(100_000);
        assertThat(MessageLanguage.of("x".repeat(1_000_000))).isEqualTo(MessageLanguage.ENGLISH);
    }

    @Test
    void many_threads_get_the_same_terms() {
        List<String> expected = language("de").terms("Die Boote von Miras Bruder");
        assertThat(IntStream.range(0, 500)
                        .parallel()
                        .mapToObj(i ->
                                MessageLanguage.of("Die Boote von Miras Bruder").terms("Die Boote von Miras Bruder")))
                .allMatch(expected::equals);
    }
}
