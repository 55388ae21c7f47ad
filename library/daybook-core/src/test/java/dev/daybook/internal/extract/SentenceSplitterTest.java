package dev.daybook.internal.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentenceSplitterTest {

    private static final int LONG = 100_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I moved to Lisbon in May.| It is lovely here!| Do you know it?",
                "i bought a kayak yesterday.| it's green.| want to see it?",
                "Wow!!| That is great news...| I am so happy for you :)",
                "hmm... not sure about that.| let me think",
                "hmm...| Let me think.",
                "Really?!| I had no idea!!",
                "Fine…| Whatever you say.",
                "I was tired.So I slept.| Good night.",
                "今日は雨です。|傘を買った。",
                "So do I.| Then we agree.",
            })
    void a_stop_before_a_space_ends_a_sentence(String marked) {
        cutsWhereMarked(marked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Dr. Adler said the scan on 3.5.2024 was fine.| See you at 5 p.m. tomorrow.",
                "My shift ends at 10 p.m.| Then I sleep.",
                "Mr. and Mrs. Okafor live at 12 St. James Road.| They have two dogs.",
                "Platform No. 4, please.| Hurry!",
                "No.| I never said that.",
                "My flight is on Jan. 12 from Oslo.| Hotel is booked.",
                "J. R. Lindqvist wrote it.| I read it twice.",
                "We pay 1.200 euros, i.e. 300 each.| Too much?",
                "She lives in the U.S. now.| Her son lives in the U.K.| They talk daily.",
                "I left Brightwater Inc.| Now I paint.",
                "1. Buy milk.",
            })
    void the_stop_of_an_abbreviation_does_not(String marked) {
        cutsWhereMarked(marked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "See https://example.org/a?b=c.d for details.| Then call me.",
                "The build is on v2.5.1 of Node.js and it broke.| Any idea why?",
                "\"Are you coming?\" she asked.| I nodded.",
                "He shouted \"Stop!\"| Nobody did.",
                "(We were late.)| Sorry!",
            })
    void nor_does_one_inside_a_word_or_a_quotation(String marked) {
        cutsWhereMarked(marked);
    }

    @Test
    void a_line_ends_a_sentence_and_the_mark_of_a_list_is_left_out() {
        assertThat(SentenceSplitter.of("Plan:\n- tea  at\tnoon\n * walk\r\n\n• home - late"))
                .containsExactly("Plan:", "tea at noon", "walk", "home - late");
    }

    @Test
    void a_text_without_words_has_no_sentence() {
        assertThat(SentenceSplitter.of("")).isEmpty();
        assertThat(SentenceSplitter.of(" \n\t ")).isEmpty();
    }

    @Test
    void a_long_sentence_is_cut_at_a_comma_if_it_has_one() {
        String half = "word ".repeat(24) + "pause, ";

        assertThat(SentenceSplitter.of(half + "tail ".repeat(30)))
                .containsExactly(half.strip(), "tail ".repeat(30).strip());
        assertThat(SentenceSplitter.of("word ".repeat(100)))
                .extracting(CandidateSentence::words)
                .containsExactly(40, 40, 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", ".", "? ", "A. ", "\"", " ", "a.", "x ", "a… ", "\uD83D\uDE00", ")", "1.", "- "})
    void no_sentence_is_longer_than_the_limits(String part) {
        List<String> sentences = SentenceSplitter.of(part.repeat(LONG / part.length()));

        assertThat(sentences).allSatisfy(sentence -> {
            assertThat(sentence).hasSizeLessThanOrEqualTo(SentenceSplitter.MAX_CHARACTERS);
            assertThat(sentence).isNotBlank().isEqualTo(wellFormed(sentence));
        });
        assertThat(String.join("", sentences).replace(" ", "").length())
                .isGreaterThanOrEqualTo(part.isBlank() || part.startsWith("-") ? 0 : LONG / part.length());
    }

    private static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static void cutsWhereMarked(String marked) {
        List<String> wanted =
                List.of(marked.split("\\|")).stream().map(String::strip).toList();

        assertThat(SentenceSplitter.of(marked.replace("|", ""))).isEqualTo(wanted);
    }
}
