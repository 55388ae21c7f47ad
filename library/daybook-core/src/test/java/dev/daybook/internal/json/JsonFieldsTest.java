package dev.daybook.internal.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonFieldsTest {

    @Test
    void an_unknown_field_is_refused_with_the_known_ones() {
        JsonFields fields = new JsonFields(Map.of("x", 1L));
        fields.optionalText("name");

        assertThatIllegalArgumentException()
                .isThrownBy(fields::done)
                .withMessage("field 'x' is not known; the fields here are name");
    }

    @Test
    void where_no_field_is_known_the_message_says_so() {
        JsonFields fields = new JsonFields(Map.of("x", 1L));

        assertThatIllegalArgumentException()
                .isThrownBy(fields::done)
                .withMessage("field 'x' is not known; no fields are known here, so leave it out");
    }

    @Test
    void only_a_field_that_says_so_takes_one_text_in_place_of_an_array() {
        JsonFields fields = new JsonFields(Map.of("one", "a", "many", List.of("a", "b"), "number", 1L));

        assertThat(fields.textOrTexts("one")).containsExactly("a");
        assertThat(fields.textOrTexts("many")).containsExactly("a", "b");
        assertThat(fields.texts("many")).containsExactly("a", "b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fields.texts("one"))
                .withMessage("field 'one' is the text 'a'; use an array of texts");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fields.textOrTexts("number"))
                .withMessageContaining("a text or an array of texts");
    }
}
