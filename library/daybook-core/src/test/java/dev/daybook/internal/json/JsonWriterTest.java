package dev.daybook.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.json.JsonValue.Constant;
import dev.daybook.internal.json.JsonValue.Elements;
import dev.daybook.internal.json.JsonValue.Members;
import dev.daybook.internal.json.JsonValue.Numeral;
import dev.daybook.internal.json.JsonValue.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

    @Test
    void everything_is_written_on_one_line_without_spaces() {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("b", new Elements(List.of(Numeral.of(-3), Constant.TRUE, Constant.NULL)));
        members.put("a\n", new Members(Map.of()));

        assertThat(new Members(members)).hasToString("{\"b\":[-3,true,null],\"a\\n\":{}}");
        assertThat(new Elements(List.of())).hasToString("[]");
    }

    @Test
    void only_required_characters_are_escaped() {
        assertThat(new Text("\"\\/\n\r\t\u0001é😀<")).hasToString("\"\\\"\\\\/\\n\\r\\t\\u0001é😀<\"");
    }

    @Test
    void a_lone_surrogate_survives_utf_8_as_an_escape() {
        assertThat(new Text("a\uD800b\uDC00")).hasToString("\"a\\uD800b\\uDC00\"");
    }
}
