package dev.daybook.server.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

    @Test
    void an_object_with_a_long_list_comes_in_parts() {
        String json =
                "{\"id\": \"list\", \"tags\": [\"list\", [1]], \"list\" : [ {\"a\": [1]},\n{\"list\":[{}, [{\"b\": 1}]], \"c\": 2}],"
                        + " \"more\": [], \"list\": []}{\"list\": []} {\"list\": null}";

        assertThat(texts(json, "list"))
                .containsExactly(
                        "{\"id\": \"list\", \"tags\": [\"list\", [1]]}",
                        "{\"a\": [1]}",
                        "{}",
                        "{\"b\": 1}",
                        "{\"c\": 2}",
                        "{\"more\": []}",
                        "{\"list\": null}");
        assertThat(texts(json)).hasSize(3);
    }

    @Test
    void a_part_says_that_it_is_one() {
        JsonElements elements = new JsonElements(
                new ByteArrayInputStream("{\"n\":1,\"list\":[{}],\"m\":2}{}".getBytes(UTF_8)), Set.of("list"));
        List<Boolean> parts = new ArrayList<>();
        while (elements.advance()) {
            parts.add(elements.isPart());
        }
        assertThat(parts).containsExactly(true, false, true, false);
    }

    @Test
    void a_list_in_which_the_stream_ends_is_torn() {
        for (String torn :
                new String[] {"{\"list\": [{}", "{\"list\": [{},", "{\"list\": [{}], \"n\": 1", "{\"list\": [{}]"}) {
            JsonElements elements = new JsonElements(new ByteArrayInputStream(torn.getBytes(UTF_8)), Set.of("list"));

            assertThat(elements.advance()).isTrue();
            assertThat(elements.text()).isEqualTo("{}");
            assertThat(elements.advance()).as(torn).isTrue();
            assertThatThrownBy(elements::text).hasMessageContaining("the file ends inside it");
            assertThat(elements.advance()).isFalse();
        }
    }

    @Test
    void lists_in_lists_beyond_the_known_depth_are_fields() {
        String json = "{\"list\":[".repeat(9) + "]}".repeat(9);

        assertThat(texts(json, "list")).singleElement().asString().startsWith("{\"list\":[{\"list\"");
    }

    private static List<String> texts(String json, String... lists) {
        JsonElements elements = new JsonElements(new ByteArrayInputStream(json.getBytes(UTF_8)), Set.of(lists));
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
