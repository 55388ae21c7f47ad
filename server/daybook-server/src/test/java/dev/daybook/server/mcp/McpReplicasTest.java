package dev.daybook.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.access.AccessRight;
import dev.daybook.internal.store.ForwardingStore;
import dev.daybook.local.InMemoryStore;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers over one store and with the same keys, behind a load balancer without sticky sessions. */
class McpReplicasTest {

    private static final Pattern MEMORY_SESSION = Pattern.compile("\"session\":\"(mcp-[^\"]+)\"");
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}";
    private static final String INITIALIZED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    @TempDir
    Path keys;

    private final InMemoryStore store = new InMemoryStore();
    private ServedMcp first;
    private ServedMcp second;
    private String key;

    /** Stays open when one of the servers ends. */
    private final class SharedStore extends ForwardingStore {

        SharedStore() {
            super(store);
        }

        @Override
        public void close() {}
    }

    @BeforeEach
    void serve() {
        first = ServedMcp.over(new SharedStore(), keys);
        second = ServedMcp.over(new SharedStore(), keys);
        key = first.key(ServedMcp.user("ada"));
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
    }

    private String opened(ServedMcp server) throws Exception {
        return server.post(key, ServedMcp.initialize("2025-11-25"))
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private static HttpResponse<String> in(ServedMcp server, String key, String session, String message)
            throws Exception {
        return server.post(key, message, "Mcp-Session-Id", session, "MCP-Protocol-Version", "2025-11-25");
    }

    private static String tool(String name, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"" + name
                + "\",\"arguments\":" + arguments + "}}";
    }

    private String remembered(ServedMcp server, String session, String text) throws Exception {
        String body = in(server, key, session, tool("remember", "{\"text\":\"" + text + "\"}"))
                .body();
        Matcher matcher = MEMORY_SESSION.matcher(body);
        assertThat(matcher.find()).as(body).isTrue();
        return matcher.group(1);
    }

    @Test
    void a_client_goes_on_with_its_session_at_another_server() throws Exception {
        String session = opened(first);

        assertThat(in(second, key, session, INITIALIZED).statusCode()).isEqualTo(202);
        String memorySession = remembered(first, session, "The lamp is green.");

        assertThat(remembered(second, session, "The door is red.")).isEqualTo(memorySession);
        assertThat(in(second, key, session, tool("recall", "{\"query\":\"lamp\"}"))
                        .body())
                .contains("The lamp is green.");
        assertThat(in(first, key, session, tool("recall", "{\"query\":\"door\"}"))
                        .body())
                .contains("The door is red.");
    }

    @Test
    void a_client_goes_on_when_its_server_has_ended() throws Exception {
        String session = opened(first);
        String memorySession = remembered(first, session, "The lamp is green.");

        first.close();

        assertThat(remembered(second, session, "The door is red.")).isEqualTo(memorySession);
    }

    @Test
    void a_new_handshake_at_another_server_continues_the_memory_session() throws Exception {
        String session = opened(first);
        String memorySession = remembered(first, session, "The lamp is green.");

        String again = in(second, key, session, ServedMcp.initialize("2025-11-25"))
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();

        assertThat(again).isNotEqualTo(session);
        assertThat(remembered(first, again, "The door is red.")).isEqualTo(memorySession);
    }

    /** The session id is no credential: it opens nothing that the key of the request does not open. */
    @Test
    void the_rights_at_another_server_are_those_of_the_key_of_each_request() throws Exception {
        String session = opened(first);
        remembered(first, session, "The lamp is green.");
        String other = first.key(ServedMcp.user("ada"));
        String reader = first.key(ServedMcp.user("ada"), AccessRight.READ);
        String readerSession = first.post(reader, ServedMcp.initialize("2025-11-25"))
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();

        assertThat(in(second, other, session, PING).statusCode()).isEqualTo(404);
        assertThat(in(second, reader, readerSession, tool("remember", "{\"text\":\"x\"}"))
                        .body())
                .contains("lacks the right 'write'");
        first.revoke(key);
        assertThat(in(second, key, session, PING).statusCode()).isEqualTo(401);
    }

    @Test
    void an_ended_session_is_unknown_at_the_server_that_ended_it() throws Exception {
        String session = opened(first);
        remembered(first, session, "The lamp is green.");

        assertThat(second.delete(key, "Mcp-Session-Id", session).statusCode()).isEqualTo(200);

        HttpResponse<String> gone = in(second, key, session, PING);
        assertThat(gone.statusCode()).isEqualTo(404);
        assertThat(gone.body()).contains("send 'initialize'");
        assertThat(first.delete(key, "Mcp-Session-Id", session).statusCode()).isEqualTo(200);
        assertThat(in(first, key, session, PING).statusCode()).isEqualTo(404);
    }

    /** A load balancer sends the answer to a ping of one server to the other. */
    @Test
    void an_answer_to_another_server_changes_nothing() throws Exception {
        String session = opened(first);

        HttpResponse<String> stray =
                in(second, key, session, "{\"jsonrpc\":\"2.0\",\"id\":\"of-the-first-0\",\"result\":{}}");

        assertThat(stray.statusCode()).isEqualTo(202);
        assertThat(stray.body()).isEmpty();
        assertThat(in(second, key, session, PING).statusCode()).isEqualTo(200);
    }
}
