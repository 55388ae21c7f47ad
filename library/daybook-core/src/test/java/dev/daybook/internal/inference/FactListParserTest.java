package dev.daybook.internal.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.spi.OutputMode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FactListParserTest {

    private static final String TEA = "{\"subject\":\"user\",\"predicate\":\"likes\",\"object\":\"tea\"}";
    private static final ExtractedFact LIKES_TEA = new ExtractedFact("user", "likes", "tea", 1);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[" + TEA + "]",
                "```json\n[" + TEA + "]\n```",
                "I found [one] fact:\n[" + TEA + "]\nThat is all [1].",
                "[\"and\",{\"subject\":\"user\"},7,null," + TEA + "]",
            })
    void facts_are_parsed_and_malformed_ones_left_out(String answer) throws Exception {
        assertThat(read(answer)).containsExactly(LIKES_TEA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "none", TEA, "{\"facts\":[" + TEA + "]}", "7", "[" + TEA + ",{\"subj", "null"})
    void anything_but_a_list_is_no_facts(String answer) {
        assertThatThrownBy(() -> read(answer)).isInstanceOf(UnusableOutput.class);
    }

    @Test
    void no_facts_are_an_answer() throws Exception {
        assertThat(read("[]")).isEmpty();
    }

    @Test
    void in_modes_for_objects_the_list_is_a_member() throws Exception {
        String wrapped = "{\"statements\":[" + TEA + "]}";

        assertThat(OutputForms.FACTS
                        .schema(OutputMode.JSON_SCHEMA)
                        .orElseThrow()
                        .json())
                .startsWith("{\"type\":\"object\",\"properties\":{\"statements\":");
        assertThat(OutputForms.FACTS.schema(OutputMode.PROMPT).orElseThrow().json())
                .startsWith("{\"type\":\"array\"");
        assertThat(OutputForms.FACTS.read(wrapped, OutputMode.JSON_SCHEMA).triples())
                .containsExactly(LIKES_TEA);
        assertThat(OutputForms.FACTS.read(wrapped, OutputMode.JSON_OBJECT).triples())
                .containsExactly(LIKES_TEA);
        assertThat(OutputForms.FACTS
                        .read("[" + TEA + "]", OutputMode.JSON_SCHEMA)
                        .triples())
                .containsExactly(LIKES_TEA);
    }

    @Test
    void only_the_first_twenty_are_read() throws Exception {
        String bad = "{\"subject\":\"x\"},";
        String answer = "[" + bad + facts(25) + "]";

        List<ExtractedFact> facts = read(answer);

        assertThat(facts).hasSize(19);
        assertThat(facts.get(18).object()).isEqualTo("18");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "7", "true", "[\"tea\"]", "{}", "\"\"", "\" \""})
    void a_fact_whose_object_is_no_text_is_left_out(String object) throws Exception {
        assertThat(read("[{\"subject\":\"user\",\"predicate\":\"likes\",\"object\":" + object + "}]"))
                .isEmpty();
    }

    @Test
    void a_fact_that_repeats_itself_without_end_is_left_out() throws Exception {
        assertThat(read("[{\"subject\":\"user\",\"predicate\":\"likes\",\"object\":\"" + "tea ".repeat(200) + "\"},"
                        + TEA + "]"))
                .containsExactly(LIKES_TEA);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The user said that he likes tea in the morning",
                "the user drinks tea all day long",
                "He likes tea.",
                "likes\\nvery much",
                "_",
                "123",
                "likes_and_likes_and_likes_and_likes_and_likes_and_likes_tea_so"
            })
    void a_sentence_is_no_predicate_and_neither_is_a_text_without_a_letter(String predicate) throws Exception {
        String bad = "{\"subject\":\"user\",\"predicate\":\"" + predicate + "\",\"object\":\"tea\"}";

        assertThat(read("[" + bad + "," + TEA + "]")).containsExactly(LIKES_TEA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"is the older brother of", "lives_in", "mag", "好き", "sister-in-law of"})
    void a_few_words_of_any_language_are_a_predicate(String predicate) throws Exception {
        assertThat(read("[{\"subject\":\"user\",\"predicate\":\"" + predicate + "\",\"object\":\"tea\"}]"))
                .containsExactly(new ExtractedFact("user", predicate, "tea", 1));
    }

    @Test
    void a_subject_is_a_name() throws Exception {
        for (String subject : List.of("Mira and ".repeat(20), "--", "Mira\\nMira")) {
            assertThat(read("[{\"subject\":\"" + subject + "\",\"predicate\":\"likes\",\"object\":\"tea\"}]"))
                    .as(subject)
                    .isEmpty();
        }
    }

    @Test
    void the_schema_bounds_the_length_of_each_part() {
        assertThat(OutputForms.FACTS.schema(OutputMode.PROMPT).orElseThrow().json())
                .contains("\"s\":{\"type\":\"string\",\"maxLength\":400}")
                .contains("\"about\":{\"type\":\"string\",\"maxLength\":100}");
    }

    @ParameterizedTest
    @CsvSource({
        "0.25, 0.25",
        "0, 0",
        "1, 1",
        "7, 1",
        "-3, 0",
        "1e400, 1",
        "null, 1",
        "'\"0.5\"', 0.5",
        "'\"high\"', 1",
        "'\"NaN\"', 1",
        "NaN, 1",
        "[], 1",
        "false, 0",
        "true, 1"
    })
    void confidence_is_clamped_to_0_and_1_and_is_1_if_unreadable(String given, double read) throws Exception {
        String answer =
                "[{\"subject\":\"user\",\"predicate\":\"likes\",\"object\":\"tea\",\"confidence\":" + given + "}]";

        assertThat(read(answer)).containsExactly(new ExtractedFact("user", "likes", "tea", read));
    }

    private static String facts(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"subject\":\"user\",\"predicate\":\"has\",\"object\":\"" + i + "\"}")
                .collect(Collectors.joining(","));
    }

    private static List<ExtractedFact> read(String answer) throws UnusableOutput {
        return OutputForms.FACTS.read(answer, OutputMode.PROMPT).triples();
    }
}
