package dev.daybook.internal.json;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
}
