package dev.daybook.server.mcp;

import static dev.daybook.server.mcp.ServedMcp.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.model.Message;
import io.modelcontextprotocol.client.McpSyncClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which conversation a call over HTTP is that names none. */
class McpSessionsTest {

    private static final Pattern SESSION = Pattern.compile("\"session\":\"(mcp-[^\"]+)\"");

    @TempDir
    Path folder;

    private ServedMcp served;
    private String key;

    @BeforeEach
    void serve() {
        served = new ServedMcp(folder, false);
        key = served.key(ServedMcp.user("ada"));
    }

    @AfterEach
    void stop() {
        served.close();
    }

    @Test
    void each_client_has_one_of_its_own_for_as_long_as_it_is_connected() {
        try (McpSyncClient first = served.client(key);
                McpSyncClient second = served.client(key)) {
            Object here = remember(first, "The lamp is green.");

            assertThat(String.valueOf(here)).matches("mcp-\\d{4}-\\d{2}-\\d{2}-[0-9a-f]{8}");
            assertThat(remember(first, "The door is red.")).isEqualTo(here);
            assertThat(remember(second, "The roof is grey.")).isNotEqualTo(here);
        }
    }

    private static Object remember(McpSyncClient client, String text) {
        return answer(client, "remember", Map.of("text", text)).get("session");
    }

    /** In one conversation for all clients the whole history would be what was said just now, and nothing would be known. */
    @Test
    void messages_of_other_sessions_are_no_part_of_this_one() {
        Memory ada = served.memory(ServedMcp.user("ada"));
        ada.session("old").remember(Message.user("My dentist is called Dr Vale."));
        try (McpSyncClient client = served.client(key)) {
            remember(client, "The lamp is green.");

            String context = String.valueOf(answer(client, "context", Map.of("prompt", "What is my dentist called?"))
                    .get("text"));

            assertThat(context).contains("Dr Vale").contains("The lamp is green.");
            assertThat(context.indexOf("Dr Vale")).isLessThan(context.indexOf("The lamp is green."));
        }
    }

    @Test
    void a_client_that_shakes_hands_again_goes_on_with_its_own() throws Exception {
        String first = opened();
        String before = remembered(first);

        String again = opened("Mcp-Session-Id", first);

        assertThat(again).isNotEqualTo(first);
        assertThat(remembered(again)).isEqualTo(before);
        assertThat(remembered(opened())).isNotEqualTo(before);
    }

    /** The id of a session whose handshake is done. */
    private String opened(String... headers) throws Exception {
        String session = served.post(key, ServedMcp.initialize("2025-11-25"), headers)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        served.post(key, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", "Mcp-Session-Id", session);
        return session;
    }

    private String remembered(String session) throws Exception {
        HttpResponse<String> answer = served.post(
                key,
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"remember\","
                        + "\"arguments\":{\"text\":\"The lamp is green.\"}}}",
                "Mcp-Session-Id",
                session);
        Matcher matcher = SESSION.matcher(answer.body());
        assertThat(matcher.find()).as(answer.body()).isTrue();
        return matcher.group(1);
    }
}
