package dev.daybook.internal.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.model.Embedding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearDuplicatesTest {

    private static boolean alike(String a, String b) {
        List<List<Integer>> groups = NearDuplicates.groups(List.of(a, b));
        assertThat(NearDuplicates.groups(List.of(b, a))).as("either way round").isEqualTo(groups);
        return !groups.isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The user lives in Lisbon.|user lives in Lisbon",
                "The user lives in Lisbon.|The user lives in Lisbon now.",
                "Ada moved to Lisbon in May.|In May, Ada moved to Lisbon!",
                "Ada prefers tea to coffee.|Ada's preference: tea to coffee",
                "Ada keeps two hens behind the house.|Ada is keeping 2 hens behind her house.",
                "The flight costs 1,200 euros.|The flight costs 1200 euros",
                "Ada does not eat meat.|Ada doesn't eat meat.",
                "The meeting is on 2026-03-09.|The meeting is on 9 March 2026.",
                "今日は雨です|今日は雨です。",
            })
    void paraphrases_are_similar(String a, String b) {
        assertThat(alike(a, b)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The flight costs 120 euros.|The flight costs 130 euros.",
                "Ada has two sons.|Ada has three sons.",
                "Ada was born on 9 March.|Ada was born on 9 April.",
                "Ada eats meat.|Ada does not eat meat.",
                "Ada eats meat and fish.|Ada never eats meat and fish.",
                "In the end Ada moved to Lisbon by train.|In the end Ben moved to Lisbon by train.",
                "Her sister lives near the old harbour and works as a nurse.|Her brother lives near the old harbour and works as a nurse.",
                "Ada likes Ben.|Ben likes Ada.",
                "The user prefers tea to coffee.|The user prefers coffee to tea.",
                "The user lives in Lisbon.|The user lives in Lisbon with a dog and a parrot.",
                "Me too.|So am I.",
            })
    void another_number_name_word_or_a_negation_makes_texts_differ(String a, String b) {
        assertThat(alike(a, b)).isFalse();
    }

    @Test
    void groups_are_given_by_index_and_lone_texts_left_out() {
        assertThat(NearDuplicates.groups(List.of(
                        "Ada lives in Lisbon.",
                        "Ben sold the red boat.",
                        "ada lives in lisbon",
                        "Cid keeps bees.",
                        "The red boat, Ben sold.",
                        "In Lisbon lives Ada",
                        "Ben sold the red boat!")))
                .containsExactly(List.of(0, 2), List.of(1, 4, 6));
        assertThat(NearDuplicates.groups(List.of())).isEmpty();
    }

    @Test
    void a_chain_of_small_changes_does_not_join_distant_texts() {
        List<String> chain = new ArrayList<>();
        StringBuilder text = new StringBuilder("red boat north harbour");
        for (String word : List.of("rope", "sail", "lamp", "bell", "cook", "fish", "salt", "bird")) {
            chain.add(text.toString());
            text.append(' ').append(word);
        }

        List<List<Integer>> groups = NearDuplicates.groups(chain);

        assertThat(groups)
                .hasSizeGreaterThan(1)
                .allSatisfy(group -> assertThat(group).hasSizeLessThanOrEqualTo(4));
    }

    @Test
    void vectors_match_paraphrases_but_numbers_and_negations_still_separate_them() {
        List<String> texts = List.of("Films bore me.", "Movies are dull.", "Movies aren't dull.", "3 films are dull.");
        Embedding one = Embedding.of(1, 0);
        Embedding near = Embedding.of(1, 0.1f);

        assertThat(NearDuplicates.groups(texts)).isEmpty();
        assertThat(NearDuplicates.groups(texts, List.of(one, near, near, one), 0.9))
                .containsExactly(List.of(0, 1));
        assertThat(NearDuplicates.groups(texts, List.of(one, Embedding.of(0, 1), near, one), 0.9))
                .isEmpty();
    }

    @Test
    void a_missing_vector_is_rejected() {
        assertThatThrownBy(() -> NearDuplicates.groups(List.of("a", "b"), List.of(Embedding.of(1)), 0.9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectors has 1 elements for 2 texts");
    }

    @Test
    void texts_too_long_to_be_read_are_similar_only_if_they_are_equal() {
        String longText = "Ada likes tea. ".repeat(RuleInput.MAX_CHARACTERS / 10);

        assertThat(alike(longText, longText + "\n")).isTrue();
        assertThat(alike(longText, longText + "Ada likes tea!")).isFalse();
    }

    @Test
    void many_texts_that_share_a_word_are_grouped_fast() {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            texts.add("The user paid " + i + " euros for shared shelf" + i * 7 % 20_000 + " space.");
        }
        texts.add(texts.get(3) + ".");

        assertThat(NearDuplicates.groups(texts)).containsExactly(List.of(3, 20_000));
    }
}
