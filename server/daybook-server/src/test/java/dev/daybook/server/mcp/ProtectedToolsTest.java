package dev.daybook.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.access.AccessRight;
import dev.daybook.access.Principal;
import dev.daybook.error.AccessRefusedException;
import dev.daybook.files.MemoryFiles;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.settings.ProtectedOperation;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Trust;
import dev.daybook.server.doors.GuardedSpace;
import dev.daybook.server.doors.GuardedSpace.KeyKind;
import dev.daybook.server.doors.OperationTable;
import dev.daybook.server.mcp.MemoryTool.Effect;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every tool that changes a memory is in the table of SECURITY.md with its right. */
class ProtectedToolsTest {

    private static final String FILE = "/memories/a.md";

    private static final Map<String, Map<String, Object>> CALLS = Map.of(
            "remember",
            Map.of("text", "x"),
            "add_note",
            Map.of("text", "x"),
            "forget",
            Map.of("session", "s1"),
            "update_block",
            Map.of("name", "plan", "content", "x", "version", 0L),
            "memory_create",
            Map.of("path", "/memories/b.md", "fileText", "x"),
            "memory_str_replace",
            Map.of("path", FILE, "oldStr", "one", "newStr", "two"),
            "memory_insert",
            Map.of("path", FILE, "insertLine", 0L, "insertText", "x"),
            "memory_delete",
            Map.of("path", FILE),
            "memory_rename",
            Map.of("oldPath", FILE, "newPath", "/memories/c.md"));

    private static List<MemoryTool> changing() {
        return MemoryTools.of(new AgentOptions(true, true)).stream()
                .filter(tool -> tool.effect() != Effect.READS)
                .toList();
    }

    @Test
    void every_tool_reads_or_is_in_the_table_with_its_right() {
        OperationTable table = OperationTable.read();
        TreeSet<String> changing = new TreeSet<>();
        for (MemoryTool tool : changing()) {
            String call = "mcp " + tool.name();
            changing.add(call);
            assertThat(table.operations(call))
                    .as(call)
                    .extracting(ProtectedOperation::right)
                    .containsExactly(tool.right());
            assertThat(tool.trust())
                    .as(call)
                    .isEqualTo(
                            switch (table.operations(call).get(0).trust()) {
                                case OF_BLOCK -> Trust.ASSISTANT;
                                case USER -> Trust.USER;
                                case ANY, OF_REPLACED, OF_TOUCHED -> Trust.UNKNOWN;
                            });
        }

        assertThat(table.calls("mcp .+")).isEqualTo(changing);
    }

    @Test
    void a_tool_does_with_each_kind_of_key_what_the_table_says_and_nothing_else() {
        OperationTable table = OperationTable.read();
        assertThat(changing()).extracting(MemoryTool::name).containsExactlyInAnyOrderElementsOf(CALLS.keySet());
        try (LocalDaybook daybook =
                Daybook.builder(new InMemoryStore()).noEmbedder().open()) {
            int spaces = 0;
            for (MemoryTool tool : changing()) {
                ProtectedOperation operation =
                        table.operations("mcp " + tool.name()).get(0);
                for (KeyKind kind : KeyKind.all()) {
                    check(new GuardedSpace(daybook, "p" + spaces++), tool, operation, kind);
                }
            }
        }
    }

    /** Calls a tool, and again with its confirmation if it asked for one. */
    private static void call(MemoryTool tool, McpContext context) {
        Map<String, Object> arguments = new HashMap<>(Objects.requireNonNull(CALLS.get(tool.name())));
        Object confirmation = tool.action()
                .answer(context, new JsonFields(arguments))
                .content()
                .get("confirmation");
        if (confirmation != null) {
            arguments.put("confirmation", confirmation);
            tool.action().answer(context, new JsonFields(arguments));
        }
    }

    private static void check(GuardedSpace there, MemoryTool tool, ProtectedOperation operation, KeyKind kind) {
        MemoryFiles.of(there.ada).create(FILE, "one");
        Principal principal = new Principal("k1", kind.atMost(), true, kind.rights());
        McpContext context = new McpContext(
                there.space(principal).user("ada"), "s9", Clock.systemUTC(), new AgentOptions(true, true), false);
        List<Object> before = there.state();

        Throwable thrown = catchThrowable(() -> call(tool, context));

        String what = tool.name() + " with " + kind;
        if (may(operation, kind)) {
            assertThat(thrown).as(what).isNull();
        } else {
            assertThat(thrown).as(what).isInstanceOf(AccessRefusedException.class);
            assertThat(there.state()).as(what).isEqualTo(before);
        }
    }

    /** The tools write entries of their own, and agent-writable blocks; only what they forget is the user's. */
    private static boolean may(ProtectedOperation operation, KeyKind kind) {
        return switch (operation) {
            case FORGET -> kind.may(List.of(operation));
            case CHANGE_BLOCKS ->
                kind.rights().contains(AccessRight.WRITE) && !kind.atMost().isBelow(Trust.ASSISTANT);
            default -> kind.rights().contains(operation.right());
        };
    }
}
