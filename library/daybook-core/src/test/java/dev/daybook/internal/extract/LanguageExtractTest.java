package dev.daybook.internal.extract;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Message;
import dev.daybook.spi.TokenCounter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gists and checks of texts in other languages than English. */
class LanguageExtractTest {

    private static final TokenCounter CHARACTERS = String::length;

    private static final List<Message> CHINESE = List.of(
            user("我叫林晓芸，在成都一家出版社做编辑。我对花生过敏，所以不能吃花生酱。"),
            assistant("你好，晓芸！我会记住你对花生过敏。今天有什么可以帮你的吗？"),
            user("我想今年跑完人生第一个马拉松，但是膝盖以前受过伤。"));

    @Test
    void a_gist_without_spaces_is_cut_to_its_tokens_and_not_empty() {
        String whole = ExtractiveGist.of(CHINESE, 1_000, CHARACTERS).text();
        String cut = ExtractiveGist.of(CHINESE, 8, CHARACTERS).text();

        assertThat(whole).contains("马拉松");
        assertThat(cut).isNotEmpty().hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void text_without_spaces_has_words() {
        assertThat(CandidateSentence.words("我对花生过敏")).isGreaterThan(2);
        assertThat(CandidateSentence.words("one two three")).isEqualTo(3);
    }

    @Test
    void a_question_with_a_wide_mark_is_a_question() {
        assertThat(CandidateSentence.ofMessages(List.of(user("你住在哪里？"))))
                .allMatch(CandidateSentence::isQuestion)
                .allMatch(CandidateSentence::isOpen);
    }

    @Test
    void stop_words_of_the_language_are_no_content_of_a_gist() {
        assertThat(CandidateSentence.ofMessages(List.of(user("Ich habe gestern das alte Haus und den Garten gesehen.")))
                        .get(0)
                        .wording()
                        .terms())
                .contains("haus", "garten")
                .doesNotContain("ich", "und", "das");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Hallo, ich heiße Lena Vogt und ich wohne in Bremen.|name_is Lena Vogt, lives_in Bremen",
                "Ich bin allergisch gegen Nüsse, leider.|allergic_to Nüsse",
                "Me llamo Lucía y vivo en Sevilla.|name_is Lucía, lives_in Sevilla",
                "Tengo 34 años y soy alérgica a las nueces.|age_is 34, allergic_to nueces",
                "Je m'appelle Léa et j'habite à Lyon.|name_is Léa, lives_in Lyon",
                "Je suis allergique aux noix, merci.|allergic_to noix",
                "Меня зовут Анна, я живу в Казани.|name_is Анна, lives_in Казани",
            })
    void a_plain_statement_is_a_fact_in_each_of_these_languages(String text, String facts) {
        assertThat(StatedFact.read(List.of(user(text))).stated().stream()
                        .map(fact -> fact.predicate().label() + " " + fact.object()))
                .containsExactly(facts.split(", "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Wenn ich in Bremen bin, ich wohne in Bremen.", "Er sagt, ich wohne in Bremen.", "Wohne ich in Bremen?",
                "Ich wohne nicht mehr in Bremen.", "Si vivo en Sevilla, me alegro.", "Ya no vivo en Sevilla, creo.",
                "Je n'habite plus à Lyon et je ne sais pas où aller.", "Я больше не живу в Казани.",
            })
    void nor_is_a_supposition_or_an_end_in_these_languages(String text) {
        assertThat(StatedFact.read(List.of(user(text))).stated()).isEmpty();
    }

    @Test
    void an_end_is_found_in_another_language() {
        assertThat(StatedFact.read(List.of(user("Ich wohne nicht mehr in Bremen, und ich habe das Haus verkauft.")))
                        .ended())
                .extracting(StatedFact::object)
                .containsExactly("Bremen");
    }

    @Test
    void a_negation_is_recognised_in_each_language() {
        assertThat(SentenceContent.isNegated("Я никогда не ем мясо")).isTrue();
        assertThat(SentenceContent.isNegated("Je ne mange pas de viande")).isTrue();
        assertThat(SentenceContent.isNegated("Nunca como carne los lunes")).isTrue();
        assertThat(SentenceContent.isNegated("肉は食べません")).isTrue();
        assertThat(SentenceContent.isNegated("我没有时间")).isTrue();
        assertThat(SentenceContent.isNegated("고기를 먹지 않아요")).isTrue();
        assertThat(SentenceContent.isNegated("Ich esse gerne Fleisch und Brot")).isFalse();
    }
}
