package dev.daybook.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.local.InMemoryStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The version of the protocol in which each request stands for itself, over stdio. */
class StatelessStdioTest {

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private static String message(int id, String method, String parameters) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + parameters + "}}";
    }

    private static String remember(int id, String text) {
        return message(id, "tools/call", "\"name\":\"remember\",\"arguments\":{\"text\":\"" + text + "\"}," + META);
    }

    private static List<Map<String, @Nullable Object>> talk(String... lines) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (LocalDaybook daybook =
                Daybook.builder(new InMemoryStore()).noEmbedder().open()) {
            var in = new ByteArrayInputStream(String.join("\n", lines).getBytes(UTF_8));
            StdioServer.serve(daybook.user("ada"), null, AgentOptions.NONE, in, out);
        }
        return out.toString(UTF_8).lines().map(PlainJson::readObject).toList();
    }

    @Test
    void tools_are_called_without_a_handshake() throws Exception {
        List<Map<String, @Nullable Object>> answers = talk(
                message(1, "server/discover", META),
                remember(2, "The lamp is green."),
                message(
                        3,
                        "tools/call",
                        "\"name\":\"recall\",\"arguments\":{\"query\":\"lamp\",\"by\":\"words\"}," + META));

        assertThat(answers).extracting(answer -> answer.get("id")).containsExactly(1L, 2L, 3L);
        assertThat(answers)
                .allSatisfy(answer ->
                        assertThat(answer.toString()).contains("resultType=complete", "serverInfo={name=daybook"));
        assertThat(answers.get(0).toString()).contains("supportedVersions=[2024-11-05", "2026-07-28]");
        assertThat(answers.get(2).toString()).contains("The lamp is green.");
    }

    @Test
    void one_process_speaks_all_versions_and_calls_share_its_session() throws Exception {
        List<Map<String, @Nullable Object>> answers = talk(
                remember(1, "The lamp is green."),
                ServedMcp.initialize("2025-11-25"),
                message(2, "tools/call", "\"name\":\"remember\",\"arguments\":{\"text\":\"The door is red.\"}"),
                message(3, "ping", ""),
                message(4, "ping", META));

        assertThat(session(answers.get(0))).matches("mcp-.*").isEqualTo(session(answers.get(2)));
        assertThat(answers.get(2).toString()).doesNotContain("resultType");
        assertThat(answers.get(3)).containsEntry("result", Map.of());
        assertThat(answers.get(4).toString()).contains("code=-32601");
    }

    private static String session(Map<String, @Nullable Object> answer) {
        return answer.toString().replaceAll("(?s).*structuredContent=\\{[^}]*session=([^,}]+).*", "$1");
    }

    @Test
    void an_unknown_version_and_missing_fields_are_refused_by_the_id_of_the_request() throws Exception {
        List<Map<String, @Nullable Object>> answers = talk(
                message(1, "server/discover", META.replace("2026-07-28", "2027-01-01")),
                message(2, "server/discover", ""),
                message(3, "tools/list", "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}"),
                message(4, "tools/list", META));

        assertThat(answers).extracting(answer -> answer.get("id")).containsExactly(1L, 2L, 3L, 4L);
        assertThat(answers.get(0).toString()).contains("code=-32022", "requested=2027-01-01", "2026-07-28]");
        assertThat(answers.get(1).toString()).contains("code=-32602", "protocolVersion");
        assertThat(answers.get(2).toString()).contains("code=-32602", "clientCapabilities");
        assertThat(answers.get(3)).containsKey("result");
    }

    @Test
    void a_batch_rubbish_and_a_line_over_the_limit_are_refused_and_the_next_is_heard() throws Exception {
        List<Map<String, @Nullable Object>> answers = talk(
                "[" + message(1, "server/discover", META) + "]",
                "\u0000rubbish",
                "x".repeat(StdioServer.MAX_LINE_LENGTH + 1),
                message(2, "server/discover", META));

        assertThat(answers).extracting(answer -> answer.get("id")).containsExactly(null, null, null, 2L);
        assertThat(answers.get(0).toString()).contains("code=-32700");
        assertThat(answers.get(1).toString()).contains("code=-32700");
        assertThat(answers.get(2).toString()).contains("code=-32600", "send less");
    }

    /** The process that held the folder ended before it answered. */
    @Test
    void a_lost_write_is_told_in_the_version_of_its_request() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String note = "\"name\":\"add_note\",\"arguments\":{\"text\":\"x\"}";
        String lines = message(1, "tools/call", note + "," + META) + "\n" + message(2, "tools/call", note) + "\n";
        ClientLines client = new ClientLines(new ByteArrayInputStream(lines.getBytes(UTF_8)), out);
        ClientLines.Connection broken = client.connect(true);
        broken.in().readAllBytes();
        broken.close();

        client.connect(true);

        List<String> lost = out.toString(UTF_8).lines().toList();
        assertThat(lost).hasSize(2).allSatisfy(line -> assertThat(line).contains("look whether the call took effect"));
        assertThat(lost.get(0)).contains("\"id\":1", "\"resultType\":\"complete\"");
        assertThat(lost.get(1)).contains("\"id\":2").doesNotContain("resultType");
    }
}
