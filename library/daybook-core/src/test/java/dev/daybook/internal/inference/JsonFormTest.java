package dev.daybook.internal.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.daybook.internal.json.JsonReader;
import dev.daybook.spi.OutputMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locating and checking the JSON of an answer. */
class JsonFormTest {

    private static final String GOOD = "{\"contents\":[\"one\",\"two\"]}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                GOOD,
                "\n " + GOOD + "\n",
                "```json\n" + GOOD + "\n```",
                "```\n" + GOOD + "\n```",
                "Here you are:\n\n```json\n" + GOOD + "\n```\nAnything else?",
                "Sure! " + GOOD + " I hope {this} helps [sic].",
                "<think>Perhaps {\"contents\":[\"wrong\"]}?</think>\n" + GOOD,
                "{\"contents\":[\"one\",\"two\",],}",
                "The schema was {\"type\":\"object\"}, so: " + GOOD,
                GOOD + "\n" + GOOD,
                "{\"contents\":[\"one\",\"two\"],\"note\":\"more than was asked for\"}",
            })
    void json_is_located_anywhere_in_the_answer(String answer) throws Exception {
        assertThat(OutputForms.SPLIT.read(answer, OutputMode.PROMPT)).containsExactly("one", "two");
    }

    @Test
    void raw_line_breaks_in_a_text_are_kept() throws Exception {
        assertThat(OutputForms.SPLIT.read("{\"contents\":[\"one\ntwo\"]}", OutputMode.PROMPT))
                .containsExactly("one\ntwo");
    }

    @Test
    void a_copied_data_block_loses_its_escapes() throws Exception {
        assertThat(OutputForms.SPLIT.read("{\"contents\":[\"a &lt; b &amp;lt; c, AT&T\"]}", OutputMode.PROMPT))
                .containsExactly("a < b &lt; c, AT&T");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"contents\":[\"one\",\"tw",
                "{\"contents\":[\"one\",\"two\"]",
                "```json\n{\"contents\":[\"one\",",
                "Well: {\"contents\":[{\"contents\":[\"one\"]},",
                "{",
            })
    void a_truncated_answer_is_unusable_with_all_its_parts(String answer) {
        assertThat(problem(answer)).contains("cut off");
    }

    @Test
    void broken_json_is_unusable() {
        assertThat(problem("{\"contents\":oops, \"x\":{\"contents\":[\"one\"]}}"))
                .contains("not JSON");
    }

    @Test
    void two_different_answers_are_unusable() {
        assertThat(problem("Example: {\"contents\":[\"bakery\"]}. Answer: " + GOOD))
                .contains("several different");
    }

    @Test
    void an_error_names_the_path_and_never_quotes_the_answer() {
        assertThat(problem("")).isEqualTo("the answer is empty; write the JSON that is asked for");
        assertThat(problem("I cannot do that.")).contains("no JSON");
        assertThat(problem("[]")).isEqualTo("the answer is a list; it must be an object");
        assertThat(problem("{}")).isEqualTo("contents is missing; it must be a list");
        assertThat(problem("{\"contents\":null}")).isEqualTo("contents is null; it must be a list");
        assertThat(problem("{\"contents\":[\"a\",{\"secret\":1}]}"))
                .isEqualTo("contents[1] is an object; it must be a text");
    }

    @Test
    void an_answer_beyond_the_bounds_is_rejected_not_truncated() {
        assertThat(problem("{\"contents\":[" + "\"a\",".repeat(100) + "\"a\"]}"))
                .isEqualTo("contents has 101 items; write at most 100");
        assertThat(problem("{\"contents\":[\"" + "ha ".repeat(700) + "\"]}"))
                .isEqualTo("contents[0] has 2100 characters; write at most 2000");
        assertThat(problem(" ".repeat(5) + "x".repeat(JsonReader.MAX_LENGTH + 1)))
                .contains("far too long");
    }

    @Test
    void hostile_depth_is_an_unusable_answer() {
        assertThat(problem("{\"contents\":" + "[".repeat(100_000))).contains("nested deeper");
    }

    @Test
    void the_schema_is_bounded_closed_and_named() {
        for (JsonForm<?> form :
                List.of(OutputForms.SPLIT, OutputForms.RECONSTRUCTION, OutputForms.CORE_UPDATE, OutputForms.FACTS)) {
            String json = form.schema(OutputMode.JSON_SCHEMA).orElseThrow().json();
            assertThat(json).startsWith("{\"type\":\"object\"").contains("\"additionalProperties\":false");
            assertThat(json.split("\"string\"", -1)).hasSameSizeAs(json.split("\"maxLength\"|\"enum\"", -1));
            assertThat(json.split("\"array\"", -1)).hasSameSizeAs(json.split("\"maxItems\"", -1));
        }
        assertThat(OutputForms.SPLIT.schema(OutputMode.PROMPT).orElseThrow().json())
                .isEqualTo("{\"type\":\"object\",\"properties\":{\"contents\":{\"type\":\"array\",\"items\":"
                        + "{\"type\":\"string\",\"maxLength\":2000},\"maxItems\":100}},"
                        + "\"required\":[\"contents\"],\"additionalProperties\":false}");
    }

    private static String problem(String answer) {
        return catchThrowableOfType(UnusableOutput.class, () -> OutputForms.SPLIT.read(answer, OutputMode.PROMPT))
                .problem();
    }
}
