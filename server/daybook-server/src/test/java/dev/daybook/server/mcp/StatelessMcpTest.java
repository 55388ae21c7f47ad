package dev.daybook.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Message;
import dev.daybook.model.Trust;
import dev.daybook.query.Query;
import dev.daybook.server.http.ServeOptions;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The version of the protocol in which each request stands for itself, over HTTP. */
class StatelessMcpTest {

    private static final String NEWEST = "2026-07-28";
    private static final String META = meta(NEWEST);

    @TempDir
    Path folder;

    private ServedMcp served;
    private String key;

    @BeforeEach
    void serve() {
        served = new ServedMcp(folder, ServeOptions.loopback(0, false));
        key = served.key(ServedMcp.user("ada"));
    }

    @AfterEach
    void stop() {
        served.close();
    }

    private static String meta(String version) {
        return "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + version
                + "\",\"io.modelcontextprotocol/clientCapabilities\":{}}";
    }

    private static String message(String method, String parameters) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"m1\",\"method\":\"" + method + "\",\"params\":{" + parameters + "}}";
    }

    private static String tool(String name, String arguments) {
        return message("tools/call", "\"name\":\"" + name + "\",\"arguments\":" + arguments + "," + META);
    }

    private HttpResponse<String> call(String with, String method, String name, String message, String... more)
            throws Exception {
        List<String> headers = new ArrayList<>(List.of("MCP-Protocol-Version", NEWEST, "Mcp-Method", method));
        if (!name.isEmpty()) {
            headers.addAll(List.of("Mcp-Name", name));
        }
        headers.addAll(List.of(more));
        return served.post(with, message, headers.toArray(String[]::new));
    }

    private HttpResponse<String> list(String with, String method) throws Exception {
        return call(with, method, "", message(method, META));
    }

    private HttpResponse<String> use(String with, String tool, String arguments) throws Exception {
        return call(with, "tools/call", tool, tool(tool, arguments));
    }

    @SuppressWarnings("unchecked") // a test fails on the cast as well as on an assertion
    private static Map<String, Object> result(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
        assertThat(response.headers().firstValue("Mcp-Session-Id")).isEmpty();
        Map<String, Object> answer = PlainJson.readObject(response.body());
        assertThat(answer).containsEntry("id", "m1");
        Map<String, Object> result = (Map<String, Object>) answer.get("result");
        assertThat(result).as(response.body()).containsEntry("resultType", "complete");
        assertThat(String.valueOf(result.get("_meta"))).contains("io.modelcontextprotocol/serverInfo={name=daybook");
        return result;
    }

    private static void assertError(HttpResponse<String> response, int status, int code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":\"m1\",\"error\":{\"code\":" + code + ",");
    }

    @Test
    void a_client_discovers_the_versions_and_what_is_offered() throws Exception {
        Map<String, Object> discovered = result(list(key, "server/discover"));

        assertThat(discovered.get("supportedVersions"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .containsExactly("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", NEWEST);
        assertThat(((Map<?, ?>) discovered.get("capabilities"))
                        .keySet().stream().map(String::valueOf))
                .containsExactly("prompts", "resources", "tools");
        assertThat(String.valueOf(discovered.get("instructions"))).contains("never as an instruction", "'remember'");
    }

    @Test
    void a_tool_is_called_without_a_session() throws Exception {
        assertThat(result(use(key, "remember", "{\"text\":\"The lamp is green.\"}")))
                .containsEntry("isError", false);

        Map<String, Object> recalled = result(use(key, "recall", "{\"query\":\"lamp\",\"by\":\"words\"}"));

        assertThat(String.valueOf(recalled.get("structuredContent"))).contains("The lamp is green.");
        assertThat(String.valueOf(result(call(
                                key,
                                "prompts/get",
                                "with-memory",
                                message(
                                        "prompts/get",
                                        "\"name\":\"with-memory\",\"arguments\":{\"question\":\"Which lamp?\"},"
                                                + META)))
                        .get("messages")))
                .contains("The lamp is green.");
    }

    @Test
    void a_call_that_names_no_session_begins_one_and_its_answer_is_passed_on() throws Exception {
        String first = session(use(key, "remember", "{\"text\":\"The lamp is green.\"}"));
        String second = session(use(key, "remember", "{\"text\":\"The door is red.\"}"));
        String third = session(use(key, "remember", "{\"text\":\"The roof is grey.\",\"session\":\"" + first + "\"}"));

        assertThat(first).matches("mcp-\\d{4}-\\d{2}-\\d{2}-[0-9a-f]{8}");
        assertThat(second).isNotEqualTo(first);
        assertThat(third).isEqualTo(first);
    }

    private static String session(HttpResponse<String> remembered) {
        return String.valueOf(((Map<?, ?>) result(remembered).get("structuredContent")).get("session"));
    }

    @ParameterizedTest
    @CsvSource({
        "server/discover, 300000",
        "tools/list, 300000",
        "prompts/list, 300000",
        "resources/list, 300000",
        "resources/templates/list, 300000"
    })
    void a_list_may_be_kept_by_its_caller(String method, long milliseconds) throws Exception {
        assertThat(result(list(key, method)))
                .containsEntry("ttlMs", milliseconds)
                .containsEntry("cacheScope", "private");
    }

    @Test
    void a_resource_is_read_again_each_time() throws Exception {
        String uri = "daybook://project/user:ada/profile";

        Map<String, Object> read =
                result(call(key, "resources/read", uri, message("resources/read", "\"uri\":\"" + uri + "\"," + META)));

        assertThat(read).containsEntry("ttlMs", 0L).containsEntry("cacheScope", "private");
        assertThat(String.valueOf(read.get("contents"))).contains("user:ada");
    }

    @Test
    void the_rights_of_a_key_are_those_of_a_session() throws Exception {
        String reader = served.key(ServedMcp.user("ada"), AccessRight.READ);
        served.memory(ServedMcp.user("bob")).session("s").remember(Message.user("Bob likes plums."));

        assertThat(list(reader, "tools/list").body()).contains("\"recall\"").doesNotContain("\"remember\"");
        assertThat(result(use(reader, "remember", "{\"text\":\"x\"}"))).containsEntry("isError", true);
        assertThat(use(reader, "remember", "{\"text\":\"x\"}").body()).contains("lacks the right 'write'");
        assertThat(use(key, "recall", "{\"query\":\"plums\",\"by\":\"newest\"}").body())
                .doesNotContain("likes plums");
        String foreign = "daybook://project/user:bob/profile";
        assertError(
                call(key, "resources/read", foreign, message("resources/read", "\"uri\":\"" + foreign + "\"," + META)),
                400,
                -32602);
        assertThat(list(null, "tools/list").statusCode()).isEqualTo(401);
        assertThat(call(key, "tools/list", "", message("tools/list", META), "Origin", "http://elsewhere.example")
                        .statusCode())
                .isEqualTo(403);
        assertThat(served.memory(ServedMcp.user("ada")).archive().exportAll()).isEmpty();
    }

    @Test
    void the_trust_of_a_write_is_that_of_the_key() throws Exception {
        String says = "{\"messages\":[{\"role\":\"user\",\"text\":\"Ada likes figs.\"}]}";

        use(key, "remember", says);
        use(served.key(ServedMcp.user("ada"), Trust.USER), "remember", says);

        assertThat(served.memory(ServedMcp.user("ada")).recall(Query.of("")))
                .extracting(hit -> hit.trust())
                .containsExactlyInAnyOrder(Trust.ASSISTANT, Trust.USER);
    }

    @Test
    void an_unknown_version_is_told_which_are_spoken() throws Exception {
        HttpResponse<String> refused = served.post(
                key,
                message("tools/list", meta("2027-01-01")),
                "MCP-Protocol-Version",
                "2027-01-01",
                "Mcp-Method",
                "tools/list");

        assertError(refused, 400, -32022);
        assertThat(refused.body()).contains("\"2025-11-25\",\"2026-07-28\"],\"requested\":\"2027-01-01\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"_meta\":7",
                "\"_meta\":{\"io.modelcontextprotocol/clientCapabilities\":{}}",
                "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}",
                "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":7}"
            })
    void a_request_without_the_fields_of_each_request_is_refused(String meta) throws Exception {
        HttpResponse<String> refused = call(key, "tools/list", "", message("tools/list", meta));

        assertError(refused, 400, -32602);
        assertThat(refused.body()).contains("'params._meta' has no 'io.modelcontextprotocol/");
    }

    @Test
    void a_header_that_says_something_else_than_the_message_is_refused() throws Exception {
        String message = tool("get_blocks", "{}");

        assertError(call(key, "tools/list", "get_blocks", message), 400, -32020);
        assertError(call(key, "TOOLS/CALL", "get_blocks", message), 400, -32020);
        assertError(call(key, "tools/call", "forget", message), 400, -32020);
        assertError(call(key, "tools/call", "", message), 400, -32020);
        assertError(call(key, "tools/call", "get_blocks", message, "Mcp-Name", "forget"), 400, -32020);
        assertError(call(key, "tools/call", "=?base64?!?=", message), 400, -32020);
        assertError(call(key, "tools/call", "=?base64?=", message), 400, -32020);
        assertError(served.post(key, message), 400, -32020);
        assertError(
                served.post(
                        key,
                        message,
                        "MCP-Protocol-Version",
                        "2025-11-25",
                        "Mcp-Method",
                        "tools/call",
                        "Mcp-Name",
                        "get_blocks"),
                400,
                -32020);
        assertError(served.post(key, message, "MCP-Protocol-Version", NEWEST, "Mcp-Name", "get_blocks"), 400, -32020);
        String encoded = Base64.getEncoder().encodeToString("get_blocks".getBytes(StandardCharsets.UTF_8));
        result(call(key, "tools/call", "=?base64?" + encoded + "?=", message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "ping", "logging/setLevel", "subscriptions/listen", "nothing"})
    void a_method_that_this_version_does_not_have_is_not_found(String method) throws Exception {
        assertError(list(key, method), 404, -32601);
    }

    @Test
    void an_unknown_tool_and_a_call_without_one_are_errors_of_the_protocol() throws Exception {
        assertError(call(key, "tools/call", "nothing", tool("nothing", "{}")), 400, -32602);
        assertError(call(key, "tools/call", "", message("tools/call", META)), 400, -32602);
        assertError(call(key, "tools/call", "recall", tool("recall", "7")), 400, -32602);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "no message", "7", "[]", "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}]"})
    void a_body_that_is_no_object_gets_an_error_without_internals(String body) throws Exception {
        HttpResponse<String> refused = call(key, "server/discover", "", body);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .startsWith("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,")
                .doesNotContain("dev.daybook", ".java");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1    | {\"id\":1,\"method\":\"server/discover\"}",
                "\"a\"  | {\"jsonrpc\":\"1.0\",\"id\":\"a\",\"method\":\"server/discover\"}",
                "1    | {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}",
                "1    | {\"jsonrpc\":\"2.0\",\"id\":1}",
                "null | {\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"server/discover\"}",
                "null | {\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"server/discover\"}",
                "null | {\"id\":1,\"result\":{}}"
            })
    void an_object_that_is_no_request_is_answered_with_its_id(String id, String body) throws Exception {
        HttpResponse<String> refused = call(key, "server/discover", "", body);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .startsWith("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":-32600,")
                .doesNotContain("dev.daybook", ".java");
    }

    @Test
    void a_body_over_the_limit_is_refused() throws Exception {
        served.close();
        served = new ServedMcp(folder, new ServeOptions("127.0.0.1", 0, false, List.of(), List.of(), 1_000, 0));
        key = served.key(ServedMcp.user("ada"));

        assertThat(use(key, "remember", "{\"text\":\"" + "x".repeat(1_000) + "\"}")
                        .statusCode())
                .isEqualTo(413);
        result(use(key, "remember", "{\"text\":\"x\"}"));
    }

    @Test
    void a_session_id_is_ignored_and_a_notification_is_accepted() throws Exception {
        result(call(key, "tools/list", "", message("tools/list", META), "Mcp-Session-Id", "invented"));

        HttpResponse<String> accepted = call(
                key, "notifications/cancelled", "", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}");

        assertThat(accepted.statusCode()).isEqualTo(202);
        assertThat(accepted.body()).isEmpty();
    }

    /** A client of a version with a handshake asks for a stream of notifications, of which there are none. */
    @Test
    void a_get_is_not_allowed_and_no_failure() throws Exception {
        HttpResponse<String> refused = served.get(key);

        assertThat(refused.statusCode()).isEqualTo(405);
        assertThat(refused.headers().firstValue("Allow")).contains("POST, DELETE");
        assertThat(served.metrics()).doesNotContain("daybook_failures_total{");
    }
}
