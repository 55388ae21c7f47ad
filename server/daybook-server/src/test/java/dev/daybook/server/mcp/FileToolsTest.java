package dev.daybook.server.mcp;

import static dev.daybook.server.mcp.ServedMcp.answer;
import static dev.daybook.server.mcp.ServedMcp.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.model.Block;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Trust;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools of memory files over HTTP. */
class FileToolsTest {

    private static final String TEA = "/memories/likes/tea.md";

    @TempDir
    Path folder;

    private ServedMcp served;
    private McpSyncClient client;
    private Memory ada;

    @BeforeEach
    void connect() {
        served = ServedMcp.offering(folder, new AgentOptions(false, true));
        client = served.client(served.key(ServedMcp.user("ada")));
        ada = served.memory(ServedMcp.user("ada"));
    }

    @AfterEach
    void disconnect() {
        client.close();
        served.close();
    }

    private Block block(String path) {
        return ada.blocks().find("memories/" + path).orElseThrow();
    }

    @Test
    void the_six_tools_are_listed_with_their_effects() {
        List<Tool> tools = client.listTools().tools().stream()
                .filter(tool -> tool.name().startsWith("memory_"))
                .toList();

        assertThat(tools)
                .extracting(Tool::name)
                .containsExactlyInAnyOrder(
                        "memory_view",
                        "memory_create",
                        "memory_str_replace",
                        "memory_insert",
                        "memory_delete",
                        "memory_rename");
        assertThat(tools).allSatisfy(tool -> {
            assertThat(tool.description()).hasSizeGreaterThan(60);
            assertThat(tool.inputSchema()).containsEntry("additionalProperties", false);
            assertThat(tool.annotations().openWorldHint()).isFalse();
            assertThat(tool.annotations().readOnlyHint()).isEqualTo(tool.name().equals("memory_view"));
            assertThat(tool.annotations().destructiveHint())
                    .isEqualTo(List.of("memory_str_replace", "memory_delete", "memory_rename")
                            .contains(tool.name()));
        });
    }

    @Test
    void the_six_commands_reach_the_files_of_the_scope() {
        assertThat(answer(client, "memory_create", Map.of("path", TEA, "fileText", "green\nblack\n")))
                .containsEntry("text", "Created /memories/likes/tea.md.");
        answer(client, "memory_str_replace", Map.of("path", TEA, "oldStr", "black", "newStr", "white"));
        answer(client, "memory_insert", Map.of("path", TEA, "insertLine", "2", "insertText", "oolong"));
        assertThat(answer(client, "memory_view", Map.of("path", TEA, "viewRange", List.of(2, -1)))
                        .get("text"))
                .asString()
                .endsWith("numbers:\n     2\twhite\n     3\toolong");
        answer(client, "memory_rename", Map.of("oldPath", "/memories/likes", "newPath", "/memories/tastes"));

        assertThat(block("tastes/tea.md").content()).isEqualTo("green\nwhite\noolong\n");
        assertThat(block("tastes/tea.md").origin().withKey(null)).isEqualTo(WritingTools.AGENT);
        assertThat(block("tastes/tea.md").origin().key()).isNotNull();
        assertThat(block("tastes/tea.md").trust()).isEqualTo(Trust.ASSISTANT);
        assertThat(answer(client, "context", Map.of("prompt", "Which tea?")).get("text"))
                .asString()
                .contains("oolong");
        answer(client, "memory_delete", Map.of("path", "/memories/tastes"));
        assertThat(ada.blocks().list()).isEmpty();
        assertThat(ada.blocks().history("memories/likes/tea.md")).hasSize(3);
    }

    @Test
    void a_wrong_call_is_refused_with_its_remedy_and_changes_nothing() {
        answer(client, "memory_create", Map.of("path", TEA, "fileText", "green"));
        ada.blocks().remember(NewBlock.of("memories/rules.md", "No shoes.").agentWritable(false));
        ada.blocks().remember("SOUL", "I am kind.");

        assertThat(refusal(client, "memory_create", Map.of("path", TEA, "fileText", "x")))
                .contains("already exists");
        assertThat(refusal(client, "memory_create", Map.of("path", TEA))).contains("'fileText' is missing");
        assertThat(refusal(client, "memory_insert", Map.of("path", TEA, "insertText", "x")))
                .contains("'insertLine' is missing");
        assertThat(refusal(client, "memory_view", Map.of("path", TEA, "viewRange", "2,3")))
                .contains("the lines 1 to 1");
        assertThat(refusal(client, "memory_delete", Map.of("path", TEA, "user", "bob")))
                .contains("'user' is not known");
        assertThat(refusal(client, "memory_delete", Map.of("path", "rules.md"))).contains("read-only");
        assertThat(refusal(client, "memory_delete", Map.of("path", "../SOUL"))).contains("not plain");
        assertThat(refusal(client, "memory_delete", Map.of("path", "SOUL"))).contains("does not exist");
        assertThat(ada.blocks().list()).extracting(Block::revision).containsExactly(1L, 2L, 3L);
    }

    @Test
    void a_key_reaches_the_files_of_its_scope_within_its_rights() {
        answer(client, "memory_create", Map.of("path", TEA, "fileText", "green"));

        try (McpSyncClient bob = served.client(served.key(ServedMcp.user("bob")));
                McpSyncClient reader = served.client(served.key(ServedMcp.user("ada"), AccessRight.READ))) {
            assertThat(refusal(bob, "memory_view", Map.of("path", TEA))).contains("does not exist");
            assertThat(answer(reader, "memory_view", Map.of("path", TEA)).get("text"))
                    .asString()
                    .contains("green");
            assertThat(reader.listTools().tools())
                    .extracting(Tool::name)
                    .contains("memory_view")
                    .doesNotContain("memory_create", "memory_delete");
            assertThat(refusal(reader, "memory_delete", Map.of("path", TEA))).contains("'write'");
        }
        assertThat(block("likes/tea.md").content()).isEqualTo("green");
    }

    @Test
    void an_edit_which_shows_the_lines_around_it_needs_the_right_to_read() {
        answer(client, "memory_create", Map.of("path", TEA, "fileText", "green\nblack"));

        try (McpSyncClient writer = served.client(served.key(ServedMcp.user("ada"), AccessRight.WRITE))) {
            assertThat(writer.listTools().tools())
                    .extracting(Tool::name)
                    .contains("memory_insert")
                    .doesNotContain("memory_str_replace", "memory_view");
            assertThat(refusal(writer, "memory_str_replace", Map.of("path", TEA, "oldStr", "green", "newStr", "white")))
                    .contains("'read'")
                    .doesNotContain("black");
        }
        assertThat(block("likes/tea.md").content()).isEqualTo("green\nblack");
    }
}
