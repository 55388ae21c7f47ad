package dev.daybook.internal.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.StatementKind;
import dev.daybook.spi.OutputMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementListParserTest {

    private static final String TEA = """
            {"s":"Ada will buy\\n tea.","about":" Ada ","from":[2,1,2],"quote":"buy tea","kind":"plan","neg":true,
             "when":"tomorrow","rel":"likes","obj":"tea"}""";

    private static final ExtractedStatement BUYS_TEA = new ExtractedStatement(
            "Ada will buy tea.", "Ada", List.of(2, 1), "buy tea", StatementKind.PLAN, true, "tomorrow", "likes", "tea");

    @ParameterizedTest
    @ValueSource(strings = {"[%s]", "{\"statements\":[%s]}", "[7, [], {\"s\":\"x\"}, {\"about\":\"Ada\"}, %s, %s]"})
    void statements_are_parsed_and_malformed_and_repeated_ones_left_out(String form) throws Exception {
        assertThat(read(form.formatted(TEA, TEA)).statements().stream().distinct())
                .containsExactly(BUYS_TEA);
    }

    @Test
    void what_is_missing_or_of_another_type_is_left_out() throws Exception {
        ExtractedStatement bare =
                read("[{\"s\":\"Ada likes tea.\",\"about\":\"Ada\",\"from\":\"all\",\"kind\":\"fact\",\"rel\":\"adores\",\"when\":5}]")
                        .statements()
                        .get(0);

        assertThat(bare)
                .isEqualTo(new ExtractedStatement(
                        "Ada likes tea.", "Ada", List.of(), "", StatementKind.STATE, false, null, null, null));
    }

    @Test
    void a_sentence_that_repeats_itself_and_a_list_without_end_are_cut() throws Exception {
        String endless = "{\"s\":\"" + "tea ".repeat(200) + "\",\"about\":\"Ada\"},";

        assertThat(read("[" + endless + TEA + "]").statements()).containsExactly(BUYS_TEA);
        assertThat(read("[" + (TEA + ",").repeat(500) + TEA + "]").statements()).hasSizeLessThan(150);
    }

    @Test
    void an_item_without_a_sentence_may_be_a_triple() throws Exception {
        ExtractionAnswer answer =
                read("[{\"subject\":\"Ada\",\"predicate\":\"likes\",\"object\":\"tea\"}," + TEA + "]");

        assertThat(answer.triples()).containsExactly(new ExtractedFact("Ada", "likes", "tea", 1));
        assertThat(answer.statements()).containsExactly(BUYS_TEA);
    }

    private static ExtractionAnswer read(String answer) throws UnusableOutput {
        return OutputForms.FACTS.read(answer, OutputMode.PROMPT);
    }
}
