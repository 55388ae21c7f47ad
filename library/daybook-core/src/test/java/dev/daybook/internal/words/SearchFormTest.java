package dev.daybook.internal.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.text.Normalizer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchFormTest {

    /** The terms of a message. */
    private static List<String> said(String text) {
        return MessageLanguage.of(text).terms(text);
    }

    private static List<String> asked(String question) {
        return LanguageSet.ENGLISH.terms(question);
    }

    @ParameterizedTest
    @CsvSource({
        "We met at the café, café",
        "call \u2068Jordan\u2069 today, Jordan",
        "the Daten\u00ADbank is down, Datenbank",
        "passport\u200E number, passport",
        "pass\u200Bword reset, password",
        "meet\u2060ing, meeting",
        "\uFEFFPassport is in the drawer, passport",
        "İstanbul'da yaşıyorum, istanbul",
        "i\u0307stanbul güzel, istanbul",
        "ISPARTA güzel, ısparta",
        "أُحِبُّ القَهْوَةَ, القهوة",
        "القـــهوة جيدة, القهوة",
        "أحمد يعيش في القاهرة, احمد",
        "שָׁלוֹם עוֹלָם, שלום",
        "Ο Οδυσσέας είναι εδώ, ΟΔΥΣΣΈΑΣ",
        "Η Αθήνα είναι η πόλη μου, αθηνα",
        "ฉันชอบกินข้าวผัด, ข้าวผัด",
        "ฉันอาศัยอยู่ในกรุงเทพ, กรุงเทพ",
        "👍🏽 from her, 👍",
        "heart ❤\uFE0F surgery, ❤",
        "Ẹ kú àárọ\u0301, aarọ",
        "за\u0301мок, замок",
    })
    void a_word_is_found_in_another_form(String text, String word) {
        assertThat(said(text)).containsAll(asked(word));
        assertThat(said(text)).containsAll(asked(Normalizer.normalize(word, Normalizer.Form.NFD)));
        assertThat(said(Normalizer.normalize(text, Normalizer.Form.NFD))).containsAll(asked(word));
        assertThat(asked(word)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "We don’t eat O’Brien’s pie – “really”…",
                "Ich habe gestern mit Jürgen in Zürich über die Prüfung gesprochen.",
                "Nous avons mangé une crème brûlée près de la mairie.",
                "El señor Muñoz vive en Málaga.",
                "Мой чай стоит на столе у Йозефа, ёлка.",
                "ガジェットのバッテリーがだめになった。",
                "我住在里斯本。",
                "부산에서 회의가 있다고 말했다.",
                "मुझे चाय पसंद है।",
                "Tôi sống ở Đà Nẵng và thích phở.",
                "👨\u200D👩\u200D👧 and 🎂",
            })
    void ordinary_text_is_its_own_form(String text) {
        assertThat(SearchForm.of(text)).isEqualTo(text);
        assertThat(LanguageSet.ALL.earlierTerms(text)).isEmpty();
    }

    /** Hindi has letters that the composed form writes as two characters. */
    @Test
    void a_form_is_its_own_form() {
        String text = "İstanbul'da Αθήνα ฉันชอบกินข้าวผัด שָׁלוֹם क़लम 👍🏽";

        assertThat(SearchForm.of(SearchForm.of(text))).isEqualTo(SearchForm.of(text));
    }

    @Test
    void a_question_also_finds_records_of_before_the_form() {
        assertThat(LanguageSet.ENGLISH.earlierTerms("Αθήνα")).containsExactly("αθήνα");
        assertThat(LanguageSet.ENGLISH.earlierTerms("cafe\u0301")).containsExactly("cafe\u0301");
    }

    @Test
    void words_of_thai_are_not_cut_in_a_long_run() {
        List<String> terms = said("ฉันชอบกินข้าวผัดที่กรุงเทพ".repeat(100));

        assertThat(terms.stream().distinct().count())
                .isEqualTo(said("ฉันชอบกินข้าวผัดที่กรุงเทพ").size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ฉันอาศัยอยู่ในกรุงเทพ",
                "ก",
                "👍🏽",
                "\u0301\u0316",
                "ışĞÜİ",
                "ı'",
                "Αθήνα ",
                "\u2068a\u2069",
                "שָׁ"
            })
    void a_million_characters_take_no_minutes(String part) {
        String text = "a" + part.repeat(1_000_000 / part.length());

        assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> assertThat(said(text)).isNotEmpty());
    }
}
