package dev.daybook.internal.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.words.RelatedTerms.Related;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RelatedTermsTest {

    private static List<String> lines() throws IOException {
        try (InputStream table = RelatedTerms.class.getResourceAsStream("related.txt");
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(Objects.requireNonNull(table), StandardCharsets.UTF_8))) {
            return lines.lines().toList();
        }
    }

    @Test
    void the_closest_term_comes_first() {
        List<Related> related = RelatedTerms.of("mother");

        assertThat(related).hasSizeGreaterThan(3).extracting(Related::term).startsWith("mom");
        assertThat(related).isSortedAccordingTo((one, other) -> Double.compare(other.closeness(), one.closeness()));
    }

    @Test
    void forms_of_one_word_have_closeness_one() {
        assertThat(RelatedTerms.of("buy")).contains(new Related("bought", 1));
        assertThat(RelatedTerms.of("bought")).contains(new Related("buy", 1));
    }

    @Test
    void a_term_that_is_not_in_the_table_has_none() {
        for (String term : List.of("", " ", "qqq", "0", "zzzzz", "mothe", "mothers", "é", "mother 70")) {
            assertThat(RelatedTerms.of(term)).as(term).isEmpty();
        }
    }

    @Test
    void every_line_of_the_table_is_found() throws IOException {
        List<String> lines = lines();

        assertThat(lines).hasSizeGreaterThan(10_000);
        for (String line : lines) {
            String term = line.substring(0, line.indexOf(' '));
            assertThat(RelatedTerms.of(term))
                    .as(line)
                    .hasSize(line.split(" ").length / 2)
                    .allMatch(related -> related.closeness() >= 0.35 && related.closeness() <= 1)
                    .noneMatch(related -> related.term().equals(term));
        }
    }

    @Test
    void the_terms_of_the_table_are_those_of_the_analyzer() throws IOException {
        List<String> words = List.of("bought", "children", "hiking", "photographs", "mothers");

        assertThat(words)
                .allSatisfy(word -> assertThat(
                                RelatedTerms.of(EnglishAnalyzer.terms(word).get(0)))
                        .isNotEmpty());
    }
}
