package dev.daybook.internal.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The prefilter of cue words changes no result of their pattern. */
class CueWordsTest {

    private static final List<String> PARTS = List.of(
            "so",
            "we",
            "We",
            "I",
            "I'm",
            "my",
            "no",
            "not",
            "Kelvin",
            "\u212Aelvin",
            "\u017Fo",
            "may",
            "the",
            "n't",
            "é",
            "3",
            "31st",
            "2 pm",
            "am",
            "_",
            "'",
            "’",
            " ",
            " ",
            " ",
            ",",
            "-",
            "水",
            "x",
            "last",
            "week");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "so|we(?:'re| are)?|(?:so|then)[,:]? no|(?<!not )last week",
                "I|I'm|my|kelvin|n't",
                "\\d{1,2}(?:st|nd)|\\d{1,2} ?(?:am|pm)|may(?: not)?",
                "[a-z]{3,8} we|no\\b[^.]{0,9}\\bso"
            })
    void finds_what_the_pattern_finds(String alternatives) {
        Random random = new Random(7);
        CueWords plain = PlainStatements.words("a-z\\d", alternatives);
        CueWords bounded = new CueWords(Pattern.compile("(?iu)\\b(?:" + alternatives + ")\\b"));
        for (int i = 0; i < 20_000; i++) {
            String text = IntStream.range(0, random.nextInt(7))
                    .mapToObj(part -> PARTS.get(random.nextInt(PARTS.size())))
                    .collect(Collectors.joining());
            for (CueWords words : List.of(plain, bounded)) {
                assertThat(words.isIn(text))
                        .as(text)
                        .isEqualTo(words.pattern().matcher(text).find());
            }
        }
    }

    @Test
    void a_word_is_found_at_its_beginning_only() {
        CueWords words = PlainStatements.words("order");

        assertThat(words.isIn("Order now")).isTrue();
        assertThat(words.isIn("a border")).isFalse();
        assertThat(words.isIn("reorder it")).isFalse();
    }

    @Test
    void a_word_with_the_first_letters_of_a_cue_is_not_matched() {
        CueWords words = PlainStatements.words("then|no one");

        assertThat(words.mayBegin("then we", 0)).isTrue();
        assertThat(words.mayBegin("the lamp", 0)).isFalse();
        assertThat(words.mayBegin("no one", 0)).isTrue();
        assertThat(words.mayBegin("no lamp", 0)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                PlainStatements.class,
                RejectedPlans.class,
                SentenceContent.class,
                SentenceSelection.class,
                SentenceWorth.class
            })
    void the_cues_of_a_class_are_found_in_texts_of_their_words(Class<?> type) throws IllegalAccessException {
        Random random = new Random(3);
        int tested = 0;
        for (Field field : type.getDeclaredFields()) {
            if (field.getType() == CueWords.class) {
                field.setAccessible(true);
                CueWords cues = (CueWords) field.get(null);
                String[] words = cues.pattern().pattern().split("[^\\p{L}']+");
                for (int i = 0; i < 2_000; i++) {
                    String text = IntStream.range(0, 1 + random.nextInt(6))
                            .mapToObj(part -> random.nextInt(3) == 0
                                    ? PARTS.get(random.nextInt(PARTS.size()))
                                    : words[random.nextInt(words.length)])
                            .collect(Collectors.joining(random.nextInt(8) == 0 ? "" : " "));
                    assertThat(cues.isIn(text))
                            .as(field.getName() + ": " + text)
                            .isEqualTo(cues.pattern().matcher(text).find());
                }
                tested++;
            }
        }
        assertThat(tested).isPositive();
    }
}
