package dev.daybook.server.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonElementsTest {

    @Test
    void the_objects_of_an_array_come_one_by_one() {
        assertThat(texts("\uFEFF [ {\"a\": \"}]\\\"{\"} ,\n{\"b\": {\"c\": [1, {}]}}, {}] "))
                .containsExactly("{\"a\": \"}]\\\"{\"}", "{\"b\": {\"c\": [1, {}]}}", "{}");
    }

    @Test
    void objects_one_after_the_other_and_arrays_of_arrays_are_taken_too() {
        assertThat(texts("{\"a\":1}\n{\"b\":2}{\"c\":3}")).containsExactly("{\"a\":1}", "{\"b\":2}", "{\"c\":3}");

        JsonElements elements = elements("[[{\"a\":1},{\"b\":2}],[{\"c\":3}]]");
        List<Long> arrays = new ArrayList<>();
        while (elements.advance()) {
            arrays.add(elements.arrays());
        }
        assertThat(arrays).containsExactly(0L, 0L, 1L);
    }

    @Test
    void what_is_no_object_is_an_element_of_a_line() {
        assertThat(texts("name,text\nAda,Hello\n")).containsExactly("name", "text", "Ada", "Hello");
        assertThat(texts("")).isEmpty();
    }

    @Test
    void an_object_in_which_the_stream_ends_is_torn() {
        JsonElements elements = elements("[{\"a\": 1}, {\"a\": \"x");

        assertThat(elements.advance()).isTrue();
        assertThat(elements.text()).isEqualTo("{\"a\": 1}");
        assertThat(elements.advance()).isTrue();
        assertThatThrownBy(elements::text)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the file ends inside it");
        assertThat(elements.advance()).isFalse();
    }

    @Test
    void an_object_that_is_too_long_is_only_one() {
        long length = JsonElements.MAX_ELEMENT_BYTES + 10L;
        JsonElements elements = new JsonElements(new InputStream() {
            private long at;

            @Override
            public int read() throws IOException {
                at++;
                return at == 1 ? '{' : at == 2 ? '"' : at < length ? 'x' : at == length ? '"' : after(at - length - 1);
            }

            private int after(long place) {
                byte[] end = ":1},{\"b\":2}".getBytes(UTF_8);
                return place < end.length ? end[(int) place] : -1;
            }
        });

        assertThat(elements.advance()).isTrue();
        assertThatThrownBy(elements::text).hasMessage("it is longer than 32 MB; split or shorten it");
        assertThat(elements.advance()).isTrue();
        assertThat(elements.text()).isEqualTo("{\"b\":2}");
    }

    private static List<String> texts(String json) {
        JsonElements elements = elements(json);
        List<String> texts = new ArrayList<>();
        while (elements.advance()) {
            texts.add(elements.text());
        }
        return texts;
    }

    private static JsonElements elements(String json) {
        return new JsonElements(new ByteArrayInputStream(json.getBytes(UTF_8)));
    }
}
