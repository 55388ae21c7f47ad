package dev.daybook.server.mcp;

import static dev.daybook.server.mcp.ServedMcp.answer;
import static dev.daybook.server.mcp.ServedMcp.initialize;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.access.AccessRight;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.server.http.ServeOptions;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpAccessTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}";
    private static final String NEWEST = "2025-11-25";

    @TempDir
    Path folder;

    private ServedMcp served;

    private ServedMcp serve(boolean open) {
        served = new ServedMcp(folder, open);
        return served;
    }

    @AfterEach
    void stop() {
        served.close();
    }

    @Test
    void a_session_id_of_another_key_is_as_unknown_as_one_that_never_was() throws Exception {
        serve(false);
        String ours = served.key(ServedMcp.user("ada"));
        String theirs = served.key(ServedMcp.user("ada"));
        String session = session(served.post(ours, initialize(NEWEST)));

        HttpResponse<String> own = served.post(ours, PING, "Mcp-Session-Id", session);
        HttpResponse<String> foreign = served.post(theirs, PING, "Mcp-Session-Id", session);
        HttpResponse<String> invented = served.post(theirs, PING, "Mcp-Session-Id", "invented");
        // The part before the seal.
        HttpResponse<String> unsealed =
                served.post(ours, PING, "Mcp-Session-Id", session.substring(0, session.lastIndexOf('.')));

        assertThat(own.statusCode()).isEqualTo(200);
        assertThat(foreign.statusCode()).isEqualTo(404);
        assertThat(foreign.body()).isEqualTo(invented.body()).contains("\"code\":\"not_found\"");
        assertThat(unsealed.statusCode()).isEqualTo(404);
    }

    private static String session(HttpResponse<String> opened) {
        assertThat(opened.statusCode()).isEqualTo(200);
        return opened.headers().firstValue("Mcp-Session-Id").orElseThrow();
    }

    @Test
    void a_foreign_origin_is_refused_before_its_key_is_checked() throws Exception {
        serve(false);
        String key = served.key(null);

        HttpResponse<String> foreign = served.post(key, initialize(NEWEST), "Origin", "http://elsewhere.example");

        assertThat(foreign.statusCode()).isEqualTo(403);
        assertThat(foreign.body()).contains("'Host' or 'Origin'");
    }

    @Test
    void calls_without_a_key_or_with_an_unknown_key_are_refused() throws Exception {
        serve(false);

        HttpResponse<String> without = served.post(null, initialize(NEWEST));

        assertThat(without.statusCode()).isEqualTo(401);
        assertThat(without.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        assertThat(served.post("daybook_0_0", initialize(NEWEST)).statusCode()).isEqualTo(401);
    }

    @Test
    void a_key_sees_its_scope_and_no_other() {
        serve(false);
        served.memory(ServedMcp.user("ada")).session("s").remember(Message.user("Ada likes figs."));
        served.memory(new Scope.Anonymous(ServedMcp.SPACE))
                .session("s")
                .remember(Message.user("Somebody likes plums."));
        served.memory(new Scope.Anonymous(Space.DEFAULT))
                .session("s")
                .remember(Message.user("Elsewhere they like pears."));

        try (McpSyncClient ada = served.client(served.key(ServedMcp.user("ada")));
                McpSyncClient bob = served.client(served.key(ServedMcp.user("bob")));
                McpSyncClient anybody = served.client(served.key(null))) {
            assertThat(recalled(ada)).contains("figs").doesNotContain("plums", "pears");
            assertThat(recalled(bob)).doesNotContain("figs", "plums", "pears");
            assertThat(recalled(anybody)).contains("plums").doesNotContain("figs", "pears");
            assertThatThrownBy(() -> bob.readResource(ReadResourceRequest.builder("daybook://project/user:ada/profile")
                            .build()))
                    .hasMessageContaining("not found");
        }
    }

    @Test
    void an_open_server_gives_callers_without_a_key_the_anonymous_scope_of_the_default_space() throws Exception {
        serve(true);
        served.memory(new Scope.Anonymous(Space.DEFAULT)).session("s").remember(Message.user("The kettle is red."));
        String session = session(served.post(null, initialize(NEWEST)));

        HttpResponse<String> recalled = served.post(
                null,
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"recall\","
                        + "\"arguments\":{\"query\":\"kettle\",\"by\":\"words\"}}}",
                "Mcp-Session-Id",
                session);

        assertThat(recalled.body()).contains("The kettle is red.");
    }

    private static String recalled(McpSyncClient client) {
        return answer(client, "recall", Map.of("query", "likes", "by", "newest"))
                .toString();
    }

    @Test
    void a_key_is_shown_and_allowed_only_the_tools_that_it_has_the_right_to() {
        serve(false);

        try (McpSyncClient reader = served.client(served.key(ServedMcp.user("ada"), AccessRight.READ));
                McpSyncClient writer = served.client(served.key(ServedMcp.user("ada"), AccessRight.WRITE))) {
            assertThat(reader.listTools().tools())
                    .extracting(Tool::name)
                    .containsExactlyInAnyOrder("recall", "context", "list_facts", "search_notes", "get_blocks");
            assertThat(refused(reader, "remember", Map.of("text", "x"))).contains("lacks the right 'write'");
            assertThat(refused(reader, "forget", Map.of("session", "x"))).contains("lacks the right 'forget'");
            assertThat(refused(writer, "recall", Map.of("query", "x"))).contains("lacks the right 'read'");
            assertThatThrownBy(
                            () -> writer.readResource(ReadResourceRequest.builder("daybook://project/user:ada/profile")
                                    .build()))
                    .hasMessageContaining("lacks the right 'read'");
        }
    }

    @Test
    void a_key_with_less_trust_than_an_assistant_is_not_shown_the_tools_that_change_blocks() {
        served = ServedMcp.offering(folder, new AgentOptions(true, true));

        try (McpSyncClient tool = served.client(served.key(ServedMcp.user("ada"), Trust.TOOL));
                McpSyncClient assistant = served.client(served.key(ServedMcp.user("ada"), Trust.ASSISTANT))) {
            List<String> shown = names(tool);
            assertThat(shown)
                    .contains("remember", "add_note", "get_blocks", "memory_view")
                    .doesNotContain("update_block", "memory_create", "memory_delete", "forget");
            assertThat(names(assistant)).containsAll(shown).contains("update_block", "memory_create", "memory_delete");
            assertThat(refused(tool, "update_block", Map.of("name", "plan", "content", "x", "version", 0)))
                    .contains("the trust of key");
        }
    }

    private static List<String> names(McpSyncClient client) {
        return client.listTools().tools().stream().map(Tool::name).toList();
    }

    private static String refused(McpSyncClient client, String tool, Map<String, Object> arguments) {
        return ServedMcp.refusal(client, tool, arguments);
    }

    @Test
    void tools_and_resources_are_counted_like_other_calls() throws Exception {
        serve(false);
        try (McpSyncClient ada = served.client(served.key(ServedMcp.user("ada")))) {
            answer(ada, "remember", Map.of("text", "Ada likes figs."));
            refused(ada, "recall", Map.of("query", 7));
            ada.readResource(ReadResourceRequest.builder("daybook://project/user:ada/profile")
                    .build());
        }
        served.post(null, PING);

        assertThat(served.metrics())
                .contains(
                        "http_server_requests_seconds_count{method=\"POST\",status=\"200\",uri=\"/mcp/remember\"} 1",
                        "http_server_requests_seconds_count{method=\"POST\",status=\"400\",uri=\"/mcp/recall\"} 1",
                        "http_server_requests_seconds_count{method=\"POST\",status=\"200\",uri=\"/mcp/resources\"} 1",
                        "daybook_failures_total{reason=\"invalid\"} 1",
                        "daybook_failures_total{reason=\"unauthorized\"} 1");
    }

    @Test
    void a_key_has_so_many_sessions_and_no_more() throws Exception {
        serve(false);
        String key = served.key(null);
        String session = "";
        for (int i = 0; i < OpenSessions.MAX; i++) {
            session = session(served.post(key, initialize(NEWEST)));
        }

        HttpResponse<String> refused = served.post(key, initialize(NEWEST));

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("\"code\":\"limited\"");
        assertThat(refused.headers().firstValue("Retry-After")).contains("60");
        assertThat(served.post(key, PING, "Mcp-Session-Id", session).statusCode())
                .isEqualTo(200);
        assertThat(served.post(served.key(null), initialize(NEWEST)).statusCode())
                .isEqualTo(200);
        assertThat(served.delete(key, "Mcp-Session-Id", session).statusCode()).isEqualTo(200);
        assertThat(served.post(key, initialize(NEWEST)).statusCode()).isEqualTo(200);
    }

    @Test
    void a_key_that_calls_too_often_is_told_when_to_come_again() throws Exception {
        served = new ServedMcp(folder, new ServeOptions("127.0.0.1", 0, false, List.of(), List.of(), 100_000, 1));
        String key = served.key(null);
        HttpResponse<String> answer = served.post(key, initialize(NEWEST));
        while (answer.statusCode() == 200) {
            answer = served.post(key, initialize(NEWEST));
        }

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).contains("1");
    }

    @Test
    void each_version_of_the_handshake_that_has_this_transport_is_spoken() throws Exception {
        serve(false);
        String key = served.key(null);

        for (String version : new String[] {"2025-03-26", "2025-06-18", "2025-11-25"}) {
            assertThat(served.post(key, initialize(version)).body())
                    .contains("\"protocolVersion\":\"" + version + "\"");
        }
    }

    @Test
    void a_handshake_with_an_unknown_version_or_none_gets_the_newest_with_a_handshake() throws Exception {
        serve(false);
        String key = served.key(null);

        for (String handshake : new String[] {
            initialize("2026-07-28"),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":7}}"
        }) {
            assertThat(served.post(key, handshake).body()).contains("\"protocolVersion\":\"" + NEWEST + "\"");
        }
    }

    @Test
    void an_unknown_version_is_told_which_are_spoken() throws Exception {
        serve(false);

        HttpResponse<String> refused = served.post(served.key(null), PING, "MCP-Protocol-Version", "2027-01-01");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("-32022", "\"supported\":[\"2024-11-05\"", "\"requested\":\"2027-01-01\"");
    }

    @Test
    void an_invalid_message_gets_an_error_without_internals() throws Exception {
        serve(false);
        String key = served.key(null);

        for (String message : new String[] {"no message", ""}) {
            HttpResponse<String> refused = served.post(key, message);

            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body())
                    .startsWith("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":")
                    .doesNotContain("stackTrace", ".java");
        }
    }

    @Test
    void a_request_without_a_session_is_refused_with_its_id() throws Exception {
        serve(false);

        HttpResponse<String> refused = served.post(served.key(null), PING);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .startsWith("{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32600,")
                .contains("send 'initialize' first")
                .doesNotContain("stackTrace", ".java");
    }

    @Test
    void a_write_by_a_tool_has_the_key_of_the_call() {
        serve(false);
        String key = served.key(ServedMcp.user("ada"));
        McpSyncClient client = served.client(key);

        answer(client, "remember", Map.of("text", "Ada waters the roses."));

        assertThat(served.memory(ServedMcp.user("ada")).archive().exportAll())
                .isNotEmpty()
                .allSatisfy(entry -> assertThat(entry.origin().key()).isEqualTo(key.split("_")[1]));
        client.close();
    }

    @Test
    void a_key_of_one_user_is_shown_the_shared_scope_only_with_the_right_to_it() {
        serve(false);
        served.memory(new Scope.Shared(ServedMcp.SPACE)).blocks().remember("house", "Quiet, please.");
        McpSyncClient alone = served.client(served.key(ServedMcp.user("ada"), AccessRight.READ));
        McpSyncClient sharing = served.client(served.key(ServedMcp.user("ada"), AccessRight.READ, AccessRight.SHARED));

        assertThat(String.valueOf(answer(alone, "context", Map.of("prompt", "house"))))
                .doesNotContain("Quiet");
        assertThat(String.valueOf(answer(sharing, "context", Map.of("prompt", "house"))))
                .contains("Quiet");
        alone.close();
        sharing.close();
    }
}
