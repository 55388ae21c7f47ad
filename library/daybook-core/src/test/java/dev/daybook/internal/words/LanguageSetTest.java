package dev.daybook.internal.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LanguageSetTest {

    private static final LanguageSet GERMAN =
            LanguageSet.ENGLISH.with(MessageLanguage.of("Ich und du").number());

    private static final LanguageSet JAPANESE =
            LanguageSet.ENGLISH.with(MessageLanguage.of("ありがとう").number());

    @Test
    void an_english_scope_asks_in_english_only() {
        assertThat(LanguageSet.ENGLISH.terms("Where are Mira's boats?"))
                .isEqualTo(EnglishAnalyzer.terms("Where are Mira's boats?"));
    }

    @Test
    void a_question_has_its_terms_in_each_language_of_the_scope_and_its_own_first() {
        assertThat(GERMAN.terms("Welche Häuser hat Mira?")).containsExactly("haus", "mira", "hauser");
        assertThat(GERMAN.terms("Which houses does Mira like?")).startsWith("hous", "mira");
    }

    @Test
    void stop_words_of_the_question_mean_nothing_in_any_language() {
        assertThat(GERMAN.terms("Was hat die Frau und der Mann?")).containsExactly("frau", "mann");
    }

    @Test
    void a_question_of_ambiguous_words_has_the_language_of_the_messages() {
        assertThat(GERMAN.of("Was will Mira?").tag()).isEqualTo("de");
        assertThat(LanguageSet.ENGLISH.of("Was will Mira?").tag()).isEqualTo("en");
        assertThat(GERMAN.of("Who was in Rome?").tag()).isEqualTo("en");
    }

    @Test
    void a_month_is_also_asked_for_in_english_as_messages_have_it() {
        assertThat(GERMAN.terms("Wo war Mira im Mai?")).contains("may");
    }

    @Test
    void a_name_without_spaces_is_not_told_by_one_character() {
        assertThat(JAPANESE.nameTerms("美咲")).contains("美咲");
        assertThat(GERMAN.nameTerms("Mira Höfer")).containsExactly("mira", "hofer", "hof", "hofers");
    }

    @Test
    void a_number_of_a_later_version_is_left_out() {
        assertThat(LanguageSet.ENGLISH.with(MessageLanguage.MAX_NUMBER).languages())
                .containsExactly(MessageLanguage.ENGLISH);
    }
}
