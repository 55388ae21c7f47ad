package dev.daybook.internal.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextSearchTest {

    private static final String TEXT = "He said \"no\" / <go>\nCafé 🐹\tC:\\temp";

    @TempDir
    private Path folder;

    /** The text as different writers of JSON write it. */
    private static Map<String, String> written() {
        Map<String, String> forms = new LinkedHashMap<>();
        forms.put("as it is", TEXT);
        forms.put("least escapes", "He said \\\"no\\\" / <go>\\nCafé 🐹\\tC:\\\\temp");
        forms.put("ASCII, lower case", "He said \\\"no\\\" / <go>\\nCaf\\u00e9 \\ud83d\\udc39\\tC:\\\\temp");
        forms.put("ASCII, upper case", "He said \\\"no\\\" / <go>\\nCaf\\u00E9 \\uD83D\\uDC39\\tC:\\\\temp");
        forms.put("slashes", "He said \\\"no\\\" \\/ <go>\\nCaf\\u00e9 \\ud83d\\udc39\\tC:\\\\temp");
        forms.put("safe for HTML", "He said \\u0022no\\u0022 / \\u003cgo\\u003e\\u000aCafé 🐹\\u0009C:\\u005ctemp");
        forms.put(
                "JSON in JSON",
                "He said \\\\\\\"no\\\\\\\" / <go>\\\\nCaf\\\\u00e9 \\\\ud83d\\\\udc39\\\\tC:\\\\\\\\temp");
        return forms;
    }

    private static TextSearch searchFor(String text) {
        return new TextSearch(List.of(text.getBytes(StandardCharsets.UTF_8)), List.of());
    }

    @Test
    void a_text_is_found_in_every_form_in_which_json_writes_it() {
        written().forEach((name, form) -> {
            BitSet found = new BitSet();
            searchFor(TEXT).searchText(("{\"text\":\"" + form + "\"}").getBytes(StandardCharsets.UTF_8), found);
            assertThat(found.get(0)).as(name).isTrue();
        });
    }

    @Test
    void a_text_is_found_in_every_form_in_a_file_of_utf_16() throws IOException {
        for (Charset encoding : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            for (String mark : List.of("", "\uFEFF")) {
                for (Map.Entry<String, String> form : written().entrySet()) {
                    Path file = folder.resolve("export");
                    Files.write(file, (mark + "{\"text\":\"" + form.getValue() + "\"}").getBytes(encoding));
                    BitSet found = new BitSet();

                    searchFor(TEXT).search(file, found);

                    assertThat(found.get(0))
                            .as("%s in %s, mark '%s'", form.getKey(), encoding, mark)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void an_escape_is_undone_wherever_it_lies_in_a_large_file() {
        String escaped = written().get("JSON in JSON");
        for (int before = (1 << 16) - 90; before <= 1 << 16; before++) {
            BitSet found = new BitSet();
            searchFor(TEXT).searchText(("x".repeat(before) + escaped + "y").getBytes(StandardCharsets.UTF_8), found);
            assertThat(found.get(0)).as("after %s bytes", before).isTrue();
        }
    }

    @Test
    void bytes_that_are_no_escape_stay_as_they_are() {
        String text = "a \\ b \\x \\u12 \\u00g0 \\ud83d end \\";

        BitSet found = new BitSet();
        searchFor(text).searchText(text.getBytes(StandardCharsets.UTF_8), found);

        assertThat(found.get(0)).isTrue();
        BitSet none = new BitSet();
        searchFor("something else").searchText(text.getBytes(StandardCharsets.UTF_8), none);
        assertThat(none.isEmpty()).isTrue();
    }

    private static boolean findsShort(String text, String content) {
        BitSet found = new BitSet();
        new TextSearch(List.of(), List.of(text.getBytes(StandardCharsets.UTF_8)))
                .searchText(content.getBytes(StandardCharsets.UTF_8), found);
        return found.get(0);
    }

    @Test
    void a_short_text_is_found_as_a_whole_value_only() {
        assertThat(findsShort("PIN is 4711", "PIN is 4711")).isTrue();
        assertThat(findsShort("PIN is 4711", "first\r\n  PIN is 4711 \r\nlast")).isTrue();
        assertThat(findsShort("PIN is 4711", "a\tPIN is 4711\tb")).isTrue();
        assertThat(findsShort("ok", "{\"role\":\"user\",\"text\":\"ok\"}")).isTrue();
        assertThat(findsShort("Zoë", "{\"text\":\"Zo\\u00eb\"}")).isTrue();
        assertThat(findsShort("say \"hi\"", "{\"text\":\"say \\\"hi\\\"\"}")).isTrue();
        assertThat(findsShort("ok", "it is ok now, \"not ok\"")).isFalse();
        assertThat(findsShort("ok", "\"OK\"")).isFalse();
    }

    @Test
    void a_text_of_less_than_four_bytes_is_not_looked_for_between_bytes_that_are_no_text() {
        assertThat(findsShort("ok", "\0\1ok\0")).isFalse();
        assertThat(findsShort("oak.", "\0\1oak.\0")).isTrue();
    }

    @Test
    void a_short_text_is_found_in_a_record_behind_its_length() {
        byte[] text = "PIN is 4711".getBytes(StandardCharsets.UTF_8);
        byte[] recorded = ("x" + (char) (2 * text.length) + "PIN is 4711Z").getBytes(StandardCharsets.UTF_8);

        BitSet found = new BitSet();
        new TextSearch(List.of(), List.of(text)).searchRecord(recorded, found);

        assertThat(found.get(0)).isTrue();
    }
}
