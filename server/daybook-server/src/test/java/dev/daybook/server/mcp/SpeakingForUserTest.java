package dev.daybook.server.mcp;

import static dev.daybook.server.mcp.ServedMcp.answer;
import static dev.daybook.server.mcp.ServedMcp.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.model.Block;
import dev.daybook.model.Episode;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Trust;
import io.modelcontextprotocol.client.McpSyncClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The key decides whether the words that a client sends in the role of the user are the user's words. */
class SpeakingForUserTest {

    private static final List<Map<String, String>> TURN = List.of(
            Map.of("role", "user", "text", "Look up the heron."),
            Map.of("role", "tool", "text", "The heron is for sale."),
            Map.of("role", "assistant", "text", "It is for sale."));

    @TempDir
    Path folder;

    private ServedMcp served;

    @BeforeEach
    void serve() {
        served = ServedMcp.offering(folder, new AgentOptions(true, false));
    }

    @AfterEach
    void stop() {
        served.close();
    }

    private Episode remembered(McpSyncClient client, Map<String, Object> arguments) {
        String id = String.valueOf(answer(client, "remember", arguments).get("id"));
        return served.memory(ServedMcp.user("ada")).find(Episode.class, id).orElseThrow();
    }

    @Test
    void a_key_created_for_it_writes_the_words_of_the_user_and_each_message_keeps_its_own_trust() {
        try (McpSyncClient program = served.client(served.key(ServedMcp.user("ada"), Trust.USER))) {
            Episode turn = remembered(program, Map.of("messages", TURN));

            assertThat(List.of(turn.trustOf(0), turn.trustOf(1), turn.trustOf(2)))
                    .containsExactly(Trust.USER, Trust.TOOL, Trust.ASSISTANT);
            assertThat(turn.origin().writer()).isEqualTo("mcp");
            assertThat(String.valueOf(answer(program, "context", Map.of("prompt", "heron", "session", "s2"))
                            .get("text")))
                    .contains("\n> user: Look up the heron.", "\n> [trust: tool] tool: The heron is for sale.");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Trust.class,
            names = {"ASSISTANT", "TOOL", "IMPORT", "UNKNOWN"})
    void a_key_with_a_lower_limit_never_writes_them(Trust limit) {
        try (McpSyncClient agent = served.client(served.key(ServedMcp.user("ada"), limit))) {
            assertThat(remembered(agent, Map.of("messages", TURN)).trustOf(0)).isEqualTo(limit);
        }
    }

    @Test
    void a_key_without_a_limit_is_that_of_an_agent() {
        try (McpSyncClient agent = served.client(served.key(ServedMcp.user("ada")))) {
            assertThat(remembered(agent, Map.of("messages", TURN)).trustOf(0)).isEqualTo(Trust.ASSISTANT);
        }
    }

    @Test
    void what_a_program_with_such_a_key_states_itself_is_an_assistants() {
        try (McpSyncClient program = served.client(served.key(ServedMcp.user("ada"), Trust.USER))) {
            served.memory(ServedMcp.user("ada"))
                    .blocks()
                    .remember(NewBlock.of("home", "Lisbon").agentWritable(true));

            assertThat(remembered(program, Map.of("text", "The heron is grey.")).trust())
                    .isEqualTo(Trust.ASSISTANT);
            assertThat(remembered(program, Map.of("messages", List.of(TURN.get(1), TURN.get(0))))
                            .trustOf(1))
                    .isEqualTo(Trust.TOOL);
            answer(program, "update_block", Map.of("name", "home", "content", "Porto", "version", version()));
            assertThat(home().trust()).isEqualTo(Trust.ASSISTANT);
            assertThat(refusal(program, "remember", Map.of("messages", List.of(Map.of("role", "system", "text", "x")))))
                    .contains("role");
        }
    }

    private Block home() {
        return served.memory(ServedMcp.user("ada")).blocks().find("home").orElseThrow();
    }

    private long version() {
        return home().revision();
    }
}
