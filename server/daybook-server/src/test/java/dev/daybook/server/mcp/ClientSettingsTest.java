package dev.daybook.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.internal.json.PlainJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the settings of clients are changed: by the text of one server, and nothing else. */
class ClientSettingsTest {

    private static final Map<String, @Nullable Object> ENTRY = Map.of("command", "x");

    private static String with(String text) {
        return new JsonSettings(text).with("servers", "daybook", ENTRY);
    }

    private static String without(String text) {
        return new JsonSettings(text).without("servers", "daybook");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{ }\n",
                "{ // mine\n}",
                "{\n  // mine\n}\n",
                "{\"a\": 1}",
                "{\"a\": [1, {\"b\": \"}\"}], \"servers\": {}}",
                "{\n\t\"servers\": {\n\t\t\"a\": {\"b\": \"// no, \\\" comment\"}, // a's,\n\t},\n}\n",
                "{\r\n  \"servers\": {\r\n    \"a\": 1 // one\r\n  }\r\n}\r\n",
                "// first\n{\"a\": null, /* , */ }\n// last",
                "{\"servers\": {\"a\": true,\n\"daybook\": {\"command\": \"old\"}, \"c\": -1.5e3}}"
            })
    void a_server_is_added_and_removed_in_any_configuration(String text) {
        String put = with(text);

        assertThat(servers(put)).containsEntry("daybook", ENTRY);
        assertThat(with(put)).isEqualTo(put);
        assertThat(text.lines().map(String::strip).filter(line -> line.contains("//")))
                .allSatisfy(line -> assertThat(put).contains(line.substring(line.indexOf("//"))));
        assertThat(put.contains("\r\n")).isEqualTo(text.contains("\r\n"));
        assertThat(put.replace("\r\n", "").contains("\n")).isEqualTo(!text.contains("\r\n"));

        String cut = without(put);

        assertThat(servers(cut)).doesNotContainKey("daybook");
        assertThat(without(cut)).isEqualTo(cut);
        Map<String, @Nullable Object> rest = PlainJson.readObject(JsonWithComments.plain(text));
        rest.remove("servers");
        assertThat(PlainJson.readObject(JsonWithComments.plain(cut))).containsAllEntriesOf(rest);
        // Not even where a comma may stand at the end are there two.
        assertThat(JsonWithComments.withoutComments(cut).replaceAll("\\s", "")).doesNotContain(",,", "{,");
    }

    @SuppressWarnings("unchecked") // a test fails on the cast as well as on an assertion
    private static Map<String, @Nullable Object> servers(String text) {
        return (Map<String, @Nullable Object>) Objects.requireNonNullElse(
                PlainJson.readObject(JsonWithComments.plain(text)).get("servers"), Map.of());
    }

    @Test
    void a_comment_stays_with_its_subject() {
        String text = "{\n  \"servers\": {\n    \"a\": 1 // one\n  }\n}\n";

        assertThat(with(text))
                .isEqualTo("{\n  \"servers\": {\n    \"a\": 1, // one\n    \"daybook\": {\n      \"command\": \"x\"\n"
                        + "    }\n  }\n}\n");
        assertThat(without(with(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "{", "{\"servers\": []}", "{\"servers\": null}", "{\"a\": 1, \"a\": 2}", "{/*", "{'a': 1}"
            })
    void invalid_text_is_refused(String text) {
        assertThatThrownBy(() -> with(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_table_is_put_in_replaced_and_taken_out() {
        String text =
                "model = \"o\"\n\n[mcp_servers.other]\ncommand = \"x\" # [mcp_servers.daybook]\n\n# last\n[tui]\na = 1\n";
        TomlSettings before = new TomlSettings(text);
        String put = before.with("mcp_servers", "daybook", Map.of("args", List.of("mcp", "a \"b\"")));

        assertThat(put).isEqualTo(text + "\n[mcp_servers.daybook]\nargs = [\"mcp\", \"a \\\"b\\\"\"]\n");
        assertThat(new TomlSettings(put).with("mcp_servers", "daybook", Map.of("args", List.of("mcp", "a \"b\""))))
                .isEqualTo(put);
        String other = put + "\n[mcp_servers.daybook.env]\nA = \"b\"\n\n# about the last\n[last]\nz = 1\n";
        String replaced = new TomlSettings(other).with("mcp_servers", "daybook", ENTRY);
        assertThat(replaced)
                .contains(
                        "[mcp_servers.daybook]\ncommand = \"x\"\n",
                        "# about the last\n[last]\nz = 1\n",
                        "[tui]\na = 1\n")
                .doesNotContain("args", "env");
        assertThat(new TomlSettings(put).without("mcp_servers", "daybook")).isEqualTo(text);
        assertThat(before.without("mcp_servers", "daybook")).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp_servers = {daybook = {command = \"x\"}}\n",
                "mcp_servers.daybook.command = \"x\"\n",
                "[mcp_servers]\ndaybook = {command = \"x\"}\n",
                "[mcp_servers.daybook]\na = \"\"\"\n[b]\n\"\"\"\n"
            })
    void a_table_in_another_form_is_left_to_its_user(String text) {
        assertThatThrownBy(() -> new TomlSettings(text).with("mcp_servers", "daybook", ENTRY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be changed automatically");
    }
}
